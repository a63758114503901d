-- How much each family keeps of each kind, and how much it may. Triggers count rows and bytes in the transaction that
-- changes them: the row that holds a count stays locked until that ends, so that two changes cannot pass a quota together.

-- `hatched migrate` writes it: the quotas that the program declares with its types, or those that its operator sets. A
-- kind is a table; without a row here it is counted and not limited.
CREATE TABLE storage_quotas (
  kind          text PRIMARY KEY,
  maximum_rows  int NOT NULL CHECK (maximum_rows > 0),
  maximum_bytes int NOT NULL CHECK (maximum_bytes > 0)
);
-- No policy: only the functions below see a row.
ALTER TABLE storage_quotas ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The quotas stand beside the counts, so that the statement that counts compares as well. A page keeps room for the next
-- version of a row: counts then change in place (heap-only updates).
CREATE TABLE family_usage (
  family_id     uuid NOT NULL,
  -- The MD5 hash of the kind: the same in each family.
  id            uuid NOT NULL,
  kind          text NOT NULL,
  rows          int NOT NULL,
  bytes         bigint NOT NULL,
  -- Null for a kind that is not limited.
  maximum_rows  int,
  maximum_bytes int,
  PRIMARY KEY (family_id, id)
);
ALTER TABLE family_usage SET (fillfactor = 50);
ALTER TABLE family_usage ADD CONSTRAINT family_usage_family
  FOREIGN KEY (family_id) REFERENCES families (family_id) ON DELETE CASCADE;
ALTER TABLE family_usage ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON family_usage TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
-- To read, and nothing else: the triggers write with the rights of the owner.
GRANT SELECT ON family_usage TO hatched_app;

