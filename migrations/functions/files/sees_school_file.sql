-- Whether an account sees a row of a school, of a kind, that uses a file of it. The scope of the transaction is
-- that of the account from here on.
CREATE OR REPLACE FUNCTION sees_school_file(account uuid, kind text, origin uuid, school uuid, file uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own public.members := public.enter_account(account);
BEGIN
  RETURN public.school_file_is_seen(school, file, kind, origin, coalesce(own.role = 'STUDENT', false), own.birthday);
END
$$;
REVOKE ALL ON FUNCTION sees_school_file(uuid, text, uuid, uuid, uuid) FROM PUBLIC;
