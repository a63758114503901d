-- The enrolments that a card asks for at the school of the reader in scope: none for a card that is unknown or blocked,
-- and none from which the school has barred its parent, or for which it has not confirmed it yet. Of bars staff are
-- told, at most every ten minutes. Locks the card's family, and bumps the versions of the classes, in order.
--
-- May be null: class_id.
--
-- Owner's rights: the card's family is in no scope of a reader, and the server's role has no privilege on
-- `pickup_card_codes`.
CREATE OR REPLACE FUNCTION enter_card(hashes bytea[])
RETURNS TABLE (enrolment_id uuid, family_id uuid, class_id uuid, school_id uuid, is_open boolean, is_absent boolean, asked_by text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  places uuid[] := nullif(current_setting('hatched.reader_school_ids', true), '')::uuid[];
  code public.pickup_card_codes;
  card public.pickup_cards;
BEGIN
  SELECT * INTO code FROM public.pickup_card_codes codes WHERE codes.school_id = ANY (places) AND codes.card_hash = ANY (hashes);
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM public.families WHERE families.family_id = code.held_by FOR NO KEY UPDATE;
  SELECT * INTO card FROM public.pickup_cards cards
  WHERE cards.family_id = code.held_by AND cards.id = code.card_id AND cards.blocked_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM public.bump_places(ARRAY(
    SELECT rows.class_id FROM public.enrolments rows
    WHERE rows.family_id = card.family_id AND rows.staff_school_id = card.school_id AND rows.class_id IS NOT NULL));
  INSERT INTO public.school_notices (family_id, enrolment_id, kind, person_name)
  SELECT card.family_id, guardians.enrolment_id, 'BARRED_CARD', guardians.name FROM public.pickup_guardians guardians
  WHERE guardians.family_id = card.family_id AND guardians.member_id = card.member_id AND guardians.is_barred
    AND guardians.staff_school_id = card.school_id AND NOT EXISTS (
      SELECT 1 FROM public.school_notices told
      WHERE told.family_id = card.family_id AND told.enrolment_id = guardians.enrolment_id AND told.kind = 'BARRED_CARD'
        AND told.created_at > now() - interval '10 minutes');
  RETURN QUERY
    SELECT rows.id, rows.family_id, rows.class_id, rows.staff_school_id,
      schools.pickup_from IS NULL OR clock.today::time BETWEEN schools.pickup_from AND schools.pickup_until,
      rows.absent_on IS NOT DISTINCT FROM clock.today::date, guardians.name
    FROM public.enrolments rows
    JOIN public.pickup_guardians guardians ON guardians.family_id = card.family_id AND guardians.enrolment_id = rows.id
      AND guardians.member_id = card.member_id AND guardians.is_confirmed AND NOT guardians.is_barred
    JOIN public.schools ON schools.id = rows.school_id
    CROSS JOIN LATERAL (SELECT now() AT TIME ZONE schools.time_zone AS today) AS clock
    WHERE rows.family_id = card.family_id AND rows.staff_school_id = card.school_id AND rows.state = 'CONFIRMED'
    ORDER BY rows.student_name, rows.id;
END
$$;
REVOKE ALL ON FUNCTION enter_card(bytea[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enter_card(bytea[]) TO hatched_app;
