-- Writes an entry when a member comes, leaves, gets an account or loses it. An account that gives up its own place has
-- left, and acts for the last time.
--
-- Owner's rights: the server's role may only read `audit_entries`, so that no statement of the server adds an entry, or
-- leaves one out.
CREATE OR REPLACE FUNCTION audit_membership() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
  person public.members := coalesce(NEW, OLD);
  leaves boolean := NEW.account_id IS NULL AND OLD.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  entry.family_id := person.family_id;
  entry.member_id := person.id;
  entry.member_name := person.name;
  entry.member_role := person.role;
  IF leaves THEN
    entry.actor_id := OLD.id;
    entry.actor_name := OLD.name;
    entry.actor_role := OLD.role;
  END IF;
  IF OLD.role <> NEW.role THEN
    entry.action := 'ROLE_CHANGED';
    entry.previous_member_role := OLD.role;
    PERFORM public.add_audit_entry(entry);
    entry.previous_member_role := NULL;
  END IF;
  IF TG_OP <> 'UPDATE' OR OLD.account_id IS DISTINCT FROM NEW.account_id THEN
    entry.action := CASE WHEN leaves THEN 'MEMBER_LEFT' WHEN TG_OP = 'DELETE' THEN 'MEMBER_REMOVED'
      WHEN NEW.account_id IS NOT NULL THEN 'MEMBER_JOINED' WHEN TG_OP = 'INSERT' THEN 'STUDENT_ADDED'
      ELSE 'STUDENT_DETACHED' END;
    PERFORM public.add_audit_entry(entry);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION audit_membership() FROM PUBLIC;
