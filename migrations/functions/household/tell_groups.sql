-- Tells families of groups of the next event that is due: the parents of the families of the group, of its moderators,
-- of the author, or of the family that was let in. Nobody is told of content that is hidden by then, that it has
-- reported, or of a family that it has blocked or that has blocked it; at most of 60 events in an hour. Comments are
-- told to the author of the post alone. A notification has nothing of the content. Returns the number of events.
--
-- Owner's rights: the worker's role has no privilege on rows of groups.
CREATE OR REPLACE FUNCTION tell_groups(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  telling public.group_tellings;
  place public.groups;
  content record;
  -- The ids in the group of those who are told, and the name of the person who acted.
  told uuid[];
  person text;
  keys uuid[];
  homes uuid[];
  -- Whether there is nothing to tell of any more.
  is_void boolean := false;
BEGIN
  IF at_once < 1 THEN RETURN 0; END IF;
  -- It is taken under the locks below: a group that goes takes it along, and its families are locked before it.
  SELECT * INTO telling FROM public.group_tellings due WHERE due.due_at <= now() ORDER BY due.due_at, due.id LIMIT 1;
  IF NOT FOUND THEN RETURN 0; END IF;
  SELECT * INTO place FROM public.groups WHERE groups.id = telling.group_id;
  SELECT posts.author_id, posts.author_name, posts.is_shown, posts.state, posts.hidden_keys, posts.author_id AS thread_id INTO content
  FROM public.group_posts posts WHERE posts.group_id = telling.group_id AND posts.id = telling.subject_id
  UNION ALL SELECT comments.author_id, comments.author_name, comments.is_shown, comments.state, comments.hidden_keys,
    comments.post_author_id
  FROM public.group_comments comments WHERE comments.group_id = telling.group_id AND comments.id = telling.subject_id;
  IF telling.event NOT IN ('GROUP_REQUEST', 'GROUP_JOINED') THEN
    IF NOT FOUND OR telling.event IN ('GROUP', 'GROUP_COMMENT') AND NOT content.is_shown
      OR telling.event = 'GROUP_HIDDEN' AND content.state <> 'HIDDEN'
    THEN is_void := true; END IF;
    keys := content.hidden_keys;
  END IF;
  CASE WHEN is_void THEN told := '{}';
    WHEN telling.event = 'GROUP_REQUEST' THEN
      person := (
        SELECT asked.display_name FROM public.group_requests asked
        WHERE asked.group_id = telling.group_id AND asked.id = telling.subject_id);
      told := ARRAY(
        SELECT families.id FROM public.group_families families
        WHERE families.group_id = telling.group_id AND families.is_moderator AND person IS NOT NULL);
    WHEN telling.event = 'GROUP_JOINED' THEN told := ARRAY[telling.subject_id];
    WHEN telling.event = 'GROUP' THEN
      person := content.author_name;
      told := ARRAY(
        SELECT families.id FROM public.group_families families
        WHERE families.group_id = telling.group_id AND families.id <> content.author_id);
    WHEN telling.event = 'GROUP_COMMENT' THEN
      person := content.author_name;
      told := array_remove(ARRAY[content.thread_id], content.author_id);
    WHEN telling.event = 'GROUP_REPORT' THEN
      told := ARRAY(
        SELECT families.id FROM public.group_families families
        WHERE families.group_id = telling.group_id AND families.is_moderator AND families.id <> content.author_id);
    ELSE
      keys := NULL;
      told := ARRAY[content.author_id];
  END CASE;
  homes := ARRAY(
    SELECT known.family_id FROM public.group_memberships known
    WHERE known.group_id = telling.group_id AND known.state = 'MEMBER' AND known.group_family_id = ANY (told)
    ORDER BY known.family_id);
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  DELETE FROM public.group_tellings AS gone WHERE gone.group_id = telling.group_id AND gone.id = telling.id;
  -- Another process has told of it, or the group is gone.
  IF NOT FOUND THEN RETURN 1; END IF;
  INSERT INTO public.notifications (family_id, id, recipient_id, kind, event, arguments)
  SELECT own.family_id, public.time_ordered_id(), own.id, 'GROUP', telling.event,
    jsonb_strip_nulls(jsonb_build_object('title', place.name, 'person', person, 'reason', telling.reason))::text
  FROM public.members own
  WHERE own.family_id = ANY (homes) AND own.role = 'PARENT' AND own.account_id IS NOT NULL
    -- Read again under the locks.
    AND EXISTS (
      SELECT 1 FROM public.group_memberships known
      WHERE known.family_id = own.family_id AND known.group_id = telling.group_id AND known.state = 'MEMBER')
    AND NOT EXISTS (
      SELECT 1 FROM public.group_hidings hidings WHERE hidings.family_id = own.family_id AND hidings.hidden_id = ANY (keys))
    AND (
      SELECT count(*) FROM public.notifications earlier
      WHERE earlier.family_id = own.family_id AND earlier.recipient_id = own.id AND earlier.kind = 'GROUP'
        AND earlier.created_at > now() - interval '1 hour') < 60
  ORDER BY own.family_id, own.id;
  RETURN 1;
END
$$;
REVOKE ALL ON FUNCTION tell_groups(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tell_groups(integer) TO hatched_worker;
