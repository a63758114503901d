-- Why an account is out of its family: see docs/privacy.md.

-- A membership that somebody else ended. An account keeps the latest five, for 90 days.
CREATE TABLE ended_memberships (
  account_id  uuid NOT NULL,
  id          uuid NOT NULL,
  family_name text COLLATE "und-x-icu" NOT NULL,
  reason      text NOT NULL,
  -- The name of the person who ended it.
  ended_by    text COLLATE "und-x-icu" NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  -- The transaction that ended it, which tells the owner of the account.
  made_in     xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT ended_memberships_key PRIMARY KEY (account_id, id),
  CONSTRAINT ended_memberships_reason CHECK (reason IN ('FAMILY_DELETED', 'REMOVED')),
  CONSTRAINT ended_memberships_family_name CHECK (length(family_name) BETWEEN 1 AND 200),
  CONSTRAINT ended_memberships_ended_by CHECK (length(ended_by) BETWEEN 1 AND 200)
);
ALTER TABLE ended_memberships ADD CONSTRAINT ended_memberships_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE ended_memberships ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_scope ON ended_memberships TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
GRANT SELECT ON ended_memberships TO hatched_app;
SELECT track_versions('ended_memberships', 'bump_account_rows');

-- Notes that members of the family in scope are about to lose their place: one, or all others where none is named. Swift sees no row of
-- another account. The family is locked.
CREATE FUNCTION note_ended_memberships(member uuid, why text) RETURNS int
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

-- Writes to the confirmed addresses of the accounts whose memberships this transaction has ended. After their rows are gone: a message
-- waits for counts, which come last in LockOrder.
CREATE FUNCTION tell_ended_memberships() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.enqueue_message(
    gen_random_uuid(), told.channel, told.address, told.kind, told.language, told.arguments, NULL, told.account_id, 259200)
  FROM (
    SELECT addresses.channel, addresses.address, addresses.language, ended.account_id,
      CASE ended.reason WHEN 'FAMILY_DELETED' THEN 'family-deleted' ELSE 'member-removed' END AS kind,
      jsonb_build_object('family', ended.family_name, 'person', ended.ended_by) AS arguments
    FROM public.ended_memberships ended
    JOIN public.sign_in_addresses addresses ON addresses.account_id = ended.account_id AND addresses.confirmed_at IS NOT NULL
    WHERE ended.made_in = pg_current_xact_id()
    ORDER BY ended.account_id, addresses.channel OFFSET 0
  ) AS told;
END
$$;

-- The latest membership that the account of an open session has lost, as long as it has no other: for the refusal of a token that names
-- the family. There is no scope yet, since the membership of the token has ended.
CREATE FUNCTION lost_membership(account uuid, session uuid) RETURNS TABLE (reason text, family_name text, ended_by text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT ended.reason, ended.family_name, ended.ended_by FROM public.ended_memberships ended
    WHERE ended.account_id = account AND ended.created_at > now() - interval '90 days'
      AND EXISTS (
        SELECT 1 FROM public.sessions JOIN public.accounts ON accounts.id = sessions.account_id
        WHERE sessions.account_id = account AND sessions.id = session AND sessions.ended_at IS NULL
          AND sessions.expires_at > now() AND accounts.disabled_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM public.members WHERE members.account_id = account)
    ORDER BY ended.created_at DESC, ended.id LIMIT 1;
END
$$;

REVOKE ALL ON FUNCTION note_ended_memberships(uuid, text), tell_ended_memberships(), lost_membership(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_ended_memberships(uuid, text), tell_ended_memberships(), lost_membership(uuid, uuid) TO hatched_app;
