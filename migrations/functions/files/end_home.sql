-- Deletes the files and the uploads of a family, a school or an account that is gone. Accounts whose picture is one of
-- the files have none then.
--
-- Owner's rights: the server's role may only read files and uploads.
CREATE OR REPLACE FUNCTION end_home() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := (to_jsonb(OLD) ->> TG_ARGV[0])::uuid;
BEGIN
  DELETE FROM public.uploads AS open WHERE open.home_id = home;
  PERFORM FROM public.accounts own WHERE own.picture_id IN (SELECT files.id FROM public.files WHERE files.home_id = home)
  ORDER BY own.id FOR NO KEY UPDATE;
  UPDATE public.accounts AS own SET picture_id = NULL
  WHERE own.picture_id IN (SELECT files.id FROM public.files WHERE files.home_id = home);
  DELETE FROM public.files AS kept WHERE kept.home_id = home;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION end_home() FROM PUBLIC;
CREATE OR REPLACE TRIGGER files_end AFTER DELETE ON families FOR EACH ROW EXECUTE FUNCTION end_home('family_id');
CREATE OR REPLACE TRIGGER files_end AFTER DELETE ON schools FOR EACH ROW EXECUTE FUNCTION end_home('id');
CREATE OR REPLACE TRIGGER files_end AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION end_home('id');
