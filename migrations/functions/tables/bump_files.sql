-- Bumps the versions of the families and the accounts whose files a statement has changed: the rows are in `changed`,
-- and as they were in `former`. guard_table() makes the triggers, for tables of the scope FILE.
--
-- A change of the staff who see a file comes with rows that bump the versions of their places.
--
-- Owner's rights: the server's role may only read versions: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_files() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT 1 FROM changed FULL JOIN former USING (id)
      WHERE (changed.home_id, changed.owner_id, changed.name, changed.unused_since)
        IS DISTINCT FROM (former.home_id, former.owner_id, former.name, former.unused_since)
    ) THEN RETURN NULL; END IF;
  END IF;
  PERFORM public.bump_accounts(ARRAY(SELECT DISTINCT changed.owner_id FROM changed));
  PERFORM public.bump_families(ARRAY(SELECT DISTINCT changed.home_id FROM changed));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_files() FROM PUBLIC;
