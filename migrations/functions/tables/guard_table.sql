-- Guards a new table, as its scope asks for: row-level security and its policies, the privileges of the server's role,
-- the columns that never change, the counts of quotas, the versions, the changes that clients may ask for, the audit
-- trail, and the copies of owners.
--
--     SELECT guard_table('packing_items', 'FAMILY', 'PackingItem', shown => '{PackingList,packing_list_id}');
--     SELECT guard_table('rooms', 'SCHOOL');
--     SELECT guard_table('allergies', 'ENROLMENT', 'Allergy');
--     SELECT guard_table('announcements', 'AUDIENCE');
--     SELECT guard_table('school_posts', 'CONTENT');
--     SELECT guard_table('tickets', 'TICKET');
--     SELECT guard_table('conversations', 'CONVERSATION');
--     SELECT guard_table('shopping_items', 'LIST_ITEM');
--     SELECT guard_table('group_posts', 'GROUP_CONTENT');
--     SELECT guard_table('services', 'DIRECTORY');
--     SELECT guard_table('bookings', 'BOOKING');
--
-- scope: a name of `Scope` in Sources/Domain/Core/Scopes, which a test compares with the policies here.
-- type: of the table's objects, for the changes of a family. shown: as in track_changes.
-- fixed: columns that never change, besides the key, the owners and the time of creation.
-- audited: columns whose values the audit trail keeps.
-- privileges: those of the server's role. written_by_staff: whether staff write rows of the scope ENROLMENT, too.
--
-- For migrations: a table has its columns, its constraints and its indexes before.
CREATE OR REPLACE FUNCTION guard_table(
  guarded regclass, scope text, type text DEFAULT NULL, shown text[] DEFAULT '{}', fixed text[] DEFAULT '{}',
  audited text[] DEFAULT '{}', privileges text DEFAULT 'SELECT, INSERT, UPDATE, DELETE', written_by_staff boolean DEFAULT false
) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- The columns that say whose a row is.
  owners text[];
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', guarded);
  EXECUTE format('GRANT %s ON %s TO hatched_app', privileges, guarded);
  CASE scope
    WHEN 'FAMILY' THEN
      owners := '{family_id}';
      PERFORM public.track_versions(guarded);
    WHEN 'ENROLMENT' THEN
      owners := '{family_id,enrolment_id,staff_school_id,class_id}';
      PERFORM public.add_scope_policy(
        guarded, 'school_staff', 'staff_school_id', 'hatched.staff_school_ids', is_for_reading => NOT written_by_staff);
      PERFORM public.add_scope_policy(
        guarded, 'class_staff', 'class_id', 'hatched.staff_class_ids', is_for_reading => NOT written_by_staff);
      PERFORM public.track_pickup_versions(guarded, 'bump_pickup', 'family_id');
      PERFORM public.mirror_enrolments(guarded);
    WHEN 'ACCOUNT' THEN
      owners := '{account_id}';
      PERFORM public.add_scope_policy(guarded, 'account_scope', 'account_id', 'hatched.account_id');
      PERFORM public.track_versions(guarded, 'bump_account_rows');
    WHEN 'SCHOOL' THEN
      owners := '{school_id}';
      PERFORM public.add_scope_policy(guarded, 'school_scope', 'school_id', 'hatched.school_ids', is_for_reading => true);
      PERFORM public.add_scope_policy(guarded, 'administration', 'school_id', 'hatched.administered_school_ids');
      PERFORM public.track_versions(guarded, 'bump_school_rows');
    WHEN 'ADMINISTRATION' THEN
      owners := '{school_id}';
      PERFORM public.add_scope_policy(guarded, 'administration', 'school_id', 'hatched.administered_school_ids');
      PERFORM public.track_versions(guarded, 'bump_school_rows');
    WHEN 'CLASS_STAFF' THEN
      owners := '{school_id}';
      PERFORM public.add_scope_policy(guarded, 'school_staff', 'school_id', 'hatched.staff_school_ids');
      PERFORM public.add_scope_policy(guarded, 'class_staff', 'class_id', 'hatched.staff_class_ids', is_for_reading => true);
      PERFORM public.track_pickup_versions(guarded, 'bump_roll', 'school_id');
    WHEN 'FILE' THEN
      owners := '{home_id,owner_id}';
      PERFORM public.add_scope_policy(guarded, 'family_scope', 'home_id', 'hatched.family_id');
      PERFORM public.add_scope_policy(guarded, 'account_scope', 'owner_id', 'hatched.account_id');
      PERFORM public.track_versions(guarded, 'bump_files');
    WHEN 'AUDIENCE' THEN
      owners := '{school_id,author_id}';
      PERFORM public.guard_audience(guarded);
    WHEN 'CONTENT' THEN
      owners := '{school_id,author_id}';
      PERFORM public.guard_content(guarded);
    WHEN 'CONVERSATION' THEN
      owners := '{home_id,audience}';
      PERFORM public.add_scope_policy(guarded, 'audience_scope', 'audience', 'hatched.audience_ids');
      PERFORM public.track_pickup_versions(guarded, 'bump_conversation', 'home_id');
    WHEN 'MESSAGE' THEN
      owners := '{home_id,audience,author_id}';
      PERFORM public.guard_messages(guarded);
    WHEN 'COMMUNITY' THEN
      owners := '{school_id}';
      PERFORM public.add_scope_policy(guarded, 'audience_scope', 'school_id', 'hatched.audience_ids', is_for_reading => true);
      PERFORM public.add_scope_policy(guarded, 'administration', 'school_id', 'hatched.administered_school_ids');
      PERFORM public.track_versions(guarded, 'bump_school_rows');
    WHEN 'TICKET' THEN
      owners := '{family_id,school_id,staff_school_id,class_id}';
      PERFORM public.add_scope_policy(guarded, 'administration', 'staff_school_id', 'hatched.administered_school_ids');
      PERFORM public.add_scope_policy(guarded, 'class_staff', 'class_id', 'hatched.staff_class_ids');
      PERFORM public.track_pickup_versions(guarded, 'bump_ticket', 'family_id');
      EXECUTE format('CREATE CONSTRAINT TRIGGER bump_desk AFTER INSERT OR UPDATE OR DELETE ON %s DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION public.bump_desk()', guarded);
    WHEN 'LIST' THEN
      owners := '{family_id,guest_ids}';
      PERFORM public.add_scope_policy(guarded, 'guest_scope', 'guest_ids', 'hatched.account_id', is_for_reading => true);
      PERFORM public.track_pickup_versions(guarded, 'bump_list', 'family_id');
    WHEN 'LIST_ITEM' THEN
      owners := '{family_id,shopping_list_id,private_to,writer_ids}';
      PERFORM public.add_scope_policy(guarded, 'guest_scope', 'writer_ids', 'hatched.account_id');
      PERFORM public.track_pickup_versions(guarded, 'bump_list', 'family_id');
    WHEN 'LIST_GUEST' THEN
      owners := '{family_id,shopping_list_id,account_id}';
      PERFORM public.add_scope_policy(guarded, 'account_scope', 'account_id', 'hatched.account_id', is_for_reading => true);
      PERFORM public.track_pickup_versions(guarded, 'bump_list', 'family_id');
    WHEN 'GROUP' THEN
      owners := '{audience}';
      PERFORM public.add_scope_policy(guarded, 'audience_scope', 'audience', 'hatched.audience_ids', is_for_reading => true);
      PERFORM public.track_pickup_versions(guarded, 'bump_group', 'id');
    WHEN 'GROUP_FAMILY' THEN
      owners := '{group_id}';
      PERFORM public.guard_group(guarded, false);
    WHEN 'GROUP_CONTENT' THEN
      owners := '{group_id,author_id}';
      PERFORM public.guard_group(guarded, true);
    WHEN 'GROUP_MODERATION' THEN
      owners := '{group_id}';
      PERFORM public.add_scope_policy(guarded, 'moderators', 'moderator_key', 'hatched.audience_ids', is_for_reading => true);
      PERFORM public.track_pickup_versions(guarded, 'bump_group', 'group_id');
    WHEN 'DIRECTORY' THEN
      owners := '{account_id,directory_id}';
      PERFORM public.add_scope_policy(guarded, 'account_scope', 'account_id', 'hatched.account_id');
      EXECUTE format('CREATE POLICY directory_scope ON %s FOR SELECT TO hatched_app
        USING (directory_id IS NOT NULL AND nullif(current_setting(''hatched.account_id'', true), '''') IS NOT NULL)', guarded);
      PERFORM public.track_pickup_versions(guarded, 'bump_directory_rows', 'account_id');
    WHEN 'BOOKING' THEN
      owners := '{family_id,account_id,provider_id}';
      PERFORM public.add_scope_policy(guarded, 'provider_scope', 'account_id', 'hatched.account_id');
      PERFORM public.track_pickup_versions(guarded, 'bump_booking', 'family_id');
    ELSE RAISE EXCEPTION 'guard_table knows no scope %', scope
      USING HINT = 'The scopes are FAMILY, ENROLMENT, ACCOUNT, SCHOOL, ADMINISTRATION, CLASS_STAFF, FILE, AUDIENCE, CONTENT, CONVERSATION, MESSAGE, COMMUNITY, TICKET, LIST, LIST_ITEM, LIST_GUEST, GROUP, GROUP_FAMILY, GROUP_CONTENT, GROUP_MODERATION, DIRECTORY and BOOKING.';
  END CASE;
  IF owners[1] = 'family_id' THEN
    PERFORM public.add_scope_policy(
      guarded, 'family_scope', 'family_id', 'hatched.family_id', roles => 'hatched_app, hatched_worker');
    PERFORM public.track_usage(guarded);
  END IF;
  IF scope NOT IN ('FAMILY', 'ACCOUNT', 'FILE', 'LIST', 'LIST_ITEM', 'LIST_GUEST', 'GROUP', 'GROUP_FAMILY', 'GROUP_CONTENT', 'GROUP_MODERATION',
    'DIRECTORY', 'BOOKING')
  THEN PERFORM public.collect_shared_ids(); END IF;
  IF type IS NOT NULL AND scope = 'FAMILY' THEN
    PERFORM public.track_changes(guarded, type, shown);
  ELSIF type IS NOT NULL AND scope = 'ENROLMENT' THEN
    PERFORM public.track_pickup_changes(guarded, type);
  END IF;
  IF privileges LIKE '%UPDATE%' THEN
    EXECUTE format('CREATE TRIGGER fixed_columns BEFORE UPDATE OF %s ON %s EXECUTE FUNCTION public.refuse_fixed_columns()',
      (SELECT string_agg(quote_ident(fixed_column), ', ') FROM unnest(owners || '{id,created_at}' || fixed) AS fixed_column), guarded);
  END IF;
  IF audited <> '{}' THEN
    EXECUTE format('CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION public.audit_row(%s)',
      guarded, (SELECT string_agg(quote_literal(argument), ', ') FROM unnest(
        upper(regexp_replace(type, '([a-z0-9])([A-Z])', '\1_\2', 'g')) || audited) AS argument));
  END IF;
END
$$;
REVOKE ALL ON FUNCTION guard_table(regclass, text, text, text[], text[], text[], text, boolean) FROM PUBLIC;
