-- Bumps the versions of the accounts of the families in the groups of which a statement has changed rows. A change of a
-- group that takes requests bumps that of the directory of groups, too, in which other families find it.
--
-- Owner's rights: the server's role may only read versions: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_group() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  concerned uuid[];
  is_listed boolean := false;
BEGIN
  IF TG_TABLE_NAME = 'groups' THEN
    concerned := ARRAY(SELECT changed.id FROM changed);
    is_listed := EXISTS (SELECT 1 FROM changed WHERE changed.join_policy = 'REQUEST');
    IF TG_OP = 'UPDATE' THEN
      is_listed := is_listed OR EXISTS (SELECT 1 FROM former WHERE former.join_policy = 'REQUEST');
    END IF;
  ELSE
    concerned := ARRAY(SELECT DISTINCT changed.group_id FROM changed);
  END IF;
  PERFORM public.wake_groups(concerned, '{}');
  IF is_listed THEN
    PERFORM public.bump_places(ARRAY[public.audience_key('00000000-0000-0000-0000-000000000000', 'groups')]);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_group() FROM PUBLIC;
