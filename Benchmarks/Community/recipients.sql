-- Gives a device and a confirmed address to each account in the families of a school: for psql, as a superuser, whom no policy binds. They
-- get no pushes of overdue work. Variable: school (a name).

CREATE TEMP TABLE people AS
SELECT row_number() OVER (ORDER BY members.id) AS number, members.family_id, members.id, members.account_id
FROM members
WHERE members.account_id IS NOT NULL AND members.family_id IN (
  SELECT families.family_id FROM school_families families JOIN schools ON schools.id = families.school_id WHERE schools.name = :'school');

UPDATE members SET push_notifications = true, push_muted_kinds = '{OVERDUE}' FROM people
WHERE members.family_id = people.family_id AND members.id = people.id;
DELETE FROM devices;
INSERT INTO devices (family_id, id, member_id, platform, token)
SELECT family_id, gen_random_uuid(), id, CASE number % 2 WHEN 0 THEN 'IOS' ELSE 'ANDROID' END, encode(convert_to('told-' || number, 'UTF8'), 'hex')
FROM people;
INSERT INTO sign_in_addresses (account_id, id, channel, address, lookup, confirmed_at)
SELECT account_id, gen_random_uuid(), 'EMAIL', address, address, now()
FROM people, LATERAL (SELECT 'told-' || number || '@example.org' AS address) AS made
WHERE NOT EXISTS (
  SELECT 1 FROM sign_in_addresses known
  WHERE known.account_id = people.account_id AND known.channel = 'EMAIL' AND known.confirmed_at IS NOT NULL);

-- As if a gateway had sent pushes of both services today.
INSERT INTO push_senders (platform, seen_at) VALUES ('IOS', now()), ('ANDROID', now())
ON CONFLICT ON CONSTRAINT push_senders_key DO UPDATE SET seen_at = now();
ANALYZE members, devices, sign_in_addresses;
