-- Closes the tickets of the next families that were answered, and to which nobody has written for 14 days; returns how
-- many there were.
--
-- Owner's rights: the worker's role has no privilege to change tickets of all families.
CREATE OR REPLACE FUNCTION close_silent_tickets(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now() - interval '14 days';
  homes uuid[];
  closed int;
BEGIN
  homes := ARRAY(
    SELECT DISTINCT silent.family_id FROM (
      SELECT asked.family_id FROM public.tickets asked
      WHERE asked.state = 'ANSWERED' AND asked.spoke_at <= moment ORDER BY asked.spoke_at LIMIT at_once) AS silent);
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  UPDATE public.tickets AS asked
  SET state = 'CLOSED', closed_at = now(), closed_by = 'SILENCE', version = asked.version + 1, updated_at = now()
  WHERE asked.family_id = ANY (homes) AND asked.state = 'ANSWERED' AND asked.spoke_at <= moment;
  GET DIAGNOSTICS closed = ROW_COUNT;
  RETURN closed;
END
$$;
REVOKE ALL ON FUNCTION close_silent_tickets(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION close_silent_tickets(integer) TO hatched_worker;
