-- Copies the name of a member of a family to its enrolments, and a new parent to the guardians. The school keeps the
-- names of those whom it knows, and sees the family's beside them.
--
-- Owner's rights: the server's role may only read `pickup_guardians`: a family must not lift a bar, and a school
-- decides about its own students alone.
CREATE OR REPLACE FUNCTION copy_member() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  IF NEW.role = 'STUDENT' THEN
    UPDATE public.enrolments AS rows SET
      student_name = CASE WHEN rows.state = 'PENDING' THEN NEW.name ELSE rows.student_name END,
      proposed_name = CASE WHEN rows.state <> 'PENDING' THEN nullif(NEW.name, rows.student_name) END,
      version = rows.version + 1, updated_at = now()
    WHERE rows.family_id = NEW.family_id AND rows.student_id = NEW.id AND rows.state <> 'ENDED'
      AND coalesce(rows.proposed_name, rows.student_name) <> NEW.name;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN is_new := OLD.role <> NEW.role; END IF;
  INSERT INTO public.pickup_guardians AS known (family_id, enrolment_id, member_id, name)
  SELECT NEW.family_id, enrolments.id, NEW.id, NEW.name FROM public.enrolments
  WHERE enrolments.family_id = NEW.family_id AND enrolments.state <> 'ENDED'
  ON CONFLICT ON CONSTRAINT pickup_guardians_once DO UPDATE SET
    name = CASE WHEN known.is_confirmed OR known.is_barred THEN known.name ELSE EXCLUDED.name END,
    proposed_name = CASE WHEN known.is_confirmed OR known.is_barred THEN nullif(EXCLUDED.name, known.name) END,
    version = known.version + 1, updated_at = EXCLUDED.updated_at
  WHERE coalesce(known.proposed_name, known.name) <> EXCLUDED.name;
  IF is_new THEN PERFORM public.tell_of_parent(NEW); END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION copy_member() FROM PUBLIC;
