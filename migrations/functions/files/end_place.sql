-- Ends the uploads of an account to a home that it leaves, its own sight of the files that it sent there, and its
-- picture if that is one of them. What other rows use stays.
--
-- Owner's rights: the server's role may only read files and uploads.
CREATE OR REPLACE FUNCTION end_place() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := (to_jsonb(OLD) ->> TG_ARGV[0])::uuid;
BEGIN
  DELETE FROM public.uploads AS open WHERE open.account_id = OLD.account_id AND open.home_id = home;
  UPDATE public.accounts AS own SET picture_id = NULL
  WHERE own.id = OLD.account_id AND EXISTS (
    SELECT 1 FROM public.files WHERE files.home_id = home AND files.id = own.picture_id);
  UPDATE public.files AS sent SET owner_id = NULL WHERE sent.owner_id = OLD.account_id AND sent.home_id = home;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION end_place() FROM PUBLIC;
CREATE OR REPLACE TRIGGER files_end AFTER DELETE ON members
  FOR EACH ROW WHEN (OLD.account_id IS NOT NULL) EXECUTE FUNCTION end_place('family_id');
CREATE OR REPLACE TRIGGER files_change_hands AFTER UPDATE OF account_id ON members
  FOR EACH ROW WHEN (OLD.account_id IS NOT NULL AND OLD.account_id IS DISTINCT FROM NEW.account_id) EXECUTE FUNCTION end_place('family_id');
CREATE OR REPLACE TRIGGER files_end AFTER DELETE ON school_staff FOR EACH ROW EXECUTE FUNCTION end_place('school_id');
