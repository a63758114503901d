-- The key by which tries of one person at a code are counted.
CREATE OR REPLACE FUNCTION code_try_key(code uuid, who text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN sha256(convert_to(code::text || ' ' || who, 'UTF8'));
END
$$;
REVOKE ALL ON FUNCTION code_try_key(uuid, text) FROM PUBLIC;
