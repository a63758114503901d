-- Adds the policies and versions of the scope MESSAGE to a table: those who have a key of the audience see a row while
-- it is shown, else its author and the administrators of its school, once somebody has reported it; and the staff among
-- them while it is held. Nobody sees what it
-- has hidden from itself. Authors write, and administrators moderate what they see.
--
-- The last policy is restrictive: it narrows down what the others let through.
--
-- For migrations, by guard_table().
CREATE OR REPLACE FUNCTION guard_messages(guarded regclass) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.add_scope_policy(guarded, 'audience_scope', 'audience', 'hatched.audience_ids', is_for_reading => true);
  PERFORM public.add_scope_policy(guarded, 'administration', 'home_id', 'hatched.administered_school_ids');
  PERFORM public.add_scope_policy(guarded, 'authorship', 'author_id', 'hatched.audience_ids');
  EXECUTE format($policy$CREATE POLICY moderation ON %s AS RESTRICTIVE FOR SELECT TO hatched_app
    USING (audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[]
      AND NOT hidden_keys && nullif(current_setting('hatched.hidden_ids', true), '')::uuid[]
      AND (is_shown OR author_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[])
        OR is_held AND public.audience_key(home_id, 'team') = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[])
        OR is_reported AND home_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[])))$policy$, guarded);
  PERFORM public.track_pickup_versions(guarded, 'bump_conversation', 'home_id');
END
$$;
REVOKE ALL ON FUNCTION guard_messages(regclass) FROM PUBLIC;
