-- A version for what the administrators of a school see and its families do not: whom it has let see what. A change of it does not wake
-- the families. enter_places() gives it to the staff of the whole school, as it does the versions of classes.
--
-- It is bumped where a transaction ends, behind all other versions, so that no two transactions wait for each other: an enrolment that is
-- confirmed adds to the log before its class is bumped, by a family, and behind it, by staff.
ALTER TABLE place_versions ADD COLUMN part text NOT NULL DEFAULT 'PLACE';
ALTER TABLE place_versions ADD CONSTRAINT place_versions_part CHECK (part IN ('PLACE', 'ADMINISTRATION'));
CREATE UNIQUE INDEX place_versions_of_administration ON place_versions (school_id) WHERE part = 'ADMINISTRATION';

CREATE FUNCTION begin_administration_versions() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.place_versions (id, school_id, part) VALUES (gen_random_uuid(), NEW.id, 'ADMINISTRATION');
  RETURN NULL;
END
$$;
CREATE TRIGGER begin_administration AFTER INSERT ON schools FOR EACH ROW EXECUTE FUNCTION begin_administration_versions();
INSERT INTO place_versions (id, school_id, part) SELECT gen_random_uuid(), id, 'ADMINISTRATION' FROM schools;

CREATE FUNCTION bump_administration() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.place_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.school_id = CASE TG_OP WHEN 'DELETE' THEN OLD.school_id ELSE NEW.school_id END
    AND known.part = 'ADMINISTRATION' AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER bump_added AFTER INSERT ON school_disclosures DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION bump_administration();
CREATE CONSTRAINT TRIGGER bump_changed AFTER UPDATE ON school_disclosures DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION bump_administration();
CREATE CONSTRAINT TRIGGER bump_removed AFTER DELETE ON school_disclosures DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION bump_administration();
CREATE TRIGGER bump_moved AFTER UPDATE OF school_id ON school_disclosures FOR EACH ROW WHEN (OLD.school_id <> NEW.school_id)
  EXECUTE FUNCTION bump_all();
CREATE TRIGGER bump_emptied AFTER TRUNCATE ON school_disclosures FOR EACH STATEMENT EXECUTE FUNCTION bump_all();

REVOKE ALL ON FUNCTION begin_administration_versions(), bump_administration() FROM PUBLIC;
