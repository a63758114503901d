-- Keeps the hash of a code that makes a guest of a list, for a week. A list has at most 20 open ones.
--
-- Outcomes: DONE, NONE, LIMIT.
--
-- Owner's rights: the server's role has no privilege on `shopping_list_codes`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION create_list_code(list uuid, hash bytea) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.shopping_lists lists
  JOIN public.members own ON own.family_id = lists.family_id AND own.role = 'PARENT'
    AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  WHERE lists.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND lists.id = list
    AND (lists.is_shared OR lists.owner_id = own.id);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  DELETE FROM public.shopping_list_codes codes WHERE codes.list_id = list AND codes.expires_at <= now();
  IF (SELECT count(*) FROM public.shopping_list_codes codes WHERE codes.list_id = list AND codes.used_by IS NULL) >= 20 THEN
    RETURN 'LIMIT';
  END IF;
  INSERT INTO public.shopping_list_codes (code_hash, list_id, expires_at) VALUES (hash, list, now() + interval '7 days');
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION create_list_code(uuid, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_list_code(uuid, bytea) TO hatched_app;
