-- The changes of how the account in scope signs in, for its export.
--
-- Owner's rights: the server's role has no privilege on `account_events`.
CREATE OR REPLACE FUNCTION own_account_events()
RETURNS TABLE (account_id uuid, id uuid, kind text, subject text, created_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT events.account_id, events.id, events.kind, events.subject, events.created_at FROM public.account_events events
    WHERE events.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
REVOKE ALL ON FUNCTION own_account_events() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_account_events() TO hatched_app;
