-- Registers a device of the account in scope, or notes that it is still there, and returns its id; null for an account
-- that works at no school, and is no provider. A token is one account's, the last: the row of another is in no scope.
-- An account has at most 20 devices. The account is locked, so that two requests make one.
--
-- May be null: the result.
--
-- Owner's rights: the same device may be another account's, whose row goes, and the server's role may not add staff's
-- devices.
CREATE OR REPLACE FUNCTION register_staff_device(device uuid, device_platform text, device_token text) RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  known uuid;
  homes uuid[];
  free bigint;
BEGIN
  -- Two accounts that register one device at the same time follow each other.
  PERFORM pg_advisory_xact_lock(hashtextextended(device_platform || ' ' || device_token, 0));
  PERFORM FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT 1 FROM public.school_staff staff WHERE staff.account_id = account)
    AND NOT EXISTS (SELECT 1 FROM public.providers provider WHERE provider.account_id = account)
  THEN
    RETURN NULL;
  END IF;
  DELETE FROM public.staff_devices others
  WHERE others.platform = device_platform AND others.token = device_token AND others.account_id <> account;
  -- Members of families who had the device have it no more: see take_over_device(), also for the lock that is not waited for.
  homes := ARRAY(
    SELECT DISTINCT taken.family_id FROM public.devices taken
    JOIN public.members ON members.family_id = taken.family_id AND members.id = taken.member_id
    WHERE taken.platform = device_platform AND taken.token = device_token AND members.account_id IS DISTINCT FROM account);
  IF cardinality(homes) > 0 THEN
    SELECT count(*) INTO free FROM (
      SELECT 1 FROM public.families WHERE families.family_id = ANY (homes) FOR NO KEY UPDATE SKIP LOCKED) AS locked;
    IF free < cardinality(homes) THEN
      RAISE EXCEPTION 'the family that has the device is being changed' USING ERRCODE = 'serialization_failure';
    END IF;
    DELETE FROM public.devices taken USING public.members
    WHERE taken.platform = device_platform AND taken.token = device_token AND members.family_id = taken.family_id
      AND members.id = taken.member_id AND members.account_id IS DISTINCT FROM account;
  END IF;
  UPDATE public.staff_devices AS own SET registered_at = now(), version = own.version + 1, updated_at = now()
  WHERE own.account_id = account AND own.platform = device_platform AND own.token = device_token
  RETURNING own.id INTO known;
  IF known IS NOT NULL THEN RETURN known; END IF;
  INSERT INTO public.staff_devices (account_id, id, platform, token) VALUES (account, device, device_platform, device_token);
  DELETE FROM public.staff_devices old WHERE old.account_id = account AND old.id IN (
    SELECT own.id FROM public.staff_devices own WHERE own.account_id = account
    ORDER BY own.registered_at DESC, own.id DESC OFFSET 20);
  RETURN device;
END
$$;
REVOKE ALL ON FUNCTION register_staff_device(uuid, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION register_staff_device(uuid, text, text) TO hatched_app;
