-- Notes what the address of the account in scope that is not confirmed was counted by.
--
-- May be null: key.
--
-- Owner's rights: the server's role has no privilege on `sign_in_addresses`.
CREATE OR REPLACE FUNCTION note_own_count(channel text, kind text, key bytea) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  UPDATE public.sign_in_addresses known SET counted_as = CASE WHEN key IS NULL THEN NULL ELSE kind END, counted_key = key
  WHERE known.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND known.channel = channel
    AND known.confirmed_at IS NULL;
END
$$;
REVOKE ALL ON FUNCTION note_own_count(text, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_own_count(text, text, bytea) TO hatched_app;
