-- Puts a message into the outbox of each active webhook of a family that is for a kind of event: the one place that
-- changes call, from triggers.
--
--     PERFORM public.note_webhook(NEW.family_id, 'BOOKING_CHANGED', jsonb_build_object('bookingId', NEW.id));
--
-- subject: the ids that the message has, and nothing else. A message of the same kind and ids that nobody has claimed
-- is enough, as the receiver reads the object afterwards; it is locked, so that nobody sends it before this change
-- commits. Of a webhook with 20,000 waiting messages, or of a family with 40,000, or a few more, no more are noted, and
-- the `failure` of the webhook says so: messages that wait leave room for those that ended.
--
-- Owner's rights: no role but the owner has a privilege on `webhook_queue`, and none writes deliveries.
CREATE OR REPLACE FUNCTION note_webhook(home uuid, event text, subject jsonb) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  hook record;
  made uuid;
  same uuid;
  overflow text := 'More than 20,000 messages wait, or 40,000 of the family: changes were left out.';
  is_full boolean;
BEGIN
  FOR hook IN
    SELECT hooks.id, hooks.failure FROM public.webhooks hooks
    WHERE hooks.family_id = home AND hooks.is_active AND event = ANY (hooks.kinds) ORDER BY hooks.id
  LOOP
    -- By the hash alone, so that only its index is of use: families may have many messages that wait.
    same := md5(format('%s %s %s %s', home, hook.id, event, subject))::uuid;
    PERFORM 1 FROM public.webhook_queue waiting WHERE waiting.subject = same LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF FOUND THEN CONTINUE; END IF;
    -- Counting costs more than a message: once in a while is enough, until the webhook is full.
    IF hook.failure = overflow OR random() < 0.02 THEN
      is_full := coalesce(is_full, EXISTS (SELECT 1 FROM public.webhook_queue waiting WHERE waiting.home_id = home OFFSET 39999));
      IF is_full OR EXISTS (
        SELECT 1 FROM public.webhook_queue waiting WHERE waiting.home_id = home AND waiting.webhook_id = hook.id OFFSET 19999) THEN
        UPDATE public.webhooks AS full_hook SET failure = overflow
        WHERE full_hook.family_id = home AND full_hook.id = hook.id AND full_hook.failure IS DISTINCT FROM overflow;
        CONTINUE;
      END IF;
    END IF;
    made := public.time_ordered_id();
    PERFORM public.add_webhook_delivery(home, hook.id, made, lower(replace(event, '_', '.')), subject, same);
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION note_webhook(uuid, text, jsonb) FROM PUBLIC;
