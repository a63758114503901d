-- Refuses a change of a pickup by a parent whom the school has barred, or has not confirmed, in the parent's own
-- family.
--
-- Owner's rights: it refuses what any role does, from the rows that is_barred_from reads.
CREATE OR REPLACE FUNCTION refuse_new_guardian() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND public.is_barred_from(OLD.enrolment_id) THEN
    RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = TG_TABLE_NAME || '_barred';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
REVOKE ALL ON FUNCTION refuse_new_guardian() FROM PUBLIC;
