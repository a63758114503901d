-- Counts what a table has, for all families, and takes over the quotas as they are set. Returns how many counts were
-- wrong.
CREATE OR REPLACE FUNCTION recount_usage(tracked regclass) RETURNS int
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
REVOKE ALL ON FUNCTION recount_usage(regclass) FROM PUBLIC;

-- Counts anew what each counted table has, for all families. Returns the number of wrong counts, without estimates.
CREATE OR REPLACE FUNCTION recount_usage() RETURNS int
LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(wrong) FILTER (WHERE is_exact), 0)::int FROM (
    SELECT tgqual IS NULL AS is_exact, public.recount_usage(tgrelid) AS wrong FROM pg_trigger WHERE tgname = 'count_added'
  ) AS counted
$$;
REVOKE ALL ON FUNCTION recount_usage() FROM PUBLIC;
