-- The database in which the counting of changes goes on, the member in scope, its role, and the enrolments hidden from
-- it: a client that has another line begins anew.
--
-- The database is another one after a restore into another cluster or database, after a recovery to a point in time,
-- after the promotion of a standby, and after each run of `hatched migrate`.
CREATE OR REPLACE FUNCTION change_line(reader uuid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  timeline text;
BEGIN
  IF pg_is_in_recovery() THEN
    timeline := (SELECT checkpoint.timeline_id::text FROM pg_control_checkpoint() checkpoint);
  ELSE
    timeline := left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
  END IF;
  RETURN (
    SELECT md5(concat_ws(' ', (SELECT control.system_identifier FROM pg_control_system() control), timeline,
      (SELECT own.oid FROM pg_database own WHERE own.datname = current_database()),
      (SELECT epochs.epoch FROM public.version_epochs epochs), scope, reader, members.role,
      nullif(array_to_string(public.hidden_enrolments(reader), ' '), '')))
    FROM public.members WHERE members.family_id = scope AND members.id = reader);
END
$$;
REVOKE ALL ON FUNCTION change_line(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION change_line(uuid) TO hatched_app;
