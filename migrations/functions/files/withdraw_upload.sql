-- Ends an upload. A file that it has become goes with it unless a row uses it. The row stays for a day, and counts
-- for the limit of a day.
--
-- Owner's rights: the address is the proof of the right, and the server's role may only read files and uploads.
CREATE OR REPLACE FUNCTION withdraw_upload(account uuid, upload uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid;
BEGIN
  SELECT sent.home_id INTO home FROM public.uploads sent WHERE sent.account_id = account AND sent.id = upload;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM public.lock_home(account, home);
  UPDATE public.uploads AS sent SET withdrawn_at = now()
  WHERE sent.account_id = account AND sent.id = upload AND sent.withdrawn_at IS NULL;
  DELETE FROM public.files AS stored
  WHERE stored.home_id = home AND stored.id = upload AND stored.owner_id = account AND stored.unused_since IS NOT NULL;
END
$$;
REVOKE ALL ON FUNCTION withdraw_upload(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION withdraw_upload(uuid, uuid) TO hatched_app;
