-- The family with this code.
--
-- Owner's rights: the family is in no scope before an account has joined it.
CREATE OR REPLACE FUNCTION family_of_code(text) RETURNS TABLE (family_id uuid, join_policy text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT families.family_id, families.join_policy FROM public.families WHERE families.code = $1
$$;
REVOKE ALL ON FUNCTION family_of_code(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION family_of_code(text) TO hatched_app;
