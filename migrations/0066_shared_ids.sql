-- Staff find rows of families by their ids alone, in many families at once: an id names one row, of one type. Clients choose ids, so that
-- a family could otherwise take the id that another family's row has, and be shown in its place.
--
-- A unique index of the id alone, which a distributed table cannot have: there a reference table of ids takes its place. Here it costs
-- nothing, since staff look up by it: see docs/tables.md.

-- Of rows that have another's id the oldest keeps it.
UPDATE collectors SET id = gen_random_uuid() FROM (
  SELECT family_id, id, row_number() OVER (PARTITION BY id ORDER BY created_at, family_id) AS place FROM collectors
) AS twin
WHERE collectors.family_id = twin.family_id AND collectors.id = twin.id AND twin.place > 1;
UPDATE pickup_times SET id = gen_random_uuid() FROM (
  SELECT family_id, id, row_number() OVER (PARTITION BY id ORDER BY created_at, family_id) AS place FROM pickup_times
) AS twin
WHERE pickup_times.family_id = twin.family_id AND pickup_times.id = twin.id AND twin.place > 1;

DROP INDEX enrolments_by_id, dismissals_by_id, pickup_guardians_by_id;
CREATE UNIQUE INDEX enrolments_id ON enrolments (id);
CREATE UNIQUE INDEX dismissals_id ON dismissals (id);
CREATE UNIQUE INDEX pickup_guardians_id ON pickup_guardians (id);
CREATE UNIQUE INDEX collectors_id ON collectors (id);
CREATE UNIQUE INDEX pickup_times_id ON pickup_times (id);
CREATE UNIQUE INDEX class_messages_id ON class_messages (id);
CREATE UNIQUE INDEX school_notices_id ON school_notices (id);

-- Refuses an id that a row of another type has which staff see, as a unique index does. Rows that clients give ids; others have random ones.
CREATE FUNCTION refuse_known_id() RETURNS trigger
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
CREATE TRIGGER known_id BEFORE INSERT ON enrolments FOR EACH ROW EXECUTE FUNCTION refuse_known_id();
CREATE TRIGGER known_id BEFORE INSERT ON collectors FOR EACH ROW EXECUTE FUNCTION refuse_known_id();
CREATE TRIGGER known_id BEFORE INSERT ON pickup_times FOR EACH ROW EXECUTE FUNCTION refuse_known_id();
CREATE TRIGGER known_id BEFORE INSERT ON class_messages FOR EACH ROW EXECUTE FUNCTION refuse_known_id();
CREATE INDEX pickup_records_by_id ON pickup_records (id);

REVOKE ALL ON FUNCTION refuse_known_id() FROM PUBLIC;
