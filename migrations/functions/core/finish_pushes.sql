-- Says what came of pushes that the sender has claimed, an array of objects with the fields
--   id
--   outcome  'SENT'; 'GONE', as the device is none; 'REFUSED', for good; 'DELAYED', so that it is tried again after a
--            pause as long as it is worth something; 'UNKNOWN'; or 'RELEASED', which was no try
--   reply    the status of the service; null for none
--   pause    seconds
--   since    of 'GONE': when the device was gone, in seconds since 1970; null where that is not known.
-- A device that is gone is forgotten, unless its app has registered it since. Returns the state that each has then;
-- none where the sender has no such push any more. A push that was given up meanwhile can still turn out to be sent.
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION finish_pushes(sender uuid, outcomes jsonb) RETURNS TABLE (id uuid, state text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := now();
  homes uuid[];
BEGIN
  homes := ARRAY(
    SELECT DISTINCT known.home_id FROM jsonb_to_recordset(outcomes) AS ended (id uuid, outcome text)
    JOIN public.messages known ON known.id = ended.id
    WHERE ended.outcome = 'GONE' AND known.state = 'SENDING' AND known.claimed_by = sender);
  IF cardinality(homes) > 0 THEN
    -- Before the devices, and their versions: see LockOrder.
    PERFORM 1 FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
    DELETE FROM public.devices USING public.messages known, jsonb_to_recordset(outcomes) AS ended (id uuid, outcome text, since float8)
    WHERE ended.outcome = 'GONE' AND known.id = ended.id AND known.state = 'SENDING' AND known.claimed_by = sender
      AND devices.family_id = known.home_id AND devices.id = known.device_id AND devices.token = known.address
      AND (ended.since IS NULL OR devices.registered_at <= to_timestamp(ended.since));
  END IF;
  RETURN QUERY
    UPDATE public.messages AS known
    SET state = results.state, attempts = results.tried, reply = results.reply, due_at = results.due_at,
      address = CASE WHEN results.state = 'WAITING' THEN known.address END,
      arguments = CASE WHEN results.state = 'WAITING' THEN known.arguments END,
      ended_at = CASE WHEN results.state <> 'WAITING' THEN moment END,
      claimed_by = CASE WHEN results.state <> 'WAITING' THEN sender END,
      claimed_until = CASE WHEN results.state <> 'WAITING' THEN known.claimed_until END
    FROM (
      SELECT tries.id, tries.tried, tries.reply, tries.due_at, CASE
        WHEN tries.outcome IN ('SENT', 'UNKNOWN') THEN tries.outcome
        WHEN tries.outcome = 'RELEASED' THEN 'WAITING'
        WHEN tries.outcome <> 'DELAYED' OR tries.tried >= 20 OR tries.due_at >= tries.expires_at THEN 'FAILED'
        ELSE 'WAITING' END AS state
      FROM (
        SELECT mine.id, ended.outcome, ended.reply, mine.expires_at,
          mine.attempts + CASE ended.outcome WHEN 'RELEASED' THEN 0 ELSE 1 END AS tried,
          moment + make_interval(secs => CASE ended.outcome WHEN 'DELAYED' THEN least(ended.pause, 86400) ELSE 0 END) AS due_at
        FROM jsonb_to_recordset(outcomes) AS ended (id uuid, outcome text, reply int, pause float8)
        JOIN public.messages mine ON mine.id = ended.id
        WHERE mine.claimed_by = sender AND (mine.state = 'SENDING' OR mine.state = 'UNKNOWN' AND ended.outcome = 'SENT')
      ) AS tries
    ) AS results
    WHERE known.id = results.id
    RETURNING known.id, known.state;
END
$$;
REVOKE ALL ON FUNCTION finish_pushes(uuid, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION finish_pushes(uuid, jsonb) TO hatched_worker;
