-- Adds an upload of the account in scope to a home that upload_room() gave, or finds the one that the same input has
-- made. The bounds are the caller's.
--
-- Outcomes: DONE, SAME, OTHER.
-- May be null: hash.
--
-- Owner's rights: an id that another account has used is refused, and the server's role adds no upload without the
-- checks here.
CREATE OR REPLACE FUNCTION add_upload(upload uuid, home uuid, file_name text, size int, hash bytea) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  IF NOT public.has_place(account, home) THEN RETURN 'OTHER'; END IF;
  IF EXISTS (
    SELECT 1 FROM public.uploads sent
    WHERE sent.account_id = account AND sent.id = upload AND sent.home_id = home AND sent.name = file_name AND sent.bytes = size
      AND sent.sha256 IS NOT DISTINCT FROM hash AND sent.withdrawn_at IS NULL
  ) THEN
    RETURN 'SAME';
  END IF;
  -- An id names bytes in the store, too.
  IF EXISTS (SELECT 1 FROM public.files WHERE files.id = upload)
    OR EXISTS (SELECT 1 FROM public.file_tombstones buried WHERE buried.id = upload)
  THEN
    RETURN 'OTHER';
  END IF;
  INSERT INTO public.uploads (account_id, id, home_id, name, bytes, sha256, state, received_bytes, expires_at)
  VALUES (account, upload, home, file_name, size, hash, 'WAITING', 0, now() + interval '1 day')
  ON CONFLICT DO NOTHING;
  IF FOUND THEN RETURN 'DONE'; END IF;
  RETURN 'OTHER';
END
$$;
REVOKE ALL ON FUNCTION add_upload(uuid, uuid, text, integer, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_upload(uuid, uuid, text, integer, bytea) TO hatched_app;
