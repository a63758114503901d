-- Notes that the file of an upload is in the store, under the id `stored_under`. NONE where the upload has ended
-- meanwhile, or the account has lost its place.
--
-- Outcomes: STORED, NONE.
-- May be null: file_width, file_height.
--
-- Owner's rights: the address is the proof of the right, and the server's role may only read files and uploads.
CREATE OR REPLACE FUNCTION store_file(
  account uuid, upload uuid, file_name text, file_type text, file_kind text, file_bytes int, hash bytea, file_width int,
  file_height int, stored int, stored_under uuid
) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid;
BEGIN
  SELECT sent.home_id INTO home FROM public.uploads sent WHERE sent.account_id = account AND sent.id = upload;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  PERFORM public.lock_home(account, home);
  IF NOT public.has_place(account, home) THEN RETURN 'NONE'; END IF;
  UPDATE public.uploads AS sent SET state = 'STORED', file_id = sent.id, received_bytes = sent.bytes
  WHERE sent.account_id = account AND sent.id = upload AND sent.state = 'WAITING' AND sent.withdrawn_at IS NULL;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  INSERT INTO public.files (
    home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes, unused_since, stored_id)
  SELECT home, sent.id, account, file_name, file_type, file_kind, file_bytes, hash, file_width, file_height, stored, sent.bytes, now(),
    nullif(stored_under, sent.id)
  FROM public.uploads sent WHERE sent.account_id = account AND sent.id = upload;
  RETURN 'STORED';
END
$$;
REVOKE ALL ON FUNCTION store_file(uuid, uuid, text, text, text, integer, bytea, integer, integer, integer, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION store_file(uuid, uuid, text, text, text, integer, bytea, integer, integer, integer, uuid) TO hatched_app;
