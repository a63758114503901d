-- The upload that an address names, with the file that it has become; no row where it is unknown, expired, refused or
-- withdrawn, or where the account has lost its place.
--
-- Owner's rights: the address is the proof of the right, and there is no viewer whose scope could be set.
CREATE OR REPLACE FUNCTION upload_of_address(account uuid, upload uuid)
RETURNS TABLE (
  state text, name text, bytes int, sha256 bytea, file_name text, media_type text, kind text, file_bytes int, file_sha256 bytea,
  width int, height int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT sent.state, sent.name, sent.bytes, sent.sha256, stored.name, stored.media_type, stored.kind, stored.bytes, stored.sha256,
      stored.width, stored.height
    FROM public.uploads sent LEFT JOIN public.files stored ON stored.home_id = sent.home_id AND stored.id = sent.file_id
    WHERE sent.account_id = account AND sent.id = upload AND sent.state <> 'REFUSED' AND sent.withdrawn_at IS NULL
      AND sent.expires_at > now() AND (sent.state = 'WAITING' OR stored.id IS NOT NULL) AND public.has_place(account, sent.home_id);
END
$$;
REVOKE ALL ON FUNCTION upload_of_address(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION upload_of_address(uuid, uuid) TO hatched_app;
