-- The consents that parents give for a student, one row for each kind. What was given and withdrawn before stands in the audit trail.
CREATE TABLE consents (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL,
  student_id   uuid NOT NULL,
  kind         text NOT NULL,
  -- The name of the parent who gave it last.
  given_by     text COLLATE "und-x-icu" NOT NULL,
  given_at     timestamptz NOT NULL,
  withdrawn_at timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  CONSTRAINT consents_key PRIMARY KEY (family_id, id),
  CONSTRAINT consents_once UNIQUE (family_id, student_id, kind),
  CONSTRAINT consents_kind CHECK (kind IN ('ACCOUNT', 'PHOTOGRAPHS', 'MESSAGES')),
  CONSTRAINT consents_given_by CHECK (length(given_by) BETWEEN 1 AND 200)
);
ALTER TABLE consents ADD CONSTRAINT consents_student
  FOREIGN KEY (family_id, student_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
SELECT guard_table('consents', 'FAMILY', fixed => '{student_id,kind}');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON consents
  FOR EACH ROW EXECUTE FUNCTION audit_row('CONSENT', 'kind', 'given_by', 'withdrawn_at');

-- The parent whose invitation lets a student have an account consents to it.
ALTER TABLE invitations ADD COLUMN consented_by text COLLATE "und-x-icu";
ALTER TABLE invitations ADD CONSTRAINT invitations_consent CHECK (length(consented_by) BETWEEN 1 AND 200);
GRANT INSERT ON invitations TO hatched_app;
SELECT track_usage('invitations');
-- It tells who invited, too: the file of the function has the new one.
DROP FUNCTION invitation_of_code(bytea);
