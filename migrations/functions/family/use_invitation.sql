-- Uses up the invitation with the code of this SHA-256, if it is open: whoever has the code may. The caller holds the
-- family's row.
--
-- Owner's rights: the family of the invitation is in no scope before an account has joined it.
CREATE OR REPLACE FUNCTION use_invitation(bytea) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.invitations WHERE invitations.code_hash = $1 FOR NO KEY UPDATE;
  RETURN QUERY
    UPDATE public.invitations SET used_at = now(), updated_at = now(), version = invitations.version + 1
    WHERE invitations.code_hash = $1
      AND public.invitation_state(invitations.used_at, invitations.revoked_at, invitations.expires_at) = 'OPEN'
    RETURNING invitations.id;
END
$$;
REVOKE ALL ON FUNCTION use_invitation(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_invitation(bytea) TO hatched_app;
