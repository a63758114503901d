-- Lets a family that asks into a group that the family in scope moderates, or declines its request. Both families are
-- locked.
--
-- Outcomes: DONE, NONE, LIMIT.
-- May be null: group_id.
-- Rows: one.
--
-- Owner's rights: the family that asks is in no scope.
CREATE OR REPLACE FUNCTION answer_group_request(request uuid, accepts boolean) RETURNS TABLE (outcome text, group_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own public.group_memberships;
  asked public.group_memberships;
  known uuid;
BEGIN
  outcome := 'NONE';
  SELECT requests.group_id INTO known FROM public.group_requests requests WHERE requests.id = request;
  IF FOUND THEN
    own := public.own_group(known);
    SELECT memberships.* INTO asked FROM public.group_memberships memberships
    WHERE memberships.group_family_id = request AND memberships.state = 'REQUESTED';
    IF FOUND AND own.is_moderator THEN
      IF NOT accepts THEN
        DELETE FROM public.group_memberships AS gone WHERE gone.family_id = asked.family_id AND gone.id = asked.id;
        outcome := 'DONE';
      ELSIF public.enter_group(known, asked.family_id, asked.display_name, false) THEN
        INSERT INTO public.group_tellings (group_id, event, subject_id)
        SELECT known, 'GROUP_JOINED', memberships.group_family_id FROM public.group_memberships memberships
        WHERE memberships.family_id = asked.family_id AND memberships.group_id = known;
        outcome := 'DONE';
      ELSE
        outcome := 'LIMIT';
      END IF;
      IF outcome = 'DONE' THEN group_id := known; END IF;
    END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION answer_group_request(uuid, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION answer_group_request(uuid, boolean) TO hatched_app;
