-- One trigger function for the audited tables to come: see docs/tables.md. Entries of grades and memberships stay as they are.

-- Of entries that audit_row() writes: the row, and its audited columns as JSON objects. Null before a row is added, and after it
-- is deleted.
ALTER TABLE audit_entries
  ADD COLUMN record_id uuid,
  ADD COLUMN values_before text COLLATE "und-x-icu",
  ADD COLUMN values_after text COLLATE "und-x-icu";
ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_action_check;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_action CHECK (action IN (
    'GRADE_SET', 'GRADE_CHANGED', 'GRADE_REMOVED', 'GRADED_ASSIGNMENT_MOVED', 'GRADED_ASSIGNMENT_DELETED',
    'STUDENT_ADDED', 'MEMBER_JOINED', 'MEMBER_LEFT', 'MEMBER_REMOVED', 'STUDENT_DETACHED', 'ROLE_CHANGED',
    'INVITATION_CREATED', 'INVITATION_USED', 'INVITATION_REVOKED', 'FAMILY_EXPORTED')
  OR action ~ '^[A-Z][A-Z_]*_(CREATED|CHANGED|DELETED)$');

-- The size of the new columns counts.
SELECT track_usage('audit_entries', sampled => true);

-- As in 0032_storage_quotas.sql, but a full trail refuses no deletion of an audited row either.
CREATE OR REPLACE FUNCTION add_audit_entry(entry audit_entries) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  is_full boolean;
BEGIN
  IF current_setting('hatched.audit', true) = 'off' AND pg_has_role(session_user, current_user, 'MEMBER') THEN
    RETURN;
  END IF;
  SELECT usage.rows >= usage.maximum_rows OR usage.bytes >= usage.maximum_bytes INTO is_full
  FROM public.families LEFT JOIN public.family_usage AS usage
    ON usage.family_id = entry.family_id AND usage.id = md5('audit_entries')::uuid
  WHERE families.family_id = entry.family_id;
  -- Of a family that goes as a whole nothing stays.
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF is_full AND NOT (entry.values_before IS NOT NULL AND entry.values_after IS NULL)
    AND entry.action NOT IN ('GRADE_REMOVED', 'GRADED_ASSIGNMENT_DELETED', 'MEMBER_LEFT', 'MEMBER_REMOVED',
      'STUDENT_DETACHED', 'INVITATION_USED', 'INVITATION_REVOKED', 'FAMILY_EXPORTED')
  THEN
    PERFORM public.refuse_usage(entry.family_id, md5('audit_entries')::uuid);
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

-- Writes an entry where a row is added or deleted, or one of the columns named changes. A row that has a column student_id is
-- about that student.
--
--     CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON lists
--       FOR EACH ROW EXECUTE FUNCTION audit_row('LIST', 'name', 'note');
CREATE FUNCTION audit_row() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
  former jsonb := to_jsonb(OLD);
  latter jsonb := to_jsonb(NEW);
  known jsonb := coalesce(latter, former);
  values_before jsonb;
  values_after jsonb;
BEGIN
  SELECT jsonb_object_agg(audited, former -> audited), jsonb_object_agg(audited, latter -> audited) INTO values_before, values_after
  FROM unnest(TG_ARGV[1:]) AS audited;
  IF TG_OP = 'UPDATE' AND values_before = values_after THEN
    RETURN NULL;
  END IF;
  entry.action := TG_ARGV[0] || CASE TG_OP WHEN 'INSERT' THEN '_CREATED' WHEN 'UPDATE' THEN '_CHANGED' ELSE '_DELETED' END;
  entry.family_id := known ->> 'family_id';
  entry.record_id := known ->> 'id';
  entry.values_before := CASE WHEN TG_OP <> 'INSERT' THEN values_before END;
  entry.values_after := CASE WHEN TG_OP <> 'DELETE' THEN values_after END;
  SELECT members.id, members.name, members.role INTO entry.member_id, entry.member_name, entry.member_role
  FROM public.members WHERE members.family_id = entry.family_id AND members.id = (known ->> 'student_id')::uuid;
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION audit_row() FROM PUBLIC;
