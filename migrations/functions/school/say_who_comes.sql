-- Says who comes for the student of an enrolment on a day, today without one: a collector whose days have it, or nobody
-- special, where there is none. By a parent of the family in scope, which is locked. Returns as the functions of cards
-- do, and 'CLASS' without such a collector.
--
-- Outcomes: DONE, NONE, BARRED, CLASS, LIMIT.
-- May be null: collector, given_day.
--
-- Owner's rights: the server's role may only read `enrolments`: no statement of the server writes a state that this
-- function would refuse.
CREATE OR REPLACE FUNCTION say_who_comes(enrolment uuid, collector uuid, given_day date) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  known public.enrolments;
  today date;
  name text;
BEGIN
  SELECT * INTO known FROM public.enrolments rows WHERE rows.family_id = home AND rows.id = enrolment AND rows.state <> 'ENDED';
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF public.is_barred_from(enrolment) THEN RETURN 'BARRED'; END IF;
  today := (SELECT (now() AT TIME ZONE schools.time_zone)::date FROM public.schools WHERE schools.id = known.school_id);
  -- Of a day that has ended there is nothing to say.
  IF given_day < today THEN RETURN 'LIMIT'; END IF;
  IF given_day IS NOT NULL THEN today := given_day; END IF;
  IF collector IS NOT NULL THEN
    name := (
      SELECT persons.name FROM public.collectors persons
      WHERE persons.family_id = home AND persons.id = collector AND persons.enrolment_id = enrolment
        AND coalesce(persons.from_day, today) <= today AND coalesce(persons.until_day, today) >= today);
    IF name IS NULL THEN RETURN 'CLASS'; END IF;
  END IF;
  UPDATE public.enrolments
  SET collector_id = CASE WHEN name IS NOT NULL THEN collector END, collected_by = name,
    collected_on = CASE WHEN name IS NOT NULL THEN today END, version = version + 1, updated_at = now()
  WHERE family_id = home AND id = enrolment;
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION say_who_comes(uuid, uuid, date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION say_who_comes(uuid, uuid, date) TO hatched_app;
