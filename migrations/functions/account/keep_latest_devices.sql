-- An account keeps its latest 20 devices.
--
-- Owner's rights: the server's role has no privilege on `known_devices`.
CREATE OR REPLACE FUNCTION keep_latest_devices() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.known_devices devices WHERE devices.account_id = NEW.account_id AND devices.id IN (
    SELECT other.id FROM public.known_devices other WHERE other.account_id = NEW.account_id AND other.id <> NEW.id
    ORDER BY other.last_used_at DESC, other.id OFFSET 19 FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION keep_latest_devices() FROM PUBLIC;
