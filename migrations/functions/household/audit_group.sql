-- Writes an entry when a family asks to join a group, joins it, is let in, leaves it, or is removed. A moderator of
-- another family stands in the entry with the name of the group: nothing leads to its account. A request that is
-- declined or taken back leaves no entry, so that a family that is declined is told nothing.
--
-- Owner's rights: the server's role may only read `audit_entries`, so that no statement of the server adds an entry, or
-- leaves one out.
CREATE OR REPLACE FUNCTION audit_group() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
  known public.group_memberships := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  is_own boolean;
  group_name text;
  shown jsonb;
BEGIN
  IF TG_OP = 'DELETE' AND known.state = 'REQUESTED' THEN RETURN NULL; END IF;
  is_own := EXISTS (
    SELECT 1 FROM public.members WHERE members.family_id = known.family_id AND members.account_id = account);
  SELECT groups.name INTO group_name FROM public.groups WHERE groups.id = known.group_id;
  entry.action := CASE
    WHEN TG_OP = 'DELETE' THEN CASE WHEN is_own THEN 'GROUP_LEFT' ELSE 'GROUP_REMOVED' END
    WHEN known.state = 'REQUESTED' THEN 'GROUP_REQUESTED'
    WHEN is_own THEN 'GROUP_JOINED' ELSE 'GROUP_ADMITTED' END;
  entry.family_id := known.family_id;
  entry.record_id := known.id;
  IF account IS NOT NULL AND NOT is_own THEN entry.actor_name := coalesce(group_name, known.display_name); END IF;
  shown := jsonb_build_object('group_name', group_name, 'display_name', known.display_name);
  entry.values_before := CASE WHEN TG_OP = 'DELETE' THEN shown END;
  entry.values_after := CASE WHEN TG_OP = 'INSERT' THEN shown END;
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION audit_group() FROM PUBLIC;
CREATE OR REPLACE TRIGGER audited AFTER INSERT OR DELETE ON group_memberships FOR EACH ROW EXECUTE FUNCTION audit_group();
