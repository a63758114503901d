-- Bumps the versions of what reads a table of pickups from here on, whoever changes it: those of the family, and those
-- of the class or school.
CREATE OR REPLACE FUNCTION track_pickup_versions(tracked regclass, bump text, scope text) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER bump_added AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_changed AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed OLD TABLE AS former
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_moved AFTER UPDATE OF %I ON %s FOR EACH ROW WHEN (OLD.%1$I <> NEW.%1$I)
    EXECUTE FUNCTION public.bump_all()', scope, tracked);
  EXECUTE format('CREATE TRIGGER bump_emptied AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION public.bump_all()', tracked);
END
$$;
REVOKE ALL ON FUNCTION track_pickup_versions(regclass, text, text) FROM PUBLIC;
