-- Gives a new member the family's first day of the week and language, where it has none of its own.
CREATE OR REPLACE FUNCTION take_family_defaults() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home record;
BEGIN
  SELECT families.week_start, families.language INTO home FROM public.families WHERE families.family_id = NEW.family_id;
  IF NOT FOUND THEN RETURN NEW; END IF;
  IF NEW.week_start = 'SUNDAY' THEN NEW.week_start := home.week_start; END IF;
  IF NEW.language = 'en' THEN NEW.language := home.language; END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION take_family_defaults() FROM PUBLIC;

CREATE OR REPLACE TRIGGER defaults_taken BEFORE INSERT ON members FOR EACH ROW EXECUTE FUNCTION take_family_defaults();
