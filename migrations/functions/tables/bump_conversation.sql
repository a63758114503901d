-- Bumps the versions of the accounts that see the conversations of which a statement has changed rows: those of their
-- persons, of parents who read along, of members of families, and of providers.
--
-- Owner's rights: the server's role may only read versions: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_conversation() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  concerned uuid[];
  persons uuid[] := '{}';
BEGIN
  IF TG_TABLE_NAME = 'conversations' THEN
    concerned := ARRAY(SELECT changed.id FROM changed);
  ELSE
    concerned := ARRAY(SELECT DISTINCT changed.conversation_id FROM changed);
  END IF;
  -- Those who are no longer among them, too.
  IF TG_TABLE_NAME = 'conversation_people' THEN persons := ARRAY(SELECT changed.person_id FROM changed); END IF;
  PERFORM public.bump_accounts(ARRAY(
    SELECT people.account_id FROM public.school_people people WHERE people.id = ANY (persons)
    UNION SELECT people.account_id FROM public.conversation_people talking
    JOIN public.school_people people ON people.school_id = talking.home_id AND people.id = talking.person_id
    WHERE talking.conversation_id = ANY (concerned)
    UNION SELECT own.account_id FROM public.family_conversations talking
    JOIN public.members own ON own.family_id = talking.family_id
      AND (own.id = talking.member_id OR talking.member_id IS NULL AND own.role = 'PARENT')
    WHERE talking.conversation_id = ANY (concerned) OR talking.person_id = ANY (persons)
    UNION SELECT offering.account_id FROM public.family_conversations talking
    JOIN public.providers offering ON offering.id = talking.provider_id
    WHERE talking.conversation_id = ANY (concerned) OR talking.person_id = ANY (persons)));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_conversation() FROM PUBLIC;