-- Ends the transaction of a change that passes a quota. The name of the constraint tells the gateway which: the kind,
-- `rows` or `bytes`, how many there would be, and how many there may be. A row that changes adds bytes alone.
CREATE FUNCTION refuse_usage(family uuid, usage_id uuid, measure text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  usage public.family_usage;
BEGIN
  SELECT * INTO usage FROM public.family_usage WHERE family_usage.family_id = family AND family_usage.id = usage_id;
  RAISE EXCEPTION 'the family keeps more % than its quota', usage.kind USING ERRCODE = 'QT001', CONSTRAINT = CASE
    WHEN measure IS DISTINCT FROM 'bytes' AND usage.rows > usage.maximum_rows THEN format('%s rows %s %s', usage.kind, usage.rows, usage.maximum_rows)
    ELSE format('%s bytes %s %s', usage.kind, usage.bytes, usage.maximum_bytes) END;
END
$$;

-- The size of a row as it is counted, as an expression: 48 bytes, the columns of fixed length, 8 for each number, and the
-- length of each text before it is compressed, which PostgreSQL knows without reading it.
--
--     164 + octet_length(r.title) + coalesce(octet_length(r.instructions), 0)
CREATE FUNCTION counted_size(tracked regclass, row_name text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT concat_ws(' + ',
    48 + coalesce(sum(CASE WHEN attlen > 0 THEN attlen ELSE 8 END) FILTER (WHERE NOT is_text), 0),
    string_agg(
      format(CASE WHEN attnotnull THEN 'octet_length(%s.%I)' ELSE 'coalesce(octet_length(%s.%I), 0)' END, row_name, attname),
      ' + ' ORDER BY attnum) FILTER (WHERE is_text))
  FROM (
    SELECT *, atttypid IN ('text'::regtype, 'bytea'::regtype) AS is_text
    FROM pg_attribute WHERE attrelid = tracked AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  ) AS columns
$$;

-- Counts what a table has, for all families, and takes over the quotas as they are set. Returns how many counts were
-- wrong.
CREATE FUNCTION recount_usage(tracked regclass) RETURNS int
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  kind text := (SELECT relname FROM pg_class WHERE oid = tracked);
  wrong int;
BEGIN
  -- Changes wait: nothing is counted twice.
  EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', tracked);
  EXECUTE format($recount$
    WITH
      counted AS (SELECT r.family_id, count(*)::int AS rows, sum(%1$s) AS bytes FROM %2$s AS r GROUP BY r.family_id),
      emptied AS (
        DELETE FROM public.family_usage AS usage WHERE usage.kind = %3$L
          AND NOT EXISTS (SELECT FROM counted WHERE counted.family_id = usage.family_id)
        RETURNING usage.rows <> 0 OR usage.bytes <> 0 AS is_wrong
      ),
      corrected AS (
        INSERT INTO public.family_usage AS usage (family_id, id, kind, rows, bytes, maximum_rows, maximum_bytes)
        SELECT counted.family_id, md5(%3$L)::uuid, %3$L, counted.rows, counted.bytes, quotas.maximum_rows, quotas.maximum_bytes
        FROM counted LEFT JOIN public.storage_quotas quotas ON quotas.kind = %3$L
        ON CONFLICT ON CONSTRAINT family_usage_pkey DO UPDATE SET rows = EXCLUDED.rows, bytes = EXCLUDED.bytes,
          maximum_rows = EXCLUDED.maximum_rows, maximum_bytes = EXCLUDED.maximum_bytes
        WHERE (usage.rows, usage.bytes) IS DISTINCT FROM (EXCLUDED.rows, EXCLUDED.bytes)
        RETURNING true AS is_wrong
      )
    SELECT count(*) FROM (SELECT * FROM emptied UNION ALL SELECT * FROM corrected) AS changed WHERE is_wrong
    $recount$, public.counted_size(tracked, 'r'), tracked, kind) INTO wrong;
  RETURN wrong;
END
$$;

-- Counts the rows of a table of families from here on: makes its trigger function and its triggers, or makes them anew
-- after a column was added, and counts what is there.
--
-- A row is added to the count by itself, which costs least for the one row that a change adds: 17 µs. An operator, and
-- nobody else, can say `SET hatched.usage = 'off'` while many rows are loaded, and count them afterwards.
--
-- `sampled`: of a log with many rows, one in 16 is counted, as 16, at random: its count is an estimate, a hundredth off
-- where a quota matters. `oldest`: a log that passes its quota is counted exactly, and if it keeps more than nine tenths
-- of the quota, its oldest tenth by the date in that column goes; of another, `refuse_usage` is the caller's to call.
CREATE FUNCTION track_usage(tracked regclass, sampled boolean DEFAULT false, oldest text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  kind text := (SELECT relname FROM pg_class WHERE oid = tracked);
  weight int := CASE WHEN sampled THEN 16 ELSE 1 END;
  lengths text;
BEGIN
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION public.%1$I() RETURNS trigger
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
    DECLARE
      gone record;
      is_full boolean;
    BEGIN
      IF current_setting('hatched.usage', true) = 'off' AND pg_has_role(session_user, current_user, 'MEMBER') THEN
        RETURN NULL;
      END IF;
      IF TG_OP = 'DELETE' THEN
        -- By family: rows of several go with an account, and each count that is written stays locked.
        FOR gone IN
          SELECT r.family_id, count(*)::int AS rows, sum(%3$s) AS bytes FROM old_rows r GROUP BY r.family_id ORDER BY r.family_id
        LOOP
          UPDATE public.family_usage AS usage SET rows = usage.rows - gone.rows, bytes = usage.bytes - gone.bytes
          WHERE usage.family_id = gone.family_id AND usage.id = %2$L;
        END LOOP;
        RETURN NULL;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        UPDATE public.family_usage AS usage SET bytes = usage.bytes + (%4$s) - (%5$s)
        WHERE usage.family_id = NEW.family_id AND usage.id = %2$L
        RETURNING usage.bytes > usage.maximum_bytes AND (%4$s) > (%5$s) INTO is_full;
      ELSE
        UPDATE public.family_usage AS usage SET rows = usage.rows + %6$s, bytes = usage.bytes + %6$s * (%4$s)
        WHERE usage.family_id = NEW.family_id AND usage.id = %2$L
        RETURNING usage.rows > usage.maximum_rows OR usage.bytes > usage.maximum_bytes INTO is_full;
        IF NOT FOUND THEN
          INSERT INTO public.family_usage AS usage (family_id, id, kind, rows, bytes, maximum_rows, maximum_bytes)
          SELECT NEW.family_id, %2$L, %7$L, %6$s, %6$s * (%4$s), quotas.maximum_rows, quotas.maximum_bytes
          FROM (SELECT) AS one LEFT JOIN public.storage_quotas quotas ON quotas.kind = %7$L
          ON CONFLICT ON CONSTRAINT family_usage_pkey
          DO UPDATE SET rows = usage.rows + EXCLUDED.rows, bytes = usage.bytes + EXCLUDED.bytes
          RETURNING usage.rows > usage.maximum_rows OR usage.bytes > usage.maximum_bytes INTO is_full;
        END IF;
      END IF;
      IF is_full THEN
        %8$s
      END IF;
      RETURN NULL;
    END
    $body$
    $function$,
    'count_' || kind, md5(kind)::uuid, public.counted_size(tracked, 'r'), public.counted_size(tracked, 'NEW'),
    public.counted_size(tracked, 'OLD'), weight, kind,
    CASE
      WHEN NOT sampled THEN format(
        'PERFORM public.refuse_usage(NEW.family_id, %L, CASE TG_OP WHEN ''UPDATE'' THEN ''bytes'' END);', md5(kind)::uuid)
      WHEN oldest IS NULL THEN 'RETURN NULL;'
      ELSE format($forget$
        -- The estimate is corrected where it matters: chance alone forgets nothing.
        UPDATE public.family_usage AS usage SET rows = counted.rows, bytes = counted.bytes
        FROM (SELECT count(*)::int AS rows, sum(%1$s) AS bytes FROM %2$s AS r WHERE r.family_id = NEW.family_id) AS counted
        WHERE usage.family_id = NEW.family_id AND usage.id = %3$L
        RETURNING usage.rows > usage.maximum_rows * 0.9 OR usage.bytes > usage.maximum_bytes * 0.9 INTO is_full;
        IF is_full THEN
          DELETE FROM %2$s AS r WHERE r.family_id = NEW.family_id AND r.id IN (
            SELECT r.id FROM %2$s AS r WHERE r.family_id = NEW.family_id ORDER BY r.%4$I, r.id
            LIMIT (SELECT greatest(1, usage.rows / 10) FROM public.family_usage AS usage
              WHERE usage.family_id = NEW.family_id AND usage.id = %3$L));
        END IF;
        $forget$, public.counted_size(tracked, 'r'), tracked, md5(kind)::uuid, oldest)
    END);
  EXECUTE format('REVOKE ALL ON FUNCTION public.%I() FROM PUBLIC', 'count_' || kind);
  EXECUTE format('CREATE OR REPLACE TRIGGER count_added AFTER INSERT ON %s FOR EACH ROW %s EXECUTE FUNCTION public.%I()',
    tracked, CASE WHEN sampled THEN 'WHEN (random() < 0.0625)' ELSE '' END, 'count_' || kind);
  EXECUTE format('CREATE OR REPLACE TRIGGER count_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, 'count_' || kind);
  SELECT string_agg(format('octet_length(OLD.%1$I) IS DISTINCT FROM octet_length(NEW.%1$I)', attname), ' OR ' ORDER BY attnum)
  INTO lengths FROM pg_attribute
  WHERE attrelid = tracked AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND atttypid IN ('text'::regtype, 'bytea'::regtype);
  IF lengths IS NOT NULL THEN
    EXECUTE format('CREATE OR REPLACE TRIGGER count_changed AFTER UPDATE ON %s FOR EACH ROW WHEN (%s)
      EXECUTE FUNCTION public.%I()', tracked, lengths, 'count_' || kind);
  END IF;
  PERFORM public.recount_usage(tracked);
END
$$;

-- Sets the quota of a kind, for the families that there are and those to come. Returns whether it was another.
CREATE FUNCTION set_quota(quota_kind text, quota_rows int, quota_bytes int) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.storage_quotas AS quotas (kind, maximum_rows, maximum_bytes)
  VALUES (quota_kind, quota_rows, quota_bytes)
  ON CONFLICT (kind) DO UPDATE SET maximum_rows = EXCLUDED.maximum_rows, maximum_bytes = EXCLUDED.maximum_bytes
  WHERE (quotas.maximum_rows, quotas.maximum_bytes) <> (EXCLUDED.maximum_rows, EXCLUDED.maximum_bytes);
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE public.family_usage AS usage SET maximum_rows = quota_rows, maximum_bytes = quota_bytes
  WHERE usage.kind = quota_kind;
  RETURN true;
END
$$;

-- The same of every table that is counted. An estimate is as good as a count, and is not told of.
CREATE FUNCTION recount_usage() RETURNS int
LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(wrong) FILTER (WHERE is_exact), 0)::int FROM (
    SELECT tgqual IS NULL AS is_exact, public.recount_usage(tgrelid) AS wrong FROM pg_trigger WHERE tgname = 'count_added'
  ) AS counted
$$;

REVOKE ALL ON FUNCTION
  recount_usage(), refuse_usage(uuid, uuid, text), counted_size(regclass, text), recount_usage(regclass), track_usage(regclass, boolean, text),
  set_quota(text, int, int)
FROM PUBLIC;

SELECT track_usage(tracked) FROM unnest(ARRAY[
  'members', 'subjects', 'courses', 'assignments', 'questions', 'planner_tasks', 'portfolio_items', 'resources',
  'attendance_records', 'quotes', 'devices', 'join_requests', 'invitations']::regclass[]) AS tracked;
-- A retry comes within days, and a hundred thousand notifications later nobody looks for an old one.
SELECT track_usage('used_ids', sampled => true, oldest => 'used_at'),
  track_usage('notifications', sampled => true, oldest => 'created_at'),
  track_usage('audit_entries', sampled => true);

-- An audit trail that is full forgets nothing: what would add to it is refused. What takes something away is always
-- possible, and was recorded when it came; exports are limited by the hour.
CREATE OR REPLACE FUNCTION add_audit_entry(entry audit_entries) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  is_full boolean;
BEGIN
  IF current_setting('hatched.audit', true) = 'off' AND pg_has_role(session_user, current_user, 'MEMBER') THEN
    RETURN;
  END IF;
  SELECT usage.rows >= usage.maximum_rows OR usage.bytes >= usage.maximum_bytes INTO is_full
  FROM public.families LEFT JOIN public.family_usage AS usage
    ON usage.family_id = entry.family_id AND usage.id = md5('audit_entries')::uuid
  WHERE families.family_id = entry.family_id;
  -- Of a family that goes as a whole nothing stays.
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF is_full AND entry.action NOT IN ('GRADE_REMOVED', 'GRADED_ASSIGNMENT_DELETED', 'MEMBER_LEFT', 'MEMBER_REMOVED',
    'STUDENT_DETACHED', 'INVITATION_USED', 'INVITATION_REVOKED', 'FAMILY_EXPORTED')
  THEN
    PERFORM public.refuse_usage(entry.family_id, md5('audit_entries')::uuid);
  END IF;
  IF entry.actor_id IS NULL AND account IS NOT NULL THEN
    SELECT members.id, members.name, members.role INTO entry.actor_id, entry.actor_name, entry.actor_role
    FROM public.members WHERE members.family_id = entry.family_id AND members.account_id = account;
    IF NOT FOUND THEN
      SELECT accounts.name INTO entry.actor_name FROM public.accounts WHERE accounts.id = account;
    END IF;
  END IF;
  entry.id := gen_random_uuid();
  entry.created_at := clock_timestamp();
  INSERT INTO public.audit_entries SELECT entry.*;
END
$$;
