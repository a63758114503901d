-- School years with their terms, and the term that a course belongs to.

CREATE TABLE school_years (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  -- Days of the family's calendar.
  first_day  date NOT NULL,
  last_day   date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT school_years_key PRIMARY KEY (family_id, id),
  CONSTRAINT school_years_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT school_years_days CHECK (first_day <= last_day)
);
CREATE INDEX school_years_by_first_day ON school_years (family_id, first_day DESC, id);

CREATE TABLE terms (
  family_id      uuid NOT NULL,
  id             uuid NOT NULL,
  school_year_id uuid NOT NULL,
  name           text COLLATE "und-x-icu" NOT NULL,
  first_day      date NOT NULL,
  last_day       date NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  version        int NOT NULL DEFAULT 1,
  CONSTRAINT terms_key PRIMARY KEY (family_id, id),
  CONSTRAINT terms_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT terms_days CHECK (first_day <= last_day)
);
CREATE INDEX terms_by_school_year ON terms (family_id, school_year_id, first_day, id);

ALTER TABLE courses ADD COLUMN term_id uuid;
CREATE INDEX courses_by_term ON courses (family_id, term_id, name, id);

ALTER TABLE school_years ADD CONSTRAINT school_years_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE terms ADD CONSTRAINT terms_school_year
  FOREIGN KEY (family_id, school_year_id) REFERENCES school_years (family_id, id);
ALTER TABLE courses ADD CONSTRAINT courses_term FOREIGN KEY (family_id, term_id) REFERENCES terms (family_id, id);

ALTER TABLE school_years ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON school_years TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON terms TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON school_years, terms TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON school_years EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, school_year_id, created_at ON terms
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_usage('school_years'), track_usage('terms'), track_usage('courses');

-- The rules of days that concern several rows: no constraint can state them. Each function locks the family first, as changes
-- of members do already, and looks in a later statement: two transactions cannot add days that overlap. The name of the
-- constraint has the days that do not fit, for the error: `terms_overlap 2026-08-31 to 2026-12-18`.

-- School years of a family do not overlap, and keep the days of their terms.
CREATE FUNCTION check_school_year_days() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  other record;
BEGIN
  PERFORM 1 FROM public.families WHERE families.family_id = NEW.family_id FOR NO KEY UPDATE;
  SELECT to_char(y.first_day, 'YYYY-MM-DD') AS first_day, to_char(y.last_day, 'YYYY-MM-DD') AS last_day INTO other
  FROM public.school_years AS y
  WHERE y.family_id = NEW.family_id AND y.id <> NEW.id AND y.first_day <= NEW.last_day AND y.last_day >= NEW.first_day
  ORDER BY y.first_day LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'two school years overlap' USING ERRCODE = 'exclusion_violation',
      CONSTRAINT = format('school_years_overlap %s to %s', other.first_day, other.last_day);
  END IF;
  IF TG_OP = 'INSERT' THEN
    RETURN NULL;
  END IF;
  SELECT min(t.first_day) AS first_day, max(t.last_day) AS last_day INTO other
  FROM public.terms AS t WHERE t.family_id = NEW.family_id AND t.school_year_id = NEW.id;
  IF other.first_day < NEW.first_day THEN
    RAISE EXCEPTION 'a term begins before its school year' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'school_years_first_day ' || to_char(other.first_day, 'YYYY-MM-DD');
  END IF;
  IF other.last_day > NEW.last_day THEN
    RAISE EXCEPTION 'a term ends after its school year' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'school_years_last_day ' || to_char(other.last_day, 'YYYY-MM-DD');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER school_years_days AFTER INSERT OR UPDATE OF first_day, last_day ON school_years
  FOR EACH ROW EXECUTE FUNCTION check_school_year_days();

-- Terms lie in their school year, and do not overlap.
CREATE FUNCTION check_term_days() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  other record;
BEGIN
  PERFORM 1 FROM public.families WHERE families.family_id = NEW.family_id FOR NO KEY UPDATE;
  SELECT y.first_day, y.last_day INTO other
  FROM public.school_years AS y WHERE y.family_id = NEW.family_id AND y.id = NEW.school_year_id;
  IF NEW.first_day < other.first_day THEN
    RAISE EXCEPTION 'a term begins before its school year' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'terms_first_day ' || to_char(other.first_day, 'YYYY-MM-DD');
  END IF;
  IF NEW.last_day > other.last_day THEN
    RAISE EXCEPTION 'a term ends after its school year' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'terms_last_day ' || to_char(other.last_day, 'YYYY-MM-DD');
  END IF;
  SELECT to_char(t.first_day, 'YYYY-MM-DD') AS first_day, to_char(t.last_day, 'YYYY-MM-DD') AS last_day INTO other
  FROM public.terms AS t
  WHERE t.family_id = NEW.family_id AND t.school_year_id = NEW.school_year_id AND t.id <> NEW.id
    AND t.first_day <= NEW.last_day AND t.last_day >= NEW.first_day
  ORDER BY t.first_day LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'two terms overlap' USING ERRCODE = 'exclusion_violation',
      CONSTRAINT = format('terms_overlap %s to %s', other.first_day, other.last_day);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER terms_days AFTER INSERT OR UPDATE OF first_day, last_day ON terms
  FOR EACH ROW EXECUTE FUNCTION check_term_days();

REVOKE ALL ON FUNCTION check_school_year_days(), check_term_days() FROM PUBLIC;
