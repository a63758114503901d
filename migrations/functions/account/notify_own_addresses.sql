-- Tells the account in scope, at each address that it has confirmed. `way` is the way to sign in that was added or
-- removed.
--
-- May be null: way.
--
-- Owner's rights: the server's role has no privilege on `sign_in_addresses`, and none on `messages`.
CREATE OR REPLACE FUNCTION notify_own_addresses(kind text, way text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.enqueue_message(
    gen_random_uuid(), addresses.channel, addresses.address, kind, addresses.language,
    CASE WHEN way IS NULL THEN '{}' ELSE jsonb_build_object('way', way) END, NULL, addresses.account_id, 259200)
  FROM (
    SELECT * FROM public.sign_in_addresses known
    WHERE known.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND known.confirmed_at IS NOT NULL
    ORDER BY known.channel OFFSET 0
  ) AS addresses;
END
$$;
REVOKE ALL ON FUNCTION notify_own_addresses(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notify_own_addresses(text, text) TO hatched_app;
