-- Tells staff and parents, once, of students who still wait when a school's hours for pickup have ended, of the next
-- families; returns the number of dismissals. Staff are told of one student at most every ten minutes.
--
-- Owner's rights: the worker's role has no privilege on `dismissals`.
CREATE OR REPLACE FUNCTION notify_left_waiting(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  waiting uuid[];
  homes uuid[];
  told int;
BEGIN
  SELECT array_agg(late.id), array_agg(late.family_id) INTO waiting, homes FROM (
    SELECT open.id, open.family_id FROM public.dismissals open JOIN public.schools ON schools.id = open.staff_school_id
    WHERE open.state IN ('REQUESTED', 'READY') AND open.told_at IS NULL AND open.day_ends_at > now()
      AND (now() AT TIME ZONE schools.time_zone)::time > schools.pickup_until
    ORDER BY open.id LIMIT at_once
  ) AS late;
  IF waiting IS NULL THEN RETURN 0; END IF;
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  PERFORM public.bump_places(ARRAY(
    SELECT coalesce(open.class_id, open.staff_school_id) FROM public.dismissals open
    WHERE open.family_id = ANY (homes) AND open.id = ANY (waiting) AND open.state IN ('REQUESTED', 'READY') AND open.told_at IS NULL));
  WITH late AS (
    UPDATE public.dismissals AS open SET told_at = now()
    WHERE open.family_id = ANY (homes) AND open.id = ANY (waiting) AND open.state IN ('REQUESTED', 'READY') AND open.told_at IS NULL
    RETURNING open.family_id, open.id, open.enrolment_id, open.student_id, open.student_name
  ), noted AS (
    INSERT INTO public.school_notices (family_id, enrolment_id, kind)
    SELECT late.family_id, late.enrolment_id, 'LEFT_WAITING' FROM late WHERE NOT EXISTS (
      SELECT 1 FROM public.school_notices before
      WHERE before.family_id = late.family_id AND before.enrolment_id = late.enrolment_id AND before.kind = 'LEFT_WAITING'
        AND before.created_at > now() - interval '10 minutes')
  )
  SELECT count(public.tell_parents(
    late.family_id, late.enrolment_id, late.student_id, late.id, 'PICKUP_LEFT_WAITING',
    jsonb_build_object('student', late.student_name))) INTO told
  FROM late;
  RETURN told;
END
$$;
REVOKE ALL ON FUNCTION notify_left_waiting(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notify_left_waiting(integer) TO hatched_worker;
