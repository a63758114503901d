-- Notes which files rows have begun to use: the uses are in `added`.
--
-- Owner's rights: the server's role may only read `files`.
CREATE OR REPLACE FUNCTION use_files() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.files AS used SET unused_since = NULL
  FROM (SELECT DISTINCT added.family_id, added.file_id FROM added) AS named
  WHERE used.home_id = named.family_id AND used.id = named.file_id AND used.unused_since IS NOT NULL;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION use_files() FROM PUBLIC;
CREATE OR REPLACE TRIGGER file_used AFTER INSERT ON file_uses REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION use_files();
CREATE OR REPLACE TRIGGER file_used AFTER INSERT ON absence_files REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION use_files();
