-- Bumps the versions of those who see the rows of lists that a statement has changed, before and after: of the family,
-- and of the accounts that are guests.
--
-- Owner's rights: the server's role may only read versions: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_list() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  guests uuid[];
BEGIN
  homes := ARRAY(SELECT DISTINCT changed.family_id FROM changed);
  IF TG_TABLE_NAME = 'shopping_list_guests' THEN
    guests := ARRAY(SELECT changed.account_id FROM changed);
  ELSIF TG_TABLE_NAME = 'shopping_items' THEN
    guests := ARRAY(SELECT DISTINCT guest FROM changed CROSS JOIN LATERAL unnest(changed.writer_ids) AS guest);
  ELSE
    guests := ARRAY(SELECT DISTINCT guest FROM changed CROSS JOIN LATERAL unnest(changed.guest_ids) AS guest);
    IF TG_OP = 'UPDATE' THEN
      guests := guests || ARRAY(SELECT DISTINCT guest FROM former CROSS JOIN LATERAL unnest(former.guest_ids) AS guest);
    END IF;
  END IF;
  PERFORM public.bump_families(homes);
  IF guests <> '{}' THEN PERFORM public.bump_accounts(guests); END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_list() FROM PUBLIC;
