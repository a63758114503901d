-- Bumps the version of what only administrators of a school see, for a row of the scope TICKET that is of no class,
-- before or after. At the end of the transaction: this version is locked after those of places.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_desk() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.place_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.id FROM public.place_versions versions
    WHERE versions.part = 'ADMINISTRATION' AND versions.school_id IN (
      CASE WHEN TG_OP <> 'INSERT' AND OLD.class_id IS NULL THEN OLD.staff_school_id END,
      CASE WHEN TG_OP <> 'DELETE' AND NEW.class_id IS NULL THEN NEW.staff_school_id END)
    ORDER BY versions.id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.id = locked.id AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_desk() FROM PUBLIC;
