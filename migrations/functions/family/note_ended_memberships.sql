-- Notes that members of the family in scope are about to lose their place: one, or all others where none is named.
-- Swift sees no row of another account. The family is locked.
--
-- May be null: member.
--
-- Owner's rights: the rows are those of other accounts, which row-level security hides from the server's role.
CREATE OR REPLACE FUNCTION note_ended_memberships(member uuid, why text) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  own uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  noted uuid[];
BEGIN
  noted := ARRAY(
    SELECT others.account_id FROM public.members others
    WHERE others.family_id = home AND others.account_id IS NOT NULL AND others.account_id <> own
      AND (member IS NULL OR others.id = member)
    ORDER BY others.account_id);
  -- Before versions, which the rows below bump: see LockOrder.
  PERFORM 1 FROM public.accounts WHERE accounts.id = ANY (noted) ORDER BY accounts.id FOR NO KEY UPDATE;
  IF member IS NULL THEN
    PERFORM public.lock_family_end(home);
  ELSE
    PERFORM public.bump_accounts(public.accounts_of_leaving(home, member));
  END IF;
  INSERT INTO public.ended_memberships (account_id, id, family_name, reason, ended_by)
  SELECT others.account_id, gen_random_uuid(), families.name, why,
    (SELECT actors.name FROM public.members actors WHERE actors.family_id = home AND actors.account_id = own)
  FROM unnest(noted) AS others (account_id) JOIN public.families ON families.family_id = home
  ORDER BY others.account_id;
  DELETE FROM public.ended_memberships known
  WHERE known.account_id = ANY (noted) AND (known.created_at < now() - interval '90 days' OR known.id IN (
    SELECT older.id FROM public.ended_memberships older WHERE older.account_id = known.account_id
    ORDER BY older.created_at DESC, older.id OFFSET 5));
  RETURN cardinality(noted);
END
$$;
REVOKE ALL ON FUNCTION note_ended_memberships(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_ended_memberships(uuid, text) TO hatched_app;
