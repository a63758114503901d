-- Removes from groups the families whose memberships a statement has deleted, with what they wrote there, and requests.
-- Where no moderator is left the family that is there longest becomes one, and a group without families goes, with the
-- blocks in it. Groups are locked by id.
--
-- Owner's rights: the server's role may only read these tables, and whoever deletes a family sees no other.
CREATE OR REPLACE FUNCTION leave_groups() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  concerned uuid[] := ARRAY(SELECT DISTINCT gone.group_id FROM gone ORDER BY gone.group_id);
  heir uuid;
BEGIN
  IF concerned = '{}' THEN RETURN NULL; END IF;
  PERFORM 1 FROM public.groups WHERE groups.id = ANY (concerned) ORDER BY groups.id FOR NO KEY UPDATE;
  -- Before the versions, as who writes there does.
  PERFORM 1 FROM public.conversations talk
  WHERE talk.kind = 'DIRECT' AND talk.hidden_keys && ARRAY(SELECT gone.group_family_id FROM gone WHERE gone.state = 'MEMBER')
  ORDER BY talk.id FOR UPDATE;
  PERFORM public.wake_groups(concerned, ARRAY(SELECT DISTINCT gone.family_id FROM gone WHERE gone.state = 'MEMBER'));
  DELETE FROM public.group_requests AS asked
  WHERE (asked.group_id, asked.id) IN (SELECT gone.group_id, gone.group_family_id FROM gone WHERE gone.state = 'REQUESTED');
  DELETE FROM public.group_families AS families
  WHERE (families.group_id, families.id) IN (SELECT gone.group_id, gone.group_family_id FROM gone WHERE gone.state = 'MEMBER');
  DELETE FROM public.group_hidings AS hidings
  USING gone
  WHERE hidings.family_id = gone.family_id AND hidings.own_id = gone.group_family_id AND gone.state = 'MEMBER'
    AND NOT EXISTS (SELECT 1 FROM public.group_families families WHERE families.group_id = gone.group_id);
  DELETE FROM public.groups AS empty
  WHERE empty.id = ANY (concerned)
    AND NOT EXISTS (SELECT 1 FROM public.group_families families WHERE families.group_id = empty.id);
  FOR i IN 1 .. cardinality(concerned) LOOP
    IF NOT EXISTS (
      SELECT 1 FROM public.group_families families WHERE families.group_id = concerned[i] AND families.is_moderator)
    THEN
      SELECT families.id INTO heir FROM public.group_families families
      WHERE families.group_id = concerned[i] ORDER BY families.created_at, families.id LIMIT 1;
      UPDATE public.group_families AS families SET is_moderator = true, version = families.version + 1, updated_at = now()
      WHERE families.group_id = concerned[i] AND families.id = heir;
      UPDATE public.group_memberships AS known SET is_moderator = true, version = known.version + 1, updated_at = now()
      WHERE known.group_id = concerned[i] AND known.group_family_id = heir;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION leave_groups() FROM PUBLIC;
CREATE OR REPLACE TRIGGER left_groups AFTER DELETE ON group_memberships REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION leave_groups();
