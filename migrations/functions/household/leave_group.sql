-- Removes the family in scope from a group, or its request to join. The family is locked.
--
-- Outcomes: DONE, NONE.
--
-- Owner's rights: the server's role may only read memberships.
CREATE OR REPLACE FUNCTION leave_group(named uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.groups WHERE groups.id = named FOR NO KEY UPDATE;
  DELETE FROM public.group_memberships AS gone
  USING public.members own
  WHERE gone.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND gone.group_id = named
    AND own.family_id = gone.family_id AND own.role = 'PARENT'
    AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
  RETURN CASE WHEN FOUND THEN 'DONE' ELSE 'NONE' END;
END
$$;
REVOKE ALL ON FUNCTION leave_group(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION leave_group(uuid) TO hatched_app;
