-- An invitation gives a profile its account. Once it has one, by another invitation or by a request to join, there is
-- nothing left to be invited to.
CREATE OR REPLACE FUNCTION revoke_needless_invitations() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.invitations SET revoked_at = now(), updated_at = now(), version = invitations.version + 1
  WHERE invitations.family_id = NEW.family_id AND invitations.student_id = NEW.id
    AND invitations.used_at IS NULL AND invitations.revoked_at IS NULL AND invitations.expires_at > now();
  RETURN NULL;
END
$$;
