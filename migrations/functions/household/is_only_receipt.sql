-- Whether a file of a family is a receipt of expenses, and no other row's in a list of files: parents alone see it then.
CREATE OR REPLACE FUNCTION is_only_receipt(home uuid, file uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN coalesce(
    (SELECT bool_and(uses.expense_id IS NOT NULL) FROM public.file_uses uses WHERE uses.family_id = home AND uses.file_id = file), false);
END
$$;
REVOKE ALL ON FUNCTION is_only_receipt(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_only_receipt(uuid, uuid) TO hatched_app;
