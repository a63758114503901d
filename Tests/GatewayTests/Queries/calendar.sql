-- calendar CalendarDay
SELECT calendar_days_0.family_id, calendar_days_0.day
  FROM (SELECT home.family_id, $1 + number AS day
    FROM families home CROSS JOIN generate_series(0, $2::int - 1) AS number
    WHERE home.family_id = $3 AND $1 + number <= date '9999-12-31') calendar_days_0
  WHERE calendar_days_0.family_id = $3
  ORDER BY calendar_days_0.day
  LIMIT $2;
-- $1 = literal("2026-09-07", date), $2 = 7, $3 = the viewer's family

-- calendar.entries CalendarEntry
WITH found AS MATERIALIZED (SELECT calendar_entries_1.family_id AS c0, calendar_entries_1.day AS c1, calendar_entries_1.entry_id AS c2, calendar_entries_1.kind AS c3, calendar_entries_1.title AS c4, calendar_entries_1.starts_at AS c5, calendar_entries_1.ends_at AS c6, calendar_entries_1.first_day AS c7, calendar_entries_1.last_day AS c8, calendar_entries_1.is_all_day AS c9, calendar_entries_1.entry_place AS c10, calendar_entries_1.color AS c11, calendar_entries_1.done_at AS c12, calendar_entries_1.series_id AS c13, calendar_entries_1.occurrence AS c14, calendar_entries_1.is_changed AS c15, calendar_entries_1.source_id AS c16, calendar_entries_1.item_id AS c17
    FROM (SELECT *, row_number() OVER (PARTITION BY calendar_entries_1.day
        ORDER BY calendar_entries_1.day, calendar_entries_1.rank, calendar_entries_1.shown_from, calendar_entries_1.title, calendar_entries_1.item_day, calendar_entries_1.source_id) AS place
      FROM (WITH home AS MATERIALIZED (SELECT home.family_id, home.time_zone AS zone, $1 AS first_day, least($1 + $2::int - 1, date '9999-12-31') AS last_day
          FROM families home
          WHERE home.family_id = $3), series AS MATERIALIZED (SELECT 'EVENT' AS kind, e.id, e.title, e.place, e.color, e.date, e.time, e.end_date, e.end_time, e.time_zone AS zone, e.frequency, e.step, e.by_day, e.by_month_day, e.by_month, e.by_set_pos, e.week_start, e.last_day, NULL::timestamptz AS done_at
          FROM home JOIN events e ON e.family_id = $3 AND e.frequency IS NULL AND e.date BETWEEN home.first_day - 369 AND home.last_day + 2
          WHERE e.end_date >= home.first_day - 3
          UNION ALL SELECT 'EVENT' AS kind, e.id, e.title, e.place, e.color, e.date, e.time, e.end_date, e.end_time, e.time_zone AS zone, e.frequency, e.step, e.by_day, e.by_month_day, e.by_month, e.by_set_pos, e.week_start, e.last_day, NULL::timestamptz AS done_at
          FROM home JOIN events e ON e.family_id = $3 AND e.frequency IS NOT NULL AND e.date <= home.last_day + 2
          WHERE (e.last_day IS NULL OR e.last_day + (e.end_date - e.date) >= home.first_day - 3)
          UNION ALL SELECT 'TASK' AS kind, t.id, t.title, NULL::text AS place, c.color, t.due_date AS date, t.due_time AS time, t.due_date AS end_date, t.due_time AS end_time, t.time_zone AS zone, t.frequency, t.step, t.by_day, t.by_month_day, t.by_month, t.by_set_pos, t.week_start, t.last_day, t.done_at
          FROM home JOIN tasks t ON t.family_id = $3 AND t.frequency IS NULL AND t.due_date BETWEEN home.first_day - 3 AND home.last_day + 2 LEFT JOIN task_categories c ON c.family_id = $3 AND c.id = t.category_id
          UNION ALL SELECT 'TASK' AS kind, t.id, t.title, NULL::text AS place, c.color, t.due_date AS date, t.due_time AS time, t.due_date AS end_date, t.due_time AS end_time, t.time_zone AS zone, t.frequency, t.step, t.by_day, t.by_month_day, t.by_month, t.by_set_pos, t.week_start, t.last_day, t.done_at
          FROM home JOIN tasks t ON t.family_id = $3 AND t.frequency IS NOT NULL AND t.due_date <= home.last_day + 2 LEFT JOIN task_categories c ON c.family_id = $3 AND c.id = t.category_id
          WHERE (t.last_day IS NULL OR t.last_day >= home.first_day - 3)), reach AS MATERIALIZED (SELECT home.first_day - 3 - coalesce((SELECT max(s.end_date - s.date)
              FROM series s), 0) AS first_day, home.last_day + 2 AS last_day
          FROM home), kept AS MATERIALIZED (SELECT x.series_id, x.event_id, x.task_id, x.day, x.is_left_out, x.is_changed, (x.date IS NOT NULL OR x.time IS NOT NULL OR x.end_date IS NOT NULL OR x.end_time IS NOT NULL) AS is_moved, x.title, x.place, x.date, x.time, x.end_date, x.end_time, x.done_at
          FROM reach JOIN occurrences x ON x.family_id = $3 AND x.day BETWEEN reach.first_day AND reach.last_day
          UNION ALL SELECT x.series_id, x.event_id, x.task_id, x.day, x.is_left_out, x.is_changed, (x.date IS NOT NULL OR x.time IS NOT NULL OR x.end_date IS NOT NULL OR x.end_time IS NOT NULL) AS is_moved, x.title, x.place, x.date, x.time, x.end_date, x.end_time, x.done_at
          FROM home CROSS JOIN reach JOIN occurrences x ON x.family_id = $3 AND (x.date IS NOT NULL OR x.end_date IS NOT NULL) AND COALESCE(x.date, x.day) BETWEEN home.first_day - 369 AND home.last_day + 2
          WHERE NOT x.is_left_out AND x.day NOT BETWEEN reach.first_day AND reach.last_day AND (x.end_date IS NULL OR x.end_date >= home.first_day - 3)), marks AS MATERIALIZED (SELECT kept.series_id, bit_or(b'1'::bit(1024) >> (kept.day - reach.first_day)) AS days
          FROM kept JOIN reach ON kept.day BETWEEN reach.first_day AND reach.last_day GROUP BY kept.series_id), rules AS MATERIALIZED (SELECT s.*, marks.days AS kept_days, nullif(s.by_set_pos, '{}') AS places, extract(isodow
            FROM s.date)::int - 1 AS weekday, (extract(isodow
              FROM s.date)::int - array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], s.week_start) + 7) % 7 AS week_offset, CASE WHEN s.by_month <> '{}' THEN s.by_month WHEN s.frequency = 'YEARLY' THEN ARRAY[extract(month
            FROM s.date)::int] END AS months, CASE WHEN s.by_month_day <> '{}' THEN s.by_month_day WHEN s.frequency IN ('MONTHLY', 'YEARLY') AND s.by_day = '{}' THEN ARRAY[extract(day
            FROM s.date)::int] END AS month_days, CASE WHEN s.by_day <> '{}' THEN s.by_day WHEN s.frequency = 'WEEKLY' THEN ARRAY[(ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[extract(isodow
            FROM s.date)::int]] END AS weekdays, CASE WHEN s.frequency = 'DAILY' THEN s.step WHEN s.frequency = 'WEEKLY' AND cardinality(s.by_day) < 2 THEN 7 * s.step ELSE 1 END AS stride, (s.frequency = 'DAILY' AND s.by_day = '{}' OR s.frequency = 'WEEKLY' AND cardinality(s.by_day) < 2) AND s.by_month = '{}' AND s.by_month_day = '{}' AS is_plain, greatest(s.date, home.first_day - (s.end_date - s.date) - 3) - s.date AS first_number, least(coalesce(s.last_day, home.last_day + 2), home.last_day + 2) - s.date AS last_number, reach.first_day AS reach_start
          FROM series s CROSS JOIN home CROSS JOIN reach LEFT JOIN marks ON marks.series_id = s.id), moved AS MATERIALIZED (SELECT 'EVENT' AS kind, e.id, e.title, e.place, e.color, e.date, e.time, e.end_date, e.end_time, e.time_zone AS zone, e.frequency, e.step, e.by_day, e.by_month_day, e.by_month, e.by_set_pos, e.week_start, e.last_day, NULL::timestamptz AS done_at
          FROM events e
          WHERE e.family_id = $3 AND e.id = ANY (ARRAY(SELECT DISTINCT x.event_id
              FROM kept x
              WHERE x.is_moved AND NOT x.is_left_out))
          UNION ALL SELECT 'TASK' AS kind, t.id, t.title, NULL::text AS place, c.color, t.due_date AS date, t.due_time AS time, t.due_date AS end_date, t.due_time AS end_time, t.time_zone AS zone, t.frequency, t.step, t.by_day, t.by_month_day, t.by_month, t.by_set_pos, t.week_start, t.last_day, t.done_at
          FROM tasks t LEFT JOIN task_categories c ON c.family_id = $3 AND c.id = t.category_id
          WHERE t.family_id = $3 AND t.due_date IS NOT NULL AND t.id = ANY (ARRAY(SELECT DISTINCT x.task_id
              FROM kept x
              WHERE x.is_moved AND NOT x.is_left_out))), found AS MATERIALIZED (SELECT s.kind, s.id, s.day, s.frequency IS NOT NULL AS is_series, s.title, s.place, s.color, s.zone, CASE WHEN s.frequency IS NULL THEN s.done_at END AS done_at, false AS is_changed, s.day AS start_day, s.day + (s.end_date - s.date) AS end_day, s.day + s.time AS local_start, s.day + (s.end_date - s.date) + s.end_time AS local_end
          FROM (SELECT r.*, r.date + k AS day
            FROM rules r
            CROSS JOIN LATERAL generate_series((r.first_number + r.stride - 1) / r.stride * r.stride, r.last_number, r.stride) AS k
            WHERE r.frequency IS NOT NULL AND r.places IS NULL AND (r.kept_days IS NULL OR get_bit(r.kept_days, (r.date + k) - r.reach_start) = 0) AND CASE WHEN r.is_plain THEN true WHEN (r.months IS NULL OR extract(month
                FROM (r.date + k))::int = ANY (r.months)) AND (r.month_days IS NULL OR extract(day
                FROM (r.date + k))::int = ANY (r.month_days) OR extract(day
                FROM (r.date + k))::int - extract(day
                FROM date_trunc('month', (r.date + k)::timestamp) + interval '1 month - 1 day')::int - 1 = ANY (r.month_days)) AND (r.weekdays IS NULL OR (ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[1 + ((r.weekday + k) % 7 + 7) % 7] = ANY (r.weekdays) OR r.frequency IN ('MONTHLY', 'YEARLY') AND (((extract(day
                      FROM (r.date + k))::int + 6) / 7)::text || (ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[1 + ((r.weekday + k) % 7 + 7) % 7] = ANY (r.weekdays) OR '-' || ((extract(day
                      FROM date_trunc('month', (r.date + k)::timestamp) + interval '1 month - 1 day')::int - extract(day
                      FROM (r.date + k))::int) / 7 + 1)::text || (ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[1 + ((r.weekday + k) % 7 + 7) % 7] = ANY (r.weekdays))) AND CASE r.frequency WHEN 'WEEKLY' THEN (k + r.week_offset) / 7 % r.step = 0 WHEN 'MONTHLY' THEN ((extract(year
                  FROM (r.date + k)) - extract(year
                  FROM r.date)) * 12 + extract(month
                FROM (r.date + k)) - extract(month
                FROM r.date))::int % r.step = 0 WHEN 'YEARLY' THEN (extract(year
                FROM (r.date + k)) - extract(year
                FROM r.date))::int % r.step = 0 ELSE true END THEN true ELSE false END
            UNION ALL SELECT (r.rule).*, r.day
            FROM (SELECT r AS rule, r.date, r.last_day, r.places, r.first_number, r.last_number, r.reach_start, r.kept_days, r.date + k AS day, row_number() OVER (PARTITION BY r.id, date_trunc(CASE r.frequency WHEN 'YEARLY' THEN 'year' ELSE 'month' END, (r.date + k)::timestamp)
                ORDER BY k) AS nth, count(*) OVER (PARTITION BY r.id, date_trunc(CASE r.frequency WHEN 'YEARLY' THEN 'year' ELSE 'month' END, (r.date + k)::timestamp)) AS total
              FROM rules r
              CROSS JOIN LATERAL generate_series(date_trunc(CASE r.frequency WHEN 'YEARLY' THEN 'year' ELSE 'month' END, (r.date + r.first_number)::timestamp)::date - r.date, (date_trunc(CASE r.frequency WHEN 'YEARLY' THEN 'year' ELSE 'month' END, (r.date + r.last_number)::timestamp) + ('1 ' || CASE r.frequency WHEN 'YEARLY' THEN 'year' ELSE 'month' END)::interval)::date - 1 - r.date) AS k
              WHERE r.frequency IS NOT NULL AND r.places IS NOT NULL AND r.first_number <= r.last_number AND CASE WHEN r.is_plain THEN true WHEN (r.months IS NULL OR extract(month
                  FROM (r.date + k))::int = ANY (r.months)) AND (r.month_days IS NULL OR extract(day
                  FROM (r.date + k))::int = ANY (r.month_days) OR extract(day
                  FROM (r.date + k))::int - extract(day
                  FROM date_trunc('month', (r.date + k)::timestamp) + interval '1 month - 1 day')::int - 1 = ANY (r.month_days)) AND (r.weekdays IS NULL OR (ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[1 + ((r.weekday + k) % 7 + 7) % 7] = ANY (r.weekdays) OR r.frequency IN ('MONTHLY', 'YEARLY') AND (((extract(day
                        FROM (r.date + k))::int + 6) / 7)::text || (ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[1 + ((r.weekday + k) % 7 + 7) % 7] = ANY (r.weekdays) OR '-' || ((extract(day
                        FROM date_trunc('month', (r.date + k)::timestamp) + interval '1 month - 1 day')::int - extract(day
                        FROM (r.date + k))::int) / 7 + 1)::text || (ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[1 + ((r.weekday + k) % 7 + 7) % 7] = ANY (r.weekdays))) AND CASE r.frequency WHEN 'WEEKLY' THEN (k + r.week_offset) / 7 % r.step = 0 WHEN 'MONTHLY' THEN ((extract(year
                    FROM (r.date + k)) - extract(year
                    FROM r.date)) * 12 + extract(month
                  FROM (r.date + k)) - extract(month
                  FROM r.date))::int % r.step = 0 WHEN 'YEARLY' THEN (extract(year
                  FROM (r.date + k)) - extract(year
                  FROM r.date))::int % r.step = 0 ELSE true END THEN true ELSE false END) r
            WHERE (r.nth = ANY (r.places) OR r.nth - r.total - 1 = ANY (r.places)) AND r.day BETWEEN r.date + r.first_number AND r.date + r.last_number AND (r.kept_days IS NULL OR get_bit(r.kept_days, r.day - r.reach_start) = 0)
            UNION ALL SELECT r.*, r.date
            FROM rules r
            WHERE r.frequency IS NULL AND (r.kept_days IS NULL OR get_bit(r.kept_days, r.date - r.reach_start) = 0)) s
          UNION ALL SELECT s.kind, s.id, x.day, s.frequency IS NOT NULL, coalesce(x.title, s.title), coalesce(x.place, s.place), s.color, s.zone, CASE WHEN s.frequency IS NULL THEN s.done_at ELSE x.done_at END, x.is_changed, x.day, x.day + (s.end_date - s.date), x.day + s.time, x.day + (s.end_date - s.date) + s.end_time
          FROM kept x JOIN series s ON s.id = x.series_id
          WHERE NOT x.is_left_out AND NOT x.is_moved
          UNION ALL SELECT s.kind, s.id, x.day, s.frequency IS NOT NULL AS is_series, coalesce(x.title, s.title) AS title, coalesce(x.place, s.place) AS place, s.color, s.zone, CASE WHEN s.frequency IS NULL THEN s.done_at ELSE x.done_at END AS done_at, true AS is_changed, CASE WHEN ends.fits THEN starts.day ELSE x.day END AS start_day, CASE WHEN NOT ends.fits THEN x.day + (s.end_date - s.date) WHEN starts.time IS NULL THEN ends.day ELSE ends.local_end::date END AS end_day, CASE WHEN ends.fits THEN starts.day + starts.time ELSE x.day + s.time END AS local_start, CASE WHEN ends.fits THEN ends.local_end ELSE x.day + (s.end_date - s.date) + s.end_time END AS local_end
          FROM kept x JOIN moved s ON s.id = x.series_id AND x.is_moved AND NOT x.is_left_out
          CROSS JOIN LATERAL (SELECT coalesce(x.date, x.day) AS day, coalesce(x.time, s.time) AS time OFFSET 0) starts
          CROSS JOIN LATERAL (SELECT coalesce(x.end_date, starts.day + (s.end_date - s.date)) AS day, CASE WHEN x.end_date IS NULL AND x.end_time IS NULL THEN starts.day + starts.time + CASE WHEN s.time IS NULL THEN interval '0' ELSE (s.end_date + s.end_time) - (s.date + s.time) END ELSE coalesce(x.end_date, starts.day + (s.end_date - s.date)) + coalesce(x.end_time, s.end_time, starts.time) END AS local_end OFFSET 0) given
          CROSS JOIN LATERAL (SELECT given.day, given.local_end, CASE WHEN starts.time IS NULL THEN x.end_time IS NULL AND given.day >= starts.day AND given.day - starts.day < 366 ELSE given.local_end >= starts.day + starts.time AND given.local_end - (starts.day + starts.time) <= interval '366 days' END AS fits OFFSET 0) ends
          UNION ALL SELECT 'ASSIGNMENT' AS kind, work.id AS id, work.due_date AS day, false AS is_series, work.title AS title, NULL::text AS place, course.color AS color, home.zone AS zone, work.done_at AS done_at, false AS is_changed, work.due_date AS start_day, work.due_date AS end_day, work.due_date + work.due_time AS local_start, work.due_date + work.due_time AS local_end
          FROM home JOIN assignments work ON work.family_id = $3 AND work.due_date BETWEEN home.first_day - 1 AND home.last_day + 1 LEFT JOIN courses course ON course.family_id = $3 AND course.id = work.course_id
          WHERE (work.points_awarded IS NOT NULL OR work.done_at IS NOT NULL OR (work.course_id IS NULL OR work.course_id NOT IN (SELECT ended.id
                FROM courses ended
                WHERE ended.family_id = $3 AND NOT ended.status = 'ACTIVE')))
          UNION ALL SELECT 'PLANNER_TASK' AS kind, planned.id AS id, planned.date AS day, false AS is_series, planned.title AS title, NULL::text AS place, planned.color AS color, home.zone AS zone, NULL::timestamptz AS done_at, false AS is_changed, planned.date AS start_day, planned.date AS end_day, planned.date + planned.time AS local_start, planned.date + planned.time AS local_end
          FROM home JOIN planner_tasks planned ON planned.family_id = $3 AND planned.date BETWEEN home.first_day - 1 AND home.last_day + 1
          UNION ALL SELECT 'COURSE' AS kind, slot.id AS id, calendar.day AS day, false AS is_series, course.name AS title, slot.place AS place, course.color AS color, home.zone AS zone, NULL::timestamptz AS done_at, false AS is_changed, calendar.day AS start_day, calendar.day AS end_day, calendar.day + slot.start_time AS local_start, calendar.day + slot.end_time AS local_end
          FROM home JOIN time_slots slot ON slot.family_id = $3 JOIN courses course ON course.family_id = $3 AND course.id = slot.course_id LEFT JOIN terms term ON term.family_id = $3 AND term.id = course.term_id
          CROSS JOIN LATERAL (SELECT home.first_day - 1 + number AS day
            FROM generate_series(0, home.last_day - home.first_day + 2) AS number) calendar
          WHERE (ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'])[extract(isodow
            FROM calendar.day)::int] = ANY (slot.days) AND (calendar.day BETWEEN term.first_day AND term.last_day OR course.term_id IS NULL AND course.status = 'ACTIVE')
          UNION ALL SELECT 'PICKUP' AS kind, pickup.id AS id, calendar.day AS day, false AS is_series, school.name AS title, NULL::text AS place, NULL::text AS color, school.time_zone AS zone, NULL::timestamptz AS done_at, false AS is_changed, calendar.day AS start_day, calendar.day AS end_day, calendar.day + pickup.time AS local_start, calendar.day + pickup.time AS local_end
          FROM home JOIN pickup_times pickup ON pickup.family_id = $3 JOIN enrolments enrolled ON enrolled.family_id = $3 AND enrolled.id = pickup.enrolment_id AND enrolled.state = 'CONFIRMED' JOIN schools school ON school.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND school.id = enrolled.school_id
          CROSS JOIN LATERAL (SELECT home.first_day - 1 + number AS day
            FROM generate_series(0, home.last_day - home.first_day + 2) AS number) calendar
          WHERE (ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'])[extract(isodow
            FROM calendar.day)::int] = ANY (pickup.days) AND NOT (EXISTS (SELECT 1
              FROM pickup_guardians barred
              WHERE barred.family_id = $3 AND barred.enrolment_id = pickup.enrolment_id AND barred.member_id = $4 AND barred.is_barred) OR $5 = 'STUDENT' AND EXISTS (SELECT 1
              FROM pickup_guardians barred JOIN enrolments guarded ON guarded.family_id = $3 AND guarded.id = barred.enrolment_id AND guarded.student_id <> $4
              WHERE barred.family_id = $3 AND barred.enrolment_id = pickup.enrolment_id AND barred.is_barred))
          UNION ALL SELECT 'SCHOOL_EVENT' AS kind, held.id, coalesce(held.first_day, (held.starts_at AT TIME ZONE interval '0')::date) AS day, false AS is_series, held.title, held.place, NULL::text AS color, 'UTC' AS zone, NULL::timestamptz AS done_at, false AS is_changed, coalesce(held.first_day, (held.starts_at AT TIME ZONE interval '0')::date) AS start_day, coalesce(held.last_day, (held.starts_at AT TIME ZONE interval '0')::date) AS end_day, (held.starts_at AT TIME ZONE interval '0') AS local_start, (coalesce(held.ends_at, held.starts_at) AT TIME ZONE interval '0') AS local_end
          FROM home JOIN school_events held ON held.school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]) AND held.audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[] AND held.begins_at < (home.last_day + 3)::timestamp AT TIME ZONE interval '0' AND coalesce(held.closes_at, held.begins_at) > (home.first_day - 2)::timestamp AT TIME ZONE interval '0'
          WHERE EXISTS (SELECT 1
            FROM enrolments enrolled
            WHERE enrolled.family_id = $3 AND enrolled.school_id = held.school_id AND enrolled.state = 'CONFIRMED' AND ($5 = 'PARENT' OR enrolled.student_id = $4) AND (held.grades = '{}' AND held.class_ids = '{}' OR enrolled.class_id = ANY (held.class_ids) OR EXISTS (SELECT 1
                FROM school_classes told
                WHERE told.school_id = held.school_id AND told.id = enrolled.class_id AND told.grade = ANY (held.grades)))) AND ($5 = 'PARENT' OR (held.least_age IS NULL OR EXISTS (SELECT 1
                FROM members own JOIN schools place ON place.id = held.school_id
                WHERE own.family_id = $3 AND own.id = $4 AND extract(year
                  FROM age((now() AT TIME ZONE place.time_zone)::date::timestamp, own.birthday::timestamp)) >= held.least_age)))
          UNION ALL SELECT 'EXTERNAL' AS kind, found.id, coalesce(found.first_day, (found.starts_at AT TIME ZONE interval '0')::date) AS day, false AS is_series, found.title, found.place, subscribed.color, 'UTC' AS zone, NULL::timestamptz AS done_at, false AS is_changed, coalesce(found.first_day, (found.starts_at AT TIME ZONE interval '0')::date) AS start_day, coalesce(found.last_day, (found.starts_at AT TIME ZONE interval '0')::date) AS end_day, (found.starts_at AT TIME ZONE interval '0') AS local_start, (found.ends_at AT TIME ZONE interval '0') AS local_end
          FROM home JOIN external_events found ON found.family_id = $3 AND (found.first_day <= home.last_day AND found.last_day >= home.first_day OR found.starts_at < (home.last_day + 3)::timestamp AT TIME ZONE interval '0' AND found.ends_at > (home.first_day - 2)::timestamp AT TIME ZONE interval '0') JOIN calendar_subscriptions subscribed ON subscribed.family_id = $3 AND subscribed.id = found.subscription_id
          UNION ALL SELECT 'BOOKING' AS kind, booked.id, (booked.starts_at AT TIME ZONE interval '0')::date AS day, false AS is_series, booked.service_name AS title, booked.place, NULL::text AS color, 'UTC' AS zone, CASE WHEN booking_state(booked.state, booked.starts_at, booked.ends_at) = 'DONE' THEN coalesce(booked.done_at, booked.ends_at) END AS done_at, false AS is_changed, (booked.starts_at AT TIME ZONE interval '0')::date AS start_day, (booked.ends_at AT TIME ZONE interval '0')::date AS end_day, (booked.starts_at AT TIME ZONE interval '0') AS local_start, (booked.ends_at AT TIME ZONE interval '0') AS local_end
          FROM home JOIN bookings booked ON booked.family_id = $3 AND booked.starts_at < (home.last_day + 3)::timestamp AT TIME ZONE interval '0' AND booked.ends_at > (home.first_day - 2)::timestamp AT TIME ZONE interval '0'
          WHERE booking_state(booked.state, booked.starts_at, booked.ends_at) <> 'CANCELLED'), clocks AS MATERIALIZED (SELECT array_agg(known.zone
            ORDER BY known.zone) AS zones, array_agg(known.shifts
            ORDER BY known.zone) AS shifts, min(known.clock_day) AS clock_day
          FROM (SELECT near.zone, min(near.day) - 1 AS clock_day, array_agg(CASE WHEN near.lowest = near.highest THEN near.lowest ELSE interval '99 days' END
              ORDER BY near.day) AS shifts
            FROM (SELECT seen.zone, seen.day, min(seen.shift) OVER around AS lowest, max(seen.shift) OVER around AS highest
              FROM (SELECT sampled.zone, sampled.day, (sampled.day::timestamp AT TIME ZONE interval '0' AT TIME ZONE sampled.zone) - sampled.day::timestamp AS shift
                FROM (SELECT used.zone, home.first_day - 6 + number AS day
                  FROM (SELECT found.zone
                    FROM found UNION SELECT home.zone
                    FROM home) used CROSS JOIN home
                  CROSS JOIN LATERAL generate_series(0, home.last_day - home.first_day + 12) AS number) sampled) seen WINDOW around AS (PARTITION BY seen.zone
                ORDER BY seen.day ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING)) near GROUP BY near.zone) known), here AS MATERIALIZED (SELECT home.*, array_position(clocks.zones, home.zone) AS nth, clocks.*
          FROM home CROSS JOIN clocks) SELECT shown.family_id, shown.id AS source_id, shown.kind, shown.id || CASE WHEN shown.is_series OR shown.kind IN ('COURSE', 'PICKUP') THEN ':' || shown.day ELSE '' END AS entry_id, shown.day AS item_day, shown.title, shown.starts_at, CASE WHEN shown.kind IN ('EVENT', 'COURSE', 'SCHOOL_EVENT', 'EXTERNAL', 'BOOKING') THEN shown.ends_at END AS ends_at, shown.first_day, shown.last_day, (shown.kind IN ('EVENT', 'SCHOOL_EVENT', 'EXTERNAL') AND shown.starts_at IS NULL) AS is_all_day, shown.place AS entry_place, shown.color, shown.done_at, CASE WHEN shown.is_series THEN shown.id END AS series_id, CASE WHEN shown.is_series THEN shown.day END AS occurrence, shown.is_changed, CASE WHEN shown.kind IN ('EVENT', 'TASK', 'EXTERNAL', 'BOOKING') THEN shown.id END AS item_id, CASE WHEN shown.starts_at IS NOT NULL THEN 1 WHEN (shown.kind IN ('EVENT', 'SCHOOL_EVENT', 'EXTERNAL') AND shown.starts_at IS NULL) THEN 0 ELSE 2 END AS rank, shown.window_start + shown.number AS day, CASE WHEN shown.starts_at IS NULL OR shown.first_day = shown.window_start + shown.number THEN shown.starts_at ELSE (shown.window_start + shown.number)::timestamp AT TIME ZONE shown.home_zone END AS shown_from
        FROM (SELECT dated.*, generate_series(greatest(dated.first_day - dated.window_start, 0), least(dated.last_day, dated.window_end) - dated.window_start) AS number
          FROM (SELECT placed.*, here.family_id, here.first_day AS window_start, here.last_day AS window_end, here.zone AS home_zone, CASE WHEN placed.starts_at IS NULL THEN placed.start_day ELSE (CASE WHEN placed.start_shift < interval '2 days' THEN placed.starts_at AT TIME ZONE placed.start_shift ELSE placed.starts_at AT TIME ZONE here.zone END)::date END AS first_day, CASE WHEN placed.starts_at IS NULL THEN placed.end_day ELSE (CASE WHEN placed.end_shift < interval '2 days' THEN placed.last_moment AT TIME ZONE placed.end_shift ELSE placed.last_moment AT TIME ZONE here.zone END)::date END AS last_day
            FROM (SELECT ended.*, here.shifts[here.nth][(ended.starts_at AT TIME ZONE interval '0')::date - here.clock_day] AS start_shift, here.shifts[here.nth][(ended.last_moment AT TIME ZONE interval '0')::date - here.clock_day] AS end_shift
              FROM (SELECT e.kind, e.id, e.day, e.is_series, e.title, e.place, e.color, e.done_at, e.is_changed, e.start_day, e.end_day, e.starts_at, e.ends_at, CASE WHEN e.ends_at > e.starts_at THEN e.ends_at - interval '1 microsecond' ELSE e.starts_at END AS last_moment
                FROM (SELECT timed.*, CASE WHEN timed.ended_at < timed.starts_at THEN timed.starts_at + (timed.local_end - timed.local_start) ELSE timed.ended_at END AS ends_at
                  FROM (SELECT found.*, CASE WHEN found.start_shift < interval '2 days' THEN found.local_start AT TIME ZONE found.start_shift WHEN found.local_start IS NULL OR (((found.local_start AT TIME ZONE found.zone) - interval '24 hours') AT TIME ZONE found.zone) = found.local_start - interval '24 hours' THEN (found.local_start AT TIME ZONE found.zone) WHEN (((found.local_start AT TIME ZONE found.zone) - ((((found.local_start AT TIME ZONE found.zone) - interval '24 hours') AT TIME ZONE found.zone) - (found.local_start - interval '24 hours'))) AT TIME ZONE found.zone) = found.local_start THEN least((found.local_start AT TIME ZONE found.zone), ((found.local_start AT TIME ZONE found.zone) - ((((found.local_start AT TIME ZONE found.zone) - interval '24 hours') AT TIME ZONE found.zone) - (found.local_start - interval '24 hours')))) ELSE (found.local_start AT TIME ZONE found.zone) END AS starts_at, CASE WHEN found.end_shift < interval '2 days' THEN found.local_end AT TIME ZONE found.end_shift WHEN found.local_end IS NULL OR (((found.local_end AT TIME ZONE found.zone) - interval '24 hours') AT TIME ZONE found.zone) = found.local_end - interval '24 hours' THEN (found.local_end AT TIME ZONE found.zone) WHEN (((found.local_end AT TIME ZONE found.zone) - ((((found.local_end AT TIME ZONE found.zone) - interval '24 hours') AT TIME ZONE found.zone) - (found.local_end - interval '24 hours'))) AT TIME ZONE found.zone) = found.local_end THEN least((found.local_end AT TIME ZONE found.zone), ((found.local_end AT TIME ZONE found.zone) - ((((found.local_end AT TIME ZONE found.zone) - interval '24 hours') AT TIME ZONE found.zone) - (found.local_end - interval '24 hours')))) ELSE (found.local_end AT TIME ZONE found.zone) END AS ended_at
                    FROM (SELECT found.*, here.shifts[found.nth][found.local_start::date - here.clock_day] AS start_shift, here.shifts[found.nth][found.local_end::date - here.clock_day] AS end_shift
                      FROM (SELECT found.*, array_position(here.zones, found.zone) AS nth
                        FROM found CROSS JOIN here OFFSET 0) found CROSS JOIN here OFFSET 0) found OFFSET 0) timed OFFSET 0) e OFFSET 0) ended CROSS JOIN here OFFSET 0) placed CROSS JOIN here OFFSET 0) dated
          WHERE dated.first_day <= dated.window_end AND dated.last_day >= dated.window_start) shown) calendar_entries_1
      WHERE calendar_entries_1.family_id = $3 AND calendar_entries_1.day BETWEEN (SELECT $1
        FROM families home
        WHERE home.family_id = $3) AND (SELECT $1
        FROM families home
        WHERE home.family_id = $3) + $2::int - 1) calendar_entries_1
    WHERE calendar_entries_1.place > $6 AND calendar_entries_1.place <= $7 + $6
    ORDER BY calendar_entries_1.day, calendar_entries_1.rank, calendar_entries_1.shown_from, calendar_entries_1.title, calendar_entries_1.item_day, calendar_entries_1.source_id) SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17
  FROM found
  WHERE (SELECT set_config('hatched.keys_1_16', array_to_string(array_agg(c16), ',', ''), true) || set_config('hatched.keys_1_17', array_to_string(array_agg(c17), ',', ''), true)
    FROM (SELECT DISTINCT c16, c17
      FROM found) once) IS NOT NULL;
-- $1 = literal("2026-09-07", date), $2 = 7, $3 = the viewer's family, $4 = the viewer's member, $5 = 'PARENT', $6 = 0, $7 = 50

-- calendar.entries.members FamilyMember
SELECT members_2.family_id, parents_2.key, members_2.role, members_2.id, members_2.name
  FROM unnest(string_to_array(current_setting('hatched.keys_1_16', true), ',', '')::uuid[]) parents_2(key)
  CROSS JOIN LATERAL (SELECT members_2.*
    FROM members members_2 JOIN (SELECT shared.family_id, shared.event_id AS source_id, shared.member_id
      FROM event_members shared
      WHERE shared.family_id = $1
      UNION ALL SELECT task.family_id, task.id, task.member_id
      FROM tasks task
      WHERE task.family_id = $1 AND task.member_id IS NOT NULL
      UNION ALL SELECT work.family_id, work.id, work.student_id
      FROM assignments work
      WHERE work.family_id = $1
      UNION ALL SELECT planned.family_id, planned.id, planned.student_id
      FROM planner_tasks planned
      WHERE planned.family_id = $1 AND planned.student_id IS NOT NULL
      UNION ALL SELECT DISTINCT slot.family_id, slot.id, taken.student_id
      FROM time_slots slot JOIN assignments taken ON taken.family_id = $1 AND taken.course_id = slot.course_id
      WHERE slot.family_id = $1
      UNION ALL SELECT pickup.family_id, pickup.id, enrolled.student_id
      FROM pickup_times pickup JOIN enrolments enrolled ON enrolled.family_id = $1 AND enrolled.id = pickup.enrolment_id
      WHERE pickup.family_id = $1
      UNION ALL SELECT external.family_id, external.id, named.id
      FROM external_events external JOIN calendar_subscriptions subscribed ON subscribed.family_id = $1 AND subscribed.id = external.subscription_id
      CROSS JOIN LATERAL unnest(subscribed.member_ids) AS named (id)
      WHERE external.family_id = $1
      UNION ALL SELECT DISTINCT enrolled.family_id, held.id, enrolled.student_id
      FROM enrolments enrolled JOIN school_events held ON held.school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]) AND held.audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[] AND enrolled.school_id = held.school_id AND enrolled.state = 'CONFIRMED' AND ($2 = 'PARENT' OR enrolled.student_id = $3) AND (held.grades = '{}' AND held.class_ids = '{}' OR enrolled.class_id = ANY (held.class_ids) OR EXISTS (SELECT 1
          FROM school_classes told
          WHERE told.school_id = held.school_id AND told.id = enrolled.class_id AND told.grade = ANY (held.grades)))
      WHERE enrolled.family_id = $1) members_2_by ON members_2_by.family_id = members_2.family_id AND members_2_by.member_id = members_2.id
    WHERE members_2.family_id = $1 AND members_2_by.family_id = $1 AND members_2_by.source_id = parents_2.key
    ORDER BY members_2.name, members_2.id
    LIMIT $4 OFFSET $5) members_2
  ORDER BY members_2.name, members_2.id;
