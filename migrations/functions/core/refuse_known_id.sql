-- Refuses an id that a row of another type has which the people of a school see, as a unique index does. Rows that
-- clients give ids; others have random ones.
--
-- Owner's rights: the rows with the id may be those of other families, which row-level security hides from the server's
-- role.
CREATE OR REPLACE FUNCTION refuse_known_id() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF public.has_shared_id(NEW.id, TG_RELID) THEN
    RAISE EXCEPTION 'a row of another type has this id' USING ERRCODE = '23505', CONSTRAINT = TG_TABLE_NAME || '_id';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION refuse_known_id() FROM PUBLIC;
