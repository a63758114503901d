-- School years of a family do not overlap, and keep the days of their terms.
CREATE OR REPLACE FUNCTION check_school_year_days() RETURNS trigger
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
REVOKE ALL ON FUNCTION check_school_year_days() FROM PUBLIC;
