-- The membership of the family in scope in a group, which is locked. Null where it is not a member, or the account in
-- scope is not a parent of it.
CREATE OR REPLACE FUNCTION own_group(named uuid) RETURNS public.group_memberships
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own public.group_memberships;
BEGIN
  PERFORM 1 FROM public.groups WHERE groups.id = named FOR NO KEY UPDATE;
  SELECT memberships.* INTO own FROM public.group_memberships memberships
  JOIN public.members ON members.family_id = memberships.family_id AND members.role = 'PARENT'
    AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  WHERE memberships.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
    AND memberships.group_id = named AND memberships.state = 'MEMBER';
  RETURN own;
END
$$;
REVOKE ALL ON FUNCTION own_group(uuid) FROM PUBLIC;
