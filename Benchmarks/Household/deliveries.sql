-- Deliveries to the webhooks of webhooks.sql in turn, each with a number of its own. For psql, as a superuser. Variables: first and last (the
-- numbers).

WITH hooks AS MATERIALIZED (
  SELECT row_number() OVER (ORDER BY family_id) - 1 AS place, family_id FROM webhooks WHERE url LIKE 'http://127.0.0.1:%')
SELECT note_webhook(hooks.family_id, 'SHOPPING_CHANGED', jsonb_build_object('shoppingListId', number))
FROM generate_series(:first, :last) AS number JOIN hooks ON hooks.place = number % (SELECT count(*) FROM hooks);
