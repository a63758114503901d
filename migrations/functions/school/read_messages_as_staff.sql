-- Marks messages of enrolments as read that came until a moment, as the account in scope: never fewer than before.
--
-- May be null: until.
CREATE OR REPLACE FUNCTION read_messages_as_staff(enrolled uuid[], until timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  -- What a client shows is cut to milliseconds: what came in the same one was shown. Without a moment it is now.
  moment timestamptz := least(until + interval '1 ms', now());
BEGIN
  INSERT INTO public.staff_message_reads AS known (account_id, enrolment_id, read_until)
  SELECT account, given.id, moment FROM unnest(enrolled) AS given (id) ORDER BY given.id
  ON CONFLICT ON CONSTRAINT staff_message_reads_once DO UPDATE SET read_until = EXCLUDED.read_until
  WHERE known.read_until < EXCLUDED.read_until;
END
$$;
REVOKE ALL ON FUNCTION read_messages_as_staff(uuid[], timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION read_messages_as_staff(uuid[], timestamp with time zone) TO hatched_app;
