-- Removes the account in scope, with its identities, sessions, refresh tokens and wishes to join, which go with it by
-- their references; an account that is a member of a family is refused by another reference.
--
-- Owner's rights: the server's role may not delete accounts, and the references reach tables on which it has no
-- privilege.
CREATE OR REPLACE FUNCTION delete_account() RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM public.accounts WHERE accounts.id = nullif(current_setting('hatched.account_id', true), '')::uuid
  RETURNING accounts.id
$$;
REVOKE ALL ON FUNCTION delete_account() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_account() TO hatched_app;
