-- Makes a code for an address, and removes some that have expired. Returns its id.
--
-- Owner's rights: the server's role has no privilege on `address_codes`.
CREATE OR REPLACE FUNCTION make_address_code(
  purpose text, channel text, lookup text, account uuid, address_id uuid, lifetime interval) RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  code uuid := gen_random_uuid();
BEGIN
  DELETE FROM public.address_codes WHERE address_codes.id IN (
    SELECT old.id FROM public.address_codes old WHERE old.expires_at < now()
    ORDER BY old.expires_at LIMIT 10 FOR UPDATE SKIP LOCKED);
  INSERT INTO public.address_codes (id, purpose, channel, lookup, owner_id, address_id, expires_at)
  VALUES (code, purpose, channel, lookup, account, address_id, now() + lifetime);
  RETURN code;
END
$$;
REVOKE ALL ON FUNCTION make_address_code(text, text, text, uuid, uuid, interval) FROM PUBLIC;
