-- Tells the other parents of a family of a new one, whatever they have muted, and staff that they have somebody to
-- confirm. Not of those of a copy that is read in.
--
-- Owner's rights: the notices to staff and the notifications of other parents are rows that no statement of the new
-- parent may add.
CREATE OR REPLACE FUNCTION tell_of_parent(person public.members) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF person.updated_at < now() - interval '1 day' THEN RETURN; END IF;
  INSERT INTO public.notifications (family_id, id, recipient_id, kind, event, arguments)
  SELECT person.family_id, public.time_ordered_id(), parents.id, 'NEW_PARENT', 'NEW_PARENT',
    jsonb_build_object('person', person.name)::text
  FROM public.members parents
  WHERE parents.family_id = person.family_id AND parents.role = 'PARENT' AND parents.id <> person.id AND parents.account_id IS NOT NULL
  ORDER BY parents.id;
  INSERT INTO public.school_notices (family_id, enrolment_id, kind, person_name)
  SELECT person.family_id, guardians.enrolment_id, 'NEW_GUARDIAN', person.name
  FROM public.pickup_guardians guardians
  JOIN public.enrolments rows ON rows.family_id = guardians.family_id AND rows.id = guardians.enrolment_id AND rows.state = 'CONFIRMED'
  WHERE guardians.family_id = person.family_id AND guardians.member_id = person.id AND NOT guardians.is_confirmed;
END
$$;
REVOKE ALL ON FUNCTION tell_of_parent(members) FROM PUBLIC;
