-- The ids that administrators of schools ever made rows with, as used_ids has those of families: the same input sent again makes no second
-- row.

CREATE TABLE school_used_ids (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  type       text NOT NULL,
  -- SHA-256 of the input.
  input_hash bytea NOT NULL,
  used_at    timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT school_used_ids_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_used_ids_hash CHECK (length(input_hash) = 32)
);
CREATE INDEX school_used_ids_by_age ON school_used_ids (school_id, used_at);
ALTER TABLE school_used_ids ADD CONSTRAINT school_used_ids_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_used_ids ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY administration ON school_used_ids TO hatched_app
  USING (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]))
  WITH CHECK (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]));
GRANT SELECT, INSERT ON school_used_ids TO hatched_app;

-- Forgets ids of the same school that are older than a year, and those before its latest 20,000, at one of 64 new ones. The server's role may delete none, since a repeated
-- request would then create a second row.
CREATE FUNCTION forget_school_ids() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF random() < 1.0 / 64 THEN
    DELETE FROM public.school_used_ids kept WHERE kept.school_id = NEW.school_id AND kept.used_at < greatest(
      now() - interval '1 year', (
        SELECT latest.used_at FROM public.school_used_ids latest WHERE latest.school_id = NEW.school_id
        ORDER BY latest.used_at DESC OFFSET 20000 LIMIT 1));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_latest AFTER INSERT ON school_used_ids FOR EACH ROW EXECUTE FUNCTION forget_school_ids();

-- Whether an invitation to a school that the account in scope administers has the code with this hash, and was not taken back: the hashes are
-- in a table that only functions read. Without the code the answer to a repeated request shows none.
CREATE FUNCTION staff_invitation_has_code(school uuid, invitation uuid, hash bytea) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN school = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]) AND EXISTS (
    SELECT 1 FROM public.staff_invitation_codes codes
    JOIN public.staff_invitations invitations ON invitations.school_id = codes.school_id AND invitations.id = codes.invitation_id
    WHERE codes.school_id = school AND codes.invitation_id = invitation AND codes.code_hash = hash AND invitations.revoked_at IS NULL);
END
$$;
-- The same of the token of a card reader that is not revoked.
CREATE FUNCTION card_reader_has_token(school uuid, reader uuid, hash bytea) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN school = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]) AND EXISTS (
    SELECT 1 FROM public.card_reader_tokens tokens
    JOIN public.card_readers readers ON readers.school_id = tokens.school_id AND readers.id = tokens.reader_id
    WHERE tokens.school_id = school AND tokens.reader_id = reader AND tokens.token_hash = hash AND readers.revoked_at IS NULL);
END
$$;

-- As in 0051_schools.sql, and the account that an invitation has let in is answered as the first time.
CREATE OR REPLACE FUNCTION accept_staff_invitation(hash bytea, staff uuid, staff_name text) RETURNS TABLE (outcome text, school_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  used public.staff_invitations;
BEGIN
  PERFORM FROM public.schools WHERE schools.id IN (
    SELECT codes.school_id FROM public.staff_invitation_codes codes WHERE codes.code_hash = hash
  ) FOR NO KEY UPDATE;
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

REVOKE ALL ON FUNCTION
  forget_school_ids(), staff_invitation_has_code(uuid, uuid, bytea), card_reader_has_token(uuid, uuid, bytea)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION staff_invitation_has_code(uuid, uuid, bytea), card_reader_has_token(uuid, uuid, bytea) TO hatched_app;
