-- Adds a delivery to a webhook of a family, and has servers look at the family at once.
--
-- May be null: subject_hash.
CREATE OR REPLACE FUNCTION add_webhook_delivery(
  home uuid, hook uuid, made uuid, message_type text, subject jsonb, subject_hash uuid
) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
BEGIN
  INSERT INTO public.webhook_deliveries (family_id, id, webhook_id, type, data, state, next_attempt_at)
  VALUES (home, made, hook, message_type, subject::text, 'WAITING', moment);
  INSERT INTO public.webhook_queue (home_id, delivery_id, webhook_id, subject, due_at) VALUES (home, made, hook, subject_hash, moment);
  -- The row is locked in any case: nobody looks at the family before this is committed.
  INSERT INTO public.webhook_turns AS known (home_id, look_at) VALUES (home, moment)
  ON CONFLICT ON CONSTRAINT webhook_turns_key DO UPDATE SET look_at = EXCLUDED.look_at WHERE known.look_at > EXCLUDED.look_at;
END
$$;
REVOKE ALL ON FUNCTION add_webhook_delivery(uuid, uuid, uuid, text, jsonb, uuid) FROM PUBLIC;
