-- Locks the families, by id, of lists and of items that the account in scope sees: as a member of the family, or as a
-- guest of the list. Returns the account's place in a family.
--
-- Owner's rights: the families of lists of which the account is a guest are in no scope of its.
CREATE OR REPLACE FUNCTION lock_lists(lists uuid[], items uuid[]) RETURNS TABLE (family_id uuid, member_id uuid, role text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  known uuid[];
BEGIN
  known := ARRAY(
    SELECT members.family_id FROM public.members WHERE members.account_id = account
    UNION SELECT rows.family_id FROM public.shopping_lists rows WHERE rows.id = ANY (lists) AND rows.guest_ids @> ARRAY[account]
    UNION SELECT rows.family_id FROM public.shopping_items rows WHERE rows.id = ANY (items) AND rows.writer_ids @> ARRAY[account]);
  PERFORM 1 FROM public.families WHERE families.family_id = ANY (known) ORDER BY families.family_id FOR NO KEY UPDATE;
  RETURN QUERY
    SELECT members.family_id, members.id, members.role FROM public.members
    WHERE members.account_id = account AND members.family_id = ANY (known)
    ORDER BY members.created_at, members.family_id LIMIT 1;
END
$$;
REVOKE ALL ON FUNCTION lock_lists(uuid[], uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_lists(uuid[], uuid[]) TO hatched_app;
