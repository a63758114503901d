-- Adds to a table of the scope CONTENT what guard_audience() adds, and the policies of moderation: authors write what
-- is theirs; all others but those who moderate a row see it while it is shown, and nobody sees what it has hidden from
-- itself. All staff see a row that is held, in a table with the column `is_held`.
--
-- The table has the columns `is_shown` and `hidden_keys`, besides those of an audience. The second policy is
-- restrictive: it narrows down what the others let through.
--
-- For migrations, by guard_table().
CREATE OR REPLACE FUNCTION guard_content(guarded regclass) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  held text := '';
BEGIN
  IF EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = guarded AND attname = 'is_held') THEN
    held := $held$ OR is_held AND public.audience_key(school_id, 'team')
      = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[])$held$;
  END IF;
  PERFORM public.guard_audience(guarded);
  PERFORM public.add_scope_policy(guarded, 'authorship', 'author_id', 'hatched.audience_ids');
  -- In front of bump_added and its likes: the versions of accounts are locked before those of places.
  EXECUTE format('CREATE TRIGGER author_added AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.bump_authors()', guarded);
  EXECUTE format('CREATE TRIGGER author_changed AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.bump_authors()', guarded);
  EXECUTE format('CREATE TRIGGER author_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.bump_authors()', guarded);
  EXECUTE format($policy$CREATE POLICY moderation ON %s AS RESTRICTIVE FOR SELECT TO hatched_app
    USING (NOT hidden_keys && nullif(current_setting('hatched.hidden_ids', true), '')::uuid[]
      AND (is_shown OR author_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[])
        OR school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[])
        OR only_classes <@ nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]%s))$policy$, guarded, held);
END
$$;
REVOKE ALL ON FUNCTION guard_content(regclass) FROM PUBLIC;
