-- Bumps the versions of the accounts of those who wrote the rows of the scope CONTENT that a statement has changed: an
-- author sees a row also when its audience does not.
--
-- Owner's rights: the server's role may only read `account_versions`: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_authors() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.account_id FROM public.account_versions versions
    WHERE versions.account_id IN (
      SELECT people.account_id FROM public.school_people people WHERE people.id IN (SELECT changed.author_id FROM changed))
    ORDER BY versions.account_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.account_id = locked.account_id AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_authors() FROM PUBLIC;
