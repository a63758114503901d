-- Notes the network that the latest code of an address was asked from.
--
-- May be null: key.
--
-- Owner's rights: there is no scope, and the server's role has no privilege on `address_codes`.
CREATE OR REPLACE FUNCTION note_reset_count(channel text, lookup text, key bytea) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  UPDATE public.address_codes codes SET counted_key = key
  WHERE codes.id = (
    SELECT latest.id FROM public.address_codes latest
    WHERE latest.lookup = lookup AND latest.channel = channel AND latest.purpose = 'RESET'
    ORDER BY latest.created_at DESC, latest.id LIMIT 1);
END
$$;
REVOKE ALL ON FUNCTION note_reset_count(text, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_reset_count(text, text, bytea) TO hatched_app;
