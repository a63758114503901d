-- A request is answered once.
CREATE OR REPLACE FUNCTION keep_answer() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'a request to join that is % cannot become %', OLD.state, NEW.state;
END
$$;
