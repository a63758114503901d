-- Ends the open requests of an account whose role its owner changes, or that an operator disables, where it may not
-- come in as a student any more.
--
-- Owner's rights: the rows are those of other families, which row-level security hides from the server's role.
CREATE OR REPLACE FUNCTION end_join_requests_of_account() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.end_join_requests(NEW.id);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION end_join_requests_of_account() FROM PUBLIC;
