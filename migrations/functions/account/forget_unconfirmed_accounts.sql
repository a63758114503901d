-- Looks at so many accounts with an address that is not confirmed, in the order of their ids, and removes those that
-- may be removed. Returns the last account that it looked at, null where none is left, and the number of accounts that
-- it removed.
--
-- Waits for nobody: an account that another transaction has locked, or of which one has locked a session, stays until
-- the next pass.
--
-- Owner's rights: the worker's role has no privilege on `accounts`.
CREATE OR REPLACE FUNCTION forget_unconfirmed_accounts(after uuid, most int, days int)
RETURNS TABLE (last uuid, forgotten int)
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
REVOKE ALL ON FUNCTION forget_unconfirmed_accounts(uuid, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_unconfirmed_accounts(uuid, integer, integer) TO hatched_worker;
