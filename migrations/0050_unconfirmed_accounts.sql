-- The end of accounts that registered with an address and never confirmed it: see docs/operations.md.

-- Addresses that are not confirmed, in the order in which forget_unconfirmed_accounts reads them.
CREATE INDEX sign_in_addresses_unconfirmed ON sign_in_addresses (account_id) WHERE confirmed_at IS NULL;

-- Whether an account may be removed: it has an address, has never proved who it is, belongs to no family and asks to join none, and
-- for so many days nobody has registered it, given it another address or signed in to it. An account that an operator has disabled
-- stays.
CREATE FUNCTION account_is_forgettable(account uuid, days int) RETURNS boolean
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
    AND NOT EXISTS (SELECT 1 FROM public.join_requests own WHERE own.account_id = account);
END
$$;

-- Looks at so many accounts with an address that is not confirmed, in the order of their ids, and removes those that may be removed.
-- Returns the last account that it looked at, null where none is left, and the number of accounts that it removed.
--
-- Waits for nobody: an account that another transaction has locked, or of which one has locked a session, stays until the next pass.
CREATE FUNCTION forget_unconfirmed_accounts(after uuid, most int, days int) RETURNS TABLE (last uuid, forgotten int)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  candidate uuid;
  is_free boolean;
BEGIN
  forgotten := 0;
  FOR candidate IN
    SELECT DISTINCT addresses.account_id FROM public.sign_in_addresses addresses
    WHERE addresses.confirmed_at IS NULL AND (after IS NULL OR addresses.account_id > after)
    ORDER BY addresses.account_id LIMIT most
  LOOP
    last := candidate;
    CONTINUE WHEN NOT public.account_is_forgettable(candidate, days);
    PERFORM 1 FROM public.accounts known WHERE known.id = candidate FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    -- The account gets no further session, member or request from here on. What it got before the lock is read now.
    SELECT count(*) = (SELECT count(*) FROM public.sessions own WHERE own.account_id = candidate) INTO is_free
    FROM (SELECT 1 FROM public.sessions own WHERE own.account_id = candidate FOR UPDATE SKIP LOCKED) AS held;
    CONTINUE WHEN NOT is_free OR NOT public.account_is_forgettable(candidate, days);
    DELETE FROM public.accounts known WHERE known.id = candidate;
    forgotten := forgotten + 1;
  END LOOP;
  RETURN NEXT;
END
$$;

REVOKE ALL ON FUNCTION account_is_forgettable(uuid, int), forget_unconfirmed_accounts(uuid, int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_unconfirmed_accounts(uuid, int, int) TO hatched_worker;
