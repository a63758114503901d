-- Records a change of how an account signs in. An account keeps its latest 200 events.
--
-- Owner's rights: the server's role has no privilege on `account_events`: no statement of the server adds an event, or
-- leaves one out.
CREATE OR REPLACE FUNCTION note_account_event() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));
  account uuid := known ->> 'account_id';
  event text;
BEGIN
  event := CASE TG_TABLE_NAME
    WHEN 'passwords' THEN CASE TG_OP WHEN 'INSERT' THEN 'PASSWORD_ADDED' WHEN 'DELETE' THEN 'PASSWORD_REMOVED'
      -- A hash that is made anew with other parameters is of the same password.
      ELSE CASE WHEN to_jsonb(OLD) ->> 'changed_at' IS DISTINCT FROM known ->> 'changed_at' THEN 'PASSWORD_CHANGED' END END
    WHEN 'identities' THEN CASE TG_OP WHEN 'INSERT' THEN 'IDENTITY_LINKED' WHEN 'DELETE' THEN 'IDENTITY_UNLINKED' END
    ELSE CASE TG_OP WHEN 'INSERT' THEN 'ADDRESS_ADDED' WHEN 'DELETE' THEN 'ADDRESS_REMOVED'
      ELSE CASE WHEN to_jsonb(OLD) ->> 'confirmed_at' IS NULL AND known ->> 'confirmed_at' IS NOT NULL
        THEN 'ADDRESS_CONFIRMED' END END
    END;
  -- Of an account that goes nothing stays.
  IF event IS NULL OR NOT EXISTS (SELECT 1 FROM public.accounts WHERE accounts.id = account) THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.account_events (account_id, id, kind, subject, created_at)
  VALUES (account, gen_random_uuid(), event, coalesce(known ->> 'address', known ->> 'provider'), clock_timestamp());
  DELETE FROM public.account_events events WHERE events.account_id = account AND events.id IN (
    SELECT older.id FROM public.account_events older WHERE older.account_id = account
    ORDER BY older.created_at DESC, older.id OFFSET 200);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_account_event() FROM PUBLIC;
