-- Adds the policies and versions of the scope GROUP_FAMILY or GROUP_CONTENT to a table: the families of a group see its
-- rows; content only while it is shown, else its author and the moderators. Nobody sees what it has hidden from itself.
-- Authors write content, and moderators change what they see.
--
-- The policy `moderation` is restrictive: it narrows down what the others let through.
--
-- For migrations, by guard_table().
CREATE OR REPLACE FUNCTION guard_group(guarded regclass, is_content boolean) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.add_scope_policy(guarded, 'audience_scope', 'audience', 'hatched.audience_ids', is_for_reading => true);
  IF is_content THEN
    PERFORM public.add_scope_policy(guarded, 'moderators', 'moderator_key', 'hatched.audience_ids');
    PERFORM public.add_scope_policy(guarded, 'authorship', 'author_id', 'hatched.audience_ids');
    EXECUTE format($policy$CREATE POLICY moderation ON %s AS RESTRICTIVE FOR SELECT TO hatched_app
      USING (audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[]
        AND NOT hidden_keys && nullif(current_setting('hatched.hidden_ids', true), '')::uuid[]
        AND (is_shown OR author_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[])
          OR moderator_key = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[])))$policy$, guarded);
  ELSE
    EXECUTE format($policy$CREATE POLICY moderation ON %s AS RESTRICTIVE FOR SELECT TO hatched_app
      USING (NOT own_keys && nullif(current_setting('hatched.hidden_ids', true), '')::uuid[])$policy$, guarded);
  END IF;
  PERFORM public.track_pickup_versions(guarded, 'bump_group', 'group_id');
END
$$;
REVOKE ALL ON FUNCTION guard_group(regclass, boolean) FROM PUBLIC;
