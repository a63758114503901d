-- Adds a notification to an account that is in no family, and a push for each of its devices as one of staff. An
-- account has at most 500 notifications: the newest.
--
-- Owner's rights: the account is another one than that in scope, and no role but the owner has a privilege on
-- `messages`.
CREATE OR REPLACE FUNCTION tell_account(account uuid, happened text, arguments text, subject text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  moment timestamptz := now();
  told uuid := public.time_ordered_id();
BEGIN
  INSERT INTO public.account_notifications (account_id, id, kind, event, arguments)
  VALUES (account, told, public.notice_kind(happened), happened, arguments);
  DELETE FROM public.account_notifications old WHERE old.account_id = account AND old.id IN (
    SELECT own.id FROM public.account_notifications own WHERE own.account_id = account
    ORDER BY own.created_at DESC, own.id OFFSET 500);
  INSERT INTO public.messages (
    id, channel, address, kind, locale, arguments, recipient_id, expires_at, home_id, notification_id, device_id, platform)
  SELECT gen_random_uuid(), 'PUSH', devices.token, subject, 'en', '{}'::jsonb, devices.account_id,
    moment + public.notice_lifetime(upper(replace(subject, '-', '_'))), account, told, devices.id, devices.platform
  FROM public.staff_devices devices
  WHERE devices.account_id = account AND devices.messages
    AND devices.platform IN (SELECT senders.platform FROM public.push_senders senders WHERE senders.seen_at > moment - interval '1 day')
    AND (
      SELECT count(*) FROM public.messages unsent
      WHERE unsent.recipient_id = devices.account_id AND unsent.channel = 'PUSH' AND unsent.ended_at IS NULL) < 200;
END
$$;
REVOKE ALL ON FUNCTION tell_account(uuid, text, text, text) FROM PUBLIC;
