-- Links a card to the parent in scope at a school: at most 5 cards that are not blocked; of those that are, the latest
-- 10 are kept. Refuses a parent who may collect none of the family's students there ('BARRED').
--
-- `hashes` are the card's under each key, the first for new ones. A card that the parent has blocked works again.
--
-- Outcomes: DONE, NONE, BARRED, KNOWN, LIMIT.
-- May be null: card_id.
-- Rows: one.
--
-- Owner's rights: the server's role has no privilege on `pickup_card_codes`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION link_card(card uuid, school uuid, hashes bytea[]) RETURNS TABLE (outcome text, card_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  holder uuid := (
    SELECT members.id FROM public.members
    WHERE members.family_id = home AND members.role = 'PARENT'
      AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
  known record;
BEGIN
  outcome := 'NONE';
  IF holder IS NOT NULL AND EXISTS (
    SELECT 1 FROM public.school_families registered WHERE registered.family_id = home AND registered.school_id = school
  ) THEN
    SELECT bool_or(NOT public.is_barred_from(rows.id)) AS may INTO known FROM public.enrolments rows
    WHERE rows.family_id = home AND rows.staff_school_id = school AND rows.state = 'CONFIRMED';
    IF NOT known.may THEN
      outcome := 'BARRED';
      RETURN NEXT;
      RETURN;
    END IF;
    SELECT codes.card_id, codes.held_by INTO known FROM public.pickup_card_codes codes
    WHERE codes.school_id = school AND codes.card_hash = ANY (hashes);
    IF known.card_id IS NULL THEN
      INSERT INTO public.pickup_card_codes (school_id, card_hash, card_id, held_by) VALUES (school, hashes[1], card, home)
      ON CONFLICT ON CONSTRAINT pickup_card_codes_key DO NOTHING;
      IF FOUND THEN
        INSERT INTO public.pickup_cards (family_id, id, member_id, school_id) VALUES (home, card, holder, school);
        card_id := card;
      END IF;
    ELSIF known.held_by = home THEN
      UPDATE public.pickup_cards AS own SET blocked_at = NULL, version = own.version + 1, updated_at = now()
      WHERE own.family_id = home AND own.id = known.card_id AND own.member_id = holder
      RETURNING own.id INTO card_id;
    END IF;
    outcome := 'KNOWN';
    IF card_id IS NOT NULL THEN
      DELETE FROM public.pickup_cards old WHERE old.family_id = home AND old.id IN (
        SELECT blocked.id FROM public.pickup_cards blocked
        WHERE blocked.family_id = home AND blocked.member_id = holder AND blocked.school_id = school AND blocked.blocked_at IS NOT NULL
        ORDER BY blocked.blocked_at DESC, blocked.id OFFSET 10);
      outcome := CASE
        WHEN (
          SELECT count(*) FROM public.pickup_cards own
          WHERE own.family_id = home AND own.member_id = holder AND own.school_id = school AND own.blocked_at IS NULL
        ) > 5 THEN 'LIMIT'
        ELSE 'DONE' END;
    END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION link_card(uuid, uuid, bytea[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION link_card(uuid, uuid, bytea[]) TO hatched_app;
