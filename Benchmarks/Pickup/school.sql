-- A school with its classes and staff, and the sample's students in it: for psql, as a superuser, whom no policy binds.
--
-- Variables: school (a name), parents (the accounts of the sample's first parents, an array), classes, size (students in a class), and
-- place: each of these families enrols its student of that place, and as many as are needed the next. Siblings are in different classes.

CREATE FUNCTION pg_temp.key(kind text, number bigint) RETURNS uuid LANGUAGE sql AS $$
  SELECT md5(current_setting('bench.school') || kind || number)::uuid
$$;
SELECT set_config('bench.school', :'school', false) \g /dev/null

CREATE TEMP TABLE pupils AS
SELECT row_number() OVER (ORDER BY students.place, homes.number) AS number, students.family_id, students.id, students.name,
  homes.account_id
FROM unnest(:'parents'::uuid[]) WITH ORDINALITY AS homes (account_id, number)
JOIN members parents ON parents.account_id = homes.account_id
JOIN (
  SELECT family_id, id, name, row_number() OVER (PARTITION BY family_id ORDER BY id) AS place FROM members WHERE role = 'STUDENT'
) AS students ON students.family_id = parents.family_id AND students.place >= :place
ORDER BY 1 LIMIT :classes * :size;
CREATE TEMP TABLE staff AS
SELECT number, CASE WHEN number <= :classes THEN 'TEACHER' WHEN number <= :classes + 4 THEN 'DISPATCHER' ELSE 'ADMINISTRATOR' END AS role
FROM generate_series(1, :classes + 5) AS number;

-- The sample gives each family a school of its own. These students leave it first: a school keeps records of those who leave.
DELETE FROM enrolments USING schools
WHERE schools.name = 'Generated School' AND enrolments.school_id = schools.id
  AND enrolments.family_id IN (SELECT family_id FROM pupils);
DELETE FROM schools USING school_families
WHERE schools.name = 'Generated School' AND school_families.school_id = schools.id
  AND school_families.family_id IN (SELECT family_id FROM pupils);

-- It is noon there, so that no school day ends while somebody measures.
INSERT INTO schools (id, name, time_zone)
SELECT pg_temp.key('school', 1), :'school', 'Etc/GMT' || to_char(extract(hour FROM now() AT TIME ZONE 'UTC')::int - 12, 'SGFM90');
INSERT INTO school_classes (school_id, id, name)
SELECT pg_temp.key('school', 1), pg_temp.key('class', number), 'Class ' || number FROM generate_series(1, :classes) AS number;
INSERT INTO accounts (id, name) SELECT pg_temp.key('staff', number), 'Staff ' || number FROM staff;
INSERT INTO school_staff (school_id, id, account_id, name, role)
SELECT pg_temp.key('school', 1), pg_temp.key('staff', number), pg_temp.key('staff', number), 'Staff ' || number, role FROM staff;
INSERT INTO school_staff_classes (school_id, staff_id, account_id, class_id)
SELECT pg_temp.key('school', 1), pg_temp.key('staff', number), pg_temp.key('staff', number), pg_temp.key('class', number)
FROM staff WHERE role = 'TEACHER';
INSERT INTO school_families (family_id, school_id) SELECT DISTINCT family_id, pg_temp.key('school', 1) FROM pupils;
INSERT INTO enrolments (family_id, id, student_id, school_id, staff_school_id, class_id, student_name, student_number, state)
SELECT family_id, pg_temp.key('enrolment', number), id, pg_temp.key('school', 1), pg_temp.key('school', 1),
  pg_temp.key('class', (number - 1) / :size + 1), name, number, 'CONFIRMED'
FROM pupils;
INSERT INTO pickup_guardians (family_id, enrolment_id, member_id, name)
SELECT pupils.family_id, pg_temp.key('enrolment', pupils.number), members.id, members.name
FROM pupils JOIN members ON members.family_id = pupils.family_id AND members.role = 'PARENT';
INSERT INTO collectors (family_id, id, enrolment_id, name, telephone)
SELECT family_id, pg_temp.key('collector', number), pg_temp.key('enrolment', number), 'Collector ' || number, '+16075550142'
FROM pupils;
ANALYZE schools, school_classes, school_staff, school_staff_classes, school_families, enrolments, pickup_guardians, collectors,
  accounts, place_versions;

-- A line for each student, with the accounts of its parent and its teacher; and for each of the staff, with its class.
SELECT 'STUDENT', id, account_id, pg_temp.key('staff', (number - 1) / :size + 1) FROM pupils ORDER BY number;
SELECT 'STAFF', pg_temp.key('staff', number), role, CASE WHEN role = 'TEACHER' THEN pg_temp.key('class', number) END
FROM staff ORDER BY number;
