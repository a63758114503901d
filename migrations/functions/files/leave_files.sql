-- Notes which files no row uses any more: the uses that have ended are in `gone`.
--
-- Owner's rights: the server's role may only read `files`.
CREATE OR REPLACE FUNCTION leave_files() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.files AS used SET unused_since = now()
  FROM (SELECT DISTINCT gone.family_id, gone.file_id FROM gone) AS named
  WHERE used.home_id = named.family_id AND used.id = named.file_id AND used.unused_since IS NULL
    AND NOT public.file_is_used(named.family_id, named.file_id);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION leave_files() FROM PUBLIC;
CREATE OR REPLACE TRIGGER file_left AFTER DELETE ON file_uses REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION leave_files();
CREATE OR REPLACE TRIGGER file_left AFTER DELETE ON absence_files REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION leave_files();
