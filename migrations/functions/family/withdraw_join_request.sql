-- The account may delete its request until a parent answers it, and one that has lapsed or ended without an answer.
--
-- Owner's rights: the request is to a family that the account is not in, and the server's role may not delete requests.
CREATE OR REPLACE FUNCTION withdraw_join_request(request uuid) RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM public.join_requests requests
  WHERE requests.id = request AND requests.state IN ('PENDING', 'EXPIRED', 'ENDED')
    AND requests.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  RETURNING requests.id
$$;
REVOKE ALL ON FUNCTION withdraw_join_request(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION withdraw_join_request(uuid) TO hatched_app;
