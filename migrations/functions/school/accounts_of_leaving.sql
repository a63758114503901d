-- The accounts whose versions change as a member leaves a family: its own, and those beside it and beside the enrolments
-- of which schools keep records, which keep_pickup_records() bumps. They are bumped at once, in one order.
CREATE OR REPLACE FUNCTION accounts_of_leaving(home uuid, leaving uuid) RETURNS uuid[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  kept uuid[] := public.enrolments_kept(home, leaving);
BEGIN
  RETURN ARRAY(
    SELECT own.account_id FROM public.members own WHERE own.family_id = home AND own.id = leaving
    UNION SELECT unnest(public.accounts_beside(
      ARRAY(SELECT own.id FROM public.members own WHERE own.family_id = home AND (own.id = leaving OR kept <> '{}')),
      ARRAY(SELECT rows.class_id FROM public.enrolments rows WHERE rows.family_id = home AND rows.id = ANY (kept)))));
END
$$;
REVOKE ALL ON FUNCTION accounts_of_leaving(uuid, uuid) FROM PUBLIC;
