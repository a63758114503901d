-- Keeps the number of families of a group.
--
-- Owner's rights: the server's role may only read groups.
CREATE OR REPLACE FUNCTION follow_group_family() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  named uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.group_id ELSE NEW.group_id END;
BEGIN
  UPDATE public.groups AS known
  SET member_count = (SELECT count(*) FROM public.group_families families WHERE families.group_id = named), updated_at = now()
  WHERE known.id = named;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_group_family() FROM PUBLIC;
CREATE OR REPLACE TRIGGER followed AFTER INSERT OR DELETE ON group_families FOR EACH ROW EXECUTE FUNCTION follow_group_family();
