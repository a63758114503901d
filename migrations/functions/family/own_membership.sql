-- The place in a family of the account in scope.
--
-- Owner's rights: the family of an account is in no scope before it is known.
CREATE OR REPLACE FUNCTION own_membership() RETURNS TABLE (family_id uuid, member_id uuid, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT members.family_id, members.id, members.role FROM public.members
  WHERE members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  ORDER BY members.created_at, members.family_id LIMIT 1
$$;
REVOKE ALL ON FUNCTION own_membership() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_membership() TO hatched_app;
