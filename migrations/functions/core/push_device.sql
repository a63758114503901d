-- A device of a member, or of staff, for an operator who sends a test to it; no row where there is none.
--
-- Owner's rights: the worker's role has no privilege on devices, which are rows of families and of staff.
CREATE OR REPLACE FUNCTION push_device(device uuid) RETURNS TABLE (platform text, token text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT known.platform, known.token FROM public.devices known WHERE known.id = device
    UNION ALL SELECT own.platform, own.token FROM public.staff_devices own WHERE own.id = device LIMIT 1;
END
$$;
REVOKE ALL ON FUNCTION push_device(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION push_device(uuid) TO hatched_worker;
