-- Once an enrolment is confirmed the school knows those who were parents when it was made, and the account that
-- confirms it with a code. Who became a parent in between is new.
--
-- Owner's rights: the server's role may only read `pickup_guardians`: a family must not lift a bar, and a school
-- decides about its own students alone.
CREATE OR REPLACE FUNCTION confirm_guardians(home uuid, enrolment uuid, account uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.pickup_guardians AS guardians SET is_confirmed = true, version = guardians.version + 1, updated_at = now()
  FROM public.enrolments rows, public.members persons
  WHERE rows.family_id = home AND rows.id = enrolment AND guardians.family_id = home AND guardians.enrolment_id = enrolment
    AND persons.family_id = home AND persons.id = guardians.member_id AND NOT guardians.is_confirmed
    AND (guardians.created_at <= rows.created_at OR persons.account_id = account);
END
$$;
REVOKE ALL ON FUNCTION confirm_guardians(uuid, uuid, uuid) FROM PUBLIC;
