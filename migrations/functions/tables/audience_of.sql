-- The audience of a row of a school: the keys of those who see it. A viewer has the keys that enter_places() returns
-- for it, and sees the rows with one of them.
--
--     {school}                     everybody at the school, where the row names no grade and no class
--     class, grade 4 of the school those of the classes that it names, and of the classes that have the grades
--     staff of the school          administrators and dispatchers, always
--     author                       the member of the staff who wrote it, always
--
-- For columns that are generated: it never changes.
CREATE OR REPLACE FUNCTION audience_of(school uuid, author uuid, grades text[], classes uuid[]) RETURNS uuid[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN array_remove(ARRAY[public.audience_key(school, 'staff'), author], NULL)
    || CASE WHEN grades = '{}' AND classes = '{}' THEN ARRAY[school]
      ELSE classes || ARRAY(SELECT public.audience_key(school, 'grade ' || named.grade) FROM unnest(grades) AS named (grade)) END;
END
$$;
REVOKE ALL ON FUNCTION audience_of(uuid, uuid, text[], uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audience_of(uuid, uuid, text[], uuid[]) TO hatched_app;
