-- What a school tells its people, for psql, as a superuser, whom no policy binds: 40 announcements, 60 events and 600 posts. A third of each
-- is for one class alone; an eighth of the announcements is over, and another is still to come. An announcement has a picture, a post has
-- two, and an author, of whom two in three are teachers and the others parents, has one. All is older than a day: nobody is told of it.
--
-- Variable: school (a name).

CREATE FUNCTION pg_temp.key(kind text, number bigint) RETURNS uuid LANGUAGE sql AS $$
  SELECT md5(current_setting('bench.school') || kind || number)::uuid
$$;
SELECT set_config('bench.school', :'school', false) \g /dev/null

CREATE TEMP TABLE place AS
SELECT schools.id, date_trunc('minute', now()) AS moment, count(*) AS classes,
  array_agg(classes.id ORDER BY classes.id) AS class_ids,
  array_agg(public.audience_key(schools.id, 'person ' || taught.staff_id::text) ORDER BY classes.id) AS teachers,
  (SELECT array_agg(id ORDER BY id) FROM school_people WHERE school_id = schools.id AND kind = 'PARENT') AS parents
FROM schools
JOIN school_classes classes ON classes.school_id = schools.id
JOIN school_staff_classes taught ON taught.class_id = classes.id
WHERE schools.name = :'school'
GROUP BY schools.id;
UPDATE schools SET posts_by = 'STAFF_AND_PARENTS' WHERE name = :'school';

INSERT INTO files (
  home_id, id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes, unused_since, created_at)
SELECT place.id, pg_temp.key('picture', number), 'picture-' || number || '.jpg', 'image/jpeg', 'PICTURE', 200000,
  sha256(number::text::bytea), 1600, 1200, 260000, 200000, now(), moment - number * interval '1 minute'
FROM place, generate_series(1, 40 + 2 * 600) AS number;

INSERT INTO announcements (
  school_id, id, title, text, begins_at, ends_at, priority, position, grades, class_ids, picture_id, created_at, updated_at)
SELECT place.id, pg_temp.key('announcement', number), 'Announcement ' || number || ' of the school office',
  repeat('What all families of the school should know, number ' || number || '. ', 5),
  CASE number % 8 WHEN 6 THEN moment + interval '30 days' WHEN 5 THEN made END,
  CASE number % 8 WHEN 7 THEN moment - interval '1 day' WHEN 5 THEN moment + interval '60 days' END,
  CASE WHEN number % 10 = 0 THEN 'URGENT' ELSE 'NORMAL' END, number % 4, '{}',
  CASE WHEN number % 3 = 0 THEN ARRAY[class_ids[1 + number % classes]] ELSE '{}' END, pg_temp.key('picture', number), made, made
FROM place, generate_series(1, 40) AS number, LATERAL (SELECT moment - interval '2 days' - number * interval '7 hours' AS made) AS times;

INSERT INTO school_events (
  school_id, id, title, text, category, starts_at, ends_at, first_day, last_day, place, latitude, longitude, grades, class_ids,
  created_at, updated_at)
SELECT place.id, pg_temp.key('event', number), 'Event ' || number || ' of the school year',
  repeat('What happens there, and what to bring along, number ' || number || '. ', 4),
  (ARRAY['ACADEMIC', 'ATHLETIC', 'ARTS', 'DEADLINE', 'OTHER'])[1 + number % 5],
  CASE WHEN number % 4 > 0 THEN start END, CASE WHEN number % 4 > 0 THEN start + interval '2 hours' END,
  CASE WHEN number % 4 = 0 THEN start::date END, CASE WHEN number % 4 = 0 THEN start::date + 1 END,
  'Hall ' || number % 7, 42.44 + number * 0.001, -76.5 + number * 0.001, '{}',
  CASE WHEN number % 3 = 0 THEN ARRAY[class_ids[1 + number % classes]] ELSE '{}' END, made, made
FROM place, generate_series(1, 60) AS number,
  LATERAL (SELECT moment + (number - 20) * interval '17 hours' AS start, moment - interval '40 days' AS made) AS times;

INSERT INTO school_posts (
  school_id, id, author_id, author_name, author_kind, grades, class_ids, state, is_held, text, date, created_at, updated_at)
SELECT place.id, pg_temp.key('post', number), people.id, people.name, people.kind, '{}', audience.class_ids, 'PUBLISHED', false,
  repeat('What we did on day ' || number || ', and what we shall do next. ', 5), (made AT TIME ZONE 'UTC')::date, made, made
FROM place
CROSS JOIN generate_series(1, 600) AS number
CROSS JOIN LATERAL (
  SELECT moment - interval '2 days' - number * interval '40 minutes' AS made,
    CASE WHEN number % 3 = 0 THEN ARRAY[class_ids[1 + number % classes]] ELSE '{}' END AS class_ids,
    CASE WHEN number % 3 = 0 OR number % 2 = 0 THEN teachers[1 + number % classes]
      ELSE parents[1 + number % cardinality(parents)] END AS author_id) AS audience
JOIN school_people people ON people.school_id = place.id AND people.id = audience.author_id;
INSERT INTO school_post_pictures (school_id, id, file_id, post_id)
SELECT place.id, pg_temp.key('post picture', number), pg_temp.key('picture', 40 + number), pg_temp.key('post', (number + 1) / 2)
FROM place, generate_series(1, 2 * 600) AS number;

-- The pictures of authors are of their accounts; the sample's parents have one.
CREATE TEMP TABLE authors AS
SELECT DISTINCT people.account_id AS id FROM school_people people
WHERE people.picture_id IS NULL AND people.id IN (SELECT author_id FROM school_posts WHERE school_id = (SELECT id FROM place));
INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes, unused_since)
SELECT id, md5('portrait' || id)::uuid, id, 'portrait.jpg', 'image/jpeg', 'PICTURE', 60000, sha256(id::text::bytea), 640, 640, 80000, 60000,
  now()
FROM authors;
UPDATE accounts SET picture_id = md5('portrait' || authors.id)::uuid FROM authors WHERE accounts.id = authors.id;
ANALYZE announcements, school_events, school_posts, school_post_pictures, school_people, files, accounts, place_versions,
  account_versions;
