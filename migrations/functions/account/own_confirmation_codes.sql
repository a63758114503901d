-- The codes that confirm an address of the account in scope: those of its own, and those that were sent to the same
-- address for others who registered it. Who reads the mailbox has shown it by either, and a stranger's registrations
-- keep nobody from confirming. Each account has ten wrong tries at a code; all other accounts together have fifty at
-- one that is not theirs.
--
-- Owner's rights: the codes are also those of other accounts, and the server's role has no privilege on
-- `address_codes`.
CREATE OR REPLACE FUNCTION own_confirmation_codes() RETURNS TABLE (id uuid, channel text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  RETURN QUERY
    SELECT codes.id, codes.channel FROM public.sign_in_addresses addresses
    CROSS JOIN LATERAL (
      SELECT sent.id, sent.channel, sent.created_at, sent.owner_id, sent.attempts FROM public.address_codes sent
      WHERE sent.lookup = addresses.lookup AND sent.channel = addresses.channel AND sent.purpose = 'CONFIRM'
        AND sent.expires_at > now()
      ORDER BY sent.owner_id = account DESC, sent.created_at DESC, sent.id LIMIT 15) AS codes
    WHERE addresses.account_id = account AND addresses.confirmed_at IS NULL
      AND (codes.owner_id = account OR codes.attempts < 50)
      AND NOT EXISTS (
        SELECT 1 FROM public.attempts tried
        WHERE tried.kind = 'wrongCodes' AND tried.key = public.code_try_key(codes.id, account::text) AND tried.count >= 10
          AND tried.ends_at > now())
    ORDER BY codes.created_at DESC, codes.id;
END
$$;
REVOKE ALL ON FUNCTION own_confirmation_codes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_confirmation_codes() TO hatched_app;
