-- Deletes uploads that have expired, of the next accounts; returns a row for each: the id of one that has become a
-- file, of whose bytes as they came something may be left, and null for one that has a tombstone now.
--
-- Owner's rights: the worker's role has no privilege on uploads.
CREATE OR REPLACE FUNCTION end_uploads(at_once int) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  senders uuid[];
BEGIN
  senders := ARRAY(
    SELECT DISTINCT ending.account_id FROM (
      SELECT sent.account_id FROM public.uploads sent WHERE sent.expires_at <= now() ORDER BY sent.expires_at LIMIT at_once) AS ending);
  PERFORM 1 FROM public.accounts WHERE accounts.id = ANY (senders) ORDER BY accounts.id FOR NO KEY UPDATE;
  RETURN QUERY
    DELETE FROM public.uploads AS sent WHERE sent.account_id = ANY (senders) AND sent.expires_at <= now()
    RETURNING CASE WHEN sent.state = 'STORED' THEN sent.id END;
END
$$;
REVOKE ALL ON FUNCTION end_uploads(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_uploads(integer) TO hatched_worker;
