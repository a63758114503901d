-- Passages of the information of schools, for psql, as a superuser, whom no policy binds: 10,000 of the school that is given, and 1,000 of
-- each of 99 others. A passage has 40 words of 1,000, of which the first are the most frequent.
--
-- Variables: school (a name).

INSERT INTO schools (id, name, time_zone) SELECT md5('searched' || number)::uuid, 'Searched ' || number, 'UTC' FROM generate_series(1, 99) AS number;
INSERT INTO school_information (school_id, id, section, title, text, links, position)
SELECT searched.id, gen_random_uuid(), 'POLICIES', 'Rule ' || piece, (
  SELECT string_agg(passage.text, E'\n\n') FROM (
    SELECT number, (
      SELECT string_agg(translate(substr(md5((floor(1000 * power(random(), 2))::int)::text), 1, 7), '0123456789', 'ghijklmnop'), ' ') FROM generate_series(1, 40) AS word
      WHERE word + piece + number > 0) AS text
    FROM generate_series(1, 20) AS number) AS passage), '[]', piece
FROM (
  SELECT id, CASE name WHEN :'school' THEN 500 ELSE 50 END AS pieces FROM schools WHERE name = :'school' OR name LIKE 'Searched %'
) AS searched
CROSS JOIN LATERAL generate_series(1, searched.pieces) AS piece;
ANALYZE school_information, school_passages;
