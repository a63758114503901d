-- Locks in one order: the triggers that follow files of schools get names that come before those of versions of schools.
-- See follow_school_files(). A new database has none of the former ones.
DO $$
DECLARE
  former record;
BEGIN
  FOR former IN
    SELECT tgname, tgrelid::regclass AS relation FROM pg_trigger
    WHERE tgname IN ('file_used', 'file_left') AND tgrelid IN (
      SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relname IN ('school_file_uses', 'school_post_pictures', 'school_pictures', 'ticket_files', 'conversation_files'))
  LOOP
    EXECUTE format('ALTER TRIGGER %I ON %s RENAME TO %I', former.tgname, former.relation, 'account_' || former.tgname);
  END LOOP;
END
$$;

-- Its trigger has the function bump_before_places() now.
DO $$
BEGIN
  IF to_regprocedure('lock_account_version()') IS NOT NULL THEN
    DROP TRIGGER version_locked ON school_staff;
    DROP FUNCTION lock_account_version();
  END IF;
END
$$;
