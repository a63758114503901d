-- Refuses a parent whom a school has barred from a student of the family to end, hide or move it, or to put another
-- member out: whatever statement does it. Of a family's own changes: staff act in no family.
--
-- Owner's rights: the server's role has no privilege on `pickup_bars`: no family reads or lifts a bar.
CREATE OR REPLACE FUNCTION refuse_barred() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  IF OLD.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND account IS NOT NULL THEN
    IF TG_TABLE_NAME = 'members' THEN
      IF OLD.account_id IS DISTINCT FROM account AND EXISTS (SELECT 1 FROM public.barred_enrolments(OLD.family_id)) THEN
        RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = 'members_barred';
      END IF;
    ELSIF OLD.state <> 'ENDED' AND EXISTS (SELECT 1 FROM public.barred_enrolments(OLD.family_id) barred WHERE barred.id = OLD.id) THEN
      RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = 'enrolments_barred';
    END IF;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
REVOKE ALL ON FUNCTION refuse_barred() FROM PUBLIC;
