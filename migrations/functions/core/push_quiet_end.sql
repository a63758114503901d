-- When the quiet hours end in which a moment is; null where it is in none.
CREATE OR REPLACE FUNCTION push_quiet_end(quiet_from time, quiet_until time, zone text, moment timestamptz)
RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  clock timestamp := moment AT TIME ZONE zone;
  ends timestamp := clock::date + quiet_until;
BEGIN
  IF quiet_from IS NULL THEN RETURN NULL; END IF;
  IF quiet_from < quiet_until THEN
    IF clock::time < quiet_from OR clock::time >= quiet_until THEN RETURN NULL; END IF;
  ELSIF clock::time >= quiet_from THEN
    ends := ends + interval '1 day';
  ELSIF clock::time >= quiet_until THEN
    RETURN NULL;
  END IF;
  -- A clock that is set back has the same hour again.
  RETURN greatest(ends AT TIME ZONE zone, moment + interval '1 minute');
END
$$;
REVOKE ALL ON FUNCTION
  push_quiet_end(time without time zone, time without time zone, text, timestamp with time zone)
FROM PUBLIC;
