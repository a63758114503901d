-- Takes pushes for some platforms, for `seconds` seconds, and returns their events and arguments, and the words in the
-- language of their recipients: pushes to members, to staff and to providers.
--
-- `held` are those that the sender has and has not ended: what it has besides was never begun, as the answer to an
-- earlier call was lost. A push that nobody wants any more is removed, and so is one of a reminder that is not due any
-- more (reminder_due). One in its recipient's quiet hours waits until they end, except one of a dismissal
-- (`notice_ignores_quiet_hours`). A reminder that waits lapses with the occurrence.
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION claim_pushes(sender uuid, platforms text[], most int, seconds int, held uuid[])
RETURNS TABLE (
  id uuid, attempts int, expires_at int8, platform text, token text, kind text, event text, arguments text,
  title text, body text, notification_id uuid, student_id uuid, assignment_id uuid, shows_names boolean, badge int
)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := now();
  of_staff text[] := ARRAY['class-absence', 'class-message', 'class-request', 'class-ticket', 'provider-booking', 'provider-conversation'];
  taken uuid[];
  of_reminders uuid[];
  begun boolean;
BEGIN
  IF EXISTS (
    SELECT 1 FROM unnest(platforms) AS mine (platform)
    LEFT JOIN public.push_senders known ON known.platform = mine.platform AND known.seen_at > moment - interval '1 hour'
    WHERE known.platform IS NULL)
  THEN
    INSERT INTO public.push_senders AS known (platform, seen_at)
    SELECT mine.platform, moment FROM unnest(platforms) AS mine (platform) ORDER BY mine.platform
    ON CONFLICT (platform) DO UPDATE SET seen_at = EXCLUDED.seen_at;
  END IF;
  UPDATE public.messages AS lost SET state = 'WAITING', claimed_by = NULL, claimed_until = NULL
  WHERE lost.state = 'SENDING' AND lost.claimed_by = sender AND NOT lost.id = ANY (held);
  LOOP
    SELECT coalesce(array_agg(first_due.id), '{}'), coalesce(array_agg(first_due.id) FILTER (WHERE first_due.kind = 'reminder'), '{}')
    INTO taken, of_reminders
    FROM (
      SELECT waiting.id, waiting.kind FROM public.messages waiting
      WHERE waiting.channel = 'PUSH' AND waiting.state = 'WAITING' AND waiting.due_at <= moment AND waiting.expires_at > moment
        AND waiting.platform = ANY (platforms)
      ORDER BY waiting.kind <> 'pickup', waiting.due_at LIMIT most FOR NO KEY UPDATE SKIP LOCKED
    ) AS first_due;
    IF cardinality(taken) = 0 THEN RETURN; END IF;
    DELETE FROM public.messages AS needless
    WHERE needless.id = ANY (taken) AND NOT needless.kind = ANY (of_staff) AND NOT EXISTS (
      SELECT 1 FROM public.notifications told
      JOIN public.members recipients ON recipients.family_id = told.family_id AND recipients.id = told.recipient_id
      JOIN public.devices ON devices.family_id = told.family_id AND devices.member_id = told.recipient_id
      WHERE told.family_id = needless.home_id AND told.id = needless.notification_id AND told.read_at IS NULL
        AND told.deleted_at IS NULL AND recipients.account_id = needless.recipient_id AND recipients.push_notifications
        AND NOT told.kind = ANY (recipients.push_muted_kinds) AND devices.id = needless.device_id
        AND devices.token = needless.address);
    DELETE FROM public.messages AS needless
    WHERE needless.id = ANY (taken) AND needless.kind = ANY (of_staff) AND NOT EXISTS (
      SELECT 1 FROM public.staff_push(
        needless.kind, needless.home_id, needless.notification_id, needless.recipient_id, needless.device_id, needless.address, moment));
    IF cardinality(of_reminders) > 0 THEN
      -- Those that are not due any more, and those whose occurrence ends before quiet hours do.
      DELETE FROM public.messages AS needless
      USING public.notifications told, public.members recipients, public.families
      WHERE needless.id = ANY (of_reminders) AND told.family_id = needless.home_id AND told.id = needless.notification_id
        AND told.reminder_id IS NOT NULL AND recipients.family_id = told.family_id AND recipients.id = told.recipient_id
        AND families.family_id = told.family_id
        AND (public.reminder_due(told.family_id, told.reminder_id, told.occurrence) IS DISTINCT FROM told.reminded_at
          OR public.push_quiet_end(recipients.push_quiet_from, recipients.push_quiet_until, families.time_zone, moment)
            >= told.lapses_at - interval '1 hour');
    END IF;
    UPDATE public.messages AS quiet
    SET due_at = public.push_quiet_end(recipients.push_quiet_from, recipients.push_quiet_until, families.time_zone, moment),
      expires_at = least(quiet.expires_at, CASE WHEN told.reminder_id IS NOT NULL THEN told.lapses_at - interval '1 hour' END)
    FROM public.notifications told
    JOIN public.members recipients ON recipients.family_id = told.family_id AND recipients.id = told.recipient_id
    JOIN public.families ON families.family_id = told.family_id
    WHERE quiet.id = ANY (taken) AND NOT public.notice_ignores_quiet_hours(told.kind) AND NOT quiet.kind = ANY (of_staff)
      AND told.family_id = quiet.home_id AND told.id = quiet.notification_id AND recipients.push_quiet_from IS NOT NULL
      AND public.push_quiet_end(recipients.push_quiet_from, recipients.push_quiet_until, families.time_zone, moment) IS NOT NULL;
    UPDATE public.messages AS quiet SET due_at = texts.quiet_end
    FROM (
      SELECT waiting.id, text.quiet_end FROM public.messages waiting
      CROSS JOIN LATERAL public.staff_push(
        waiting.kind, waiting.home_id, waiting.notification_id, waiting.recipient_id, waiting.device_id, waiting.address, moment) AS text
      WHERE waiting.id = ANY (taken) AND waiting.kind = ANY (of_staff) AND text.quiet_end IS NOT NULL
    ) AS texts
    WHERE quiet.id = texts.id;
    RETURN QUERY
      UPDATE public.messages AS begun
      SET state = 'SENDING', claimed_by = sender, claimed_until = moment + make_interval(secs => seconds)
      FROM public.notifications told
      JOIN public.members recipients ON recipients.family_id = told.family_id AND recipients.id = told.recipient_id
      JOIN public.devices ON devices.family_id = told.family_id AND devices.member_id = told.recipient_id
      WHERE begun.id = ANY (taken) AND NOT begun.kind = ANY (of_staff) AND begun.due_at <= moment AND told.family_id = begun.home_id
        AND told.id = begun.notification_id AND devices.id = begun.device_id
      RETURNING begun.id, begun.attempts, extract(epoch FROM begun.expires_at)::int8, begun.platform, begun.address,
        told.kind, coalesce(told.event, told.kind), told.arguments,
        coalesce(told.title, public.notice_title(coalesce(told.event, told.kind), told.arguments, recipients.language)),
        coalesce(told.body, public.notice_body(coalesce(told.event, told.kind), told.arguments, recipients.language)),
        told.id, told.student_id, told.assignment_id, recipients.push_shows_names, (
          SELECT count(*)::int FROM public.notifications unread
          WHERE unread.family_id = told.family_id AND unread.recipient_id = told.recipient_id AND unread.deleted_at IS NULL
            AND unread.read_at IS NULL);
    begun := FOUND;
    RETURN QUERY
      UPDATE public.messages AS begun
      SET state = 'SENDING', claimed_by = sender, claimed_until = moment + make_interval(secs => seconds)
      FROM (
        SELECT waiting.id, text.* FROM public.messages waiting
        CROSS JOIN LATERAL public.staff_push(
          waiting.kind, waiting.home_id, waiting.notification_id, waiting.recipient_id, waiting.device_id, waiting.address, moment) AS text
        WHERE waiting.id = ANY (taken) AND waiting.kind = ANY (of_staff) AND waiting.due_at <= moment
      ) AS texts
      WHERE begun.id = texts.id
      RETURNING begun.id, begun.attempts, extract(epoch FROM begun.expires_at)::int8, begun.platform, begun.address,
        upper(replace(begun.kind, '-', '_')), upper(replace(begun.kind, '-', '_')), texts.arguments,
        public.notice_title(upper(replace(begun.kind, '-', '_')), texts.arguments, 'en'),
        coalesce(texts.body, public.notice_body(upper(replace(begun.kind, '-', '_')), texts.arguments, 'en')),
        begun.notification_id, texts.student_id, NULL::uuid, texts.shows_names, (
          -- The account has not read these: as a member of its family, and of the classes that it teaches.
          SELECT count(*)::int FROM public.members own
          JOIN public.notifications unread ON unread.family_id = own.family_id AND unread.recipient_id = own.id
          WHERE own.account_id = begun.recipient_id AND unread.deleted_at IS NULL AND unread.read_at IS NULL
        ) + (
          SELECT count(*)::int FROM public.school_staff_classes taught
          JOIN public.class_messages unread ON unread.class_id = taught.class_id AND NOT unread.is_from_staff
          LEFT JOIN public.staff_message_reads reads
            ON reads.account_id = taught.account_id AND reads.enrolment_id = unread.enrolment_id
          WHERE taught.account_id = begun.recipient_id AND unread.created_at > coalesce(reads.read_until, '-infinity'));
    IF begun OR FOUND THEN RETURN; END IF;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION claim_pushes(uuid, text[], integer, integer, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_pushes(uuid, text[], integer, integer, uuid[]) TO hatched_worker;
