-- Lets the family in scope into the group of an open code, once; the family that a code has let in gets the same answer
-- again while it is a member. The family is locked.
--
-- Outcomes: DONE, NONE, LIMIT.
-- May be null: hash, group_id.
-- Rows: one.
--
-- Owner's rights: the group is in no scope before the family is a member, and the hashes of codes in none at all.
CREATE OR REPLACE FUNCTION accept_group_code(hash bytea, display text) RETURNS TABLE (outcome text, group_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  code public.group_codes;
  own uuid;
  is_member boolean;
BEGIN
  outcome := 'NONE';
  PERFORM 1 FROM public.groups WHERE groups.id = (SELECT codes.group_id FROM public.group_codes codes WHERE codes.code_hash = hash)
  FOR NO KEY UPDATE;
  SELECT codes.* INTO code FROM public.group_codes codes WHERE codes.code_hash = hash AND codes.expires_at > now();
  IF FOUND AND EXISTS (
    SELECT 1 FROM public.members WHERE members.family_id = home AND members.role = 'PARENT'
      AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  THEN
    own := (
      SELECT public.audience_key(groups.secret, 'family ' || home::text) FROM public.groups WHERE groups.id = code.group_id);
    is_member := EXISTS (
      SELECT 1 FROM public.group_memberships known
      WHERE known.family_id = home AND known.group_id = code.group_id AND known.state = 'MEMBER');
    IF is_member AND (code.used_by IS NULL OR code.used_by = own) THEN
      -- A member keeps the code for others.
      outcome := 'DONE';
    ELSIF NOT is_member AND code.used_by IS NULL THEN
      IF public.enter_group(code.group_id, home, display, false) THEN
        UPDATE public.group_codes AS codes SET used_by = own WHERE codes.code_hash = hash;
        outcome := 'DONE';
      ELSE
        outcome := 'LIMIT';
      END IF;
    END IF;
    IF outcome = 'DONE' THEN group_id := code.group_id; END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION accept_group_code(bytea, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accept_group_code(bytea, text) TO hatched_app;
