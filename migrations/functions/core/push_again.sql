-- Puts a push into the outbox for each device of the recipient of a notification whose event has changed, five seconds
-- from now. A push that waits is enough: its event is read when it is sent.
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION push_again(home uuid, told uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
BEGIN
  INSERT INTO public.messages (
    id, channel, address, kind, locale, arguments, recipient_id, expires_at, due_at, home_id, notification_id, device_id, platform)
  SELECT gen_random_uuid(), 'PUSH', devices.token, lower(replace(changed.kind, '_', '-')), 'en', '{}'::jsonb, recipients.account_id,
    moment + public.notice_lifetime(changed.kind), moment + interval '5 seconds', home, told, devices.id, devices.platform
  FROM public.notifications changed
  JOIN public.members recipients ON recipients.family_id = home AND recipients.id = changed.recipient_id
    AND recipients.account_id IS NOT NULL AND recipients.push_notifications
    AND NOT changed.kind = ANY (recipients.push_muted_kinds)
  JOIN public.devices ON devices.family_id = home AND devices.member_id = changed.recipient_id
  JOIN public.push_senders senders ON senders.platform = devices.platform AND senders.seen_at > moment - interval '1 day'
  WHERE changed.family_id = home AND changed.id = told AND NOT EXISTS (
    SELECT 1 FROM public.messages waiting
    WHERE waiting.recipient_id = recipients.account_id AND waiting.channel = 'PUSH' AND waiting.ended_at IS NULL
      AND waiting.state = 'WAITING' AND waiting.notification_id = told AND waiting.device_id = devices.id)
    AND (
      SELECT count(*) FROM public.messages unsent
      WHERE unsent.recipient_id = recipients.account_id AND unsent.channel = 'PUSH' AND unsent.ended_at IS NULL) < 200;
END
$$;
REVOKE ALL ON FUNCTION push_again(uuid, uuid) FROM PUBLIC;
