-- All published terms, and whether the account in scope has accepted the version, in whatever language.
--
-- Owner's rights: the server's role has no privilege on `published_terms`, which belong to no scope: anyone reads them.
CREATE OR REPLACE FUNCTION known_terms()
RETURNS TABLE (id uuid, kind text, version text, language text, text text, effective_at timestamptz, is_accepted boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  RETURN QUERY
    SELECT terms.id, terms.kind, terms.version, terms.language, terms.text, terms.effective_at, EXISTS (
      SELECT 1 FROM public.accepted_terms accepted JOIN public.published_terms same ON same.id = accepted.id
      WHERE accepted.account_id = account AND same.kind = terms.kind AND same.version = terms.version)
    FROM public.published_terms terms;
END
$$;
REVOKE ALL ON FUNCTION known_terms() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION known_terms() TO hatched_app;
