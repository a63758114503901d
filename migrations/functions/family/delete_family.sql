-- Deletes the family in scope with all its rows, when the account in scope is a parent of it or its only member, and no
-- school has barred it from a student of the family; else nothing.
--
-- One statement, so that references are checked when all is gone, in whatever order the rows go. It copies first what
-- schools keep.
--
-- Owner's rights: the server's role may not delete families, and the references reach tables on which it has no
-- privilege.
CREATE OR REPLACE FUNCTION delete_family() RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  doomed uuid;
  parts text;
BEGIN
  SELECT own.family_id INTO doomed FROM public.members own
  WHERE own.family_id = scope AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
    AND (own.role = 'PARENT' OR (SELECT count(*) FROM public.members WHERE members.family_id = scope) = 1);
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT 1 FROM public.barred_enrolments(doomed)) THEN
    RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = 'families_barred';
  END IF;
  PERFORM public.lock_family_end(doomed);
  PERFORM public.keep_pickup_records(doomed, ARRAY(SELECT rows.id FROM public.enrolments rows WHERE rows.family_id = doomed));
  -- A statement may not change rows that it deletes: what `forget_payer` would do as members go is done before.
  UPDATE public.expenses AS paid SET payer_id = NULL WHERE paid.family_id = doomed AND paid.payer_id IS NOT NULL;
  -- no_courses AS (DELETE FROM public.courses AS t WHERE t.family_id = $1), …
  SELECT string_agg(
    format('%I AS (DELETE FROM public.%I AS t WHERE t.family_id = $1)', 'no_' || relname, relname), ', ' ORDER BY relname)
  INTO parts
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'family_id' AND NOT attisdropped
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'families';
  RETURN QUERY EXECUTE
    format('WITH %s DELETE FROM public.families AS t WHERE t.family_id = $1 RETURNING t.family_id', parts) USING doomed;
END
$$;
REVOKE ALL ON FUNCTION delete_family() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_family() TO hatched_app;
