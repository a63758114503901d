-- Writes to the confirmed addresses of the accounts whose memberships this transaction has ended. After their rows are
-- gone: a message waits for counts, which come last in LockOrder.
--
-- Owner's rights: the rows are those of other accounts, which row-level security hides from the server's role.
CREATE OR REPLACE FUNCTION tell_ended_memberships() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.enqueue_message(
    gen_random_uuid(), told.channel, told.address, told.kind, told.language, told.arguments, NULL, told.account_id, 259200)
  FROM (
    SELECT addresses.channel, addresses.address, addresses.language, ended.account_id,
      CASE ended.reason WHEN 'FAMILY_DELETED' THEN 'family-deleted' ELSE 'member-removed' END AS kind,
      jsonb_build_object('family', ended.family_name, 'person', ended.ended_by) AS arguments
    FROM public.ended_memberships ended
    JOIN public.sign_in_addresses addresses ON addresses.account_id = ended.account_id AND addresses.confirmed_at IS NOT NULL
    WHERE ended.made_in = pg_current_xact_id()
    ORDER BY ended.account_id, addresses.channel OFFSET 0
  ) AS told;
END
$$;
REVOKE ALL ON FUNCTION tell_ended_memberships() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tell_ended_memberships() TO hatched_app;
