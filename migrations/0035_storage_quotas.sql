-- How much each family keeps of each kind, and how much it may. Triggers count rows and bytes in the transaction that
-- changes them: the row that holds a count is locked until that ends, so that two changes cannot pass a quota together.

-- Written by `hatched migrate`: the quotas that the program declares with its types, or those that its operator sets.
-- A kind is a table. Without a row here it is counted and not limited.
CREATE TABLE storage_quotas (
  kind          text PRIMARY KEY,
  -- As clients know it: a type of the schema where there is one.
  name          text NOT NULL,
  maximum_rows  int NOT NULL CHECK (maximum_rows > 0),
  maximum_bytes int NOT NULL CHECK (maximum_bytes > 0)
);
-- No policy: only the functions below see a row.
ALTER TABLE storage_quotas ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The counts change in place (a heap-only update) as long as a page has room for the next version.
CREATE TABLE family_usage (
  family_id uuid NOT NULL,
  kind      text NOT NULL,
  rows      int NOT NULL,
  bytes     bigint NOT NULL,
  PRIMARY KEY (family_id, kind)
) WITH (fillfactor = 50);
ALTER TABLE family_usage ADD CONSTRAINT family_usage_family
  FOREIGN KEY (family_id) REFERENCES families (family_id) ON DELETE CASCADE;
ALTER TABLE family_usage ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON family_usage TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
-- To read, and nothing else: the triggers write with the rights of the owner.
GRANT SELECT ON family_usage TO hatched_app;

-- Ends the transaction of a change that passes a quota. The name of the constraint tells the gateway which: the kind,
-- `rows` or `bytes`, how many there would be, and how many there may be.
CREATE FUNCTION refuse_usage(kind text, rows int, bytes bigint) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  quota public.storage_quotas;
BEGIN
  SELECT * INTO quota FROM public.storage_quotas quotas WHERE quotas.kind = refuse_usage.kind;
  RAISE EXCEPTION 'a family keeps more % than its quota', kind USING ERRCODE = 'QT001', CONSTRAINT = CASE
    WHEN rows > quota.maximum_rows THEN format('%s rows %s %s', kind, rows, quota.maximum_rows)
    ELSE format('%s bytes %s %s', kind, bytes, quota.maximum_bytes) END;
END
$$;
REVOKE ALL ON FUNCTION refuse_usage(text, int, bigint) FROM PUBLIC;

