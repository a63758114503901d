-- Removes a way to sign in, unless it is the last: 'REMOVED'; 'UNKNOWN'; 'LAST'; or 'SHORT', where a password that is
-- too short to be the only way would be that. A way that lasts is an identity, or a confirmed address with the
-- password. The last address takes the password along.
--
-- Outcomes: REMOVED, UNKNOWN, LAST, SHORT.
--
-- Owner's rights: the server's role has no privilege on `sign_in_addresses` and `passwords`, and may not delete
-- `identities`.
CREATE OR REPLACE FUNCTION remove_own_way(way uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  identities_left bigint;
  addresses_left bigint;
  is_confirmed boolean := false;
  is_identity boolean;
BEGIN
  is_identity := EXISTS (SELECT 1 FROM public.identities known WHERE known.account_id = account AND known.id = way);
  IF NOT is_identity THEN
    SELECT known.confirmed_at IS NOT NULL INTO is_confirmed FROM public.sign_in_addresses known
    WHERE known.account_id = account AND known.id = way;
    IF NOT FOUND THEN
      RETURN 'UNKNOWN';
    END IF;
  END IF;
  SELECT count(*) INTO identities_left FROM public.identities known WHERE known.account_id = account AND known.id <> way;
  SELECT count(*) INTO addresses_left FROM public.sign_in_addresses known
  WHERE known.account_id = account AND known.id <> way AND known.confirmed_at IS NOT NULL;
  IF identities_left + addresses_left = 0 THEN
    RETURN 'LAST';
  END IF;
  IF identities_left = 0 AND EXISTS (
    SELECT 1 FROM public.passwords known WHERE known.account_id = account AND NOT known.is_long
  ) THEN
    RETURN 'SHORT';
  END IF;
  -- Before the address that it tells goes.
  PERFORM public.notify_own_addresses(
    'way-removed', coalesce(
      (SELECT CASE known.provider WHEN 'APPLE' THEN 'APPLE' ELSE 'OPENID_CONNECT' END FROM public.identities known
        WHERE known.account_id = account AND known.id = way),
      'PASSWORD'));
  DELETE FROM public.address_codes codes WHERE codes.owner_id = account AND codes.address_id = way;
  DELETE FROM public.identities known WHERE known.account_id = account AND known.id = way;
  DELETE FROM public.sign_in_addresses known WHERE known.account_id = account AND known.id = way;
  IF NOT EXISTS (SELECT 1 FROM public.sign_in_addresses known WHERE known.account_id = account) THEN
    DELETE FROM public.passwords known WHERE known.account_id = account;
    DELETE FROM public.known_devices known WHERE known.account_id = account;
  END IF;
  RETURN 'REMOVED';
END
$$;
REVOKE ALL ON FUNCTION remove_own_way(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_own_way(uuid) TO hatched_app;
