-- Ends the open requests of an account to all families, if the account may not come in as a student; else nothing. So
-- it does no harm, whoever calls it. The gateway calls it in the transaction that gives an account a place: a
-- statement, since a trigger on a family's table may not write to rows of other families (distributed PostgreSQL).
--
-- The caller holds the account's row, and locks nothing after this but rows of its own family.
--
-- Owner's rights: the rows are those of other families, which row-level security hides from the server's role.
CREATE OR REPLACE FUNCTION end_join_requests(account uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  open record;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM public.members WHERE members.account_id = account) AND NOT EXISTS (
    SELECT 1 FROM public.accounts
    WHERE accounts.id = account AND (accounts.disabled_at IS NOT NULL OR accounts.chosen_role = 'PARENT')
  ) THEN
    RETURN;
  END IF;
  -- One by one and by key: a change of a row may lock more of its family, such as counts.
  FOR open IN
    SELECT requests.family_id, requests.id FROM public.join_requests requests
    WHERE requests.account_id = account AND requests.state = 'PENDING'
    ORDER BY requests.family_id, requests.id FOR NO KEY UPDATE
  LOOP
    UPDATE public.join_requests requests SET state = 'ENDED', updated_at = now(), version = requests.version + 1
    WHERE requests.family_id = open.family_id AND requests.id = open.id;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION end_join_requests(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_join_requests(uuid) TO hatched_app;
