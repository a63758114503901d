-- A full calendar for families: 40 weekly series and 130 events in one month, which are some 300 entries of it. For psql, as a superuser. Variable:
-- families (how many).

CREATE TEMPORARY TABLE chosen AS SELECT family_id, time_zone FROM families ORDER BY family_id LIMIT :families;
INSERT INTO events (
  family_id, id, title, place, date, time, end_date, end_time, time_zone, color, frequency, step, by_day, by_month_day, by_month, by_set_pos,
  week_start, rule)
SELECT family_id, gen_random_uuid(), 'Series ' || number, 'Hall', day, clock, day, clock + interval '1 hour', time_zone, '#2E86AB', 'WEEKLY', 1,
  '{}', '{}', '{}', '{}', 'MONDAY', 'FREQ=WEEKLY'
FROM chosen CROSS JOIN generate_series(1, 40) AS number
CROSS JOIN LATERAL (SELECT date '2026-06-01' + number AS day, time '08:00' + number * interval '15 minutes' AS clock) AS starts;
INSERT INTO events (family_id, id, title, date, time, end_date, end_time, time_zone)
SELECT family_id, gen_random_uuid(), 'Event ' || number, day, '19:00', day, '20:00', time_zone
FROM chosen CROSS JOIN generate_series(1, 130) AS number
CROSS JOIN LATERAL (SELECT date '2026-10-01' + number % 31 AS day) AS starts;
ANALYZE events;
