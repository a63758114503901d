-- The invitation with the code of this SHA-256, and whether it still opens the family.
--
-- May be null: student_id, consented_by.
--
-- Owner's rights: the family of the invitation is in no scope before an account has joined it.
CREATE OR REPLACE FUNCTION invitation_of_code(bytea)
RETURNS TABLE (family_id uuid, id uuid, role text, student_id uuid, state text, consented_by text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT invitations.family_id, invitations.id, invitations.role, invitations.student_id,
    public.invitation_state(invitations.used_at, invitations.revoked_at, invitations.expires_at), invitations.consented_by
  FROM public.invitations WHERE invitations.code_hash = $1
$$;
REVOKE ALL ON FUNCTION invitation_of_code(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION invitation_of_code(bytea) TO hatched_app;
