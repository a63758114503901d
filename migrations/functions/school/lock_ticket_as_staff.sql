-- Locks the family of a ticket that the account in scope answers as staff: it changes the ticket as a member of the
-- family does, under its lock.
--
-- Owner's rights: families are in no scope of staff, and no statement of staff may lock other families than those whose
-- tickets they answer.
CREATE OR REPLACE FUNCTION lock_ticket_as_staff(ticket uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.families
  WHERE families.family_id = (
    SELECT asked.family_id FROM public.tickets asked
    WHERE asked.id = ticket AND (
      asked.staff_school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[])
      OR asked.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])))
  FOR NO KEY UPDATE;
END
$$;
REVOKE ALL ON FUNCTION lock_ticket_as_staff(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_ticket_as_staff(uuid) TO hatched_app;
