-- The events and the open tasks of a feed, by the hash of its secret, that may have a part from one day to another: a
-- JSON array of objects with the columns of their rows, and in `kept` the rows of their occurrences. Behind them the
-- rows that may give the calendar entries of the other kinds, visible to the member or not: each with its kind and its
-- id, and in `revision` and `changed` the SEQUENCE and the DTSTAMP of its entries.
--
-- An entry of a course has the name of the course, and one of a pickup time that of the school: both rows count. An
-- event of a calendar elsewhere has no version: `revision` has the seconds from 2020 until its last change.
--
-- Owner's rights: the address is the proof of a right, and there is no viewer whose scope could be set. A feed has what
-- every member of the family sees.
CREATE OR REPLACE FUNCTION series_of_feed(hash bytea, window_start date, window_end date) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  feed record;
  result jsonb;
  others jsonb;
BEGIN
  SELECT feeds.family_id, feeds.kinds, feeds.member_ids, EXISTS (
      SELECT 1 FROM public.members known WHERE known.family_id = feeds.family_id AND known.id = ANY (feeds.member_ids)) AS has_members
  INTO feed
  FROM public.calendar_feed_secrets secrets
  JOIN public.calendar_feeds feeds ON feeds.family_id = secrets.home_id AND feeds.id = secrets.feed_id
  WHERE secrets.secret_hash = hash;
  IF NOT FOUND OR feed.member_ids <> '{}' AND NOT feed.has_members THEN RETURN '[]'; END IF;
  SELECT jsonb_agg(found.item ORDER BY found.item ->> 'id') INTO result FROM (
    SELECT jsonb_build_object(
      'kind', 'EVENT', 'id', item.id, 'title', item.title, 'text', item.text, 'place', item.place, 'date', item.date, 'time', item.time,
      'end_date', item.end_date, 'end_time', item.end_time, 'zone', item.time_zone, 'rule', item.rule, 'revision', item.revision,
      'changed', extract(epoch FROM item.updated_at)::int8, 'kept', kept.rows) AS item
    FROM public.events item
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(to_jsonb(known) - '{family_id,id,event_id,task_id,series_id,created_at,done_by_id}'::text[]
        || jsonb_build_object('changed', extract(epoch FROM known.updated_at)::int8) ORDER BY known.day) AS rows
      FROM public.occurrences known WHERE known.family_id = item.family_id AND known.series_id = item.id) AS kept ON true
    WHERE item.family_id = feed.family_id AND (feed.kinds = '{}' OR 'EVENT' = ANY (feed.kinds))
      AND item.date <= window_end
      AND (item.frequency IS NULL AND item.end_date >= window_start OR item.frequency IS NOT NULL AND (
        item.last_day IS NULL OR item.last_day + (item.end_date - item.date) >= window_start OR EXISTS (
          SELECT 1 FROM public.occurrences moved
          WHERE moved.family_id = item.family_id AND moved.series_id = item.id AND moved.date >= window_start)))
      AND (feed.member_ids = '{}' OR EXISTS (
        SELECT 1 FROM public.event_members named
        WHERE named.family_id = item.family_id AND named.event_id = item.id AND named.member_id = ANY (feed.member_ids))
        OR NOT EXISTS (SELECT 1 FROM public.event_members named WHERE named.family_id = item.family_id AND named.event_id = item.id))
    UNION ALL
    SELECT jsonb_build_object(
      'kind', 'TASK', 'id', item.id, 'title', item.title, 'text', item.text, 'date', item.due_date, 'time', item.due_time,
      'end_date', item.due_date, 'end_time', item.due_time, 'zone', item.time_zone, 'rule', item.rule, 'revision', item.revision,
      'changed', extract(epoch FROM item.updated_at)::int8, 'kept', kept.rows)
    FROM public.tasks item
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(to_jsonb(known) - '{family_id,id,event_id,task_id,series_id,created_at,done_by_id}'::text[]
        || jsonb_build_object('changed', extract(epoch FROM known.updated_at)::int8) ORDER BY known.day) AS rows
      FROM public.occurrences known WHERE known.family_id = item.family_id AND known.series_id = item.id) AS kept ON true
    WHERE item.family_id = feed.family_id AND (feed.kinds = '{}' OR 'TASK' = ANY (feed.kinds))
      AND item.done_at IS NULL AND item.due_date <= window_end
      AND (item.frequency IS NULL AND item.due_date >= window_start OR item.frequency IS NOT NULL AND (
        item.last_day IS NULL OR item.last_day >= window_start OR EXISTS (
          SELECT 1 FROM public.occurrences moved
          WHERE moved.family_id = item.family_id AND moved.series_id = item.id AND moved.date >= window_start)))
      AND (feed.member_ids = '{}' OR item.member_id IS NULL OR item.member_id = ANY (feed.member_ids))
  ) AS found;
  SELECT jsonb_agg(jsonb_build_object(
    'kind', entry.kind, 'id', entry.id, 'revision', entry.revision, 'changed', floor(extract(epoch FROM entry.changed_at))::int8))
  INTO others FROM (
    SELECT 'ASSIGNMENT' AS kind, item.id, item.version - 1 AS revision, item.updated_at AS changed_at
    FROM public.assignments item
    WHERE item.family_id = feed.family_id AND (feed.kinds = '{}' OR 'ASSIGNMENT' = ANY (feed.kinds))
      AND item.due_date BETWEEN window_start - 1 AND window_end + 1
    UNION ALL
    SELECT 'PLANNER_TASK', item.id, item.version - 1, item.updated_at
    FROM public.planner_tasks item
    WHERE item.family_id = feed.family_id AND (feed.kinds = '{}' OR 'PLANNER_TASK' = ANY (feed.kinds))
      AND item.date BETWEEN window_start - 1 AND window_end + 1
    UNION ALL
    SELECT 'COURSE', item.id, item.version + course.version - 2, greatest(item.updated_at, course.updated_at)
    FROM public.time_slots item
    JOIN public.courses course ON course.family_id = item.family_id AND course.id = item.course_id
    WHERE item.family_id = feed.family_id AND (feed.kinds = '{}' OR 'COURSE' = ANY (feed.kinds))
    UNION ALL
    SELECT 'PICKUP', item.id, item.version + school.version - 2, greatest(item.updated_at, school.updated_at)
    FROM public.pickup_times item
    JOIN public.enrolments enrolled ON enrolled.family_id = item.family_id AND enrolled.id = item.enrolment_id
    JOIN public.schools school ON school.id = enrolled.school_id
    WHERE item.family_id = feed.family_id AND (feed.kinds = '{}' OR 'PICKUP' = ANY (feed.kinds))
    UNION ALL
    SELECT 'BOOKING', item.id, item.version - 1, item.updated_at
    FROM public.bookings item
    WHERE item.family_id = feed.family_id AND (feed.kinds = '{}' OR 'BOOKING' = ANY (feed.kinds))
      AND item.starts_at < (window_end + 3)::timestamp AT TIME ZONE interval '0'
      AND item.ends_at > (window_start - 2)::timestamp AT TIME ZONE interval '0'
    UNION ALL
    SELECT 'EXTERNAL', item.id, floor(extract(epoch FROM item.created_at))::int8 - 1577836800, item.created_at
    FROM public.external_events item
    WHERE item.family_id = feed.family_id AND (feed.kinds = '{}' OR 'EXTERNAL' = ANY (feed.kinds))
      AND (item.first_day <= window_end AND item.last_day >= window_start
        OR item.starts_at < (window_end + 3)::timestamp AT TIME ZONE interval '0'
        AND item.ends_at > (window_start - 2)::timestamp AT TIME ZONE interval '0')
    UNION ALL
    SELECT 'SCHOOL_EVENT', item.id, item.version - 1, item.updated_at
    FROM public.school_families known JOIN public.school_events item ON item.school_id = known.school_id
    WHERE known.family_id = feed.family_id AND (feed.kinds = '{}' OR 'SCHOOL_EVENT' = ANY (feed.kinds))
      AND item.begins_at < (window_end + 3)::timestamp AT TIME ZONE interval '0'
      AND coalesce(item.closes_at, item.begins_at) > (window_start - 2)::timestamp AT TIME ZONE interval '0'
  ) AS entry;
  RETURN (coalesce(result, '[]'::jsonb) || coalesce(others, '[]'::jsonb))::text;
END
$$;
REVOKE ALL ON FUNCTION series_of_feed(bytea, date, date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION series_of_feed(bytea, date, date) TO hatched_app;
