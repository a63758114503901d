-- An id that follows those of before: UUID version 7, RFC 9562, section 5.7.
CREATE OR REPLACE FUNCTION time_ordered_id() RETURNS uuid
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  digits text := replace(gen_random_uuid()::text, '-', '');
BEGIN
  RETURN lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || right(digits, 19);
END
$$;
REVOKE ALL ON FUNCTION time_ordered_id() FROM PUBLIC;
