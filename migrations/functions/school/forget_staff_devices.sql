-- A device of staff whose service says that it is gone is forgotten, as one of a family is: whatever way its push
-- ended.
--
-- Owner's rights: the worker's role has no privilege on `staff_devices`.
CREATE OR REPLACE FUNCTION forget_staff_devices(sender uuid, outcomes jsonb) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.staff_devices
  USING public.messages known, jsonb_to_recordset(outcomes) AS ended (id uuid, outcome text, since float8)
  WHERE ended.outcome = 'GONE' AND known.id = ended.id AND known.state = 'SENDING' AND known.claimed_by = sender
    AND staff_devices.account_id = known.recipient_id AND staff_devices.id = known.device_id AND staff_devices.token = known.address
    AND (ended.since IS NULL OR staff_devices.registered_at <= to_timestamp(ended.since));
END
$$;
REVOKE ALL ON FUNCTION forget_staff_devices(uuid, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_staff_devices(uuid, jsonb) TO hatched_worker;
