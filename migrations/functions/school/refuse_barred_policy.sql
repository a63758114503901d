-- Refuses a parent whom a school has barred from a student of the family to open the family to everyone with its code.
--
-- Owner's rights: the server's role has no privilege on `pickup_bars`: no family reads or lifts a bar.
CREATE OR REPLACE FUNCTION refuse_barred_policy() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
    AND EXISTS (SELECT 1 FROM public.barred_enrolments(NEW.family_id)) THEN
    RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = 'families_barred';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION refuse_barred_policy() FROM PUBLIC;
