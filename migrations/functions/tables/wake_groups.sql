-- Bumps the versions of the accounts of families: of those in some groups, and others. A function that changes several
-- rows of groups calls it first, so that the accounts are locked at once, in the order of their ids.
CREATE OR REPLACE FUNCTION wake_groups(concerned uuid[], others uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_accounts(ARRAY(
    SELECT own.account_id FROM public.members own WHERE own.family_id = ANY (others)
    UNION SELECT own.account_id FROM public.group_memberships memberships
    JOIN public.members own ON own.family_id = memberships.family_id
    WHERE memberships.group_id = ANY (concerned) AND memberships.state = 'MEMBER'));
END
$$;
REVOKE ALL ON FUNCTION wake_groups(uuid[], uuid[]) FROM PUBLIC;
