-- Notes how many bytes of an upload have come.
--
-- Owner's rights: the address is the proof of the right, and the server's role may only read uploads.
CREATE OR REPLACE FUNCTION note_received(account uuid, upload uuid, received int) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.uploads AS sent SET received_bytes = received
  WHERE sent.account_id = account AND sent.id = upload AND sent.state = 'WAITING' AND received BETWEEN 0 AND sent.bytes
    AND sent.received_bytes <> received;
END
$$;
REVOKE ALL ON FUNCTION note_received(uuid, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_received(uuid, uuid, integer) TO hatched_app;
