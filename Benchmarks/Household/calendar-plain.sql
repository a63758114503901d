-- The calendar of calendar-month.sql for as many other families, with an event of its own in place of each occurrence. For psql, as a
-- superuser. Variable: families (how many).

CREATE TEMPORARY TABLE chosen AS SELECT family_id, time_zone FROM families ORDER BY family_id OFFSET :families LIMIT :families;
INSERT INTO events (family_id, id, title, place, date, time, end_date, end_time, time_zone, color)
SELECT family_id, gen_random_uuid(), 'Single ' || number, 'Hall', day::date, clock, day::date, clock + interval '1 hour', time_zone, '#2E86AB'
FROM chosen CROSS JOIN generate_series(1, 40) AS number
CROSS JOIN LATERAL (SELECT time '08:00' + number * interval '15 minutes' AS clock) AS starts
CROSS JOIN generate_series(date '2026-06-01' + number, date '2026-12-31', interval '7 days') AS day;
INSERT INTO events (family_id, id, title, date, time, end_date, end_time, time_zone)
SELECT family_id, gen_random_uuid(), 'Event ' || number, day, '19:00', day, '20:00', time_zone
FROM chosen CROSS JOIN generate_series(1, 130) AS number
CROSS JOIN LATERAL (SELECT date '2026-10-01' + number % 31 AS day) AS starts;
ANALYZE events;
