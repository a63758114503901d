-- Copies what schools keep of a student, an enrolment or a barred parent, before the row goes and others with it.
--
-- Owner's rights: the server's role may only read `pickup_records`.
CREATE OR REPLACE FUNCTION keep_before_removal() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'enrolments' THEN
    PERFORM public.keep_pickup_records(OLD.family_id, ARRAY[OLD.id]);
  ELSIF OLD.role = 'STUDENT' THEN
    PERFORM public.keep_pickup_records(OLD.family_id, ARRAY(
      SELECT rows.id FROM public.enrolments rows WHERE rows.family_id = OLD.family_id AND rows.student_id = OLD.id));
  ELSE
    -- A parent takes along that it was barred.
    PERFORM public.keep_pickup_records(OLD.family_id, ARRAY(
      SELECT guardians.enrolment_id FROM public.pickup_guardians guardians
      WHERE guardians.family_id = OLD.family_id AND guardians.member_id = OLD.id AND guardians.is_barred));
  END IF;
  RETURN OLD;
END
$$;
REVOKE ALL ON FUNCTION keep_before_removal() FROM PUBLIC;
