-- Copies what schools keep of a student, an enrolment or a barred parent, before the row goes and others with it.
--
-- Owner's rights: the server's role may only read `pickup_records`.
CREATE OR REPLACE FUNCTION keep_before_removal() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.keep_pickup_records(OLD.family_id,
    CASE TG_TABLE_NAME WHEN 'enrolments' THEN ARRAY[OLD.id] ELSE public.enrolments_kept(OLD.family_id, OLD.id) END);
  RETURN OLD;
END
$$;
REVOKE ALL ON FUNCTION keep_before_removal() FROM PUBLIC;
