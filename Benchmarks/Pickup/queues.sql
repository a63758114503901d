-- An open dismissal of today for each student of a school: for psql, as a superuser. Variable: school (a name).

INSERT INTO dismissals (
  family_id, id, enrolment_id, day, day_ends_at, state, requested_at, requested_by, ready_at, ready_by, created_at, updated_at)
SELECT family_id, md5(schools.name || 'dismissal' || student_number)::uuid, enrolments.id, clock.today::date,
  (clock.today::date + 1)::timestamp AT TIME ZONE schools.time_zone, readiness.state, asked_at, 'A parent', ready_at, ready_by, asked_at,
  coalesce(ready_at, asked_at)
FROM schools
JOIN enrolments ON enrolments.school_id = schools.id
CROSS JOIN LATERAL (SELECT now() AT TIME ZONE schools.time_zone AS today) AS clock
CROSS JOIN LATERAL (SELECT now() - student_number::int % 600 * interval '1 second' AS asked_at, student_number::int % 3 = 0 AS is_ready)
  AS asked
CROSS JOIN LATERAL (
  SELECT CASE WHEN is_ready THEN 'READY' ELSE 'REQUESTED' END AS state, CASE WHEN is_ready THEN now() END AS ready_at,
    CASE WHEN is_ready THEN 'A teacher' END AS ready_by) AS readiness
WHERE schools.name = :'school';
ANALYZE dismissals;
