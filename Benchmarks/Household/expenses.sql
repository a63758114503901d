-- 50,000 expenses of one family, in four categories, three currencies and the months of a year. For psql, as a superuser.

CREATE TEMPORARY TABLE chosen AS SELECT family_id FROM families ORDER BY family_id LIMIT 1;
INSERT INTO expense_categories (family_id, id, name)
SELECT family_id, gen_random_uuid(), 'Counted ' || number FROM chosen CROSS JOIN generate_series(1, 4) AS number;
INSERT INTO expenses (family_id, id, category_id, amount, currency, date)
SELECT chosen.family_id, gen_random_uuid(), kinds.ids[1 + number % 4], (number % 9000 + 100)::numeric / 100, (ARRAY['EUR', 'USD', 'GBP'])[1 + number % 3],
  date '2026-01-01' + number % 365
FROM chosen CROSS JOIN generate_series(1, 50000) AS number
CROSS JOIN LATERAL (
  SELECT array_agg(known.id ORDER BY known.name) AS ids FROM expense_categories known
  WHERE known.family_id = chosen.family_id AND known.name LIKE 'Counted %') AS kinds;
VACUUM ANALYZE expenses;
