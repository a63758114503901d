-- Announcements, events and posts of a school, for psql, as a superuser, whom no policy binds: each second one for all, the others for one
-- class each. Every post has two pictures, every second announcement one.
--
-- Variables: school (a name).

CREATE TEMP TABLE place AS SELECT id FROM schools WHERE name = :'school';
CREATE TEMP TABLE rooms AS SELECT array_agg(id ORDER BY id) AS ids FROM school_classes WHERE school_id = (SELECT id FROM place);
INSERT INTO files (home_id, id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes)
SELECT place.id, md5('picture ' || number)::uuid, 'Picture ' || number || '.png', 'image/png', 'PICTURE', 1000, sha256(number::text::bytea), 640, 480,
  1000, 1000
FROM place, generate_series(1, 100) AS number;
INSERT INTO announcements (school_id, id, title, text, priority, position, grades, class_ids, picture_id)
SELECT place.id, md5('announcement ' || number)::uuid, 'Announcement ' || number, repeat('Words of an announcement. ', 8), 'NORMAL', 0, '{}',
  CASE WHEN number % 2 = 0 THEN '{}' ELSE ARRAY[rooms.ids[1 + number % cardinality(rooms.ids)]] END,
  CASE WHEN number % 4 = 0 THEN md5('picture ' || number)::uuid END
FROM place, rooms, generate_series(1, 100) AS number;
INSERT INTO school_events (school_id, id, title, category, starts_at, place, latitude, longitude, grades, class_ids)
SELECT place.id, md5('event ' || number)::uuid, 'Event ' || number, 'OTHER', now() + number * interval '6 hours', 'The hall', 42.5, -76.5, '{}',
  CASE WHEN number % 2 = 0 THEN '{}' ELSE ARRAY[rooms.ids[1 + number % cardinality(rooms.ids)]] END
FROM place, rooms, generate_series(1, 200) AS number;
INSERT INTO school_posts (school_id, id, author_id, author_name, author_kind, grades, class_ids, state, is_held, text, created_at)
SELECT place.id, md5('post ' || number)::uuid, people.id, people.name, people.kind, '{}',
  CASE WHEN number % 2 = 0 THEN '{}' ELSE ARRAY[rooms.ids[1 + number % cardinality(rooms.ids)]] END, 'PUBLISHED', false,
  repeat('Words of a post. ', 8), now() - number * interval '1 hour'
FROM place, rooms, generate_series(1, 1000) AS number
JOIN LATERAL (
  SELECT named.id, named.name, named.kind FROM school_people named
  WHERE named.school_id = (SELECT id FROM place) AND named.kind <> 'STUDENT' ORDER BY named.id OFFSET number % 50 LIMIT 1
) AS people ON true;
INSERT INTO school_post_pictures (school_id, id, file_id, post_id)
SELECT place.id, md5('use ' || number || ' ' || part)::uuid, md5('picture ' || 1 + (number + 50 * part) % 100)::uuid, md5('post ' || number)::uuid
FROM place, generate_series(1, 1000) AS number, generate_series(0, 1) AS part;
ANALYZE files, announcements, school_events, school_posts, school_post_pictures, school_people;
