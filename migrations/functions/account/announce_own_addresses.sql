-- Writes once more to the addresses that are not confirmed: how many.
--
-- Owner's rights: the server's role has no privilege on `sign_in_addresses`, and none on `messages`.
CREATE OR REPLACE FUNCTION announce_own_addresses() RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  waiting uuid[] := ARRAY(
    SELECT addresses.id FROM public.sign_in_addresses addresses
    WHERE addresses.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND addresses.confirmed_at IS NULL
    ORDER BY addresses.channel);
BEGIN
  PERFORM public.announce_own_address(id) FROM unnest(waiting) AS id;
  RETURN cardinality(waiting);
END
$$;
REVOKE ALL ON FUNCTION announce_own_addresses() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION announce_own_addresses() TO hatched_app;
