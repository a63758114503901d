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
  -- In the order of locks: the rows are of several senders.
  PERFORM 1 FROM public.account_versions known WHERE known.account_id IN (SELECT changed.owner_id FROM changed)
  ORDER BY known.account_id FOR NO KEY UPDATE;
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.family_id IN (SELECT changed.home_id FROM changed) AND known.part = 'FAMILY'
    AND known.changed_in <> pg_current_xact_id();
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.account_id IN (SELECT changed.owner_id FROM changed) AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_files() FROM PUBLIC;
