-- Writes down that an enrolment has changed, and its student where everybody in the family may see the change.
--
-- Owner's rights: the server's role may only read `changes`: no change goes unrecorded.
CREATE OR REPLACE FUNCTION record_open_enrolments(
  home uuid, enrolment uuid, student uuid, gone boolean, is_open boolean
) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  current bigint := (
    SELECT versions.version FROM public.family_versions versions
    JOIN public.families ON families.family_id = versions.family_id
    WHERE versions.family_id = home AND versions.part = 'FAMILY');
BEGIN
  IF current IS NULL THEN RETURN; END IF;
  INSERT INTO public.changes AS known (family_id, id, type, version, is_deleted, enrolment_id, open_version)
  VALUES (home, enrolment, 'Enrolment', current, gone, enrolment, CASE WHEN is_open THEN current END)
  ON CONFLICT ON CONSTRAINT changes_key DO UPDATE
    SET version = excluded.version, is_deleted = excluded.is_deleted, enrolment_id = excluded.enrolment_id,
      open_version = coalesce(excluded.open_version, known.open_version), changed_at = excluded.changed_at;
  IF NOT is_open THEN RETURN; END IF;
  INSERT INTO public.changes AS known (family_id, id, type, version, is_deleted)
  VALUES (home, student, 'FamilyMember', current, false)
  ON CONFLICT ON CONSTRAINT changes_key DO UPDATE SET version = excluded.version, changed_at = excluded.changed_at;
END
$$;
REVOKE ALL ON FUNCTION record_open_enrolments(uuid, uuid, uuid, boolean, boolean) FROM PUBLIC;
