-- A local time as a moment: in a gap by the offset before it, and the first of two. PostgreSQL takes the second one, so
-- where the offset was another a day before, the same local time by that offset is looked at.
--
-- May be null: clock.
CREATE OR REPLACE FUNCTION local_moment(clock timestamp, zone text) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := clock AT TIME ZONE zone;
  before timestamp := (moment - interval '24 hours') AT TIME ZONE zone;
  earlier timestamptz;
BEGIN
  IF before = clock - interval '24 hours' THEN RETURN moment; END IF;
  earlier := moment - (before - (clock - interval '24 hours'));
  IF earlier AT TIME ZONE zone = clock THEN RETURN least(moment, earlier); END IF;
  RETURN moment;
END
$$;
REVOKE ALL ON FUNCTION local_moment(timestamp without time zone, text) FROM PUBLIC;
