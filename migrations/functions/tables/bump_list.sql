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
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.family_id FROM public.family_versions versions
    WHERE versions.family_id = ANY (homes) AND versions.part = 'FAMILY' ORDER BY versions.family_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.family_id = locked.family_id AND known.part = 'FAMILY' AND known.changed_in <> pg_current_xact_id();
  IF guests <> '{}' THEN
    UPDATE public.account_versions AS known
    SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
    FROM (
      SELECT versions.account_id FROM public.account_versions versions
      WHERE versions.account_id = ANY (guests) ORDER BY versions.account_id FOR NO KEY UPDATE
    ) AS locked
    WHERE known.account_id = locked.account_id AND known.changed_in <> pg_current_xact_id();
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_list() FROM PUBLIC;
