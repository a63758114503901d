-- Makes sure that an account has no family while it gets one, and ends its open requests to join others. Returns
-- nothing when it has one, offers services, or cannot sign in. The caller holds the account's row.
--
-- The locks of the requests come before the versions that the new place bumps (see LockOrder): a family that is deleted
-- meanwhile locks its requests first, and then bumps the versions of their accounts.
--
-- Owner's rights: the account is not the one in scope, and its requests are to other families.
CREATE OR REPLACE FUNCTION claim_account(uuid) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.accounts WHERE accounts.id = $1 FOR NO KEY UPDATE;
  PERFORM 1 FROM public.join_requests requests
  WHERE requests.account_id = $1 AND requests.state = 'PENDING' ORDER BY requests.family_id, requests.id FOR NO KEY UPDATE;
  -- A statement of its own: one that waits for the lock and looks for members sees those of before.
  RETURN QUERY
    UPDATE public.accounts SET updated_at = now(), version = accounts.version + 1
    WHERE accounts.id = $1 AND accounts.disabled_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM public.members WHERE members.account_id = $1)
      AND NOT EXISTS (SELECT 1 FROM public.providers offering WHERE offering.account_id = $1)
    RETURNING accounts.id;
END
$$;
REVOKE ALL ON FUNCTION claim_account(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_account(uuid) TO hatched_app;
