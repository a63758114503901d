-- Whether the caller is the first to store the bytes of an upload: it alone writes them under the upload's id.
--
-- Owner's rights: the address is the proof of the right, and the server's role may only read uploads.
CREATE OR REPLACE FUNCTION claim_upload(account uuid, upload uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.uploads AS sent SET is_claimed = true WHERE sent.account_id = account AND sent.id = upload AND NOT sent.is_claimed;
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION claim_upload(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_upload(uuid, uuid) TO hatched_app;
