-- The picture of a student as the staff of its schools see it: none where a parent has withdrawn the consent to it.
CREATE OR REPLACE FUNCTION student_picture(family uuid, student uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT members.picture_id FROM public.members
    WHERE members.family_id = family AND members.id = student AND NOT EXISTS (
      SELECT 1 FROM public.consents
      WHERE consents.family_id = family AND consents.student_id = student AND consents.kind = 'PHOTOGRAPHS'
        AND consents.withdrawn_at IS NOT NULL));
END
$$;
REVOKE ALL ON FUNCTION student_picture(uuid, uuid) FROM PUBLIC;
