-- The arguments of a push to staff or to a provider, and its body in a person's own words, with the end of quiet hours
-- in which a message waits; no row for one that is needless: what was read, a student who is asked for no more, a
-- device that was given up, and an account that does not see the class any more.
--
-- Owner's rights: the places, devices and settings are those of any account.
CREATE OR REPLACE FUNCTION staff_push(
  subject text, home uuid, about uuid, account uuid, device uuid, device_token text, moment timestamptz
)
RETURNS TABLE (arguments text, body text, student_id uuid, shows_names boolean, quiet_end timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF subject IN ('provider-booking', 'provider-conversation') THEN
    RETURN QUERY
      SELECT told.arguments, NULL::text, NULL::uuid, devices.shows_names,
        public.push_quiet_end(devices.quiet_from, devices.quiet_until, provider.time_zone, moment)
      FROM public.account_notifications told
      JOIN public.providers provider ON provider.account_id = account
      JOIN public.staff_devices devices ON devices.account_id = account AND devices.id = device AND devices.token = device_token
      WHERE told.account_id = account AND told.id = about AND told.read_at IS NULL AND told.deleted_at IS NULL AND devices.messages;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT jsonb_strip_nulls(jsonb_build_object('student', told.student_name, 'person', told.person, 'title', told.title))::text, told.body, told.student_id,
      devices.shows_names, CASE WHEN NOT public.notice_ignores_quiet_hours(upper(replace(subject, '-', '_'))) THEN
        public.push_quiet_end(devices.quiet_from, devices.quiet_until, schools.time_zone, moment) END
    FROM (
      SELECT sent.staff_school_id, sent.class_id, sent.author_name AS person, sent.text AS body, rows.student_id, rows.student_name,
        NULL AS title
      FROM public.class_messages sent
      JOIN public.enrolments rows ON rows.family_id = sent.family_id AND rows.id = sent.enrolment_id
      WHERE subject = 'class-message' AND sent.family_id = home AND sent.id = about AND NOT EXISTS (
        SELECT 1 FROM public.staff_message_reads reads
        WHERE reads.account_id = account AND reads.enrolment_id = sent.enrolment_id AND reads.read_until >= sent.created_at)
      UNION ALL
      SELECT open.staff_school_id, open.class_id, open.requested_by, NULL, open.student_id, open.student_name, NULL
      FROM public.dismissals open
      WHERE subject = 'class-request' AND open.family_id = home AND open.id = about AND open.state = 'REQUESTED'
        AND open.day_ends_at > moment
      UNION ALL
      SELECT reports.staff_school_id, reports.class_id, NULL, NULL, rows.student_id, rows.student_name, NULL
      FROM public.absence_reports reports
      JOIN public.enrolments rows ON rows.family_id = reports.family_id AND rows.id = reports.enrolment_id
      WHERE subject = 'class-absence' AND reports.family_id = home AND reports.id = about AND reports.state IN ('SUBMITTED', 'WITHDRAWN')
      UNION ALL
      SELECT asked.staff_school_id, asked.class_id, NULL, NULL, rows.student_id, asked.student_name, asked.title
      FROM public.tickets asked
      LEFT JOIN public.enrolments rows ON rows.family_id = asked.family_id AND rows.id = asked.enrolment_id
      WHERE subject = 'class-ticket' AND asked.family_id = home AND asked.id = about AND asked.state IN ('OPEN', 'CLOSED')
    ) AS told
    JOIN public.schools ON schools.id = told.staff_school_id
    JOIN public.school_staff staff ON staff.school_id = told.staff_school_id AND staff.account_id = account
    JOIN public.staff_devices devices ON devices.account_id = account AND devices.id = device AND devices.token = device_token
    WHERE CASE subject WHEN 'class-request' THEN devices.requests ELSE devices.messages END
      AND (staff.role <> 'TEACHER' AND devices.all_classes AND (subject <> 'class-ticket' OR staff.role = 'ADMINISTRATOR') OR EXISTS (
        SELECT 1 FROM public.school_staff_classes taught WHERE taught.account_id = account AND taught.class_id = told.class_id));
END
$$;
REVOKE ALL ON FUNCTION staff_push(text, uuid, uuid, uuid, uuid, text, timestamp with time zone) FROM PUBLIC;
