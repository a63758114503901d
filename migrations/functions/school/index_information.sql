-- Writes the passages of a piece of information that has changed, and those of a school that has changed its language.
--
-- Owner's rights: the server's role may only read passages, so that they are always those of the text.
CREATE OR REPLACE FUNCTION index_information() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'schools' THEN
    PERFORM public.index_passages(NEW.id, NULL);
  ELSE
    PERFORM public.index_passages(NEW.school_id, NEW.id);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION index_information() FROM PUBLIC;

CREATE OR REPLACE TRIGGER indexed AFTER INSERT OR UPDATE OF title, text, position ON school_information
  FOR EACH ROW EXECUTE FUNCTION index_information();
CREATE OR REPLACE TRIGGER indexed AFTER UPDATE OF language ON schools
  FOR EACH ROW WHEN (OLD.language IS DISTINCT FROM NEW.language) EXECUTE FUNCTION index_information();
