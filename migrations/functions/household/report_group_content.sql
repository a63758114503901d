-- Hides a post or a comment of a group from the family in scope, which sees it, and notes that it is reported. The
-- family is locked.
--
-- A moderator's report hides it from all but the author and the other moderators. The first report does so, too, where
-- no moderator sees it, as all have blocked the author: nobody else would decide.
--
-- Outcomes: DONE, NONE, OWN.
-- May be null: reason, group_id.
-- Rows: one.
--
-- Owner's rights: a family does not write the content of others.
CREATE OR REPLACE FUNCTION report_group_content(subject uuid, reason text) RETURNS TABLE (outcome text, group_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own public.group_memberships;
  known record;
BEGIN
  outcome := 'NONE';
  SELECT posts.group_id, posts.author_id, posts.is_shown, posts.is_reported, posts.hidden_keys INTO known
  FROM public.group_posts posts WHERE posts.id = subject
  UNION ALL SELECT comments.group_id, comments.author_id, comments.is_shown, comments.is_reported, comments.hidden_keys
  FROM public.group_comments comments WHERE comments.id = subject;
  IF FOUND THEN
    own := public.own_group(known.group_id);
    IF own.id IS NULL THEN
      outcome := 'NONE';
    ELSIF own.group_family_id = known.author_id THEN
      outcome := 'OWN';
    ELSIF EXISTS (
      SELECT 1 FROM public.group_hidings hidings
      WHERE hidings.family_id = own.family_id AND hidings.hidden_id = subject AND hidings.cause = 'REPORT')
    THEN
      -- The same report sent again.
      outcome := 'DONE';
    ELSIF (known.is_shown OR own.is_moderator) AND NOT EXISTS (
      SELECT 1 FROM public.group_hidings hidings
      WHERE hidings.family_id = own.family_id AND hidings.hidden_id = ANY (known.hidden_keys))
    THEN
      PERFORM public.wake_groups(ARRAY[known.group_id], '{}');
      INSERT INTO public.group_hidings (family_id, id, hidden_id, cause) VALUES (own.family_id, gen_random_uuid(), subject, 'REPORT');
      IF own.is_moderator OR NOT known.is_reported AND NOT EXISTS (
        SELECT 1 FROM public.group_memberships moderators
        WHERE moderators.group_id = known.group_id AND moderators.state = 'MEMBER' AND moderators.is_moderator
          AND NOT EXISTS (
            SELECT 1 FROM public.group_hidings hidings
            WHERE hidings.family_id = moderators.family_id AND hidings.hidden_id = ANY (known.hidden_keys)))
      THEN
        UPDATE public.group_posts AS posts SET state = 'HIDDEN', version = posts.version + 1, updated_at = now()
        WHERE posts.group_id = known.group_id AND posts.id = subject AND posts.state = 'PUBLISHED';
        UPDATE public.group_comments AS comments SET state = 'HIDDEN', version = comments.version + 1, updated_at = now()
        WHERE comments.group_id = known.group_id AND comments.id = subject AND comments.state = 'PUBLISHED';
      END IF;
      UPDATE public.group_posts AS posts SET is_reported = true WHERE posts.group_id = known.group_id AND posts.id = subject;
      UPDATE public.group_comments AS comments SET is_reported = true WHERE comments.group_id = known.group_id AND comments.id = subject;
      INSERT INTO public.group_tellings (group_id, event, subject_id, reason)
      VALUES (known.group_id, 'GROUP_REPORT', subject, report_group_content.reason);
      outcome := 'DONE';
    END IF;
    IF outcome = 'DONE' THEN group_id := known.group_id; END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION report_group_content(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION report_group_content(uuid, text) TO hatched_app;
