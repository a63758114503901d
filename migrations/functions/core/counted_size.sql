-- The size of a row as it is counted, as an expression: 48 bytes, the columns of fixed length, 8 for each number, and
-- the length of each text before it is compressed, which PostgreSQL knows without reading it.
--
--     164 + octet_length(r.title) + coalesce(octet_length(r.instructions), 0)
CREATE OR REPLACE FUNCTION counted_size(tracked regclass, row_name text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT concat_ws(' + ',
    48 + coalesce(sum(CASE WHEN attlen > 0 THEN attlen ELSE 8 END) FILTER (WHERE NOT is_text), 0),
    string_agg(
      format(CASE WHEN attnotnull THEN 'octet_length(%s.%I)' ELSE 'coalesce(octet_length(%s.%I), 0)' END, row_name, attname),
      ' + ' ORDER BY attnum) FILTER (WHERE is_text))
  FROM (
    SELECT *, atttypid IN ('text'::regtype, 'bytea'::regtype) AS is_text
    FROM pg_attribute WHERE attrelid = tracked AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  ) AS columns
$$;
REVOKE ALL ON FUNCTION counted_size(regclass, text) FROM PUBLIC;
