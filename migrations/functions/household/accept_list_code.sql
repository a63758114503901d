-- Makes the account in scope a guest of the list of an open code, once; the account that a code has let in gets the
-- same answer again while it is a guest. The family of the list is locked, and then the account.
--
-- Outcomes: DONE, NONE, KNOWN, LIMIT.
-- May be null: hash, list_id.
-- Rows: one.
--
-- Owner's rights: the list is in no scope before the account is its guest.
CREATE OR REPLACE FUNCTION accept_list_code(hash bytea, guest uuid, guest_name text)
RETURNS TABLE (outcome text, list_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  home uuid;
  code public.shopping_list_codes;
  is_guest boolean;
BEGIN
  outcome := 'NONE';
  SELECT lists.family_id INTO home FROM public.shopping_list_codes codes
  JOIN public.shopping_lists lists ON lists.id = codes.list_id WHERE codes.code_hash = hash;
  PERFORM 1 FROM public.families WHERE families.family_id = home FOR NO KEY UPDATE;
  PERFORM 1 FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  SELECT codes.* INTO code FROM public.shopping_list_codes codes
  WHERE codes.code_hash = hash AND codes.expires_at > now() AND (codes.used_by IS NULL OR codes.used_by = account)
    AND EXISTS (SELECT 1 FROM public.shopping_lists lists WHERE lists.family_id = home AND lists.id = codes.list_id);
  IF FOUND THEN
    is_guest := EXISTS (
      SELECT 1 FROM public.shopping_list_guests guests
      WHERE guests.family_id = home AND guests.shopping_list_id = code.list_id AND guests.account_id = account);
    IF EXISTS (SELECT 1 FROM public.members WHERE members.family_id = home AND members.account_id = account) THEN
      outcome := 'KNOWN';
    ELSIF is_guest THEN
      outcome := 'DONE';
    ELSIF code.used_by IS NULL THEN
      IF (
        SELECT count(*) FROM public.shopping_list_guests guests
        WHERE guests.family_id = home AND guests.shopping_list_id = code.list_id
      ) >= 10 OR (SELECT count(*) FROM public.shopping_list_guests guests WHERE guests.account_id = account) >= 50 THEN
        outcome := 'LIMIT';
      ELSE
        INSERT INTO public.shopping_list_guests (family_id, id, shopping_list_id, account_id, name)
        VALUES (home, guest, code.list_id, account, guest_name);
        UPDATE public.shopping_list_codes AS codes SET used_by = account WHERE codes.code_hash = hash;
        outcome := 'DONE';
      END IF;
    END IF;
    IF outcome = 'DONE' THEN list_id := code.list_id; END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION accept_list_code(bytea, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accept_list_code(bytea, uuid, text) TO hatched_app;
