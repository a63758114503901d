-- Hides a family of a group from the family in scope, and that one from it, or shows both again. Both families are
-- locked. A family blocks at most 500 others.
--
-- Outcomes: DONE, NONE, OWN, LIMIT.
-- May be null: group_id.
-- Rows: one.
--
-- Owner's rights: the rows of the other family are in no scope.
CREATE OR REPLACE FUNCTION block_group_family(blocked uuid, blocks boolean) RETURNS TABLE (outcome text, group_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own public.group_memberships;
  other public.group_memberships;
BEGIN
  outcome := 'NONE';
  SELECT memberships.* INTO other FROM public.group_memberships memberships
  WHERE memberships.group_family_id = blocked AND memberships.state = 'MEMBER';
  IF FOUND THEN
    own := public.own_group(other.group_id);
    -- Whoever is blocked knows nothing of the other one, and shows nobody again.
    IF own.id IS NULL OR EXISTS (
      SELECT 1 FROM public.group_hidings hidings
      WHERE hidings.family_id = own.family_id AND hidings.hidden_id = blocked AND hidings.cause = 'BLOCKED') AND NOT EXISTS (
      SELECT 1 FROM public.group_hidings hidings
      WHERE hidings.family_id = own.family_id AND hidings.hidden_id = blocked AND hidings.cause = 'BLOCK')
    THEN
      outcome := 'NONE';
    ELSIF own.group_family_id = blocked THEN
      outcome := 'OWN';
    ELSIF NOT blocks THEN
      PERFORM public.wake_groups('{}', ARRAY[own.family_id, other.family_id]);
      DELETE FROM public.group_hidings AS hidings
      WHERE hidings.family_id = own.family_id AND hidings.hidden_id = blocked AND hidings.cause = 'BLOCK'
        OR hidings.family_id = other.family_id AND hidings.hidden_id = own.group_family_id AND hidings.cause = 'BLOCKED';
      outcome := 'DONE';
    ELSIF NOT EXISTS (
      SELECT 1 FROM public.group_hidings hidings
      WHERE hidings.family_id = own.family_id AND hidings.hidden_id = blocked AND hidings.cause = 'BLOCK'
    ) AND ((
      SELECT count(*) FROM public.group_hidings hidings WHERE hidings.family_id = own.family_id AND hidings.cause = 'BLOCK'
    ) >= 500 OR (
      -- Rows that others write for a family are bounded, too: more than the families of its groups.
      SELECT count(*) FROM public.group_hidings hidings WHERE hidings.family_id = other.family_id AND hidings.cause = 'BLOCKED'
    ) >= 1000) THEN
      outcome := 'LIMIT';
    ELSE
      PERFORM public.wake_groups('{}', ARRAY[own.family_id, other.family_id]);
      INSERT INTO public.group_hidings (family_id, id, hidden_id, cause, own_id)
      VALUES (own.family_id, gen_random_uuid(), blocked, 'BLOCK', own.group_family_id),
        (other.family_id, gen_random_uuid(), own.group_family_id, 'BLOCKED', blocked)
      ON CONFLICT ON CONSTRAINT group_hidings_once DO NOTHING;
      outcome := 'DONE';
    END IF;
    IF outcome = 'DONE' THEN group_id := own.group_id; END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION block_group_family(uuid, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION block_group_family(uuid, boolean) TO hatched_app;
