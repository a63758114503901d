-- Returns when a reminder of one occurrence is due, as things stand now, be it past or ahead. Null where it is not due:
-- the reminder, its item or the occurrence is gone; the occurrence is done, left out, graded or cancelled, or ended an
-- hour ago; or the reminder, the item or the occurrence has changed since.
--
-- It has the meaning of send_reminders(), which computes it for many reminders in one statement: a test compares both.
--
-- May be null: the result.
CREATE OR REPLACE FUNCTION reminder_due(home uuid, reminder uuid, occurrence date) RETURNS timestamptz
LANGUAGE plpgsql STABLE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
  due timestamptz;
BEGIN
  SELECT moments.starts_at - known.lead INTO due
  FROM (
    SELECT rows.*, family.time_zone AS home_zone, make_interval(mins => rows.minutes_before) AS lead
    FROM public.reminders rows
    JOIN public.families family ON family.family_id = rows.family_id
    WHERE rows.family_id = home AND rows.id = reminder
  ) AS known
  CROSS JOIN LATERAL (
    SELECT rows.id, rows.updated_at, rows.date AS first, rows.time, rows.end_date, rows.end_time, rows.time_zone AS zone, rows.frequency,
      rows.step, rows.by_day, rows.by_month_day, rows.by_month, rows.by_set_pos, rows.week_start, rows.last_day, false AS is_done
    FROM public.events rows WHERE rows.family_id = known.family_id AND rows.id = known.event_id
    UNION ALL
    SELECT rows.id, rows.updated_at, rows.due_date, rows.due_time, rows.due_date, rows.due_time, rows.time_zone, rows.frequency,
      rows.step, rows.by_day, rows.by_month_day, rows.by_month, rows.by_set_pos, rows.week_start, rows.last_day, rows.done_at IS NOT NULL
    FROM public.tasks rows WHERE rows.family_id = known.family_id AND rows.id = known.task_id AND rows.due_date IS NOT NULL
    UNION ALL
    SELECT rows.id, rows.updated_at, rows.due_date, rows.due_time, rows.due_date, rows.due_time, known.home_zone,
      NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
      rows.done_at IS NOT NULL OR rows.points_awarded IS NOT NULL
        OR EXISTS (
          SELECT 1 FROM public.courses ended
          WHERE ended.family_id = rows.family_id AND ended.id = rows.course_id AND ended.status <> 'ACTIVE')
    FROM public.assignments rows WHERE rows.family_id = known.family_id AND rows.id = known.assignment_id AND rows.due_date IS NOT NULL
    UNION ALL
    SELECT rows.id, rows.updated_at, starts.clock::date, starts.clock::time, ends.clock::date, ends.clock::time, 'UTC',
      NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
      public.booking_state(rows.state, rows.starts_at, rows.ends_at) NOT IN ('PENDING', 'CONFIRMED')
    FROM public.bookings rows
    CROSS JOIN LATERAL (SELECT rows.starts_at AT TIME ZONE 'UTC' AS clock) AS starts
    CROSS JOIN LATERAL (SELECT rows.ends_at AT TIME ZONE 'UTC' AS clock) AS ends
    WHERE rows.family_id = known.family_id AND rows.id = known.booking_id
  ) AS item
  LEFT JOIN public.occurrences kept ON kept.family_id = known.family_id AND kept.series_id = item.id AND kept.day = occurrence
  CROSS JOIN LATERAL public.occurrence_clock(occurrence, item.first, item.time, item.end_date, item.end_time, kept) AS span
  CROSS JOIN LATERAL (
    SELECT span.start_day + coalesce(span.start_time, time '00:00') AS local_start, span.local_end,
      -- An item without a time begins at midnight where the family lives, and ends with its last day.
      CASE WHEN span.start_time IS NULL THEN known.home_zone ELSE item.zone END AS zone OFFSET 0
  ) AS clock
  CROSS JOIN LATERAL (
    SELECT public.local_moment(clock.local_start, clock.zone) AS starts_at,
      public.local_moment(clock.local_end, clock.zone) AS ends_at OFFSET 0
  ) AS moments
  WHERE NOT coalesce(kept.is_left_out, false)
    AND NOT CASE WHEN item.frequency IS NULL THEN item.is_done ELSE kept.done_at IS NOT NULL END
    AND CASE WHEN item.frequency IS NULL THEN item.first = occurrence ELSE kept.date IS NOT NULL OR EXISTS (
      SELECT 1 FROM public.series_days(
        item.first, item.frequency, item.step, item.by_day, item.by_month_day, item.by_month, item.by_set_pos, item.week_start,
        item.last_day, occurrence, occurrence)) END
    AND moments.starts_at - known.lead >= greatest(
      known.updated_at, item.updated_at, CASE WHEN kept.is_changed THEN kept.updated_at END)
    AND moment < interval '1 hour' + CASE WHEN moments.ends_at >= moments.starts_at THEN moments.ends_at
      ELSE moments.starts_at + (clock.local_end - clock.local_start) END;
  RETURN due;
END
$$;
REVOKE ALL ON FUNCTION reminder_due(uuid, uuid, date) FROM PUBLIC;
