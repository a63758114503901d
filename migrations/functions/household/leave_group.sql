-- Removes the family in scope from a group, or its request to join. The family is locked. With `all_families`, removes
-- all families and requests of a group that it moderates, which deletes the group: lock_group() has locked them.
--
-- Outcomes: DONE, NONE, MODERATORS.
--
-- Owner's rights: the server's role may only read memberships, and those of other families are in no scope.
CREATE OR REPLACE FUNCTION leave_group(named uuid, all_families boolean) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own public.group_memberships;
BEGIN
  IF all_families THEN
    own := public.own_group(named);
    IF own.id IS NULL THEN RETURN 'NONE'; END IF;
    IF NOT own.is_moderator THEN RETURN 'MODERATORS'; END IF;
    DELETE FROM public.group_memberships AS gone WHERE gone.group_id = named;
    RETURN 'DONE';
  END IF;
  PERFORM 1 FROM public.groups WHERE groups.id = named FOR NO KEY UPDATE;
  DELETE FROM public.group_memberships AS gone
  USING public.members parents
  WHERE gone.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND gone.group_id = named
    AND parents.family_id = gone.family_id AND parents.role = 'PARENT'
    AND parents.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
  RETURN CASE WHEN FOUND THEN 'DONE' ELSE 'NONE' END;
END
$$;
REVOKE ALL ON FUNCTION leave_group(uuid, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION leave_group(uuid, boolean) TO hatched_app;
