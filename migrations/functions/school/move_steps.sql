-- Moves the steps of a dismissal to its class: who sees the dismissal sees its steps, and nobody else.
--
-- Owner's rights: the server's role may only read `dismissal_steps`.
CREATE OR REPLACE FUNCTION move_steps() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.dismissal_steps SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND dismissal_id = NEW.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION move_steps() FROM PUBLIC;
