-- `OPEN`, `USED`, `REVOKED` or `EXPIRED`.
CREATE OR REPLACE FUNCTION invitation_state(used_at timestamptz, revoked_at timestamptz, expires_at timestamptz)
RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN used_at IS NOT NULL THEN 'USED' WHEN revoked_at IS NOT NULL THEN 'REVOKED'
    WHEN expires_at <= now() THEN 'EXPIRED' ELSE 'OPEN' END
$$;
