-- An account has one pending request to a family. A lapsed one makes room for the next.
CREATE OR REPLACE FUNCTION expire_join_requests() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.join_requests requests SET state = 'EXPIRED', updated_at = now(), version = requests.version + 1
  WHERE requests.family_id = NEW.family_id AND requests.account_id = NEW.account_id AND requests.state = 'PENDING'
    AND requests.expires_at <= now();
  RETURN NEW;
END
$$;
