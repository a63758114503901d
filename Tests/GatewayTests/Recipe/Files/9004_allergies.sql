CREATE TABLE allergies (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  enrolment_id    uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  name            text COLLATE "und-x-icu" NOT NULL,
  advice          text COLLATE "und-x-icu",
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT allergies_key PRIMARY KEY (family_id, id),
  CONSTRAINT allergies_texts CHECK (length(name) BETWEEN 1 AND 100 AND length(advice) <= 500)
);
CREATE INDEX allergies_by_enrolment ON allergies (family_id, enrolment_id, name, id);

SELECT guard_table('allergies', 'ENROLMENT', 'Allergy');
