-- Gives the conversations of a provider with families its new name.
--
-- Owner's rights: the server's role changes no persons of conversations.
CREATE OR REPLACE FUNCTION follow_provider() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.wake_clients(
    ARRAY(SELECT talking.family_id FROM public.family_conversations talking WHERE talking.provider_id = NEW.id), ARRAY[NEW.id]);
  UPDATE public.conversation_people AS named SET name = NEW.name, updated_at = now(), version = named.version + 1
  WHERE named.home_id = public.audience_key(NEW.id, 'clients') AND named.person_id = public.audience_key(NEW.id, 'provider');
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_provider() FROM PUBLIC;
CREATE OR REPLACE TRIGGER named_conversations AFTER UPDATE OF name ON providers
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION follow_provider();
