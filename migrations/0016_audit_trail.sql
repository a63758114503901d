-- Who changed grades and memberships. Triggers write it, with the change itself: whatever changes a row is in it, a
-- cascade, a background job and an operator too, and no program can forget it, forge it or take it back.

CREATE TABLE audit_entries (
  family_id                uuid NOT NULL,
  id                       uuid NOT NULL,
  action                   text NOT NULL CHECK (action IN (
    'GRADE_SET', 'GRADE_CHANGED', 'GRADE_REMOVED', 'GRADED_ASSIGNMENT_DELETED',
    'STUDENT_ADDED', 'MEMBER_JOINED', 'MEMBER_LEFT', 'MEMBER_REMOVED', 'STUDENT_DETACHED', 'ROLE_CHANGED',
    'INVITATION_CREATED', 'INVITATION_USED', 'INVITATION_REVOKED', 'FAMILY_EXPORTED')),
  -- Who did it, as they were called then: members go, and what they did stays. Without an id someone who was no member;
  -- without a name nobody who had signed in.
  actor_id                 uuid,
  actor_name               text CHECK (length(actor_name) BETWEEN 1 AND 200),
  actor_role               text CHECK (actor_role IN ('PARENT', 'STUDENT')),
  -- Whose grade or whose membership it is; of an invitation whom it is for.
  member_id                uuid,
  member_name              text CHECK (length(member_name) BETWEEN 1 AND 200),
  member_role              text CHECK (member_role IN ('PARENT', 'STUDENT')),
  previous_member_role     text CHECK (previous_member_role IN ('PARENT', 'STUDENT')),
  assignment_id            uuid,
  assignment_title         text CHECK (length(assignment_title) BETWEEN 1 AND 500),
  points_awarded           numeric,
  points_possible          numeric,
  previous_points_awarded  numeric,
  previous_points_possible numeric,
  invitation_id            uuid,
  -- The time of the clock: entries of one transaction have an order.
  created_at               timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (family_id, id)
);
CREATE INDEX audit_entries_by_date ON audit_entries (family_id, created_at DESC, id);

ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_family
  FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON audit_entries TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
-- To read, and nothing else: the triggers write with the rights of the owner.
GRANT SELECT ON audit_entries TO hatched_app;

-- Adds an entry, by whoever acts: the account in scope, as the member of the family that it is.
--
-- An operator, and nobody else, can say `SET hatched.audit = 'off'` while rows are loaded that are no changes.
CREATE FUNCTION add_audit_entry(entry audit_entries) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  IF current_setting('hatched.audit', true) = 'off' AND pg_has_role(session_user, current_user, 'MEMBER') THEN
    RETURN;
  END IF;
  -- Of a family that goes as a whole nothing stays.
  IF NOT EXISTS (SELECT FROM public.families WHERE families.family_id = entry.family_id) THEN
    RETURN;
  END IF;
  IF entry.actor_id IS NULL AND account IS NOT NULL THEN
    SELECT members.id, members.name, members.role INTO entry.actor_id, entry.actor_name, entry.actor_role
    FROM public.members WHERE members.family_id = entry.family_id AND members.account_id = account;
    IF NOT FOUND THEN
      SELECT accounts.name INTO entry.actor_name FROM public.accounts WHERE accounts.id = account;
    END IF;
  END IF;
  entry.id := gen_random_uuid();
  entry.created_at := clock_timestamp();
  INSERT INTO public.audit_entries SELECT entry.*;
END
$$;

CREATE FUNCTION audit_grade() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
  work public.assignments := coalesce(NEW, OLD);
BEGIN
  entry.action := CASE WHEN TG_OP = 'DELETE' THEN 'GRADED_ASSIGNMENT_DELETED' WHEN NEW.points_awarded IS NULL THEN 'GRADE_REMOVED'
    WHEN OLD.points_awarded IS NULL THEN 'GRADE_SET' ELSE 'GRADE_CHANGED' END;
  entry.family_id := work.family_id;
  entry.assignment_id := work.id;
  entry.assignment_title := work.title;
  SELECT members.id, members.name, members.role INTO entry.member_id, entry.member_name, entry.member_role
  FROM public.members WHERE members.family_id = work.family_id AND members.id = work.student_id;
  entry.points_awarded := NEW.points_awarded;
  entry.points_possible := NEW.points_possible;
  entry.previous_points_awarded := OLD.points_awarded;
  entry.previous_points_possible := OLD.points_possible;
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;

CREATE TRIGGER audit_grade_set AFTER INSERT ON assignments
  FOR EACH ROW WHEN (NEW.points_awarded IS NOT NULL) EXECUTE FUNCTION audit_grade();
-- The points that are possible are a part of a grade, and of what is not graded they are none.
CREATE TRIGGER audit_grade_change AFTER UPDATE ON assignments
  FOR EACH ROW WHEN (OLD.points_awarded IS DISTINCT FROM NEW.points_awarded
    OR OLD.points_possible IS DISTINCT FROM NEW.points_possible AND NEW.points_awarded IS NOT NULL)
  EXECUTE FUNCTION audit_grade();
CREATE TRIGGER audit_grade_deletion AFTER DELETE ON assignments
  FOR EACH ROW WHEN (OLD.points_awarded IS NOT NULL) EXECUTE FUNCTION audit_grade();

-- Who loses the account or the row by the account's own hand has left, and acts for the last time.
CREATE FUNCTION audit_membership() RETURNS trigger
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

CREATE TRIGGER audit_membership AFTER INSERT OR DELETE ON members FOR EACH ROW EXECUTE FUNCTION audit_membership();
CREATE TRIGGER audit_membership_change AFTER UPDATE ON members
  FOR EACH ROW WHEN (OLD.account_id IS DISTINCT FROM NEW.account_id OR OLD.role <> NEW.role)
  EXECUTE FUNCTION audit_membership();

CREATE FUNCTION audit_invitation() RETURNS trigger
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

CREATE TRIGGER audit_invitation AFTER INSERT ON invitations FOR EACH ROW EXECUTE FUNCTION audit_invitation();
CREATE TRIGGER audit_invitation_change AFTER UPDATE ON invitations
  FOR EACH ROW WHEN (OLD.used_at IS DISTINCT FROM NEW.used_at OR OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)
  EXECUTE FUNCTION audit_invitation();

REVOKE ALL ON FUNCTION add_audit_entry(audit_entries), audit_grade(), audit_membership(), audit_invitation() FROM PUBLIC;
