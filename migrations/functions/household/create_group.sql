-- Makes a group, of which the family in scope is the first moderator. The family is locked.
--
-- Outcomes: DONE, LIMIT.
-- May be null: description.
--
-- Owner's rights: the server's role may only read groups: nobody enters one by a statement.
CREATE OR REPLACE FUNCTION create_group(new_group uuid, group_name text, description text, policy text, display text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM public.members WHERE members.family_id = home AND members.role = 'PARENT'
      AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  THEN RAISE EXCEPTION 'the account is no parent of the family' USING ERRCODE = '42501'; END IF;
  IF (SELECT count(*) FROM public.group_memberships known WHERE known.family_id = home AND known.state = 'MEMBER') >= 20 THEN
    RETURN 'LIMIT';
  END IF;
  INSERT INTO public.groups (id, name, text, join_policy) VALUES (new_group, group_name, description, policy);
  PERFORM public.enter_group(new_group, home, display, true);
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION create_group(uuid, text, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_group(uuid, text, text, text, text) TO hatched_app;
