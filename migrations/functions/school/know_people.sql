-- Keeps the rows of `school_people` of a family: one for each member with an account and each school that has confirmed
-- an enrolment, of a parent's children or of the student itself. Rows stay when enrolments end, as what the person
-- wrote does; a person without an enrolment has no audience there any more, and no picture.
CREATE OR REPLACE FUNCTION know_people(home uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
BEGIN
  INSERT INTO public.school_people AS known (school_id, id, kind, name, account_id, member_id, picture_id)
  SELECT places.school_id, public.audience_key(places.school_id, 'member ' || places.id::text), places.role, places.name,
    places.account_id, places.id, places.picture_id
  FROM (
    SELECT DISTINCT enrolled.school_id, own.id, own.role, own.name, own.account_id,
      CASE WHEN own.role = 'PARENT' THEN accounts.picture_id END AS picture_id
    FROM public.members own JOIN public.enrolments enrolled ON enrolled.family_id = home AND enrolled.state = 'CONFIRMED'
      AND (own.role = 'PARENT' OR enrolled.student_id = own.id)
    JOIN public.accounts ON accounts.id = own.account_id
    WHERE own.family_id = home AND own.account_id IS NOT NULL) AS places
  ORDER BY places.school_id, places.id
  ON CONFLICT ON CONSTRAINT school_people_key DO UPDATE SET
    kind = EXCLUDED.kind, name = EXCLUDED.name, account_id = EXCLUDED.account_id, picture_id = EXCLUDED.picture_id,
    version = known.version + 1, updated_at = moment
  WHERE known.kind <> EXCLUDED.kind OR known.name <> EXCLUDED.name OR known.account_id IS DISTINCT FROM EXCLUDED.account_id
    OR known.picture_id IS DISTINCT FROM EXCLUDED.picture_id;
  UPDATE public.school_people AS known SET picture_id = NULL, version = known.version + 1, updated_at = moment
  WHERE known.picture_id IS NOT NULL AND known.member_id IN (SELECT own.id FROM public.members own WHERE own.family_id = home)
    AND NOT EXISTS (
      SELECT 1 FROM public.enrolments enrolled
      WHERE enrolled.family_id = home AND enrolled.school_id = known.school_id AND enrolled.state = 'CONFIRMED');
END
$$;
REVOKE ALL ON FUNCTION know_people(uuid) FROM PUBLIC;
