-- The teachers of the school `queue`, each with two words of its information and the beginning of a third, as passages.sql makes them.
SELECT sessions.account_id, sessions.id AS session_id, concat_ws(
    ' ', translate(substr(md5((100 + numbered.place * 37 % 800)::text), 1, 7), '0123456789', 'ghijklmnop'), translate(substr(md5((100 + numbered.place * 53 % 800)::text), 1, 7), '0123456789', 'ghijklmnop'),
    left(translate(substr(md5((numbered.place * 71 % 900)::text), 1, 7), '0123456789', 'ghijklmnop'), 4)) AS text
FROM (
  SELECT staff.account_id, row_number() OVER (ORDER BY staff.id)::int AS place
  FROM schools JOIN school_staff staff ON staff.school_id = schools.id
  WHERE schools.name = 'queue' AND staff.role = 'TEACHER'
) AS numbered
JOIN sessions ON sessions.account_id = numbered.account_id
ORDER BY numbered.place;
