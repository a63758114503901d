-- Forgets dismissals, messages, attendance and absence reports that are older than `days` days, tickets that have been
-- silent for 400 days, and their messages of that age, notices to staff after 90 days, and how far staff had read those
-- messages, of the next families; returns the number of rows.
--
-- Owner's rights: the worker's role has no privilege on these tables.
CREATE OR REPLACE FUNCTION forget_pickups(at_once int, days int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  limits timestamptz[] := ARRAY[now() - make_interval(days => days), now() - interval '90 days', now() - interval '400 days'];
  gone int;
  forgotten int;
BEGIN
  homes := ARRAY(
    SELECT DISTINCT old.family_id FROM (
      (SELECT rows.family_id FROM public.dismissals rows WHERE rows.created_at < limits[1] LIMIT at_once)
      UNION ALL (SELECT rows.family_id FROM public.class_messages rows WHERE rows.created_at < limits[1] LIMIT at_once)
      UNION ALL (SELECT rows.family_id FROM public.school_attendance rows WHERE rows.created_at < limits[1] LIMIT at_once)
      UNION ALL (SELECT rows.family_id FROM public.absence_reports rows WHERE rows.created_at < limits[1] LIMIT at_once)
      UNION ALL (SELECT rows.family_id FROM public.tickets rows WHERE rows.spoke_at < limits[3] LIMIT at_once)
      UNION ALL (SELECT rows.family_id FROM public.ticket_messages rows WHERE rows.created_at < limits[3] LIMIT at_once)
      UNION ALL (SELECT rows.family_id FROM public.school_notices rows WHERE rows.created_at < limits[2] LIMIT at_once)
    ) AS old ORDER BY old.family_id LIMIT at_once);
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  PERFORM public.lock_class_versions('{}', ARRAY(SELECT rows.class_id FROM public.enrolments rows WHERE rows.family_id = ANY (homes)));
  DELETE FROM public.dismissals rows WHERE rows.family_id = ANY (homes) AND rows.created_at < limits[1];
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  DELETE FROM public.class_messages rows WHERE rows.family_id = ANY (homes) AND rows.created_at < limits[1];
  GET DIAGNOSTICS gone = ROW_COUNT;
  forgotten := forgotten + gone;
  DELETE FROM public.school_attendance rows WHERE rows.family_id = ANY (homes) AND rows.created_at < limits[1];
  GET DIAGNOSTICS gone = ROW_COUNT;
  forgotten := forgotten + gone;
  DELETE FROM public.absence_reports rows WHERE rows.family_id = ANY (homes) AND rows.created_at < limits[1];
  GET DIAGNOSTICS gone = ROW_COUNT;
  forgotten := forgotten + gone;
  DELETE FROM public.tickets rows WHERE rows.family_id = ANY (homes) AND rows.spoke_at < limits[3];
  GET DIAGNOSTICS gone = ROW_COUNT;
  forgotten := forgotten + gone;
  DELETE FROM public.ticket_messages rows WHERE rows.family_id = ANY (homes) AND rows.created_at < limits[3];
  GET DIAGNOSTICS gone = ROW_COUNT;
  forgotten := forgotten + gone;
  DELETE FROM public.school_notices rows WHERE rows.family_id = ANY (homes) AND rows.created_at < limits[2];
  GET DIAGNOSTICS gone = ROW_COUNT;
  DELETE FROM public.staff_message_reads rows WHERE (rows.account_id, rows.id) IN (
    SELECT old.account_id, old.id FROM public.staff_message_reads old WHERE old.read_until < limits[1] LIMIT at_once);
  RETURN forgotten + gone;
END
$$;
REVOKE ALL ON FUNCTION forget_pickups(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_pickups(integer, integer) TO hatched_worker;
