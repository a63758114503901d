-- The version of the audience of each class: it changes with what the school tells the class, and wakes those who hear of that. The
-- version of the class itself changes with every dismissal, which parents of other children do not see.
ALTER TABLE place_versions DROP CONSTRAINT place_versions_part;
ALTER TABLE place_versions ADD CONSTRAINT place_versions_part CHECK (part IN ('PLACE', 'ADMINISTRATION', 'AUDIENCE'));
INSERT INTO place_versions (id, school_id, part) SELECT audience_key(id, 'version'), school_id, 'AUDIENCE' FROM school_classes;

-- Teachers make rows of a school, too, and so do those for whom it opens that: their ids are kept as those of administrators are.
CREATE POLICY audience_scope ON school_used_ids TO hatched_app
  USING (school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]))
  WITH CHECK (school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]));

-- The language in which a school writes, as in `de` or `de-AT`.
ALTER TABLE schools ADD COLUMN language text NOT NULL DEFAULT 'en';
ALTER TABLE schools ADD CONSTRAINT schools_language CHECK (
  length(language) <= 35 AND language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$');

-- A student's birthday, which bars it from what the school tells older ones, and its grade; those of other accounts are their own.
ALTER TABLE members ADD COLUMN birthday date, ADD COLUMN grade text COLLATE "und-x-icu";
ALTER TABLE members ADD CONSTRAINT members_grade CHECK (length(grade) BETWEEN 1 AND 50);
ALTER TABLE members ADD CONSTRAINT members_birthday CHECK (
  birthday >= date '1900-01-01' AND birthday <= (updated_at AT TIME ZONE 'UTC')::date);
ALTER TABLE accounts ADD COLUMN birthday date, ADD COLUMN grade text COLLATE "und-x-icu";
ALTER TABLE accounts ADD CONSTRAINT accounts_grade CHECK (length(grade) BETWEEN 1 AND 50);
ALTER TABLE accounts ADD CONSTRAINT accounts_birthday CHECK (
  birthday >= date '1900-01-01' AND birthday <= (updated_at AT TIME ZONE 'UTC')::date);
SELECT track_usage('members');
