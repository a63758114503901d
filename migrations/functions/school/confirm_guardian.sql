-- Confirms a person of the family, who may collect the student from then on, or takes that back, as an administrator.
-- The school takes the person's present name. The family is locked.
--
-- Outcomes: DONE, NONE.
--
-- Owner's rights: the server's role may only read `pickup_guardians`: a family must not lift a bar, and a school
-- decides about its own students alone.
CREATE OR REPLACE FUNCTION confirm_guardian(guardian uuid, confirmed boolean) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.pickup_guardians AS guardians SET
    is_confirmed = confirmed,
    name = CASE WHEN confirmed THEN coalesce(guardians.proposed_name, guardians.name) ELSE guardians.name END,
    proposed_name = CASE WHEN confirmed THEN NULL ELSE guardians.proposed_name END,
    version = guardians.version + 1, updated_at = now()
  WHERE guardians.id = guardian
    AND guardians.staff_school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]);
  RETURN CASE WHEN FOUND THEN 'DONE' ELSE 'NONE' END;
END
$$;
REVOKE ALL ON FUNCTION confirm_guardian(uuid, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_guardian(uuid, boolean) TO hatched_app;
