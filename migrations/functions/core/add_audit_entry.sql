-- Adds an entry to the audit trail of a family, as the account in scope. An entry without an actor names the member
-- that the account is, or the account, unless it has a name of its own.
--
-- A full trail refuses what would add an entry, but no change that takes something away: no deletion of an audited row,
-- no grade removed, no member, invitation, export or booking; and no answer of a provider or of a group. An operator, and
-- nobody else, can say `SET hatched.audit = 'off'` while rows are loaded.
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
      'STUDENT_DETACHED', 'INVITATION_USED', 'INVITATION_REVOKED', 'FAMILY_EXPORTED', 'BOOKING_CANCELLED',
      'BOOKING_ANSWERED', 'GROUP_ADMITTED')
  THEN
    PERFORM public.refuse_usage(entry.family_id, md5('audit_entries')::uuid);
  END IF;
  IF entry.actor_id IS NULL AND entry.actor_name IS NULL AND account IS NOT NULL THEN
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
REVOKE ALL ON FUNCTION add_audit_entry(audit_entries) FROM PUBLIC;
