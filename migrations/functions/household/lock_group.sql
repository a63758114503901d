-- Locks the family of the account in scope, and those that ids of others name, by id: families and requests of groups
-- that the account's family is in. Then it locks those of these groups that are named, or whose posts or comments are.
-- Returns the account's place in its family.
--
-- Owner's rights: the families of others in a group are in no scope.
CREATE OR REPLACE FUNCTION lock_group(named uuid[]) RETURNS TABLE (family_id uuid, member_id uuid, role text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  known uuid[];
BEGIN
  known := ARRAY(
    SELECT members.family_id FROM public.members WHERE members.account_id = account
    UNION SELECT others.family_id FROM public.group_memberships others
    WHERE others.group_family_id = ANY (named) AND others.group_id IN (
      SELECT own.group_id FROM public.group_memberships own JOIN public.members ON members.family_id = own.family_id
      WHERE members.account_id = account AND own.state = 'MEMBER'));
  PERFORM 1 FROM public.families WHERE families.family_id = ANY (known) ORDER BY families.family_id FOR NO KEY UPDATE;
  PERFORM 1 FROM public.groups WHERE groups.id IN (
    SELECT own.group_id FROM public.group_memberships own JOIN public.members ON members.family_id = own.family_id
    WHERE members.account_id = account AND own.state = 'MEMBER' AND (
      own.group_id = ANY (named)
      OR EXISTS (SELECT 1 FROM public.group_posts posts WHERE posts.group_id = own.group_id AND posts.id = ANY (named))
      OR EXISTS (SELECT 1 FROM public.group_comments comments WHERE comments.group_id = own.group_id AND comments.id = ANY (named))))
  ORDER BY groups.id FOR NO KEY UPDATE;
  RETURN QUERY
    SELECT members.family_id, members.id, members.role FROM public.members
    WHERE members.account_id = account AND members.family_id = ANY (known)
    ORDER BY members.created_at, members.family_id LIMIT 1;
END
$$;
REVOKE ALL ON FUNCTION lock_group(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_group(uuid[]) TO hatched_app;
