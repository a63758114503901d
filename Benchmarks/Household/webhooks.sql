-- A webhook of each of 100 families, at a receiver on this machine: of five the receiver fails, and of five it stalls. For psql, as a superuser.
-- Variable: port (the receiver's).

INSERT INTO webhooks (family_id, id, member_id, url, kinds, is_active)
SELECT family_id, gen_random_uuid(), member_id,
  'http://127.0.0.1:' || :port || CASE place % 20 WHEN 0 THEN '/fails' WHEN 10 THEN '/stalls' ELSE '/ok' END, '{SHOPPING_CHANGED}', true
FROM (
  SELECT row_number() OVER (ORDER BY family_id) AS place, family_id, id AS member_id FROM (
    SELECT DISTINCT ON (family_id) family_id, id FROM members WHERE role = 'PARENT' AND account_id IS NOT NULL ORDER BY family_id, id) AS parents
  ORDER BY family_id LIMIT 100) AS homes;
INSERT INTO webhook_secrets (home_id, webhook_id, id, secret)
SELECT family_id, id, id, sha256(id::text::bytea) FROM webhooks WHERE url LIKE 'http://127.0.0.1:%';
