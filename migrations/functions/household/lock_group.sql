-- Locks the family of the account in scope, and those that ids of others name, by id: families and requests of groups
-- that the account's family is in. Then it locks those of these groups that are named, or whose posts or comments are.
-- With `all_families` it locks, too, all families of the groups named that the account's family moderates, and those
-- that ask to join them. Where these have changed before the groups were locked, the transaction fails, and is run
-- again. Returns the account's place in its family.
--
-- Owner's rights: the families of others in a group are in no scope.
CREATE OR REPLACE FUNCTION lock_group(named uuid[], all_families boolean) RETURNS TABLE (family_id uuid, member_id uuid, role text)
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
      WHERE members.account_id = account AND own.state = 'MEMBER')
    UNION SELECT others.family_id FROM public.group_memberships others
    WHERE all_families AND others.group_id = ANY (named) AND others.group_id IN (
      SELECT own.group_id FROM public.group_memberships own JOIN public.members ON members.family_id = own.family_id
      WHERE members.account_id = account AND own.state = 'MEMBER' AND own.is_moderator));
  PERFORM 1 FROM public.families WHERE families.family_id = ANY (known) ORDER BY families.family_id FOR NO KEY UPDATE;
  PERFORM 1 FROM public.groups WHERE groups.id IN (
    SELECT own.group_id FROM public.group_memberships own JOIN public.members ON members.family_id = own.family_id
    WHERE members.account_id = account AND own.state = 'MEMBER' AND (
      own.group_id = ANY (named)
      OR EXISTS (SELECT 1 FROM public.group_posts posts WHERE posts.group_id = own.group_id AND posts.id = ANY (named))
      OR EXISTS (SELECT 1 FROM public.group_comments comments WHERE comments.group_id = own.group_id AND comments.id = ANY (named))))
  ORDER BY groups.id FOR NO KEY UPDATE;
  IF all_families AND EXISTS (
    SELECT 1 FROM public.group_memberships own
    JOIN public.members ON members.family_id = own.family_id AND members.account_id = account
    JOIN public.group_memberships others ON others.group_id = own.group_id AND others.family_id <> ALL (known)
    WHERE own.group_id = ANY (named) AND own.state = 'MEMBER' AND own.is_moderator)
  THEN RAISE EXCEPTION 'the families of the group have changed' USING ERRCODE = '40001'; END IF;
  RETURN QUERY
    SELECT members.family_id, members.id, members.role FROM public.members
    WHERE members.account_id = account AND members.family_id = ANY (known)
    ORDER BY members.created_at, members.family_id LIMIT 1;
END
$$;
REVOKE ALL ON FUNCTION lock_group(uuid[], boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_group(uuid[], boolean) TO hatched_app;
