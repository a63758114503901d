-- Removes a family from a group that the family in scope moderates. Both families are locked.
--
-- Outcomes: DONE, NONE, MODERATORS, OWN.
-- May be null: group_id.
-- Rows: one.
--
-- Owner's rights: the family is in no scope.
CREATE OR REPLACE FUNCTION remove_group_family(removed uuid) RETURNS TABLE (outcome text, group_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own public.group_memberships;
  other public.group_memberships;
BEGIN
  outcome := 'NONE';
  SELECT memberships.* INTO other FROM public.group_memberships memberships
  WHERE memberships.group_family_id = removed AND memberships.state = 'MEMBER';
  IF FOUND THEN
    own := public.own_group(other.group_id);
    IF own.id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM public.group_hidings hidings WHERE hidings.family_id = own.family_id AND hidings.hidden_id = removed)
    THEN
      IF own.group_family_id = removed THEN
        outcome := 'OWN';
      ELSIF NOT own.is_moderator THEN
        outcome := 'MODERATORS';
      ELSE
        DELETE FROM public.group_memberships AS gone WHERE gone.family_id = other.family_id AND gone.id = other.id;
        -- Codes that are open might be its own.
        DELETE FROM public.group_codes AS codes WHERE codes.group_id = own.group_id AND codes.used_by IS NULL AND other.is_moderator;
        outcome := 'DONE';
        group_id := own.group_id;
      END IF;
    END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION remove_group_family(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_group_family(uuid) TO hatched_app;
