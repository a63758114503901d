-- Handing out, and removing for good, all that is kept of a family or of an account.

-- Notes in the audit trail that all data of the family in scope were handed out.
CREATE FUNCTION audit_export() RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
BEGIN
  entry.family_id := nullif(current_setting('hatched.family_id', true), '')::uuid;
  entry.action := 'FAMILY_EXPORTED';
  PERFORM public.add_audit_entry(entry);
  RETURN true;
END
$$;

-- What the account in scope has asked of families that it is not in.
CREATE FUNCTION own_join_requests()
RETURNS TABLE (account_id uuid, id uuid, name text, email text, state text, created_at timestamptz, updated_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT requests.account_id, requests.id, requests.name, requests.email, requests.state, requests.created_at,
    requests.updated_at
  FROM public.join_requests requests
  WHERE requests.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
$$;

-- Removes the family in scope with all its rows, when the account in scope is a parent of it; else nothing. One
-- statement, so that references are checked when all is gone. A table of families that is missing here fails a test.
CREATE FUNCTION delete_family() RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH doomed AS (
    SELECT parents.family_id AS id FROM public.members parents
    WHERE parents.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
      AND parents.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND parents.role = 'PARENT'
  ),
  no_questions AS (DELETE FROM public.questions t USING doomed WHERE t.family_id = doomed.id),
  no_notifications AS (DELETE FROM public.notifications t USING doomed WHERE t.family_id = doomed.id),
  no_devices AS (DELETE FROM public.devices t USING doomed WHERE t.family_id = doomed.id),
  no_planner_tasks AS (DELETE FROM public.planner_tasks t USING doomed WHERE t.family_id = doomed.id),
  no_portfolio_items AS (DELETE FROM public.portfolio_items t USING doomed WHERE t.family_id = doomed.id),
  no_attendance_records AS (DELETE FROM public.attendance_records t USING doomed WHERE t.family_id = doomed.id),
  no_resources AS (DELETE FROM public.resources t USING doomed WHERE t.family_id = doomed.id),
  no_quotes AS (DELETE FROM public.quotes t USING doomed WHERE t.family_id = doomed.id),
  no_assignments AS (DELETE FROM public.assignments t USING doomed WHERE t.family_id = doomed.id),
  no_courses AS (DELETE FROM public.courses t USING doomed WHERE t.family_id = doomed.id),
  no_subjects AS (DELETE FROM public.subjects t USING doomed WHERE t.family_id = doomed.id),
  no_invitations AS (DELETE FROM public.invitations t USING doomed WHERE t.family_id = doomed.id),
  no_join_requests AS (DELETE FROM public.join_requests t USING doomed WHERE t.family_id = doomed.id),
  no_used_ids AS (DELETE FROM public.used_ids t USING doomed WHERE t.family_id = doomed.id),
  no_overdue_checks AS (DELETE FROM public.overdue_checks t USING doomed WHERE t.family_id = doomed.id),
  no_audit_entries AS (DELETE FROM public.audit_entries t USING doomed WHERE t.family_id = doomed.id),
  no_members AS (DELETE FROM public.members t USING doomed WHERE t.family_id = doomed.id)
  DELETE FROM public.families t USING doomed WHERE t.family_id = doomed.id RETURNING t.family_id
$$;

-- Removes the account in scope, with its identities, sessions, refresh tokens and wishes to join, which go with it by
-- their references; an account that is a member of a family is refused by another reference.
CREATE FUNCTION delete_account() RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM public.accounts WHERE accounts.id = nullif(current_setting('hatched.account_id', true), '')::uuid
  RETURNING accounts.id
$$;

-- An account is told how it is known.
GRANT SELECT (account_id, id, provider, subject, created_at) ON identities TO hatched_app;

-- Looked for when an account goes.
CREATE INDEX join_requests_by_account ON join_requests (account_id);

REVOKE ALL ON FUNCTION audit_export(), own_join_requests(), delete_family(), delete_account() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_export(), own_join_requests(), delete_family(), delete_account() TO hatched_app;

-- The devices of a member are those of the account: with another one, or none, they are a stranger's.
CREATE FUNCTION forget_devices() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.devices WHERE devices.family_id = OLD.family_id AND devices.member_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER forget_devices AFTER UPDATE ON members
  FOR EACH ROW WHEN (OLD.account_id IS NOT NULL AND OLD.account_id IS DISTINCT FROM NEW.account_id)
  EXECUTE FUNCTION forget_devices();
