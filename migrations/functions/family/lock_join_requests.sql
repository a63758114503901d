-- Locks the requests to join that go with the account and the family in scope, by key: a request goes with either, and
-- two deletions must not each hold a request that the other one waits for. Servers of the release before call it.
--
-- Owner's rights: the requests are those of an account to any family, and of a family from any account.
CREATE OR REPLACE FUNCTION lock_join_requests() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.join_requests
  WHERE join_requests.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
    OR join_requests.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  ORDER BY join_requests.family_id, join_requests.id FOR UPDATE;
END
$$;
REVOKE ALL ON FUNCTION lock_join_requests() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_join_requests() TO hatched_app;
