-- Notes in the audit trail that all data of the family in scope were handed out.
--
-- Owner's rights: the server's role may only read `audit_entries`, so that no statement of the server adds an entry, or
-- leaves one out.
CREATE OR REPLACE FUNCTION audit_export() RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
BEGIN
  entry.family_id := nullif(current_setting('hatched.family_id', true), '')::uuid;
  entry.action := 'FAMILY_EXPORTED';
  PERFORM public.add_audit_entry(entry);
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION audit_export() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_export() TO hatched_app;
