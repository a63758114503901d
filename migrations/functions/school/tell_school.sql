-- Tells the next families of a school of what is due: a notification for each parent and each student of the audience
-- who has an account, of which pushes follow, and for an urgent announcement a mail to each confirmed address of
-- theirs. Returns how many families it went through, at least one while something is due. Each is told once. A message
-- of a conversation is told to all of its people at once.
--
-- Owner's rights: the worker's role has no privilege on rows of schools, and none on `messages`.
CREATE OR REPLACE FUNCTION tell_school(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  telling public.school_tellings;
  known record;
  school public.schools;
  classes uuid[];
  is_for_all boolean;
  homes uuid[];
BEGIN
  SELECT * INTO telling FROM public.school_tellings due
  WHERE due.ended_at IS NULL AND due.due_at <= now() ORDER BY due.due_at, due.id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    DELETE FROM public.school_tellings AS old WHERE old.ended_at < now() - interval '400 days';
    RETURN 0;
  END IF;
  IF telling.event = 'CONVERSATION' THEN
    DELETE FROM public.school_tellings AS told WHERE told.school_id = telling.school_id AND told.id = telling.id;
    PERFORM public.tell_conversation(telling.school_id, telling.id);
    RETURN 1;
  END IF;
  IF telling.event = 'ANNOUNCEMENT' THEN
    SELECT rows.title, rows.text, rows.grades, rows.class_ids, NULL::int AS least_age INTO known FROM public.announcements rows
    WHERE rows.school_id = telling.school_id AND rows.id = telling.id AND rows.priority = 'URGENT'
      AND (rows.begins_at IS NULL OR rows.begins_at <= now()) AND (rows.ends_at IS NULL OR rows.ends_at > now());
  ELSE
    SELECT rows.title, rows.text, rows.grades, rows.class_ids, rows.least_age INTO known FROM public.school_events rows
    WHERE rows.school_id = telling.school_id AND rows.id = telling.id AND rows.closes_at > now();
  END IF;
  IF FOUND THEN
    SELECT * INTO school FROM public.schools WHERE schools.id = telling.school_id;
    is_for_all := known.grades = '{}' AND known.class_ids = '{}';
    classes := ARRAY(
      SELECT named.id FROM public.school_classes named
      WHERE named.school_id = telling.school_id AND (named.id = ANY (known.class_ids) OR named.grade = ANY (known.grades)));
    homes := ARRAY(
      SELECT DISTINCT placed.family_id FROM public.enrolments placed
      WHERE placed.staff_school_id = telling.school_id AND placed.state = 'CONFIRMED' AND (is_for_all OR placed.class_id = ANY (classes))
        AND (telling.last_family IS NULL OR placed.family_id > telling.last_family)
      ORDER BY placed.family_id LIMIT at_once);
  ELSE
    homes := '{}';
  END IF;
  IF homes = '{}' THEN
    UPDATE public.school_tellings AS told SET ended_at = now() WHERE told.school_id = telling.school_id AND told.id = telling.id;
    RETURN 1;
  END IF;
  UPDATE public.school_tellings AS told SET last_family = homes[cardinality(homes)]
  WHERE told.school_id = telling.school_id AND told.id = telling.id;
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  WITH people AS (
    SELECT own.family_id, own.id, own.account_id, (
      SELECT placed.id FROM public.enrolments placed
      WHERE placed.family_id = own.family_id AND placed.staff_school_id = telling.school_id AND placed.state = 'CONFIRMED'
        AND (is_for_all OR placed.class_id = ANY (classes)) AND (own.role = 'PARENT' OR placed.student_id = own.id)
        AND NOT public.is_kept_from(own.family_id, placed.id, own.id)
      ORDER BY placed.id LIMIT 1) AS enrolment_id
    FROM public.members own
    WHERE own.family_id = ANY (homes) AND own.account_id IS NOT NULL AND (
      known.least_age IS NULL OR own.role = 'PARENT'
      OR extract(year FROM age((now() AT TIME ZONE school.time_zone)::date::timestamp, own.birthday::timestamp)) >= known.least_age)
  ), told AS (
    INSERT INTO public.notifications (family_id, id, recipient_id, kind, event, arguments, enrolment_id)
    SELECT people.family_id, public.time_ordered_id(), people.id, telling.event, telling.event,
      jsonb_strip_nulls(jsonb_build_object(
        'school', school.name, 'title', known.title, 'message', left(known.text, 2000)))::text, people.enrolment_id
    FROM people WHERE people.enrolment_id IS NOT NULL ORDER BY people.family_id, people.id
  )
  INSERT INTO public.messages (id, channel, address, kind, locale, arguments, recipient_id, expires_at)
  SELECT gen_random_uuid(), addresses.channel, addresses.address, 'announcement', addresses.language,
    jsonb_build_object('school', school.name, 'title', known.title), addresses.account_id, now() + interval '1 day'
  FROM people
  JOIN public.sign_in_addresses addresses
    ON addresses.account_id = people.account_id AND addresses.channel = 'EMAIL' AND addresses.confirmed_at IS NOT NULL
  WHERE telling.event = 'ANNOUNCEMENT' AND people.enrolment_id IS NOT NULL;
  RETURN cardinality(homes);
END
$$;
REVOKE ALL ON FUNCTION tell_school(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tell_school(integer) TO hatched_worker;
