-- A provider in the directory who works at any time, with one service, whose id it prints. For psql, as a superuser. Variable: account (the
-- provider's).

CREATE TEMPORARY TABLE made AS SELECT gen_random_uuid() AS provider_id, gen_random_uuid() AS service_id;
INSERT INTO providers (account_id, id, directory_id, is_listed, name, languages, time_zone)
SELECT :'account'::uuid, provider_id, '00000000-0000-0000-0000-00000000d1d1', true, 'Counted', '{en}', 'UTC' FROM made;
INSERT INTO services (account_id, id, provider_id, kind, name, price, currency, per, input_hash)
SELECT :'account'::uuid, service_id, provider_id, 'TUTORING', 'Lesson', 20, 'EUR', 'HOUR', sha256('Lesson') FROM made;
SELECT service_id FROM made;