-- The size of a row as it is counted: 48 bytes, the columns of fixed length, and the length of each text before it is
-- compressed, which PostgreSQL knows without reading it. Numbers count 8.
--
--     48 + 52 + coalesce(octet_length(r.title), 0) + coalesce(octet_length(r.instructions), 0)
CREATE FUNCTION counted_size(tracked regclass, row_name text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT concat_ws(' + ',
    48 + coalesce(sum(CASE WHEN attlen > 0 THEN attlen ELSE 8 END) FILTER (WHERE atttypid NOT IN ('text'::regtype, 'bytea'::regtype)), 0),
    string_agg(
      format(CASE WHEN attnotnull THEN 'octet_length(%s.%I)' ELSE 'coalesce(octet_length(%s.%I), 0)' END, row_name, attname),
      ' + ' ORDER BY attnum) FILTER (WHERE atttypid IN ('text'::regtype, 'bytea'::regtype)))
  FROM pg_attribute WHERE attrelid = tracked AND attnum > 0 AND NOT attisdropped
$$;

-- Counts the rows of a table of families from here on: makes its trigger function and its triggers, or makes them anew
-- after a column was added, and counts what is there.
--
-- What passes the quota is refused. A log that nobody would miss the oldest rows of forgets a tenth of them instead, by
-- the date in the column `oldest`. `condition` says which new rows, of the alias r, may be refused; others are only
-- counted.
CREATE FUNCTION track_usage(tracked regclass, oldest text DEFAULT NULL, condition text DEFAULT 'true') RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $track$
DECLARE
  kind text := (SELECT relname FROM pg_class WHERE oid = tracked);
  texts text;
BEGIN
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION public.%1$I() RETURNS trigger
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
    DECLARE
      counted public.family_usage;
    BEGIN
      IF TG_OP = 'DELETE' THEN
        UPDATE public.family_usage AS usage SET rows = usage.rows - gone.rows, bytes = usage.bytes - gone.bytes
        FROM (SELECT r.family_id, count(*)::int AS rows, sum(%3$s) AS bytes FROM old_rows r GROUP BY r.family_id) AS gone
        WHERE usage.family_id = gone.family_id AND usage.kind = %2$L;
        RETURN NULL;
      ELSIF TG_OP = 'UPDATE' THEN
        UPDATE public.family_usage AS usage SET bytes = usage.bytes + (%4$s) - (%5$s)
        WHERE usage.family_id = NEW.family_id AND usage.kind = %2$L RETURNING * INTO counted;
        IF (%4$s) > (%5$s) AND EXISTS (SELECT FROM public.storage_quotas quotas
          WHERE quotas.kind = %2$L AND counted.bytes > quotas.maximum_bytes)
        THEN
          PERFORM public.refuse_usage(%2$L, 0, counted.bytes);
        END IF;
        RETURN NULL;
      END IF;
      WITH added AS (
        INSERT INTO public.family_usage AS usage (family_id, kind, rows, bytes)
        SELECT r.family_id, %2$L, count(*), sum(%3$s) FROM new_rows r GROUP BY r.family_id ORDER BY r.family_id
        ON CONFLICT ON CONSTRAINT family_usage_pkey
        DO UPDATE SET rows = usage.rows + EXCLUDED.rows, bytes = usage.bytes + EXCLUDED.bytes
        RETURNING *
      )
      SELECT added.* INTO counted FROM added JOIN public.storage_quotas quotas
        ON quotas.kind = %2$L AND (added.rows > quotas.maximum_rows OR added.bytes > quotas.maximum_bytes) LIMIT 1;
      IF FOUND THEN
        %6$s
      END IF;
      RETURN NULL;
    END
    $body$
    $function$,
    'count_' || kind, kind, public.counted_size(tracked, 'r'), public.counted_size(tracked, 'NEW'),
    public.counted_size(tracked, 'OLD'),
    CASE WHEN oldest IS NULL THEN format($refusal$
        IF EXISTS (SELECT FROM new_rows r WHERE %s) THEN
          PERFORM public.refuse_usage(%L, counted.rows, counted.bytes);
        END IF;$refusal$, condition, kind)
    ELSE format($forgetting$
        DELETE FROM %s AS r WHERE r.family_id = counted.family_id AND r.id IN (
          SELECT r.id FROM %1$s AS r WHERE r.family_id = counted.family_id
          ORDER BY r.%I, r.id LIMIT greatest(1, counted.rows / 10));$forgetting$, tracked, oldest)
    END);
  EXECUTE format('REVOKE ALL ON FUNCTION public.%I() FROM PUBLIC', 'count_' || kind);
  EXECUTE format('CREATE OR REPLACE TRIGGER count_added AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, 'count_' || kind);
  EXECUTE format('CREATE OR REPLACE TRIGGER count_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, 'count_' || kind);
  SELECT string_agg(format('octet_length(OLD.%1$I) IS DISTINCT FROM octet_length(NEW.%1$I)', attname), ' OR ' ORDER BY attnum)
    INTO texts FROM pg_attribute
    WHERE attrelid = tracked AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      AND atttypid IN ('text'::regtype, 'bytea'::regtype);
  IF texts IS NOT NULL THEN
    EXECUTE format('CREATE OR REPLACE TRIGGER count_changed AFTER UPDATE ON %s FOR EACH ROW WHEN (%s)
      EXECUTE FUNCTION public.%I()', tracked, texts, 'count_' || kind);
  END IF;
  PERFORM public.recount_usage(tracked);
END
$track$;

-- Counts what a table has, for all families, and returns how many counts were wrong.
CREATE FUNCTION recount_usage(tracked regclass) RETURNS int
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wrong int;
BEGIN
  -- Changes wait: what they add is not counted twice.
  EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', tracked);
  EXECUTE format($recount$
    WITH
      counted AS (
        SELECT r.family_id, count(*)::int AS rows, sum(%s) AS bytes FROM %s AS r GROUP BY r.family_id
      ),
      emptied AS (
        DELETE FROM public.family_usage usage WHERE usage.kind = %3$L
          AND NOT EXISTS (SELECT FROM counted WHERE counted.family_id = usage.family_id) RETURNING usage.rows <> 0 OR usage.bytes <> 0 AS wrong
      ),
      corrected AS (
        INSERT INTO public.family_usage AS usage (family_id, kind, rows, bytes)
        SELECT counted.family_id, %3$L, counted.rows, counted.bytes FROM counted
        ON CONFLICT ON CONSTRAINT family_usage_pkey DO UPDATE SET rows = EXCLUDED.rows, bytes = EXCLUDED.bytes
        WHERE (usage.rows, usage.bytes) IS DISTINCT FROM (EXCLUDED.rows, EXCLUDED.bytes)
        RETURNING true AS wrong
      )
    SELECT count(*) FROM (SELECT * FROM emptied UNION ALL SELECT * FROM corrected) AS all_of_them WHERE wrong
    $recount$, public.counted_size(tracked, 'r'), tracked,
    (SELECT relname FROM pg_class WHERE oid = tracked)) INTO wrong;
  RETURN wrong;
END
$$;

REVOKE ALL ON FUNCTION counted_size(regclass, text), track_usage(regclass, text, text), recount_usage(regclass) FROM PUBLIC;

SELECT track_usage(tracked) FROM unnest(ARRAY[
  'members', 'subjects', 'courses', 'assignments', 'questions', 'planner_tasks', 'portfolio_items', 'resources',
  'attendance_records', 'quotes', 'devices', 'join_requests', 'invitations']::regclass[]) AS tracked;
-- A retry comes within days, and who was told of something a hundred thousand notifications ago knows.
SELECT track_usage('used_ids', oldest => 'used_at'), track_usage('notifications', oldest => 'created_at');
-- What takes something away is always possible: it is recorded at most once for each entry of what was there.
SELECT track_usage('audit_entries', condition => $$r.action NOT IN ('GRADE_REMOVED', 'GRADED_ASSIGNMENT_DELETED',
  'MEMBER_LEFT', 'MEMBER_REMOVED', 'STUDENT_DETACHED', 'INVITATION_USED', 'INVITATION_REVOKED')$$);
