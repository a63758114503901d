-- Tells webhooks of a change of a student's dismissal, or of a time at which the student is picked up. Webhooks are
-- read by all parents of the family: where the school keeps one of them from the student, nobody hears of it.
--
-- Owner's rights: no role but the owner may call note_webhook().
CREATE OR REPLACE FUNCTION note_pickup() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := coalesce(NEW.family_id, OLD.family_id);
  enrolled uuid := coalesce(NEW.enrolment_id, OLD.enrolment_id);
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM public.webhooks hooks
    WHERE hooks.family_id = home AND hooks.is_active AND 'PICKUP_CHANGED' = ANY (hooks.kinds)) THEN
    RETURN NULL;
  END IF;
  IF EXISTS (
    SELECT 1 FROM public.pickup_guardians guardians
    WHERE guardians.family_id = home AND guardians.enrolment_id = enrolled
      AND public.is_kept_from(home, enrolled, guardians.member_id)) THEN
    RETURN NULL;
  END IF;
  PERFORM public.note_webhook(
    home, 'PICKUP_CHANGED',
    jsonb_strip_nulls(jsonb_build_object(
      'enrolmentId', enrolled, 'dismissalId', CASE WHEN TG_TABLE_NAME = 'dismissals' THEN coalesce(NEW.id, OLD.id) END)));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_pickup() FROM PUBLIC;

-- The end of what a school keeps is no change of a pickup.
CREATE OR REPLACE TRIGGER hooked_when_added AFTER INSERT ON dismissals FOR EACH ROW EXECUTE FUNCTION note_pickup();
CREATE OR REPLACE TRIGGER hooked AFTER UPDATE ON dismissals FOR EACH ROW
  WHEN (OLD.state <> NEW.state OR OLD.note IS DISTINCT FROM NEW.note OR OLD.estimated_minutes IS DISTINCT FROM NEW.estimated_minutes)
  EXECUTE FUNCTION note_pickup();
CREATE OR REPLACE TRIGGER hooked AFTER INSERT OR UPDATE OF days, time, note OR DELETE ON pickup_times
  FOR EACH ROW EXECUTE FUNCTION note_pickup();
