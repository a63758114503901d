-- Bumps the versions of those who see the rows of the scope AUDIENCE that a statement has changed, before and after: of
-- schools, of the audiences of classes, and of the accounts of authors, who see a row also when it is for others.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_audience() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  places uuid[];
  authors uuid[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    places := ARRAY(
      SELECT public.audience_versions(changed.school_id, changed.grades, changed.class_ids) FROM changed
      UNION SELECT public.audience_versions(former.school_id, former.grades, former.class_ids) FROM former);
    authors := ARRAY(SELECT changed.author_id FROM changed UNION SELECT former.author_id FROM former);
  ELSE
    places := ARRAY(SELECT DISTINCT public.audience_versions(changed.school_id, changed.grades, changed.class_ids) FROM changed);
    authors := ARRAY(SELECT DISTINCT changed.author_id FROM changed);
  END IF;
  PERFORM public.bump_accounts(ARRAY(SELECT staff.account_id FROM public.school_staff staff WHERE staff.id = ANY (authors)));
  PERFORM public.bump_places(places);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_audience() FROM PUBLIC;
