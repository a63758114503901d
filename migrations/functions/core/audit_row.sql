-- Writes an entry where a row is added or deleted, or one of the columns named changes. A row that has a column
-- student_id is about that student.
--
--     CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON lists
--       FOR EACH ROW EXECUTE FUNCTION audit_row('LIST', 'name', 'note');
--
-- Owner's rights: the server's role may only read `audit_entries`, so that no statement of the server adds an entry, or
-- leaves one out.
CREATE OR REPLACE FUNCTION audit_row() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
  former jsonb := to_jsonb(OLD);
  latter jsonb := to_jsonb(NEW);
  known jsonb := coalesce(latter, former);
  values_before jsonb;
  values_after jsonb;
BEGIN
  SELECT jsonb_object_agg(audited, former -> audited), jsonb_object_agg(audited, latter -> audited) INTO values_before, values_after
  FROM unnest(TG_ARGV[1:]) AS audited;
  IF TG_OP = 'UPDATE' AND values_before = values_after THEN
    RETURN NULL;
  END IF;
  entry.action := TG_ARGV[0] || CASE TG_OP WHEN 'INSERT' THEN '_CREATED' WHEN 'UPDATE' THEN '_CHANGED' ELSE '_DELETED' END;
  entry.family_id := known ->> 'family_id';
  entry.record_id := known ->> 'id';
  entry.values_before := CASE WHEN TG_OP <> 'INSERT' THEN values_before END;
  entry.values_after := CASE WHEN TG_OP <> 'DELETE' THEN values_after END;
  SELECT members.id, members.name, members.role INTO entry.member_id, entry.member_name, entry.member_role
  FROM public.members WHERE members.family_id = entry.family_id AND members.id = (known ->> 'student_id')::uuid;
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION audit_row() FROM PUBLIC;
