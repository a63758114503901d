-- The first statement of a change of a signed-in viewer. It locks the session, the family and the member in this order,
-- and ends the transaction unless the viewer still is what its token says.
--
-- `ending` says which sessions the change ends: 'NONE', 'OWN' or 'ALL' of the account. Those are locked exclusively,
-- others are shared. Without a family `family`, `member` and `member_role` are null.
CREATE OR REPLACE FUNCTION lock_membership(
  account uuid, session uuid, family uuid, member uuid, member_role text, ending text
)
RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF ending <> 'NONE' THEN
    PERFORM 1 FROM public.sessions
    WHERE sessions.account_id = account AND (sessions.id = session OR ending = 'ALL')
    ORDER BY sessions.id FOR NO KEY UPDATE;
  END IF;
  -- The membership is looked at before the family is locked as well: a former member makes nobody wait.
  PERFORM 1 FROM public.sessions JOIN public.accounts ON accounts.id = sessions.account_id
  WHERE sessions.account_id = account AND sessions.id = session
    AND sessions.ended_at IS NULL AND sessions.expires_at > now() AND accounts.disabled_at IS NULL
    AND (family IS NULL OR EXISTS (
      SELECT FROM public.members
      WHERE members.family_id = family AND members.id = member AND members.account_id = account
        AND members.role = member_role))
  FOR SHARE OF sessions;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the session or the membership has ended' USING ERRCODE = 'invalid_authorization_specification';
  END IF;
  IF family IS NULL THEN
    RETURN;
  END IF;
  PERFORM 1 FROM public.families WHERE families.family_id = family FOR NO KEY UPDATE;
  PERFORM 1 FROM public.members JOIN public.accounts ON accounts.id = members.account_id
  WHERE members.family_id = family AND members.id = member AND members.account_id = account
    AND members.role = member_role AND accounts.disabled_at IS NULL
  FOR KEY SHARE OF members;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the session or the membership has ended' USING ERRCODE = 'invalid_authorization_specification';
  END IF;
END
$$;
REVOKE ALL ON FUNCTION lock_membership(uuid, uuid, uuid, uuid, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_membership(uuid, uuid, uuid, uuid, text, text) TO hatched_app;
