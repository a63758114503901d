-- Sends the reminders that are due in the next families, at most so many families at once: a notification for each
-- reminder, occurrence and due moment, of which pushes follow, and a mail where the member wants one. Returns how many
-- reminders it looked at. Any number of processes may do so at the same time: each takes other families.
--
-- A reminder is due some minutes before the start of an occurrence. What was due meanwhile is sent late, until an hour
-- past the end of the occurrence. Nothing is sent that was due before the last change of the reminder, the series or
-- the occurrence; nor of what is done, left out or graded: reminder_due() says the same of one occurrence.
--
-- A mail that would be due in quiet hours waits until they end, and lapses with the occurrence: where they end only
-- after that, there is none. claim_pushes() does so with pushes.
--
-- Each look reaches three days ahead, so that it computes few days of a series; then there is another one.
--
-- One call looks at 500 reminders at most, or at one of each family: the families have equal shares of them, those that
-- are due first. The rest stays due: call it again until it returns 0.
--
-- Owner's rights: the worker's role has no privilege on rows of all families, nor on `reminder_times` and `messages`.
CREATE OR REPLACE FUNCTION send_reminders(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
  horizon timestamptz := moment + interval '3 days';
  homes uuid[];
  share int;
  looked int;
BEGIN
  homes := ARRAY(
    SELECT DISTINCT waiting.home_id FROM (
      SELECT due.home_id FROM public.reminder_times due WHERE due.look_at <= moment ORDER BY due.look_at LIMIT 4 * at_once) AS waiting);
  IF homes = '{}' THEN RETURN 0; END IF;
  -- Others have locked the rest, which is left to them or to the next pass.
  homes := ARRAY(
    SELECT families.family_id FROM public.families WHERE families.family_id = ANY (homes)
    ORDER BY families.family_id LIMIT at_once FOR NO KEY UPDATE SKIP LOCKED);
  IF homes = '{}' THEN RETURN 0; END IF;
  share := greatest(1, 500 / cardinality(homes));
  WITH taken AS MATERIALIZED (
    SELECT first_due.*, home.time_zone AS home_zone, make_interval(mins => first_due.minutes_before) AS lead
    FROM public.families home
    CROSS JOIN LATERAL (
      SELECT rows.*, known.looked_until FROM public.reminder_times known
      JOIN public.reminders rows ON rows.family_id = known.home_id AND rows.id = known.reminder_id
      WHERE known.home_id = home.family_id AND known.look_at <= moment
      ORDER BY known.look_at, known.reminder_id LIMIT share) AS first_due
    WHERE home.family_id = ANY (homes)
  ), items AS MATERIALIZED (
    SELECT taken.family_id, taken.id, taken.member_id, taken.assignment_id, taken.lead, taken.looked_until, taken.home_zone,
      greatest(taken.updated_at, item.updated_at) AS changed_at, item.id AS item_id, item.title, item.date AS first, item.time, item.end_date,
      item.end_time, item.time_zone AS zone, item.frequency, item.step, item.by_day, item.by_month_day, item.by_month, item.by_set_pos,
      item.week_start, item.last_day, false AS is_done, NULL::text AS shown_zone
    FROM taken JOIN public.events item ON item.family_id = taken.family_id AND item.id = taken.event_id
    UNION ALL
    SELECT taken.family_id, taken.id, taken.member_id, taken.assignment_id, taken.lead, taken.looked_until, taken.home_zone,
      greatest(taken.updated_at, item.updated_at), item.id, item.title, item.due_date, item.due_time, item.due_date, item.due_time,
      item.time_zone, item.frequency, item.step, item.by_day, item.by_month_day, item.by_month, item.by_set_pos, item.week_start,
      item.last_day, item.done_at IS NOT NULL, NULL
    FROM taken JOIN public.tasks item ON item.family_id = taken.family_id AND item.id = taken.task_id
    WHERE item.due_date IS NOT NULL
    UNION ALL
    SELECT taken.family_id, taken.id, taken.member_id, taken.assignment_id, taken.lead, taken.looked_until, taken.home_zone,
      greatest(taken.updated_at, item.updated_at), item.id, item.title, item.due_date, item.due_time, item.due_date, item.due_time,
      taken.home_zone, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
      item.done_at IS NOT NULL OR item.points_awarded IS NOT NULL
        OR EXISTS (
          SELECT 1 FROM public.courses ended
          WHERE ended.family_id = item.family_id AND ended.id = item.course_id AND ended.status <> 'ACTIVE'), NULL
    FROM taken JOIN public.assignments item ON item.family_id = taken.family_id AND item.id = taken.assignment_id
    WHERE item.due_date IS NOT NULL
    UNION ALL
    -- A booking is at moments, and is told of by the clock of the family.
    SELECT taken.family_id, taken.id, taken.member_id, taken.assignment_id, taken.lead, taken.looked_until, taken.home_zone,
      greatest(taken.updated_at, item.updated_at), item.id, item.service_name, starts.clock::date, starts.clock::time, ends.clock::date,
      ends.clock::time, 'UTC', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
      public.booking_state(item.state, item.starts_at, item.ends_at) NOT IN ('PENDING', 'CONFIRMED'), taken.home_zone
    FROM taken JOIN public.bookings item ON item.family_id = taken.family_id AND item.id = taken.booking_id
    CROSS JOIN LATERAL (SELECT item.starts_at AT TIME ZONE 'UTC' AS clock) AS starts
    CROSS JOIN LATERAL (SELECT item.ends_at AT TIME ZONE 'UTC' AS clock) AS ends
  ), bounded AS MATERIALIZED (
    -- The days of starts that are due from the last look to the horizon, whatever their zone.
    SELECT items.*, ((items.looked_until + items.lead) AT TIME ZONE 'UTC')::date - 2 AS since,
      ((horizon + items.lead) AT TIME ZONE 'UTC')::date + 2 AS until
    FROM items
  ), days AS MATERIALIZED (
    SELECT bounded.id, bounded.family_id, day FROM bounded CROSS JOIN LATERAL public.series_days(
      bounded.first, bounded.frequency, bounded.step, bounded.by_day, bounded.by_month_day, bounded.by_month, bounded.by_set_pos,
      bounded.week_start, bounded.last_day, bounded.since, bounded.until) AS day
    WHERE bounded.frequency IS NOT NULL
    UNION
    -- Those that were moved, whose own days lie elsewhere.
    SELECT bounded.id, bounded.family_id, moved.day FROM bounded
    JOIN public.occurrences moved ON moved.family_id = bounded.family_id AND moved.series_id = bounded.item_id
      AND moved.date >= bounded.since AND moved.date <= bounded.until
    UNION
    SELECT bounded.id, bounded.family_id, bounded.first FROM bounded WHERE bounded.frequency IS NULL
  ), found AS MATERIALIZED (
    SELECT bounded.*, days.day, coalesce(kept.title, bounded.title) AS shown_title, clock.start_day, clock.start_time, clock.local_end,
      coalesce(kept.is_left_out, false) OR CASE WHEN bounded.frequency IS NULL THEN bounded.is_done ELSE kept.done_at IS NOT NULL END AS is_over,
      greatest(bounded.changed_at, CASE WHEN kept.is_changed THEN kept.updated_at END) AS altered_at
    FROM days JOIN bounded ON bounded.family_id = days.family_id AND bounded.id = days.id
    LEFT JOIN public.occurrences kept
      ON kept.family_id = bounded.family_id AND kept.series_id = bounded.item_id AND kept.day = days.day
    CROSS JOIN LATERAL public.occurrence_clock(
      days.day, bounded.first, bounded.time, bounded.end_date, bounded.end_time, kept) AS clock
  ), timed AS MATERIALIZED (
    -- What has no time begins at midnight where the family lives, and ends with its last day.
    SELECT found.*, public.local_moment(
        found.start_day + coalesce(found.start_time, time '00:00'),
        CASE WHEN found.start_time IS NULL THEN found.home_zone ELSE found.zone END) AS starts_at,
      public.local_moment(found.local_end, CASE WHEN found.start_time IS NULL THEN found.home_zone ELSE found.zone END) AS ends_at
    FROM found WHERE NOT found.is_over
  ), due AS MATERIALIZED (
    SELECT timed.*, timed.starts_at - timed.lead AS due_at,
      interval '1 hour' + CASE WHEN timed.ends_at >= timed.starts_at THEN timed.ends_at
        ELSE timed.starts_at + (timed.local_end - (timed.start_day + timed.start_time)) END AS over_at
    FROM timed
  ), told AS (
    INSERT INTO public.notifications (
      family_id, id, recipient_id, kind, event, arguments, assignment_id, reminder_id, occurrence, reminded_at, lapses_at)
    SELECT due.family_id, public.time_ordered_id(), due.member_id, 'REMINDER', 'REMINDER',
      jsonb_strip_nulls(jsonb_build_object(
        'title', due.shown_title, 'dueDate', coalesce((due.starts_at AT TIME ZONE due.shown_zone)::date, due.start_day)::text,
        'time', coalesce(to_char(due.starts_at AT TIME ZONE due.shown_zone, 'HH24:MI'), to_char(due.start_time, 'HH24:MI'))))::text,
      due.assignment_id, due.id, due.day, due.due_at, due.over_at
    FROM due
    WHERE due.due_at > due.looked_until AND due.due_at <= moment AND due.due_at >= due.altered_at AND due.over_at > moment
    ORDER BY due.family_id, due.due_at
    ON CONFLICT DO NOTHING
    RETURNING family_id, id, recipient_id, kind, arguments, lapses_at
  ), mailed AS (
    INSERT INTO public.messages (
      id, channel, address, kind, locale, arguments, recipient_id, due_at, expires_at, home_id, notification_id)
    SELECT gen_random_uuid(), addresses.channel, addresses.address, 'reminder', recipients.language,
      jsonb_build_object('title', told.arguments::jsonb ->> 'title', 'time',
        concat_ws(' ', told.arguments::jsonb ->> 'dueDate', told.arguments::jsonb ->> 'time')),
      recipients.account_id, coalesce(quiet.ends_at, moment),
      CASE WHEN quiet.ends_at IS NULL THEN told.lapses_at ELSE told.lapses_at - interval '1 hour' END, told.family_id, told.id
    FROM told
    JOIN public.members recipients ON recipients.family_id = told.family_id AND recipients.id = told.recipient_id
      AND recipients.account_id IS NOT NULL AND recipients.mail_notifications AND NOT told.kind = ANY (recipients.mail_muted_kinds)
    JOIN public.families home ON home.family_id = told.family_id
    JOIN public.sign_in_addresses addresses
      ON addresses.account_id = recipients.account_id AND addresses.channel = 'EMAIL' AND addresses.confirmed_at IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT public.push_quiet_end(recipients.push_quiet_from, recipients.push_quiet_until, home.time_zone, moment) AS ends_at OFFSET 0
    ) AS quiet
    WHERE quiet.ends_at IS NULL OR quiet.ends_at < told.lapses_at - interval '1 hour'
  ), next AS MATERIALIZED (
    SELECT due.family_id, due.id, min(due.due_at) AS due_at FROM due WHERE due.due_at > moment GROUP BY due.family_id, due.id
  )
  UPDATE public.reminder_times AS known
  SET looked_until = moment, look_at = coalesce(next.due_at, CASE WHEN EXISTS (
      SELECT 1 FROM bounded
      WHERE bounded.family_id = taken.family_id AND bounded.id = taken.id AND bounded.frequency IS NOT NULL
        AND (bounded.last_day IS NULL OR bounded.last_day > bounded.until OR EXISTS (
          SELECT 1 FROM public.occurrences moved
          WHERE moved.family_id = bounded.family_id AND moved.series_id = bounded.item_id AND moved.date > bounded.until))
    ) THEN horizon ELSE 'infinity' END)
  FROM taken LEFT JOIN next ON next.family_id = taken.family_id AND next.id = taken.id
  WHERE known.home_id = taken.family_id AND known.reminder_id = taken.id;
  GET DIAGNOSTICS looked = ROW_COUNT;
  RETURN looked;
END
$$;
REVOKE ALL ON FUNCTION send_reminders(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION send_reminders(integer) TO hatched_worker;
