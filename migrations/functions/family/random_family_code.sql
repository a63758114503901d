-- Ten characters of Crockford's base 32, which has no I, L, O and U: 50 random bits. Bytes 6 and 8 of a random UUID
-- are not all random.
CREATE OR REPLACE FUNCTION random_family_code()
RETURNS text LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(bytes, position) & 31), 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) AS random, unnest(ARRAY[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) AS position
$$;
