-- Asks for the family in scope to join a group that takes requests. A member, and a family that has asked already, are
-- answered as if they had asked now. A group has at most 50 open requests, and a family 20. The family is locked.
--
-- Outcomes: DONE, NONE, LIMIT.
--
-- Owner's rights: the server's role may only read these tables.
CREATE OR REPLACE FUNCTION request_group(named uuid, display text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  known public.groups;
  request uuid := gen_random_uuid();
BEGIN
  SELECT groups.* INTO known FROM public.groups WHERE groups.id = named FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT EXISTS (
    SELECT 1 FROM public.members WHERE members.family_id = home AND members.role = 'PARENT'
      AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  THEN RETURN 'NONE'; END IF;
  IF EXISTS (SELECT 1 FROM public.group_memberships own WHERE own.family_id = home AND own.group_id = named) THEN
    RETURN CASE WHEN known.join_policy = 'REQUEST' OR EXISTS (
      SELECT 1 FROM public.group_memberships own
      WHERE own.family_id = home AND own.group_id = named AND own.state = 'MEMBER') THEN 'DONE' ELSE 'NONE' END;
  END IF;
  IF known.join_policy <> 'REQUEST' THEN RETURN 'NONE'; END IF;
  IF (SELECT count(*) FROM public.group_requests asked WHERE asked.group_id = named) >= 50
    OR (SELECT count(*) FROM public.group_memberships own WHERE own.family_id = home AND own.state = 'REQUESTED') >= 20
  THEN RETURN 'LIMIT'; END IF;
  PERFORM public.wake_groups(ARRAY[named], ARRAY[home]);
  INSERT INTO public.group_memberships (family_id, id, group_id, group_family_id, display_name, state, is_moderator)
  VALUES (home, gen_random_uuid(), named, request, display, 'REQUESTED', false);
  INSERT INTO public.group_requests (group_id, id, display_name) VALUES (named, request, display);
  INSERT INTO public.group_tellings (group_id, event, subject_id) VALUES (named, 'GROUP_REQUEST', request);
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION request_group(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION request_group(uuid, text) TO hatched_app;
