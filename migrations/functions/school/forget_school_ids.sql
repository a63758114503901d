-- Forgets ids of the same school that are older than a year, and those before its latest 20,000, at one of 64 new ones.
-- The new one stays: a copy that is read in has old ones.
-- The server's role may delete none, since a repeated request would then create a second row.
--
-- Owner's rights: the server's role may not delete `school_used_ids`, since a repeated request would then create a
-- second row.
CREATE OR REPLACE FUNCTION forget_school_ids() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF random() < 1.0 / 64 THEN
    DELETE FROM public.school_used_ids kept WHERE kept.school_id = NEW.school_id AND kept.id <> NEW.id AND kept.used_at < greatest(
      now() - interval '1 year', (
        SELECT latest.used_at FROM public.school_used_ids latest WHERE latest.school_id = NEW.school_id
        ORDER BY latest.used_at DESC OFFSET 20000 LIMIT 1));
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION forget_school_ids() FROM PUBLIC;
