-- Puts a push into the outbox for each device of the staff of a class that wants it: 'class-message' of a parent's
-- message, 'class-request' of a dismissal, 'class-absence' of an absence report, 'class-ticket' of a ticket, which
-- dispatchers do not see.
--
-- Owner's rights: the devices are those of other accounts. No role but the owner has a privilege on `messages`, which
-- has the addresses of all accounts.
CREATE OR REPLACE FUNCTION push_to_staff(subject text, home uuid, about uuid, school uuid, class uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
  author uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  reached text[];
BEGIN
  reached := ARRAY(
    SELECT senders.platform FROM public.push_senders senders WHERE senders.seen_at > moment - interval '1 day');
  IF cardinality(reached) = 0 OR school IS NULL THEN RETURN; END IF;
  INSERT INTO public.messages (
    id, channel, address, kind, locale, arguments, recipient_id, expires_at, home_id, notification_id, device_id, platform)
  SELECT gen_random_uuid(), 'PUSH', devices.token, subject, 'en', '{}'::jsonb, devices.account_id,
    moment + public.notice_lifetime(upper(replace(subject, '-', '_'))), home, about, devices.id,
    devices.platform
  FROM public.school_staff staff JOIN public.staff_devices devices ON devices.account_id = staff.account_id
  WHERE staff.school_id = school AND devices.platform = ANY (reached) AND devices.account_id IS DISTINCT FROM author
    AND CASE subject WHEN 'class-request' THEN devices.requests ELSE devices.messages END
    AND (staff.role <> 'TEACHER' AND devices.all_classes AND (subject <> 'class-ticket' OR staff.role = 'ADMINISTRATOR') OR EXISTS (
      SELECT 1 FROM public.school_staff_classes taught WHERE taught.account_id = staff.account_id AND taught.class_id = class))
    AND (
      SELECT count(*) FROM public.messages unsent
      WHERE unsent.recipient_id = devices.account_id AND unsent.channel = 'PUSH' AND unsent.ended_at IS NULL) < 200;
END
$$;
REVOKE ALL ON FUNCTION push_to_staff(text, uuid, uuid, uuid, uuid) FROM PUBLIC;
