-- Gives the bookings of a family, and its conversations with providers, its new name, which providers see.
--
-- The trigger names no column: an operator may change the type of one, or its collation.
--
-- Owner's rights: the change may be one of a student, who writes no bookings, and sees no such conversation.
CREATE OR REPLACE FUNCTION follow_family_name() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.name = OLD.name THEN RETURN NULL; END IF;
  PERFORM public.wake_clients(ARRAY[NEW.family_id], ARRAY(
    SELECT rows.provider_id FROM public.bookings rows WHERE rows.family_id = NEW.family_id
    UNION SELECT talking.provider_id FROM public.family_conversations talking
    WHERE talking.family_id = NEW.family_id AND talking.provider_id IS NOT NULL));
  UPDATE public.conversation_people AS named SET name = NEW.name, updated_at = now(), version = named.version + 1
  FROM public.family_conversations talking
  WHERE talking.family_id = NEW.family_id AND talking.provider_id IS NOT NULL
    AND named.home_id = public.audience_key(talking.provider_id, 'clients') AND named.conversation_id = talking.conversation_id
    AND named.person_id = talking.person_id;
  UPDATE public.bookings AS rows SET family_name = NEW.name
  WHERE rows.family_id = NEW.family_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_family_name() FROM PUBLIC;
CREATE OR REPLACE TRIGGER named_bookings AFTER UPDATE ON families
  FOR EACH ROW EXECUTE FUNCTION follow_family_name();
