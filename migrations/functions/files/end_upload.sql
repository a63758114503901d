-- Ends an upload: for good, for the content that the reason says, or without a reason as its sender wants it. Then a
-- file that it has become goes with it unless a row uses it, and the row of the upload stays for a day, and counts for
-- the limit of a day.
--
-- May be null: reason.
--
-- Owner's rights: the address is the proof of the right, and the server's role may only read files and uploads.
CREATE OR REPLACE FUNCTION end_upload(account uuid, upload uuid, reason text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid;
BEGIN
  IF reason IS NOT NULL THEN
    UPDATE public.uploads AS sent SET state = 'REFUSED', refusal = reason
    WHERE sent.account_id = account AND sent.id = upload AND sent.state = 'WAITING';
    RETURN;
  END IF;
  SELECT sent.home_id INTO home FROM public.uploads sent WHERE sent.account_id = account AND sent.id = upload;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM public.lock_home(account, home);
  UPDATE public.uploads AS sent SET withdrawn_at = now()
  WHERE sent.account_id = account AND sent.id = upload AND sent.withdrawn_at IS NULL;
  DELETE FROM public.files AS stored
  WHERE stored.home_id = home AND stored.id = upload AND stored.owner_id = account AND stored.unused_since IS NOT NULL;
END
$$;
REVOKE ALL ON FUNCTION end_upload(uuid, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_upload(uuid, uuid, text) TO hatched_app;
