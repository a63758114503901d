-- Ends the transaction of a change that passes a quota. The name of the constraint tells the gateway which: the kind,
-- `rows` or `bytes`, how many there would be, and how many there may be. A row that changes adds bytes alone.
CREATE OR REPLACE FUNCTION refuse_usage(family uuid, usage_id uuid, measure text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  usage public.family_usage;
BEGIN
  SELECT * INTO usage FROM public.family_usage WHERE family_usage.family_id = family AND family_usage.id = usage_id;
  RAISE EXCEPTION 'the family keeps more % than its quota', usage.kind USING ERRCODE = 'QT001', CONSTRAINT = CASE
    WHEN measure IS DISTINCT FROM 'bytes' AND usage.rows > usage.maximum_rows THEN format('%s rows %s %s', usage.kind, usage.rows, usage.maximum_rows)
    ELSE format('%s bytes %s %s', usage.kind, usage.bytes, usage.maximum_bytes) END;
END
$$;
REVOKE ALL ON FUNCTION refuse_usage(uuid, uuid, text) FROM PUBLIC;
