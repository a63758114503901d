-- Records in the school's log of disclosures that an administrator exported a complaint. Returns whether the account in
-- scope administers the school.
--
-- Owner's rights: the server's role may only read `school_disclosures`: no statement of the server adds an entry, or
-- leaves one out.
CREATE OR REPLACE FUNCTION log_complaint(school uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.school_disclosures (school_id, kind, person_name)
  SELECT staff.school_id, 'COMPLAINT', staff.name FROM public.school_staff staff
  WHERE staff.school_id = school AND staff.role = 'ADMINISTRATOR'
    AND staff.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION log_complaint(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_complaint(uuid) TO hatched_app;
