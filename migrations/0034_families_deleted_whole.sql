-- Tables to come need no place in a list: a family is deleted from every table of families that the catalog has. And
-- columns that never change are guarded by a trigger, since a distributed database loses privileges on columns.

-- Deletes the family in scope with all its rows, when the account in scope is a parent of it; else nothing. One statement,
-- so that references are checked when all is gone, in whatever order the rows go.
CREATE OR REPLACE FUNCTION delete_family() RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  doomed uuid;
  parts text;
BEGIN
  SELECT parents.family_id INTO doomed FROM public.members parents
  WHERE parents.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
    AND parents.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND parents.role = 'PARENT';
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- no_courses AS (DELETE FROM public.courses AS t WHERE t.family_id = $1), …
  SELECT string_agg(
    format('%I AS (DELETE FROM public.%I AS t WHERE t.family_id = $1)', 'no_' || relname, relname), ', ' ORDER BY relname)
  INTO parts
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'family_id' AND NOT attisdropped
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'families';
  RETURN QUERY EXECUTE
    format('WITH %s DELETE FROM public.families AS t WHERE t.family_id = $1 RETURNING t.family_id', parts) USING doomed;
END
$$;

-- Refuses an UPDATE that names a column which never changes, as a privilege on columns does: when no row is found, too. The
-- owner may change them, and so may functions with its rights.
--
--     CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON lists
--       FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_columns();
CREATE FUNCTION refuse_fixed_columns() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'permission denied for a column of table %', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
REVOKE ALL ON FUNCTION refuse_fixed_columns() FROM PUBLIC;
