-- Locks families, by id, behind the one of the scope, which is locked already. It waits for none with a lower id: where
-- another change holds one, the transaction begins again. See LockOrder.
CREATE OR REPLACE FUNCTION lock_further_families(homes uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  held uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  lower_homes uuid[] := ARRAY(SELECT known.id FROM unnest(homes) AS known (id) WHERE known.id < held);
  free bigint;
BEGIN
  SELECT count(*) INTO free FROM (
    SELECT 1 FROM public.families WHERE families.family_id = ANY (lower_homes) FOR NO KEY UPDATE SKIP LOCKED) AS locked;
  IF free < cardinality(lower_homes) THEN
    RAISE EXCEPTION 'a further family is being changed' USING ERRCODE = 'serialization_failure';
  END IF;
  PERFORM 1 FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
END
$$;
REVOKE ALL ON FUNCTION lock_further_families(uuid[]) FROM PUBLIC;
