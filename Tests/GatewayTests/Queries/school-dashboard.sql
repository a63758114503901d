-- school School
SELECT schools_0.id, schools_0.name, schools_0.latitude, schools_0.longitude
  FROM schools schools_0
  WHERE schools_0.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND schools_0.id = $1;
-- $1 = 0198f000-0000-7000-8070-000000000001

-- school.announcements Announcement
WITH found AS MATERIALIZED (SELECT announcements_1.school_id AS c0, announcements_1.id AS c1, announcements_1.title AS c2, announcements_1.text AS c3, announcements_1.priority AS c4, announcements_1.begins_at AS c5, announcements_1.ends_at AS c6, announcements_1.picture_id AS c7
    FROM (SELECT schools_0.id AS key
      FROM schools schools_0
      WHERE schools_0.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND schools_0.id = $1) parents_1
    CROSS JOIN LATERAL (SELECT *
      FROM announcements announcements_1
      WHERE announcements_1.school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]) AND announcements_1.audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[] AND (announcements_1.begins_at IS NULL OR announcements_1.begins_at <= now() OR (announcements_1.school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]) OR coalesce(announcements_1.only_classes <@ nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[], false))) AND announcements_1.school_id = parents_1.key
      ORDER BY announcements_1.rank, announcements_1.position, announcements_1.shown_from DESC, announcements_1.id
      LIMIT $2 OFFSET $3) announcements_1
    ORDER BY announcements_1.rank, announcements_1.position, announcements_1.shown_from DESC, announcements_1.id) SELECT c0, c1, c2, c3, c4, c5, c6
  FROM found
  WHERE (SELECT set_config('hatched.keys_1_1', array_to_string(array_agg(c1), ',', ''), true) || set_config('hatched.keys_1_7', array_to_string(array_agg(c7), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = 0198f000-0000-7000-8070-000000000001, $2 = 5, $3 = 0

-- school.announcements.picture File
SELECT files_2.home_id, parents_2.key, files_2.id, files_2.name, files_2.width, files_2.height
  FROM (SELECT DISTINCT key, target
    FROM unnest(string_to_array(current_setting('hatched.keys_1_1', true), ',', '')::uuid[], string_to_array(current_setting('hatched.keys_1_7', true), ',', '')::uuid[]) wanted(key, target)) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM files files_2
    WHERE files_2.home_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]) AND files_2.id = parents_2.target OFFSET 0) files_2;

-- school.events SchoolEvent
WITH found AS MATERIALIZED (SELECT school_events_3.school_id AS c0, school_events_3.id AS c1, school_events_3.title AS c2, school_events_3.text AS c3, school_events_3.category AS c4, school_events_3.starts_at AS c5, school_events_3.ends_at AS c6, school_events_3.first_day AS c7, school_events_3.last_day AS c8, school_events_3.place AS c9, school_events_3.latitude AS c10, school_events_3.longitude AS c11, school_events_3.picture_id AS c12
    FROM (SELECT schools_0.id AS key
      FROM schools schools_0
      WHERE schools_0.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND schools_0.id = $1) parents_3
    CROSS JOIN LATERAL (SELECT *
      FROM school_events school_events_3
      WHERE school_events_3.school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]) AND school_events_3.audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[] AND school_events_3.school_id = parents_3.key
      ORDER BY school_events_3.begins_at, school_events_3.id
      LIMIT $2 OFFSET $3) school_events_3
    ORDER BY school_events_3.begins_at, school_events_3.id) SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11
  FROM found
  WHERE (SELECT set_config('hatched.keys_3_1', array_to_string(array_agg(c1), ',', ''), true) || set_config('hatched.keys_3_12', array_to_string(array_agg(c12), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = 0198f000-0000-7000-8070-000000000001, $2 = 10, $3 = 0

-- school.events.picture File
SELECT files_4.home_id, parents_4.key, files_4.id, files_4.name, files_4.width, files_4.height
  FROM (SELECT DISTINCT key, target
    FROM unnest(string_to_array(current_setting('hatched.keys_3_1', true), ',', '')::uuid[], string_to_array(current_setting('hatched.keys_3_12', true), ',', '')::uuid[]) wanted(key, target)) parents_4
  CROSS JOIN LATERAL (SELECT *
    FROM files files_4
    WHERE files_4.home_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]) AND files_4.id = parents_4.target OFFSET 0) files_4;

-- school.information SchoolInformation
WITH found AS MATERIALIZED (SELECT school_information_5.school_id AS c0, school_information_5.title AS c1, school_information_5.text AS c2, school_information_5.id AS c3
    FROM (SELECT schools_0.id AS key
      FROM schools schools_0
      WHERE schools_0.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND schools_0.id = $1) parents_5
    CROSS JOIN LATERAL (SELECT *
      FROM school_information school_information_5
      WHERE school_information_5.school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]) AND school_information_5.section = $2 AND school_information_5.school_id = parents_5.key
      ORDER BY school_information_5.position, school_information_5.title, school_information_5.id
      LIMIT $3 OFFSET $4) school_information_5
    ORDER BY school_information_5.position, school_information_5.title, school_information_5.id) SELECT c0, c1, c2, c3
  FROM found
  WHERE (SELECT set_config('hatched.keys_5_3', array_to_string(array_agg(c3), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = 0198f000-0000-7000-8070-000000000001, $2 = 'SCHEDULES', $3 = 50, $4 = 0

-- school.information.links SchoolLink
SELECT school_links_6.school_id, school_links_6.information_id, school_links_6.title, school_links_6.url
  FROM unnest(string_to_array(current_setting('hatched.keys_5_3', true), ',', '')::uuid[]) parents_6(key)
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT known.school_id, known.id AS information_id, md5(known.id::text || link.number::text)::uuid AS link_id, link.number, link.value ->> 'title' AS title, link.value ->> 'url' AS url
      FROM school_information known
      CROSS JOIN LATERAL jsonb_array_elements(known.links) WITH ORDINALITY AS link (value, number)
      WHERE known.school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[])) school_links_6
    WHERE school_links_6.school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]) AND school_links_6.information_id = parents_6.key
    ORDER BY school_links_6.number, school_links_6.link_id
    LIMIT $1 OFFSET $2) school_links_6
  ORDER BY school_links_6.number, school_links_6.link_id;
