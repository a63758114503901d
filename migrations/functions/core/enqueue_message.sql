-- Puts a message into the outbox, for so many seconds at most. The same id again changes nothing. Swift cannot count:
-- whose address a message goes to is known here alone.
--
-- Messages of each sort have counts of their own. A notice of what an account's owner has done is never dropped: its
-- sessions alone cause it, and how often is limited by the account. A message with the code of a new password is
-- counted by the address. What strangers can cause is counted by kind, for the address and for all variants of it
-- together; what is too much is dropped without a word, since whoever asks for a message to somebody else's address
-- must not learn that others do, too. A code of an earlier message stays good for whoever reads the mailbox: see
-- own_confirmation_codes.
--
-- May be null: code, account.
--
-- Owner's rights: the counts and the messages are those of any address. No role but the owner has a privilege on
-- `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION enqueue_message(
  message uuid, channel text, address text, kind text, locale text, arguments jsonb, code uuid, account uuid, expires_in int
) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  of_hour int := 0;
  of_variants int := 0;
  of_day int := 0;
BEGIN
  IF EXISTS (SELECT 1 FROM public.messages known WHERE known.id = message) THEN
    RETURN;
  END IF;
  IF kind NOT IN ('password-changed', 'address-changed', 'way-added', 'way-removed', 'family-deleted', 'member-removed') THEN
    SELECT counted.count INTO of_hour FROM public.count_attempt(
      'message', sha256(convert_to(concat_ws(' ', channel, kind, lower(address)), 'UTF8')), 3600) counted;
    IF kind <> 'reset-password' THEN
      SELECT counted.count INTO of_variants FROM public.count_attempt(
        'message', sha256(convert_to(concat_ws(' ', channel, kind, 'of variants', public.counted_address(channel, address)), 'UTF8')),
        3600) counted;
    END IF;
    SELECT counted.count INTO of_day FROM public.count_attempt(
      'message',
      sha256(convert_to(concat_ws(' ', channel, kind, 'of a day', public.counted_address(channel, address)), 'UTF8')),
      86400) counted;
    IF of_hour > 10 OR of_variants > 15 OR of_day > 40 THEN
      RETURN;
    END IF;
  END IF;
  INSERT INTO public.messages AS added (
    id, channel, address, kind, locale, arguments, code_id, recipient_id, expires_at)
  VALUES (message, channel, address, kind, locale, coalesce(arguments, '{}'), code, account,
    now() + make_interval(secs => greatest(60, least(expires_in, 604800))))
  ON CONFLICT (id) DO NOTHING;
EXCEPTION WHEN foreign_key_violation THEN
  -- The account has just been deleted: there is nobody to tell.
  RETURN;
END
$$;
REVOKE ALL ON FUNCTION enqueue_message(uuid, text, text, text, text, jsonb, uuid, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_message(uuid, text, text, text, text, jsonb, uuid, uuid, integer) TO hatched_app;
