-- Has servers look anew for the events of a family that start, once an event, an occurrence or the time zone has
-- changed. Families without a webhook for them have no row.
--
-- Owner's rights: no role but the owner has a privilege on `webhook_starts`.
CREATE OR REPLACE FUNCTION look_at_starts() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.webhook_starts AS known SET look_at = '-infinity'
  WHERE known.home_id = coalesce(NEW.family_id, OLD.family_id) AND known.look_at > '-infinity';
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION look_at_starts() FROM PUBLIC;

CREATE OR REPLACE TRIGGER hooked_start AFTER INSERT OR UPDATE ON events FOR EACH ROW EXECUTE FUNCTION look_at_starts();
CREATE OR REPLACE TRIGGER hooked_start AFTER INSERT OR UPDATE OR DELETE ON occurrences
  FOR EACH ROW EXECUTE FUNCTION look_at_starts();
CREATE OR REPLACE TRIGGER hooked_start AFTER UPDATE ON families FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION look_at_starts();