-- $1 = 20, $2 = 0

-- school.calendar SchoolDay
WITH found AS MATERIALIZED (SELECT school_days_7.school_id AS c0, school_days_7.day AS c1, school_days_7.day_id AS c2
    FROM (SELECT schools_0.id AS key
      FROM schools schools_0
      WHERE schools_0.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND schools_0.id = $1) parents_7
    CROSS JOIN LATERAL (SELECT *
      FROM (SELECT place.id AS school_id, md5(place.id::text || number::text)::uuid AS day_id, $2 + number AS day
        FROM schools place CROSS JOIN generate_series(0, $3::int - 1) AS number
        WHERE place.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND $2 + number <= date '9999-12-31') school_days_7
      WHERE school_days_7.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND school_days_7.school_id = parents_7.key
      ORDER BY school_days_7.day, school_days_7.day_id
      LIMIT $3) school_days_7
    ORDER BY school_days_7.day, school_days_7.day_id) SELECT c0, c1, c2
  FROM found
  WHERE (SELECT set_config('hatched.keys_7_0', array_to_string(array_agg(c0), ',', ''), true) || set_config('hatched.keys_7_1', array_to_string(array_agg(c1), ',', ''), true) || set_config('hatched.keys_7_2', array_to_string(array_agg(c2), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = 0198f000-0000-7000-8070-000000000001, $2 = literal("2026-09-28", date), $3 = 3

-- school.calendar.events SchoolEvent
SELECT school_events_8.school_id, parents_8.key, school_events_8.title
  FROM unnest(string_to_array(current_setting('hatched.keys_7_0', true), ',', '')::uuid[], string_to_array(current_setting('hatched.keys_7_1', true), ',', '')::date[], string_to_array(current_setting('hatched.keys_7_2', true), ',', '')::uuid[]) parents_8(school_id, day, key)
  CROSS JOIN LATERAL (SELECT *
    FROM school_events school_events_8
    WHERE school_events_8.school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]) AND school_events_8.audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[] AND school_events_8.school_id = parents_8.school_id AND school_events_8.calendar_until >= parents_8.day AND school_events_8.calendar_from <= parents_8.day
    ORDER BY school_events_8.clock_start, school_events_8.title, school_events_8.id
    LIMIT $1 OFFSET $2) school_events_8
  ORDER BY school_events_8.clock_start, school_events_8.title, school_events_8.id;
-- $1 = 50, $2 = 0

-- school.calendar.activities SchoolActivity
SELECT school_activities_9.school_id, parents_9.key, school_activities_9.title, school_activities_9.start_time
  FROM unnest(string_to_array(current_setting('hatched.keys_7_0', true), ',', '')::uuid[], string_to_array(current_setting('hatched.keys_7_1', true), ',', '')::date[], string_to_array(current_setting('hatched.keys_7_2', true), ',', '')::uuid[]) parents_9(school_id, day, key)
  CROSS JOIN LATERAL (SELECT *
    FROM school_activities school_activities_9
    WHERE school_activities_9.school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]) AND school_activities_9.audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[] AND school_activities_9.school_id = parents_9.school_id AND school_activities_9.last_day >= parents_9.day AND school_activities_9.first_day <= parents_9.day AND (ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'])[extract(isodow
      FROM parents_9.day)::int] = ANY (school_activities_9.days) AND parents_9.day <> ALL (school_activities_9.exceptions)
    ORDER BY school_activities_9.start_time, school_activities_9.title, school_activities_9.id
    LIMIT $1 OFFSET $2) school_activities_9
  ORDER BY school_activities_9.start_time, school_activities_9.title, school_activities_9.id;
-- $1 = 50, $2 = 0
