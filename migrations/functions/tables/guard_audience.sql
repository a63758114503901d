-- Adds to a table of the scope AUDIENCE the columns that say who sees a row and whose it is alone, and their policies.
--
--     audience      those who see the row: see audience_of()
--     only_classes  the classes of a row that is for classes alone; null for others: teachers of all of them write it
--
-- The table has the columns `school_id`, `author_id`, `grades` and `class_ids`. The rows of an author that leaves the
-- school stay, as nobody's: forget_author() on `school_staff`.
--
-- For migrations, by guard_table().
CREATE OR REPLACE FUNCTION guard_audience(guarded regclass) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text := (SELECT relname FROM pg_class WHERE oid = guarded);
  taught text := $condition$(only_classes <@ nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])$condition$;
BEGIN
  EXECUTE format('ALTER TABLE %s
    ADD COLUMN audience uuid[] NOT NULL GENERATED ALWAYS AS (public.audience_of(school_id, author_id, grades, class_ids)) STORED,
    ADD COLUMN only_classes uuid[] GENERATED ALWAYS AS (CASE WHEN grades = ''{}'' AND class_ids <> ''{}'' THEN class_ids END) STORED',
    guarded);
  EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I
    CHECK (cardinality(grades) <= 20 AND cardinality(class_ids) <= 50 AND array_position(grades, NULL) IS NULL)',
    guarded, name || '_audience');
  EXECUTE format('CREATE INDEX %I ON %s (author_id) WHERE author_id IS NOT NULL', name || '_by_author', guarded);
  EXECUTE format($policy$CREATE POLICY audience_scope ON %s FOR SELECT TO hatched_app
    USING (audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[])$policy$, guarded);
  EXECUTE format('CREATE POLICY teaching ON %s TO hatched_app USING %s WITH CHECK %2$s', guarded, taught);
  PERFORM public.add_scope_policy(guarded, 'administration', 'school_id', 'hatched.administered_school_ids');
  PERFORM public.track_pickup_versions(guarded, 'bump_audience', 'school_id');
END
$$;
REVOKE ALL ON FUNCTION guard_audience(regclass) FROM PUBLIC;
