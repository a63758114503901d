-- Every change locks before it looks, and every change locks in the same order, so that no two wait for each other:
-- sessions by id, families by id, accounts by id, members, and then the rest by key.
--
-- The functions are plpgsql: its statements run one after the other, which fixes the order (one SELECT with joins locks in
-- the order of its plan), and at READ COMMITTED each of them sees what was committed before it began, so that what follows
-- a lock sees what the transactions did that held it before.

-- The first statement of a change of a signed-in viewer. It locks the session, the family and the member in this order,
-- and ends the transaction unless the viewer still is what its token says.
--
-- `ending` says which sessions the change ends: 'NONE', 'OWN' or 'ALL' of the account. Those are locked exclusively, others
-- are shared. Without a family `family`, `member` and `member_role` are null.
CREATE FUNCTION lock_membership(account uuid, session uuid, family uuid, member uuid, member_role text, ending text)
RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF ending <> 'NONE' THEN
    PERFORM 1 FROM public.sessions
    WHERE sessions.account_id = account AND (sessions.id = session OR ending = 'ALL')
    ORDER BY sessions.id FOR NO KEY UPDATE;
  END IF;
  -- The membership is looked at before the family is locked as well: a former member makes nobody wait.
  PERFORM 1 FROM public.sessions JOIN public.accounts ON accounts.id = sessions.account_id
  WHERE sessions.account_id = account AND sessions.id = session
    AND sessions.ended_at IS NULL AND sessions.expires_at > now() AND accounts.disabled_at IS NULL
    AND (family IS NULL OR EXISTS (
      SELECT FROM public.members
      WHERE members.family_id = family AND members.id = member AND members.account_id = account
        AND members.role = member_role))
  FOR SHARE OF sessions;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the session or the membership has ended' USING ERRCODE = 'invalid_authorization_specification';
  END IF;
  IF family IS NULL THEN
    RETURN;
  END IF;
  PERFORM 1 FROM public.families WHERE families.family_id = family FOR NO KEY UPDATE;
  PERFORM 1 FROM public.members JOIN public.accounts ON accounts.id = members.account_id
  WHERE members.family_id = family AND members.id = member AND members.account_id = account
    AND members.role = member_role AND accounts.disabled_at IS NULL
  FOR KEY SHARE OF members;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the session or the membership has ended' USING ERRCODE = 'invalid_authorization_specification';
  END IF;
END
$$;

-- Locks the family of the account in scope, a family that it is about to join (or null), both by id, and then the account.
-- Returns the account's place in a family, which nobody else changes before the transaction ends.
CREATE FUNCTION lock_own_place(joined uuid) RETURNS TABLE (family_id uuid, member_id uuid, role text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  known uuid[];
BEGIN
  known := ARRAY(
    SELECT joined WHERE joined IS NOT NULL UNION SELECT members.family_id FROM public.members WHERE members.account_id = account);
  PERFORM 1 FROM public.families WHERE families.family_id = ANY (known) ORDER BY families.family_id FOR NO KEY UPDATE;
  PERFORM 1 FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM public.members WHERE members.account_id = account AND members.family_id <> ALL (known)
  ) THEN
    RAISE EXCEPTION 'the account came into another family meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN QUERY
    SELECT members.family_id, members.id, members.role FROM public.members WHERE members.account_id = account
    ORDER BY members.created_at, members.family_id LIMIT 1;
END
$$;

-- Locks all sessions of the account in scope, for what ends all of them. It follows `lock_membership`, which locked those that
-- there were, and `lock_own_place`, after which nobody starts one. One that began in between comes too late for the order of
-- locks: where somebody holds it the transaction begins again, since that one may be waiting for this.
CREATE FUNCTION lock_own_sessions() RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  locked bigint;
BEGIN
  SELECT count(*) INTO locked FROM (
    SELECT FROM public.sessions WHERE sessions.account_id = account FOR NO KEY UPDATE SKIP LOCKED) AS free;
  IF locked < (SELECT count(*) FROM public.sessions WHERE sessions.account_id = account) THEN
    RAISE EXCEPTION 'a session has begun meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
END
$$;

-- Locks the requests to join that go with the account and the family in scope, by key: a request goes with either, and two
-- deletions must not each hold a request that the other one waits for.
CREATE FUNCTION lock_join_requests() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.join_requests
  WHERE join_requests.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
    OR join_requests.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  ORDER BY join_requests.family_id, join_requests.id FOR UPDATE;
END
$$;

-- Locks the family in scope, for background jobs: they write to families, and may read of them the ids alone.
CREATE FUNCTION lock_family() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.families
  WHERE families.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid FOR NO KEY UPDATE;
END
$$;

-- Makes sure that an account has no family while it gets one. Returns nothing when it has one, or cannot sign in. Whoever
-- gives an account a family holds the account's row.
CREATE OR REPLACE FUNCTION claim_account(uuid) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.accounts WHERE accounts.id = $1 FOR NO KEY UPDATE;
  -- A statement of its own: one that waits for the lock and looks for members sees those of before.
  RETURN QUERY
    UPDATE public.accounts SET updated_at = now(), version = accounts.version + 1
    WHERE accounts.id = $1 AND accounts.disabled_at IS NULL
      AND NOT EXISTS (SELECT FROM public.members WHERE members.account_id = $1)
    RETURNING accounts.id;
END
$$;

-- Uses up the invitation with the code of this SHA-256, if it is open: whoever has the code may. The caller holds the
-- family's row.
CREATE OR REPLACE FUNCTION use_invitation(bytea) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.invitations WHERE invitations.code_hash = $1 FOR NO KEY UPDATE;
  RETURN QUERY
    UPDATE public.invitations SET used_at = now(), updated_at = now(), version = invitations.version + 1
    WHERE invitations.code_hash = $1
      AND public.invitation_state(invitations.used_at, invitations.revoked_at, invitations.expires_at) = 'OPEN'
    RETURNING invitations.id;
END
$$;

REVOKE ALL ON FUNCTION
  lock_membership(uuid, uuid, uuid, uuid, text, text), lock_own_place(uuid), lock_own_sessions(), lock_join_requests(),
  lock_family()
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  lock_membership(uuid, uuid, uuid, uuid, text, text), lock_own_place(uuid), lock_own_sessions(), lock_join_requests()
TO hatched_app;
GRANT EXECUTE ON FUNCTION lock_family() TO hatched_worker;
