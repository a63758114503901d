-- Gives a time back that the provider in scope has taken for itself. Returns whether there was one.
--
-- Owner's rights: the server's role writes no times of providers.
CREATE OR REPLACE FUNCTION delete_busy_time(slot uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  PERFORM 1 FROM public.providers rows WHERE rows.account_id = account FOR NO KEY UPDATE;
  DELETE FROM public.provider_slots slots WHERE slots.account_id = account AND slots.id = slot AND slots.kind = 'BUSY';
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION delete_busy_time(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_busy_time(uuid) TO hatched_app;
