-- Keeps the hash of a code that lets a family into a group, for a week. A group has at most 20 open ones.
--
-- Outcomes: DONE, NONE, MODERATORS, LIMIT.
--
-- Owner's rights: the server's role has no privilege on `group_codes`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION create_group_code(named uuid, hash bytea) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own public.group_memberships := public.own_group(named);
BEGIN
  IF own.id IS NULL THEN RETURN 'NONE'; END IF;
  IF NOT own.is_moderator THEN RETURN 'MODERATORS'; END IF;
  DELETE FROM public.group_codes codes WHERE codes.group_id = named AND codes.expires_at <= now();
  IF (SELECT count(*) FROM public.group_codes codes WHERE codes.group_id = named AND codes.used_by IS NULL) >= 20 THEN
    RETURN 'LIMIT';
  END IF;
  INSERT INTO public.group_codes (code_hash, group_id, expires_at) VALUES (hash, named, now() + interval '7 days');
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION create_group_code(uuid, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_group_code(uuid, bytea) TO hatched_app;
