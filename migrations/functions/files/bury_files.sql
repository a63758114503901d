-- Writes the tombstones of files whose rows are gone, in the transaction that deletes them: the rows are in `gone`.
--
-- Owner's rights: no role has a privilege on `file_tombstones`; cascades delete files, too.
CREATE OR REPLACE FUNCTION bury_files() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM gone) THEN RETURN NULL; END IF;
  INSERT INTO public.file_tombstones (id) SELECT coalesce(gone.stored_id, gone.id) FROM gone
  ON CONFLICT ON CONSTRAINT file_tombstones_key DO NOTHING;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bury_files() FROM PUBLIC;
CREATE OR REPLACE TRIGGER buried AFTER DELETE ON files REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION bury_files();
