-- Bumps the versions of the accounts of families: of those in some groups, and others. A function that changes several
-- rows of groups calls it first, so that the accounts are locked at once, in the order of their ids.
CREATE OR REPLACE FUNCTION wake_groups(concerned uuid[], others uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.account_id FROM public.account_versions versions
    WHERE versions.account_id IN (
      SELECT own.account_id FROM public.members own
      WHERE own.account_id IS NOT NULL AND (own.family_id = ANY (others) OR own.family_id IN (
        SELECT memberships.family_id FROM public.group_memberships memberships
        WHERE memberships.group_id = ANY (concerned) AND memberships.state = 'MEMBER')))
    ORDER BY versions.account_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.account_id = locked.account_id AND known.changed_in <> pg_current_xact_id();
END
$$;
REVOKE ALL ON FUNCTION wake_groups(uuid[], uuid[]) FROM PUBLIC;
