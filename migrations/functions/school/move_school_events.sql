-- Places the events of a school anew where its time zone has changed: see place_school_event().
CREATE OR REPLACE FUNCTION move_school_events() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.school_events AS placed SET closes_at = placed.closes_at WHERE placed.school_id = NEW.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION move_school_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER move_events AFTER UPDATE OF time_zone ON schools
  FOR EACH ROW WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION move_school_events();
