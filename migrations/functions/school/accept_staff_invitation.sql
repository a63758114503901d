-- Gives the account in scope a place in the school of an open invitation, once; the account that an invitation has let
-- in gets the same answer again. The account is locked; the school is locked before the invitation changes, which bumps
-- the school's version.
--
-- Outcomes: DONE, NONE, KNOWN, LIMIT.
-- May be null: hash, school_id.
-- Rows: one.
--
-- Owner's rights: the school of the invitation is in no scope before the account works there. No statement of the
-- server's role adds or changes staff, so that every change keeps the rules of roles, classes and the last
-- administrator.
CREATE OR REPLACE FUNCTION accept_staff_invitation(hash bytea, staff uuid, staff_name text)
RETURNS TABLE (outcome text, school_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  used public.staff_invitations;
BEGIN
  PERFORM FROM public.schools WHERE schools.id IN (
    SELECT codes.school_id FROM public.staff_invitation_codes codes WHERE codes.code_hash = hash
  ) FOR NO KEY UPDATE;
  -- Versions of accounts before that of the school: the place comes after the invitation, and those who teach a class
  -- take part in its conversations.
  PERFORM public.bump_accounts(account || public.accounts_beside('{}', ARRAY(
    SELECT unnest(open.class_ids) FROM public.staff_invitation_codes codes
    JOIN public.staff_invitations open ON open.school_id = codes.school_id AND open.id = codes.invitation_id
    WHERE codes.code_hash = hash AND open.used_at IS NULL AND open.revoked_at IS NULL AND open.expires_at > now())));
  UPDATE public.staff_invitations AS open SET used_at = now(), version = open.version + 1, updated_at = now()
  FROM public.staff_invitation_codes codes
  WHERE codes.code_hash = hash AND open.school_id = codes.school_id AND open.id = codes.invitation_id
    AND open.used_at IS NULL AND open.revoked_at IS NULL AND open.expires_at > now()
  RETURNING open.* INTO used;
  outcome := 'NONE';
  IF FOUND THEN
    outcome := public.add_staff(used.school_id, staff, account, staff_name, used.role, used.class_ids);
    school_id := used.school_id;
  ELSE
    -- The place that came with the use of the invitation, in one transaction.
    SELECT own.school_id INTO school_id
    FROM public.staff_invitation_codes codes
    JOIN public.staff_invitations spent ON spent.school_id = codes.school_id AND spent.id = codes.invitation_id
    JOIN public.school_staff own ON own.school_id = spent.school_id AND own.created_at = spent.used_at
    WHERE codes.code_hash = hash AND own.account_id = account;
    IF FOUND THEN outcome := 'DONE'; END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION accept_staff_invitation(bytea, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accept_staff_invitation(bytea, uuid, text) TO hatched_app;
