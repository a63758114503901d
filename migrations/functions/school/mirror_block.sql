-- Hides the person who blocks another one from the account of that one, and shows it again. Both accounts are locked
-- first, in the order of their ids: they may block each other at the same time.
--
-- Owner's rights: the rows are those of another account.
CREATE OR REPLACE FUNCTION mirror_block() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  other uuid;
BEGIN
  IF TG_WHEN = 'BEFORE' THEN
    PERFORM FROM public.accounts WHERE accounts.id IN (
      SELECT coalesce(NEW.account_id, OLD.account_id)
      UNION ALL SELECT people.account_id FROM public.school_people people WHERE people.id = coalesce(NEW.hidden_id, OLD.hidden_id))
    ORDER BY accounts.id FOR NO KEY UPDATE;
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM public.content_hidings AS mirrored
    WHERE mirrored.cause = 'BLOCKED' AND mirrored.own_id = OLD.hidden_id AND mirrored.hidden_id = OLD.own_id;
    RETURN NULL;
  END IF;
  SELECT people.account_id INTO other FROM public.school_people people WHERE people.id = NEW.hidden_id;
  IF other IS NOT NULL THEN
    INSERT INTO public.content_hidings (account_id, id, hidden_id, cause, own_id)
    VALUES (other, public.time_ordered_id(), NEW.own_id, 'BLOCKED', NEW.hidden_id)
    ON CONFLICT (account_id, hidden_id, cause) DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION mirror_block() FROM PUBLIC;

CREATE OR REPLACE TRIGGER blocking BEFORE INSERT ON content_hidings FOR EACH ROW WHEN (NEW.cause = 'BLOCK')
  EXECUTE FUNCTION mirror_block();
CREATE OR REPLACE TRIGGER blocked AFTER INSERT ON content_hidings FOR EACH ROW WHEN (NEW.cause = 'BLOCK')
  EXECUTE FUNCTION mirror_block();
CREATE OR REPLACE TRIGGER unblocking BEFORE DELETE ON content_hidings FOR EACH ROW WHEN (OLD.cause = 'BLOCK')
  EXECUTE FUNCTION mirror_block();
CREATE OR REPLACE TRIGGER unblocked AFTER DELETE ON content_hidings FOR EACH ROW WHEN (OLD.cause = 'BLOCK')
  EXECUTE FUNCTION mirror_block();
