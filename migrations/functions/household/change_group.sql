-- Changes the name, the text and the way to join of a group that the family in scope moderates. Null keeps a value; an
-- empty text clears it. Where nothing is given, the group keeps its version.
--
-- Outcomes: DONE, NONE, MODERATORS.
-- May be null: group_name, description, policy.
--
-- Owner's rights: the server's role may only read groups.
CREATE OR REPLACE FUNCTION change_group(named uuid, group_name text, description text, policy text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own public.group_memberships := public.own_group(named);
BEGIN
  IF own.id IS NULL THEN RETURN 'NONE'; END IF;
  IF NOT own.is_moderator THEN RETURN 'MODERATORS'; END IF;
  UPDATE public.groups AS known
  SET name = coalesce(group_name, known.name), text = nullif(coalesce(description, known.text), ''),
    join_policy = coalesce(policy, known.join_policy), version = known.version + 1, updated_at = now()
  WHERE known.id = named AND num_nonnulls(group_name, description, policy) > 0;
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION change_group(uuid, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION change_group(uuid, text, text, text) TO hatched_app;
