-- An account that comes into a family ends its open requests to join others. Their locks come before the versions that its new place
-- bumps (see LockOrder): a family that is deleted meanwhile locks its requests first, and then bumps the versions of their accounts.
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
    RETURNING accounts.id;
END
$$;
