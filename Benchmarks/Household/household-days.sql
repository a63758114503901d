-- 40 daily series of one family, with 500 exceptions each: of ten occurrences one is left out, three are moved to the next day, and six have
-- another time. For psql, as a superuser. Variable: account (of a member of the family).

CREATE TEMPORARY TABLE chosen AS
SELECT families.family_id, families.time_zone FROM families JOIN members ON members.family_id = families.family_id
WHERE members.account_id = :'account'::uuid LIMIT 1;
CREATE TEMPORARY TABLE series AS SELECT number, gen_random_uuid() AS id FROM generate_series(1, 40) AS number;
INSERT INTO events (
  family_id, id, title, place, date, time, end_date, end_time, time_zone, color, frequency, step, by_day, by_month_day, by_month, by_set_pos,
  week_start, rule)
SELECT chosen.family_id, series.id, 'Daily ' || series.number, 'Hall', '2026-03-01', clock, '2026-03-01', clock + interval '30 minutes',
  chosen.time_zone, '#2E86AB', 'DAILY', 1, '{}', '{}', '{}', '{}', 'MONDAY', 'FREQ=DAILY'
FROM chosen CROSS JOIN series
CROSS JOIN LATERAL (SELECT time '08:00' + series.number * interval '15 minutes' AS clock) AS starts;
-- Five days of six: 500 of 600, among them 167 of the 200 that are asked for.
INSERT INTO occurrences (family_id, id, event_id, series_id, day, is_left_out, is_changed, date, time, end_date, end_time)
SELECT chosen.family_id, gen_random_uuid(), series.id, series.id, days.day, kinds.kind = 0, kinds.kind <> 0,
  CASE WHEN kinds.kind BETWEEN 1 AND 3 THEN days.day + 1 END, CASE WHEN kinds.kind > 3 THEN time '19:00' END,
  CASE WHEN kinds.kind BETWEEN 1 AND 3 THEN days.day + 1 WHEN kinds.kind > 3 THEN days.day END, CASE WHEN kinds.kind > 3 THEN time '20:00' END
FROM chosen CROSS JOIN series CROSS JOIN generate_series(0, 499) AS nth
CROSS JOIN LATERAL (SELECT date '2026-03-01' + nth + nth / 5 AS day) AS days
-- Not all series at once: a day has some 40 entries.
CROSS JOIN LATERAL (SELECT (nth + series.number) % 10 AS kind) AS kinds;
VACUUM ANALYZE events;
VACUUM ANALYZE occurrences;
