-- Lets the rows of a table have the school and the class of their enrolment, from their creation on: the columns
-- `staff_school_id` and `class_id`, by which staff find rows. propagate_enrolment() reaches each table with the trigger
-- `copied`.
--
-- The id of a row is its own among those of all families, since staff find rows by the id alone. A parent whom the
-- school has barred from the student, or has not confirmed, makes, changes and deletes no row.
--
-- For migrations.
CREATE OR REPLACE FUNCTION mirror_enrolments(mirroring regclass) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text := (SELECT relname FROM pg_class WHERE oid = mirroring);
BEGIN
  EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I FOREIGN KEY (family_id, enrolment_id)
    REFERENCES public.enrolments (family_id, id) ON DELETE CASCADE', mirroring, name || '_enrolment');
  EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I FOREIGN KEY (staff_school_id)
    REFERENCES public.schools (id) ON DELETE CASCADE', mirroring, name || '_staff_school');
  EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I FOREIGN KEY (staff_school_id, class_id)
    REFERENCES public.school_classes (school_id, id)', mirroring, name || '_class');
  EXECUTE format('CREATE INDEX %I ON %s (class_id) WHERE class_id IS NOT NULL', name || '_of_class', mirroring);
  EXECUTE format('CREATE INDEX %I ON %s (staff_school_id) WHERE staff_school_id IS NOT NULL', name || '_of_school', mirroring);
  EXECUTE format('CREATE UNIQUE INDEX %I ON %s (id)', name || '_id', mirroring);
  EXECUTE format('CREATE TRIGGER copied BEFORE INSERT ON %s
    FOR EACH ROW EXECUTE FUNCTION public.copy_enrolment(''unless barred'')', mirroring);
  EXECUTE format('CREATE TRIGGER guarded BEFORE DELETE OR UPDATE OF %s ON %s FOR EACH ROW EXECUTE FUNCTION public.refuse_new_guardian()',
    (
      SELECT string_agg(quote_ident(columns.attname), ', ' ORDER BY columns.attnum) FROM pg_attribute columns
      WHERE columns.attrelid = mirroring AND columns.attnum > 0 AND NOT columns.attisdropped
        AND NOT columns.attname IN ('family_id', 'id', 'enrolment_id', 'staff_school_id', 'class_id', 'created_at')
    ), mirroring);
  EXECUTE format('CREATE TRIGGER known_id BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION public.refuse_known_id()', mirroring);
END
$$;
REVOKE ALL ON FUNCTION mirror_enrolments(regclass) FROM PUBLIC;
