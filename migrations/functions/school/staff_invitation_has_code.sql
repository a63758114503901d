-- Whether an invitation to a school that the account in scope administers has the code with this hash, and was not
-- taken back: the hashes are in a table that only functions read. Without the code the answer to a repeated request
-- shows none.
--
-- Owner's rights: the server's role has no privilege on `staff_invitation_codes`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION staff_invitation_has_code(school uuid, invitation uuid, hash bytea) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN school = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]) AND EXISTS (
    SELECT 1 FROM public.staff_invitation_codes codes
    JOIN public.staff_invitations invitations ON invitations.school_id = codes.school_id AND invitations.id = codes.invitation_id
    WHERE codes.school_id = school AND codes.invitation_id = invitation AND codes.code_hash = hash AND invitations.revoked_at IS NULL);
END
$$;
REVOKE ALL ON FUNCTION staff_invitation_has_code(uuid, uuid, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION staff_invitation_has_code(uuid, uuid, bytea) TO hatched_app;
