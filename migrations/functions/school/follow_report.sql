-- Hides what is reported from the account of the person who reports it, and, where a parent sees a child in a picture,
-- from all but its author and the staff, until the report is decided. A message that is reported is one
-- that administrators see from then on.
--
-- Owner's rights: the person does not write the content.
CREATE OR REPLACE FUNCTION follow_report() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
BEGIN
  IF NEW.created_at < now() - interval '1 day' OR NEW.created_at > now() THEN
    -- A copy that is read in.
    RETURN NULL;
  END IF;
  IF NEW.subject_kind = 'MESSAGE' THEN
    UPDATE public.conversation_messages AS reported
    SET is_reported = true, audience = reported.audience || public.audience_key(NEW.school_id, 'administrators')
    WHERE reported.home_id = NEW.school_id AND reported.id = NEW.subject_id AND NOT reported.is_reported;
    UPDATE public.conversation_files AS uses SET audience = uses.audience || public.audience_key(NEW.school_id, 'administrators')
    WHERE uses.home_id = NEW.school_id AND uses.message_id = NEW.subject_id
      AND NOT public.audience_key(NEW.school_id, 'administrators') = ANY (uses.audience);
  END IF;
  IF NEW.reason = 'CHILD_IN_PICTURE' AND NEW.author_kind = 'PARENT' THEN
    CASE NEW.subject_kind
      WHEN 'POST' THEN
        UPDATE public.school_posts AS held SET state = 'HIDDEN', is_held = true, version = held.version + 1, updated_at = moment
        WHERE held.school_id = NEW.school_id AND held.id = NEW.subject_id AND held.state = 'PUBLISHED';
      WHEN 'COMMENT' THEN
        UPDATE public.school_comments AS held SET state = 'HIDDEN', is_held = true, version = held.version + 1, updated_at = moment
        WHERE held.school_id = NEW.school_id AND held.id = NEW.subject_id AND held.state = 'PUBLISHED';
      WHEN 'PICTURE' THEN
        UPDATE public.school_pictures AS held SET state = 'HIDDEN', is_held = true, version = held.version + 1, updated_at = moment
        WHERE held.school_id = NEW.school_id AND held.id = NEW.subject_id AND held.state = 'PUBLISHED';
      WHEN 'MESSAGE' THEN
        UPDATE public.conversation_messages AS held SET state = 'HIDDEN', is_held = true, version = held.version + 1, updated_at = moment
        WHERE held.home_id = NEW.school_id AND held.id = NEW.subject_id AND held.state = 'PUBLISHED';
    END CASE;
  END IF;
  INSERT INTO public.content_hidings (account_id, id, hidden_id, cause)
  SELECT people.account_id, public.time_ordered_id(), NEW.subject_id, 'REPORT' FROM public.school_people people
  WHERE people.school_id = NEW.school_id AND people.id = NEW.author_id AND people.account_id IS NOT NULL
  ON CONFLICT (account_id, hidden_id, cause) DO NOTHING;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_report() FROM PUBLIC;

CREATE OR REPLACE TRIGGER followed AFTER INSERT ON school_reports FOR EACH ROW EXECUTE FUNCTION follow_report();
