-- Whether an account sees a person of a school whose picture a file is. The scope of the transaction is that of the
-- account from here on.
CREATE OR REPLACE FUNCTION sees_person(account uuid, person uuid, file uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.enter_account(account);
  RETURN EXISTS (
    SELECT 1 FROM public.school_people people
    WHERE people.id = person AND people.picture_id = file
      AND people.school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]));
END
$$;
REVOKE ALL ON FUNCTION sees_person(uuid, uuid, uuid) FROM PUBLIC;
