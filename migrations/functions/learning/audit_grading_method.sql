-- Writes an entry when a course gets another grading method.
--
-- Owner's rights: the server's role may only read `audit_entries`, so that no statement of the server adds an entry, or
-- leaves one out.
CREATE OR REPLACE FUNCTION audit_grading_method() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
BEGIN
  entry.action := 'GRADING_METHOD_CHANGED';
  entry.family_id := NEW.family_id;
  entry.record_id := NEW.id;
  entry.course_name := NEW.name;
  entry.values_before := jsonb_build_object('grading_method', OLD.grading_method);
  entry.values_after := jsonb_build_object('grading_method', NEW.grading_method);
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION audit_grading_method() FROM PUBLIC;
