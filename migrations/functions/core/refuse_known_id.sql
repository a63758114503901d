-- Refuses an id that a row of another type has which staff see, as a unique index does. Rows that clients give ids;
-- others have random ones.
--
-- Owner's rights: the rows with the id may be those of other families, which row-level security hides from the server's
-- role.
CREATE OR REPLACE FUNCTION refuse_known_id() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (TG_TABLE_NAME <> 'enrolments' AND EXISTS (SELECT 1 FROM public.enrolments known WHERE known.id = NEW.id))
    OR (TG_TABLE_NAME <> 'collectors' AND EXISTS (SELECT 1 FROM public.collectors known WHERE known.id = NEW.id))
    OR (TG_TABLE_NAME <> 'pickup_times' AND EXISTS (SELECT 1 FROM public.pickup_times known WHERE known.id = NEW.id))
    OR (TG_TABLE_NAME <> 'class_messages' AND EXISTS (SELECT 1 FROM public.class_messages known WHERE known.id = NEW.id))
    OR EXISTS (SELECT 1 FROM public.dismissals known WHERE known.id = NEW.id)
    OR EXISTS (SELECT 1 FROM public.pickup_guardians known WHERE known.id = NEW.id)
    OR EXISTS (SELECT 1 FROM public.school_notices known WHERE known.id = NEW.id)
    OR EXISTS (SELECT 1 FROM public.dismissal_steps known WHERE known.id = NEW.id)
    OR EXISTS (SELECT 1 FROM public.school_students known WHERE known.id = NEW.id)
    OR EXISTS (SELECT 1 FROM public.pickup_records known WHERE known.id = NEW.id)
    OR EXISTS (SELECT 1 FROM public.schools known WHERE known.id = NEW.id)
    OR EXISTS (SELECT 1 FROM public.school_classes known WHERE known.id = NEW.id)
    OR EXISTS (SELECT 1 FROM public.school_staff known WHERE known.id = NEW.id)
    OR EXISTS (SELECT 1 FROM public.staff_invitations known WHERE known.id = NEW.id)
    OR EXISTS (SELECT 1 FROM public.card_readers known WHERE known.id = NEW.id)
  THEN
    RAISE EXCEPTION 'a row of another type has this id' USING ERRCODE = '23505', CONSTRAINT = TG_TABLE_NAME || '_id';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION refuse_known_id() FROM PUBLIC;
