-- Removes the person from the disclosures of a deleted enrolment: the log keeps that the school showed a student of its
-- list.
--
-- Owner's rights: the server's role may only read `school_disclosures`.
CREATE OR REPLACE FUNCTION forget_disclosed_person() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.school_disclosures SET person_name = NULL, enrolment_id = NULL
  WHERE school_id = OLD.school_id AND enrolment_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION forget_disclosed_person() FROM PUBLIC;
