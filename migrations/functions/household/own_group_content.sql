-- What the family of the account in scope has written in groups: posts and comments, for its parents.
--
-- Owner's rights: row-level security hides from a family what follows a post that it does not see.
CREATE OR REPLACE FUNCTION own_group_content()
RETURNS TABLE (account_id uuid, id uuid, group_id uuid, kind text, text text, state text, created_at timestamptz, updated_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT parents.account_id, written.id, own.group_id, written.kind, written.text, written.state, written.created_at, written.updated_at
    FROM public.members parents JOIN public.group_memberships own ON own.family_id = parents.family_id AND parents.role = 'PARENT'
    CROSS JOIN LATERAL (
      SELECT posts.id, 'POST' AS kind, posts.text, posts.state, posts.created_at, posts.updated_at
      FROM public.group_posts posts WHERE posts.group_id = own.group_id AND posts.author_id = own.group_family_id
      UNION ALL SELECT comments.id, 'COMMENT', comments.text, comments.state, comments.created_at, comments.updated_at
      FROM public.group_comments comments WHERE comments.group_id = own.group_id AND comments.author_id = own.group_family_id) AS written
    WHERE parents.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
REVOKE ALL ON FUNCTION own_group_content() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_group_content() TO hatched_app;
