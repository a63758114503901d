-- Terms lie in their school year, and do not overlap.
CREATE OR REPLACE FUNCTION check_term_days() RETURNS trigger
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
REVOKE ALL ON FUNCTION check_term_days() FROM PUBLIC;
