-- Reminders that are due within one minute, each of an event of its own, for one parent of each family. For psql, as a superuser. Variables:
-- count (how many), start (when the minute begins, in seconds since 1970).

-- Without triggers, which do nothing here but make a row of `reminder_times` each: so many rows would take minutes.
SET session_replication_role = replica;
DELETE FROM reminders;
DELETE FROM reminder_times;
DELETE FROM notifications WHERE reminder_id IS NOT NULL;
CREATE TEMPORARY TABLE homes AS
SELECT row_number() OVER (ORDER BY family_id) - 1 AS place, family_id, id AS member_id FROM (
  SELECT DISTINCT ON (family_id) family_id, id FROM members WHERE role = 'PARENT' AND account_id IS NOT NULL ORDER BY family_id, id) AS parents;
-- Each family in turn, so that its reminders are due at many moments.
CREATE TEMPORARY TABLE wanted AS
SELECT number, homes.family_id, homes.member_id, gen_random_uuid() AS event_id, gen_random_uuid() AS reminder_id, starts.clock,
  starts.clock + interval '1 hour' AS clock_end
FROM generate_series(1, :count) AS number
JOIN homes ON homes.place = number % (SELECT count(*) FROM homes)
CROSS JOIN LATERAL (
  SELECT (to_timestamp(:start) + (number - 1) * interval '60 seconds' / :count + interval '10 minutes') AT TIME ZONE 'UTC' AS clock) AS starts;
INSERT INTO events (family_id, id, title, date, time, end_date, end_time, time_zone)
SELECT family_id, event_id, 'Reminded ' || number, clock::date, clock::time, clock_end::date, clock_end::time, 'UTC' FROM wanted;
INSERT INTO reminders (family_id, id, event_id, member_id, minutes_before)
SELECT family_id, reminder_id, event_id, member_id, 10 FROM wanted;
INSERT INTO reminder_times (home_id, reminder_id, look_at, looked_until)
SELECT family_id, reminder_id, '-infinity', now() FROM wanted;
RESET session_replication_role;
ANALYZE events;
ANALYZE reminders;
ANALYZE reminder_times;
