-- Refuses an UPDATE that names a column which never changes, as a privilege on columns does: when no row is found, too.
-- The owner may change them, and so may functions with its rights.
--
--     CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON lists
--       FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_columns();
CREATE OR REPLACE FUNCTION refuse_fixed_columns() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'permission denied for a column of table %', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
REVOKE ALL ON FUNCTION refuse_fixed_columns() FROM PUBLIC;