-- $1 = the viewer's family, $2 = 'PARENT', $3 = the viewer's member, $4 = 20, $5 = 0

-- calendar.entries.item CalendarItem
WITH found AS MATERIALIZED (SELECT calendar_items_3.family_id AS c0, calendar_items_3.id AS c1, calendar_items_3.type AS c2
    FROM (SELECT DISTINCT key
      FROM unnest(string_to_array(current_setting('hatched.keys_1_17', true), ',', '')::uuid[]) wanted(key)) parents_3
    CROSS JOIN LATERAL (SELECT *
      FROM (SELECT events_3.family_id, 'Event' AS type, events_3.id AS id
        FROM events events_3
        WHERE events_3.family_id = $1
        UNION ALL SELECT tasks_3.family_id, 'Task' AS type, tasks_3.id AS id
        FROM tasks tasks_3
        WHERE tasks_3.family_id = $1
        UNION ALL SELECT bookings_3.family_id, 'Booking' AS type, bookings_3.id AS id
        FROM bookings bookings_3
        WHERE bookings_3.family_id = $1
        UNION ALL SELECT external_events_3.family_id, 'ExternalEvent' AS type, external_events_3.id AS id
        FROM external_events external_events_3
        WHERE external_events_3.family_id = $1) calendar_items_3
      WHERE calendar_items_3.family_id = $1 AND calendar_items_3.id = parents_3.key OFFSET 0) calendar_items_3) SELECT c0, c1, c2
  FROM found
  WHERE (SELECT set_config('hatched.keys_3_1', array_to_string(array_agg(c1), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family

-- calendar.entries.item Booking
SELECT bookings_4.family_id, bookings_4.id
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_3_1', true), ',', '')::uuid[]) wanted(key)) parents_4
  CROSS JOIN LATERAL (SELECT *
    FROM bookings bookings_4
    WHERE bookings_4.family_id = $1 AND bookings_4.id = parents_4.key OFFSET 0) bookings_4;
-- $1 = the viewer's family

-- calendar.entries.item Event
WITH found AS MATERIALIZED (SELECT events_5.family_id AS c0, events_5.id AS c1
    FROM (SELECT DISTINCT key
      FROM unnest(string_to_array(current_setting('hatched.keys_3_1', true), ',', '')::uuid[]) wanted(key)) parents_5
    CROSS JOIN LATERAL (SELECT *
      FROM events events_5
      WHERE events_5.family_id = $1 AND events_5.id = parents_5.key OFFSET 0) events_5) SELECT c0, c1
  FROM found
  WHERE (SELECT set_config('hatched.keys_5_1', array_to_string(array_agg(c1), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family

-- calendar.entries.item.recurrence Recurrence
WITH found AS MATERIALIZED (SELECT recurrences_6.family_id AS c0, recurrences_6.id AS c1, recurrences_6.rule AS c2
    FROM (SELECT DISTINCT key
      FROM unnest(string_to_array(current_setting('hatched.keys_5_1', true), ',', '')::uuid[]) wanted(key)) parents_6
    CROSS JOIN LATERAL (SELECT *
      FROM (SELECT s.family_id, s.id, s.frequency, s.step, s.by_month_day, s.by_month, s.by_set_pos, s.week_start, s.count, s.until, s.rule
        FROM events s
        WHERE s.family_id = $1 AND s.frequency IS NOT NULL
        UNION ALL SELECT s.family_id, s.id, s.frequency, s.step, s.by_month_day, s.by_month, s.by_set_pos, s.week_start, s.count, s.until, s.rule
        FROM tasks s
        WHERE s.family_id = $1 AND s.frequency IS NOT NULL) recurrences_6
      WHERE recurrences_6.family_id = $1 AND recurrences_6.id = parents_6.key OFFSET 0) recurrences_6) SELECT c0, c1, c2
  FROM found
  WHERE (SELECT set_config('hatched.keys_6_1', array_to_string(array_agg(c1), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family

-- calendar.entries.item.recurrence.byDay WeekdayPosition
SELECT rule_weekdays_7.family_id, rule_weekdays_7.series_id, rule_weekdays_7.day, rule_weekdays_7.position
  FROM unnest(string_to_array(current_setting('hatched.keys_6_1', true), ',', '')::uuid[]) parents_7(key)
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT s.family_id, s.id AS series_id, md5(s.id::text || days.code)::uuid AS id, days.place, (ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'])[array_position(ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], right(days.code, 2))] AS day, nullif(left(days.code, -2), '')::int AS position
      FROM events s
      CROSS JOIN LATERAL unnest(s.by_day) WITH ORDINALITY AS days (code, place)
      WHERE s.family_id = $1 AND s.frequency IS NOT NULL
      UNION ALL SELECT s.family_id, s.id AS series_id, md5(s.id::text || days.code)::uuid AS id, days.place, (ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'])[array_position(ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], right(days.code, 2))] AS day, nullif(left(days.code, -2), '')::int AS position
      FROM tasks s
      CROSS JOIN LATERAL unnest(s.by_day) WITH ORDINALITY AS days (code, place)
      WHERE s.family_id = $1 AND s.frequency IS NOT NULL) rule_weekdays_7
    WHERE rule_weekdays_7.family_id = $1 AND rule_weekdays_7.series_id = parents_7.key
    ORDER BY rule_weekdays_7.place, rule_weekdays_7.id
    LIMIT $2 OFFSET $3) rule_weekdays_7
  ORDER BY rule_weekdays_7.place, rule_weekdays_7.id;
-- $1 = the viewer's family, $2 = 80, $3 = 0

-- calendar.entries.item ExternalEvent
SELECT external_events_8.family_id, external_events_8.id
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_3_1', true), ',', '')::uuid[]) wanted(key)) parents_8
  CROSS JOIN LATERAL (SELECT *
    FROM external_events external_events_8
    WHERE external_events_8.family_id = $1 AND external_events_8.id = parents_8.key OFFSET 0) external_events_8;
-- $1 = the viewer's family

-- calendar.entries.item Task
SELECT tasks_9.family_id, tasks_9.id, tasks_9.priority, tasks_9.category_id
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_3_1', true), ',', '')::uuid[]) wanted(key)) parents_9
  CROSS JOIN LATERAL (SELECT *
    FROM tasks tasks_9
    WHERE tasks_9.family_id = $1 AND tasks_9.id = parents_9.key OFFSET 0) tasks_9;
-- $1 = the viewer's family

-- calendar.entries.item.category TaskCategory
SELECT task_categories_10.family_id, task_categories_10.id, task_categories_10.name
  FROM task_categories task_categories_10
  WHERE task_categories_10.family_id = $1;
-- $1 = the viewer's family
