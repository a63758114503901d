-- Makes an invitation to a school that the account in scope administers. A school has at most 200 open ones.
--
-- Outcomes: DONE, NONE, CLASS, LIMIT.
--
-- Owner's rights: the server's role has no privilege on `staff_invitation_codes`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION create_staff_invitation(
  school uuid, invitation uuid, hash bytea, staff_role text, classes uuid[], days int
)
RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.schools
  WHERE schools.id = school AND schools.id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[])
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF NOT public.has_classes(school, classes) THEN RETURN 'CLASS'; END IF;
  IF (
    SELECT count(*) FROM public.staff_invitations open
    WHERE open.school_id = school AND open.used_at IS NULL AND open.revoked_at IS NULL AND open.expires_at > now()
  ) >= 200 THEN RETURN 'LIMIT'; END IF;
  INSERT INTO public.staff_invitations (school_id, id, role, class_ids, expires_at)
  VALUES (school, invitation, staff_role, classes, now() + make_interval(days => days));
  INSERT INTO public.staff_invitation_codes (school_id, invitation_id, code_hash) VALUES (school, invitation, hash);
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION create_staff_invitation(uuid, uuid, bytea, text, uuid[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_staff_invitation(uuid, uuid, bytea, text, uuid[], integer) TO hatched_app;
