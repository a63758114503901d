-- Bumps the versions of the accounts of those who wrote the rows of the scope CONTENT that a statement has changed: an
-- author sees a row also when its audience does not.
--
-- Owner's rights: the server's role may only read `account_versions`: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_authors() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_accounts(ARRAY(
    SELECT people.account_id FROM public.school_people people WHERE people.id = ANY (ARRAY(SELECT changed.author_id FROM changed))));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_authors() FROM PUBLIC;
