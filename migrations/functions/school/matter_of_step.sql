-- The matter of a step of a dismissal: steps that undo each other are one matter.
CREATE OR REPLACE FUNCTION matter_of_step(step text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN CASE step
    WHEN 'CANCELLED' THEN 'REQUESTED' WHEN 'NOT_READY' THEN 'READY' WHEN 'REOPENED' THEN 'CONFIRMED' WHEN 'PRESENT' THEN 'ABSENT'
    ELSE step END;
END
$$;
REVOKE ALL ON FUNCTION matter_of_step(text) FROM PUBLIC;
