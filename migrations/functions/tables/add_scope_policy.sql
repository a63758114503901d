-- Adds a policy to a table: the rows whose `owner` is the one in a setting, or among those in it, exist; of an array of
-- owners, those where one of them is.
--
--     SELECT add_scope_policy('rooms', 'school_scope', 'school_id', 'hatched.school_ids', is_for_reading => true);
--
-- For migrations.
CREATE OR REPLACE FUNCTION add_scope_policy(
  guarded regclass, policy text, owner text, setting text, is_for_reading boolean DEFAULT false, roles text DEFAULT 'hatched_app'
) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  condition text := format(
    CASE WHEN EXISTS (
      SELECT 1 FROM pg_attribute WHERE attrelid = guarded AND attname = owner AND atttypid = 'uuid[]'::regtype
    ) THEN CASE WHEN setting LIKE '%\_ids' THEN '(%I && nullif(current_setting(%L, true), '''')::uuid[])'
        ELSE '(%I @> ARRAY[nullif(current_setting(%L, true), '''')::uuid])' END
      WHEN setting LIKE '%\_ids' THEN '(%I = ANY (nullif(current_setting(%L, true), '''')::uuid[]))'
      ELSE '(%I = nullif(current_setting(%L, true), '''')::uuid)' END,
    owner, setting);
BEGIN
  EXECUTE format(
    CASE WHEN is_for_reading THEN 'CREATE POLICY %I ON %s FOR SELECT TO %s USING %s'
      ELSE 'CREATE POLICY %I ON %s TO %s USING %s WITH CHECK %4$s' END,
    policy, guarded, roles, condition);
END
$$;
REVOKE ALL ON FUNCTION add_scope_policy(regclass, text, text, text, boolean, text) FROM PUBLIC;
