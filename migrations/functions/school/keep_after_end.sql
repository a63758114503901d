-- Copies what schools keep of an enrolment that ends, before the end takes the class off its rows.
--
-- Owner's rights: the server's role may only read `pickup_records`.
CREATE OR REPLACE FUNCTION keep_after_end() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.keep_pickup_records(NEW.family_id, ARRAY[NEW.id]);
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION keep_after_end() FROM PUBLIC;
