-- Writes tombstones of uploads whose rows are gone, unless a file has their bytes: those of an attempt that failed may
-- be in the store, or have arrived.
--
-- Owner's rights: no role has a privilege on `file_tombstones`; cascades delete uploads, too.
CREATE OR REPLACE FUNCTION bury_uploads() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM gone) THEN RETURN NULL; END IF;
  -- The file of one that is stored has a row of its own.
  INSERT INTO public.file_tombstones (id) SELECT gone.id FROM gone
  WHERE gone.state <> 'STORED' OR EXISTS (
    SELECT 1 FROM public.files WHERE files.id = gone.id AND files.stored_id <> files.id)
  ON CONFLICT ON CONSTRAINT file_tombstones_key DO NOTHING;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bury_uploads() FROM PUBLIC;
CREATE OR REPLACE TRIGGER buried AFTER DELETE ON uploads REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION bury_uploads();
