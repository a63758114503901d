-- One aggregate, of the index alone.
SELECT coalesce(json_agg(sums), '[]')::text FROM (
  SELECT date_trunc('month', spent.date)::date AS month, known.name, spent.currency, sum(spent.amount)::text AS total, count(*) AS count
  FROM expenses spent
  LEFT JOIN expense_categories known ON known.family_id = :family_id::uuid AND known.id = spent.category_id
  WHERE spent.family_id = :family_id::uuid AND spent.date BETWEEN '2026-01-01' AND '2026-12-31'
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
) sums;
