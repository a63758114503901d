-- The latest membership that the account of an open session has lost, as long as it has no other: for the refusal of a
-- token that names the family. There is no scope yet, since the membership of the token has ended.
--
-- Owner's rights: the request has no scope, since the membership of its token has ended.
CREATE OR REPLACE FUNCTION lost_membership(account uuid, session uuid)
RETURNS TABLE (reason text, family_name text, ended_by text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT ended.reason, ended.family_name, ended.ended_by FROM public.ended_memberships ended
    WHERE ended.account_id = account AND ended.created_at > now() - interval '90 days'
      AND EXISTS (
        SELECT 1 FROM public.sessions JOIN public.accounts ON accounts.id = sessions.account_id
        WHERE sessions.account_id = account AND sessions.id = session AND sessions.ended_at IS NULL
          AND sessions.expires_at > now() AND accounts.disabled_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM public.members WHERE members.account_id = account)
    ORDER BY ended.created_at DESC, ended.id LIMIT 1;
END
$$;
REVOKE ALL ON FUNCTION lost_membership(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lost_membership(uuid, uuid) TO hatched_app;
