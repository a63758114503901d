-- Tells the author, where it is a member of a family, of a decision of staff on what it wrote. The notification has the
-- reason of staff, and nothing of the content. A change of more than a day ago is a copy that is read in.
--
-- Owner's rights: staff act in no family, and may not add a family's notifications.
CREATE OR REPLACE FUNCTION tell_of_content() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  happened text := CASE
    WHEN NEW.state = 'PUBLISHED' AND OLD.state = 'PENDING' THEN 'SCHOOL_POST'
    -- Nobody told it that the content was held.
    WHEN NEW.state = 'PUBLISHED' AND OLD.is_held THEN NULL
    WHEN NEW.state = 'PUBLISHED' THEN 'CONTENT_SHOWN'
    WHEN NEW.state = 'REJECTED' THEN 'POST_REJECTED'
    WHEN NEW.state = 'HIDDEN' AND NOT NEW.is_held THEN 'CONTENT_HIDDEN'
    WHEN NEW.state = 'REMOVED' THEN 'CONTENT_REMOVED' END;
  home uuid;
  author uuid;
BEGIN
  IF happened IS NULL OR NEW.updated_at < now() - interval '1 day' THEN RETURN NULL; END IF;
  SELECT own.family_id, own.id INTO home, author
  FROM public.school_people people JOIN public.members own ON own.account_id = people.account_id AND own.id = people.member_id
  WHERE people.school_id = NEW.school_id AND people.id = NEW.author_id;
  IF NOT FOUND OR (
    SELECT count(*) FROM public.notifications told
    WHERE told.family_id = home AND told.recipient_id = author AND told.kind = 'SCHOOL_POST'
      AND told.created_at > now() - interval '1 hour') >= 60
  THEN RETURN NULL; END IF;
  INSERT INTO public.notifications (family_id, id, recipient_id, kind, event, arguments)
  SELECT home, public.time_ordered_id(), author, 'SCHOOL_POST', happened,
    jsonb_strip_nulls(jsonb_build_object('reason', NEW.state_reason))::text;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION tell_of_content() FROM PUBLIC;

CREATE OR REPLACE TRIGGER told AFTER UPDATE OF state, is_held ON school_posts FOR EACH ROW WHEN (OLD.state <> NEW.state OR OLD.is_held AND NOT NEW.is_held)
  EXECUTE FUNCTION tell_of_content();
CREATE OR REPLACE TRIGGER told AFTER UPDATE OF state, is_held ON school_comments FOR EACH ROW WHEN (OLD.state <> NEW.state OR OLD.is_held AND NOT NEW.is_held)
  EXECUTE FUNCTION tell_of_content();
CREATE OR REPLACE TRIGGER told AFTER UPDATE OF state, is_held ON conversation_messages FOR EACH ROW WHEN (OLD.state <> NEW.state OR OLD.is_held AND NOT NEW.is_held)
  EXECUTE FUNCTION tell_of_content();
