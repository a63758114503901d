-- Writes an entry when an invitation is created, used or revoked.
--
-- Owner's rights: the server's role may only read `audit_entries`, so that no statement of the server adds an entry, or
-- leaves one out.
CREATE OR REPLACE FUNCTION audit_invitation() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
BEGIN
  entry.action := CASE WHEN TG_OP = 'INSERT' THEN 'INVITATION_CREATED' WHEN OLD.used_at IS DISTINCT FROM NEW.used_at
    THEN 'INVITATION_USED' ELSE 'INVITATION_REVOKED' END;
  entry.family_id := NEW.family_id;
  entry.invitation_id := NEW.id;
  entry.member_role := NEW.role;
  SELECT members.id, members.name INTO entry.member_id, entry.member_name
  FROM public.members WHERE members.family_id = NEW.family_id AND members.id = NEW.student_id;
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION audit_invitation() FROM PUBLIC;
