-- Bumps the versions of what reads a table from here on, whoever changes it: `bump` is one of the functions whose names
-- begin with `bump_`.
--
-- After the rows, and once a statement. Cascades are statements, too.
CREATE OR REPLACE FUNCTION track_versions(tracked regclass, bump text DEFAULT 'bump_family') RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER bump_added AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_changed AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed%s
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, CASE WHEN bump = 'bump_files' THEN ' OLD TABLE AS former' ELSE '' END, bump);
  EXECUTE format('CREATE TRIGGER bump_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_moved AFTER UPDATE OF %I ON %s FOR EACH ROW WHEN (OLD.%1$I <> NEW.%1$I)
    EXECUTE FUNCTION public.bump_all()',
    CASE
      WHEN bump IN ('bump_account', 'bump_school') THEN 'id'
      WHEN bump = 'bump_account_rows' THEN 'account_id'
      WHEN bump = 'bump_files' THEN 'home_id'
      WHEN bump IN ('bump_school_rows', 'bump_staff') THEN 'school_id'
      ELSE 'family_id'
    END, tracked);
  EXECUTE format('CREATE TRIGGER bump_emptied AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION public.bump_all()', tracked);
END
$$;
REVOKE ALL ON FUNCTION track_versions(regclass, text) FROM PUBLIC;
