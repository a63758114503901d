-- Marks messages of enrolments as read that came until a moment, as a member of the family in scope: never fewer than
-- before. A second request at the same time waits for the row.
--
-- May be null: until.
CREATE OR REPLACE FUNCTION read_messages(enrolled uuid[], member uuid, until timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  -- What a client shows is cut to milliseconds: what came in the same one was shown. Without a moment it is now.
  moment timestamptz := least(until + interval '1 ms', now());
BEGIN
  INSERT INTO public.message_reads AS known (family_id, member_id, enrolment_id, read_until)
  SELECT home, member, given.id, moment FROM unnest(enrolled) AS given (id) ORDER BY given.id
  ON CONFLICT ON CONSTRAINT message_reads_once DO UPDATE SET read_until = EXCLUDED.read_until
  WHERE known.read_until < EXCLUDED.read_until;
END
$$;
REVOKE ALL ON FUNCTION read_messages(uuid[], uuid, timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION read_messages(uuid[], uuid, timestamp with time zone) TO hatched_app;
