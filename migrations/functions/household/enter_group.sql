-- Makes a family a member of a group, which is locked as the family is, or lets its request in. Its id there follows
-- from the group's secret, so that blocks outlast its leaving. Returns whether there is room: a group has at most 50
-- families, and a family is in at most 20 groups.
CREATE OR REPLACE FUNCTION enter_group(named uuid, home uuid, display text, moderates boolean) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own uuid := (
    SELECT public.audience_key(groups.secret, 'family ' || home::text) FROM public.groups WHERE groups.id = named);
  request uuid;
BEGIN
  IF (SELECT count(*) FROM public.group_families families WHERE families.group_id = named) >= 50
    OR (SELECT count(*) FROM public.group_memberships known WHERE known.family_id = home AND known.state = 'MEMBER') >= 20
  THEN RETURN false; END IF;
  PERFORM public.wake_groups(ARRAY[named], ARRAY[home]);
  DELETE FROM public.group_memberships AS asked
  WHERE asked.family_id = home AND asked.group_id = named AND asked.state = 'REQUESTED'
  RETURNING asked.group_family_id INTO request;
  INSERT INTO public.group_memberships (family_id, id, group_id, group_family_id, display_name, state, is_moderator)
  VALUES (home, gen_random_uuid(), named, own, display, 'MEMBER', moderates);
  INSERT INTO public.group_families (group_id, id, display_name, is_moderator) VALUES (named, own, display, moderates);
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION enter_group(uuid, uuid, text, boolean) FROM PUBLIC;
