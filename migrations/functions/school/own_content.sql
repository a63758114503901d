-- What the account in scope has written for the people of its schools: posts, comments, pictures, messages and reports.
--
-- Owner's rights: row-level security hides it from an account whose place or enrolment has ended.
CREATE OR REPLACE FUNCTION own_content()
RETURNS TABLE (account_id uuid, id uuid, school_id uuid, kind text, text text, state text, state_reason text, appeal text,
  created_at timestamptz, updated_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT people.account_id, written.id, written.school_id, written.kind, written.text, written.state, written.state_reason, written.appeal,
      written.created_at, written.updated_at
    FROM public.school_people people CROSS JOIN LATERAL (
      SELECT posts.id, posts.school_id, 'POST' AS kind, posts.text, posts.state, posts.state_reason, posts.appeal, posts.created_at,
        posts.updated_at
      FROM public.school_posts posts WHERE posts.school_id = people.school_id AND posts.author_id = people.id
      UNION ALL SELECT comments.id, comments.school_id, 'COMMENT', comments.text, comments.state, comments.state_reason, comments.appeal,
        comments.created_at, comments.updated_at
      FROM public.school_comments comments WHERE comments.school_id = people.school_id AND comments.author_id = people.id
      UNION ALL SELECT pictures.id, pictures.school_id, 'PICTURE', pictures.text, pictures.state, pictures.state_reason, pictures.appeal,
        pictures.created_at, pictures.updated_at
      FROM public.school_pictures pictures WHERE pictures.school_id = people.school_id AND pictures.author_id = people.id
      UNION ALL SELECT messages.id, messages.home_id, 'MESSAGE', messages.text, messages.state, messages.state_reason, messages.appeal,
        messages.created_at, messages.updated_at
      FROM public.conversation_messages messages WHERE messages.home_id = people.school_id AND messages.author_id = people.id
      UNION ALL SELECT reports.id, reports.school_id, 'REPORT', reports.text, reports.state, NULL, NULL, reports.created_at, reports.updated_at
      FROM public.school_reports reports WHERE reports.school_id = people.school_id AND reports.author_id = people.id) AS written
    WHERE people.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
REVOKE ALL ON FUNCTION own_content() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_content() TO hatched_app;
