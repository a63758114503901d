-- Whether the account in scope has accepted the terms that are in effect: of each kind the version that took effect
-- last.
--
-- Owner's rights: the server's role has no privilege on `published_terms`.
CREATE OR REPLACE FUNCTION accepts_terms() RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  RETURN NOT EXISTS (
    SELECT 1 FROM public.published_terms terms
    WHERE terms.effective_at = (
        SELECT max(others.effective_at) FROM public.published_terms others
        WHERE others.kind = terms.kind AND others.effective_at <= now())
      AND NOT EXISTS (
        SELECT 1 FROM public.accepted_terms accepted JOIN public.published_terms same ON same.id = accepted.id
        WHERE accepted.account_id = account AND same.kind = terms.kind AND same.version = terms.version));
END
$$;
REVOKE ALL ON FUNCTION accepts_terms() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accepts_terms() TO hatched_app;
