-- Takes a device from whoever had it before, in any family or at any school: who registers it last has it in the hands,
-- and what the others are told is not for that one's eyes. Swift sees no row of another family.
--
-- A family that loses a device is locked out of the order of LockOrder, so this waits for none: where another change
-- holds it the transaction begins again.
--
-- Owner's rights: the rows are those of other families, which row-level security hides from the server's role.
CREATE OR REPLACE FUNCTION take_over_device() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  free bigint;
BEGIN
  -- Two families that register one device at the same time follow each other.
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.platform || ' ' || NEW.token, 0));
  DELETE FROM public.devices
  WHERE devices.family_id = NEW.family_id AND devices.platform = NEW.platform AND devices.token = NEW.token
    AND devices.member_id <> NEW.member_id;
  DELETE FROM public.staff_devices others
  WHERE others.platform = NEW.platform AND others.token = NEW.token AND others.account_id IS DISTINCT FROM (
    SELECT members.account_id FROM public.members WHERE members.family_id = NEW.family_id AND members.id = NEW.member_id);
  homes := ARRAY(
    SELECT DISTINCT known.family_id FROM public.devices known
    WHERE known.platform = NEW.platform AND known.token = NEW.token AND known.family_id <> NEW.family_id);
  IF cardinality(homes) > 0 THEN
    SELECT count(*) INTO free FROM (
      SELECT 1 FROM public.families WHERE families.family_id = ANY (homes) FOR NO KEY UPDATE SKIP LOCKED) AS locked;
    IF free < cardinality(homes) THEN
      RAISE EXCEPTION 'the family that has the device is being changed' USING ERRCODE = 'serialization_failure';
    END IF;
    DELETE FROM public.devices
    WHERE devices.platform = NEW.platform AND devices.token = NEW.token AND devices.family_id = ANY (homes);
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION take_over_device() FROM PUBLIC;
