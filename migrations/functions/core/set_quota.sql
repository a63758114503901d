-- Sets the quota of a kind, for the families that there are and those to come. Returns whether it was another.
CREATE OR REPLACE FUNCTION set_quota(quota_kind text, quota_rows int, quota_bytes int) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.storage_quotas AS quotas (kind, maximum_rows, maximum_bytes)
  VALUES (quota_kind, quota_rows, quota_bytes)
  ON CONFLICT (kind) DO UPDATE SET maximum_rows = EXCLUDED.maximum_rows, maximum_bytes = EXCLUDED.maximum_bytes
  WHERE (quotas.maximum_rows, quotas.maximum_bytes) <> (EXCLUDED.maximum_rows, EXCLUDED.maximum_bytes);
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE public.family_usage AS usage SET maximum_rows = quota_rows, maximum_bytes = quota_bytes
  WHERE usage.kind = quota_kind;
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION set_quota(text, integer, integer) FROM PUBLIC;
