-- Ends all that the family has at a school: enrolments, cards, and the registration.
--
-- Outcomes: DONE, NONE, BARRED.
--
-- Owner's rights: the server's role may only read `enrolments`: no statement of the server writes a state that this
-- function would refuse.
CREATE OR REPLACE FUNCTION leave_school(school uuid, ended_by text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  enrolled uuid[] := ARRAY(
    SELECT rows.id FROM public.enrolments rows WHERE rows.family_id = home AND rows.staff_school_id = school ORDER BY rows.id);
BEGIN
  IF EXISTS (SELECT 1 FROM unnest(enrolled) AS open (id) WHERE public.is_barred_from(open.id)) THEN RETURN 'BARRED'; END IF;
  PERFORM public.bump_accounts(public.accounts_beside(
    ARRAY(SELECT own.id FROM public.members own WHERE own.family_id = home),
    ARRAY(SELECT rows.class_id FROM public.enrolments rows WHERE rows.family_id = home AND rows.id = ANY (enrolled))));
  PERFORM public.end_enrolment(open.id, ended_by) FROM unnest(enrolled) AS open (id);
  DELETE FROM public.pickup_cards cards WHERE cards.family_id = home AND cards.school_id = school;
  DELETE FROM public.school_families registered WHERE registered.family_id = home AND registered.school_id = school;
  RETURN CASE WHEN FOUND THEN 'DONE' ELSE 'NONE' END;
END
$$;
REVOKE ALL ON FUNCTION leave_school(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION leave_school(uuid, text) TO hatched_app;
