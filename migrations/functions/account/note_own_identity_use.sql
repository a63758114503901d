-- Notes that an identity has signed in.
--
-- Owner's rights: the server's role may not change `identities`.
CREATE OR REPLACE FUNCTION note_own_identity_use(provider text, subject text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  UPDATE public.identities known SET last_used_at = now()
  WHERE known.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
    AND known.provider = provider AND known.subject = subject;
END
$$;
REVOKE ALL ON FUNCTION note_own_identity_use(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_own_identity_use(text, text) TO hatched_app;
