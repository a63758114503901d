-- Puts a push into the outbox for each new notification and each device of its recipient, if the recipient wants it. An
-- account has at most 200 that wait; of what is too much the newest are kept. A device shows the number of all by its
-- badge.
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION push_notifications() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
  reached text[];
BEGIN
  reached := ARRAY(
    SELECT senders.platform FROM public.push_senders senders WHERE senders.seen_at > moment - interval '1 day');
  IF cardinality(reached) = 0 THEN RETURN NULL; END IF;
  INSERT INTO public.messages (
    id, channel, address, kind, locale, arguments, recipient_id, expires_at, home_id, notification_id, device_id, platform)
  SELECT gen_random_uuid(), 'PUSH', pushed.token, lower(replace(pushed.kind, '_', '-')), 'en', '{}'::jsonb, pushed.account_id,
    coalesce(pushed.lapses_at, moment + public.notice_lifetime(pushed.kind)), pushed.family_id, pushed.id, pushed.device_id, pushed.platform
  FROM (
    SELECT added.family_id, added.id, added.kind, added.lapses_at, recipients.account_id, devices.id AS device_id, devices.platform, devices.token,
      row_number() OVER (PARTITION BY recipients.account_id ORDER BY added.id DESC, devices.id) AS place
    FROM added
    JOIN public.members recipients ON recipients.family_id = added.family_id AND recipients.id = added.recipient_id
      AND recipients.account_id IS NOT NULL AND recipients.push_notifications
      AND NOT added.kind = ANY (recipients.push_muted_kinds)
    JOIN public.devices ON devices.family_id = added.family_id AND devices.member_id = added.recipient_id
      AND devices.platform = ANY (reached)
    -- Not those of a copy that is read in.
    WHERE added.read_at IS NULL AND added.deleted_at IS NULL AND added.created_at > moment - interval '1 day'
  ) AS pushed
  WHERE pushed.place + (
    SELECT count(*) FROM public.messages unsent
    WHERE unsent.recipient_id = pushed.account_id AND unsent.channel = 'PUSH' AND unsent.ended_at IS NULL) <= 200;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION push_notifications() FROM PUBLIC;
