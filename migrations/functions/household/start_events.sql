-- Tells webhooks of events that have started, in the next families, at most so many families at once: each occurrence
-- once, late rather than never, for a day. Returns how many families it looked at. Any number of processes may do so
-- at the same time: each takes other families.
--
-- An event that was made, or moved to its start, more than a minute after it does not start. One without a time starts
-- at midnight where the family lives. Each look reaches three days ahead, so that it computes few days of a series;
-- then there is another one.
--
-- One call looks at families with some 5,000 events together, or at one family, and tells of 500 starts at most, or of
-- one of each family. A family with more than its share is due at once again, from the last start that was told: call
-- it again until it returns 0.
--
-- Owner's rights: the worker's role has no privilege on rows of all families, nor on `webhook_starts`.
CREATE OR REPLACE FUNCTION start_events(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
  horizon timestamptz := moment + interval '3 days';
  homes uuid[];
  share int;
  begun record;
BEGIN
  homes := ARRAY(
    SELECT due.home_id FROM public.webhook_starts due WHERE due.look_at <= moment ORDER BY due.look_at LIMIT 4 * at_once);
  IF homes = '{}' THEN RETURN 0; END IF;
  -- Others have locked the rest, which is left to them or to the next pass.
  homes := ARRAY(
    SELECT families.family_id FROM public.families WHERE families.family_id = ANY (homes)
    ORDER BY families.family_id LIMIT at_once FOR NO KEY UPDATE SKIP LOCKED);
  IF homes = '{}' THEN RETURN 0; END IF;
  homes := ARRAY(
    SELECT sized.home_id FROM (
      SELECT due.home_id, sum(coalesce(usage.rows, 0)) OVER (
          ORDER BY due.look_at, due.home_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS events_before
      FROM public.webhook_starts due
      LEFT JOIN public.family_usage usage ON usage.family_id = due.home_id AND usage.kind = 'events'
      WHERE due.home_id = ANY (homes)) AS sized
    WHERE coalesce(sized.events_before, 0) < 5000);
  IF homes = '{}' THEN RETURN 0; END IF;
  share := greatest(1, 500 / cardinality(homes));
  FOR begun IN
    WITH taken AS MATERIALIZED (
      SELECT known.home_id, greatest(known.looked_until, moment - interval '1 day') AS looked_until, known.looked_event,
        home.time_zone AS home_zone
      FROM public.webhook_starts known JOIN public.families home ON home.family_id = known.home_id
      WHERE known.home_id = ANY (homes)
    ), bounded AS MATERIALIZED (
      -- The days of starts from the last look to the horizon, whatever their zone.
      SELECT item.*, taken.home_zone, taken.looked_until, taken.looked_event,
        (taken.looked_until AT TIME ZONE 'UTC')::date - 2 AS since, (horizon AT TIME ZONE 'UTC')::date + 2 AS final
      FROM taken JOIN public.events item ON item.family_id = taken.home_id
      WHERE item.frequency IS NOT NULL OR item.date >= (taken.looked_until AT TIME ZONE 'UTC')::date - 2
        AND item.date <= (horizon AT TIME ZONE 'UTC')::date + 2
    ), days AS MATERIALIZED (
      SELECT bounded.id, bounded.family_id, day FROM bounded CROSS JOIN LATERAL public.series_days(
        bounded.date, bounded.frequency, bounded.step, bounded.by_day, bounded.by_month_day, bounded.by_month, bounded.by_set_pos,
        bounded.week_start, bounded.last_day, bounded.since, bounded.final) AS day
      WHERE bounded.frequency IS NOT NULL
      UNION
      -- Those that were moved, whose own days lie elsewhere.
      SELECT bounded.id, bounded.family_id, moved.day FROM bounded
      JOIN public.occurrences moved ON moved.family_id = bounded.family_id AND moved.series_id = bounded.id
        AND moved.date >= bounded.since AND moved.date <= bounded.final
      UNION
      SELECT bounded.id, bounded.family_id, bounded.date FROM bounded WHERE bounded.frequency IS NULL
    ), timed AS MATERIALIZED (
      SELECT bounded.family_id, bounded.id, bounded.looked_until, bounded.looked_event,
        CASE WHEN bounded.frequency IS NOT NULL THEN days.day END AS occurrence,
        greatest(bounded.updated_at, CASE WHEN kept.is_changed THEN kept.updated_at END) AS altered_at,
        public.local_moment(
          coalesce(kept.date, days.day) + coalesce(kept.time, bounded.time, time '00:00'),
          CASE WHEN coalesce(kept.time, bounded.time) IS NULL THEN bounded.home_zone ELSE bounded.time_zone END) AS starts_at
      FROM days JOIN bounded ON bounded.family_id = days.family_id AND bounded.id = days.id
      LEFT JOIN public.occurrences kept
        ON kept.family_id = bounded.family_id AND kept.series_id = bounded.id AND kept.day = days.day
      WHERE NOT coalesce(kept.is_left_out, false)
    ), ready AS MATERIALIZED (
      SELECT timed.family_id, timed.id, timed.occurrence, timed.starts_at,
        rank() OVER (PARTITION BY timed.family_id ORDER BY timed.starts_at, timed.id) AS place
      FROM timed
      WHERE (timed.starts_at > timed.looked_until OR timed.starts_at = timed.looked_until AND timed.id > timed.looked_event)
        AND timed.starts_at <= moment AND timed.starts_at >= timed.altered_at - interval '1 minute'
    ), last_told AS MATERIALIZED (
      -- Of families with more than their share.
      SELECT DISTINCT ON (ready.family_id) ready.family_id, ready.starts_at, ready.id FROM ready
      WHERE ready.place <= share AND ready.family_id IN (SELECT rest.family_id FROM ready rest WHERE rest.place > share)
      ORDER BY ready.family_id, ready.place DESC
    ), looked AS (
      UPDATE public.webhook_starts AS known
      SET looked_until = coalesce(last_told.starts_at, greatest(known.looked_until, moment)), looked_event = last_told.id,
        look_at = CASE WHEN last_told.id IS NOT NULL THEN moment ELSE least(
          horizon, (SELECT min(timed.starts_at) FROM timed WHERE timed.family_id = known.home_id AND timed.starts_at > moment)) END
      FROM unnest(homes) AS home (id) LEFT JOIN last_told ON last_told.family_id = home.id
      WHERE known.home_id = home.id
    )
    SELECT ready.family_id, ready.id, ready.occurrence FROM ready WHERE ready.place <= share
    ORDER BY ready.family_id, ready.starts_at, ready.id
  LOOP
    PERFORM public.note_webhook(
      begun.family_id, 'EVENT_STARTED',
      jsonb_strip_nulls(jsonb_build_object('eventId', begun.id, 'occurrence', begun.occurrence::text)));
  END LOOP;
  RETURN cardinality(homes);
END
$$;
REVOKE ALL ON FUNCTION start_events(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION start_events(integer) TO hatched_worker;
