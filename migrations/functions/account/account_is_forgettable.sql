-- Whether an account may be removed: it has an address, has never proved who it is, belongs to no family, asks to join
-- none and is a guest of no list, and for so many days nobody has registered it, given it another address or signed in to it. An account
-- that an operator has disabled stays.
CREATE OR REPLACE FUNCTION account_is_forgettable(account uuid, days int) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  since timestamptz := now() - make_interval(days => days);
BEGIN
  RETURN EXISTS (
      SELECT 1 FROM public.accounts known
      WHERE known.id = account AND known.created_at < since AND known.disabled_at IS NULL)
    AND EXISTS (SELECT 1 FROM public.sign_in_addresses own WHERE own.account_id = account)
    AND NOT EXISTS (
      SELECT 1 FROM public.sign_in_addresses own
      WHERE own.account_id = account
        AND (own.confirmed_at IS NOT NULL OR own.created_at >= since OR own.last_used_at >= since))
    AND NOT EXISTS (SELECT 1 FROM public.identities own WHERE own.account_id = account)
    AND NOT EXISTS (
      SELECT 1 FROM public.account_events events
      WHERE events.account_id = account AND events.kind IN ('ADDRESS_CONFIRMED', 'IDENTITY_LINKED'))
    AND NOT EXISTS (SELECT 1 FROM public.sessions own WHERE own.account_id = account AND own.authenticated_at >= since)
    AND NOT EXISTS (SELECT 1 FROM public.members own WHERE own.account_id = account)
    AND NOT EXISTS (SELECT 1 FROM public.join_requests own WHERE own.account_id = account)
    AND NOT EXISTS (SELECT 1 FROM public.shopping_list_guests own WHERE own.account_id = account);
END
$$;
REVOKE ALL ON FUNCTION account_is_forgettable(uuid, integer) FROM PUBLIC;
