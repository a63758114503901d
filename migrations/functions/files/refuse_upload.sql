-- Refuses an upload for good, for its content.
--
-- Owner's rights: the address is the proof of the right, and the server's role may only read uploads.
CREATE OR REPLACE FUNCTION refuse_upload(account uuid, upload uuid, reason text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.uploads AS sent SET state = 'REFUSED', refusal = reason
  WHERE sent.account_id = account AND sent.id = upload AND sent.state = 'WAITING';
END
$$;
REVOKE ALL ON FUNCTION refuse_upload(uuid, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refuse_upload(uuid, uuid, text) TO hatched_app;
