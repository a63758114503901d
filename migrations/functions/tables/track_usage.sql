-- Counts the rows of a table of families from here on: makes its trigger function and its triggers, or makes them anew
-- after a column was added, and counts what is there.
--
-- A row is added to the count by itself, which costs least for the one row that a change adds: 17 µs. An operator, and
-- nobody else, can say `SET hatched.usage = 'off'` while many rows are loaded, and count them afterwards.
--
-- `sampled`: of a log with many rows, one in 16 is counted, as 16, at random: its count is an estimate, a hundredth off
-- where a quota matters. `oldest`: a log that passes its quota is counted exactly, and if it keeps more than nine
-- tenths of the quota, its oldest tenth by the date in that column goes, of rows that have one; of another,
-- `refuse_usage` is the caller's to call.
CREATE OR REPLACE FUNCTION track_usage(tracked regclass, sampled boolean DEFAULT false, oldest text DEFAULT NULL)
RETURNS void
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
            SELECT r.id FROM %2$s AS r WHERE r.family_id = NEW.family_id AND r.%4$I IS NOT NULL ORDER BY r.%4$I, r.id
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
REVOKE ALL ON FUNCTION track_usage(regclass, boolean, text) FROM PUBLIC;
