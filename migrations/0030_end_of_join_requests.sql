-- A request to join is open for 14 days, until a parent answers it, or until its account may no longer come in as a student:
-- because it has a place in a family, is to be a parent, or is disabled. Parents are notified of a request.
--
--     PENDING ─┬─ a parent lets the student in ───────────────→ CONFIRMED
--              ├─ a parent turns the student down ────────────→ DECLINED
--              ├─ 14 days pass, and the account asks again ───→ EXPIRED
--              └─ the account gets a place, or another role ──→ ENDED
--
-- A request that the account takes back is deleted. One whose `expires_at` has passed is not open, whatever its state.

ALTER TABLE join_requests
  ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '14 days',
  DROP CONSTRAINT join_requests_state_check,
  ADD CONSTRAINT join_requests_state_check
    CHECK (state IN ('PENDING', 'CONFIRMED', 'DECLINED', 'EXPIRED', 'ENDED'));
UPDATE join_requests SET expires_at = created_at + interval '14 days';

-- A request is answered once.
CREATE FUNCTION keep_answer() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'a request to join that is % cannot become %', OLD.state, NEW.state;
END
$$;
CREATE TRIGGER keep_answer BEFORE UPDATE ON join_requests
  FOR EACH ROW WHEN (OLD.state <> 'PENDING' AND OLD.state <> NEW.state) EXECUTE FUNCTION keep_answer();

-- An account has one pending request to a family. A lapsed one makes room for the next.
CREATE FUNCTION expire_join_requests() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.join_requests requests SET state = 'EXPIRED', updated_at = now(), version = requests.version + 1
  WHERE requests.family_id = NEW.family_id AND requests.account_id = NEW.account_id AND requests.state = 'PENDING'
    AND requests.expires_at <= now();
  RETURN NEW;
END
$$;
CREATE TRIGGER expire_join_requests BEFORE INSERT ON join_requests
  FOR EACH ROW EXECUTE FUNCTION expire_join_requests();

-- Ends the open requests of an account to all families, if the account may not come in as a student; else nothing. So it
-- does no harm, whoever calls it. The gateway calls it in the transaction that gives an account a place: a statement, since
-- a trigger on a family's table may not write to rows of other families (distributed PostgreSQL).
--
-- The caller holds the account's row, and locks nothing after this but rows of its own family.
CREATE FUNCTION end_join_requests(account uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  open record;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM public.members WHERE members.account_id = account) AND NOT EXISTS (
    SELECT 1 FROM public.accounts
    WHERE accounts.id = account AND (accounts.disabled_at IS NOT NULL OR accounts.chosen_role = 'PARENT')
  ) THEN
    RETURN;
  END IF;
  -- One by one and by key: a change of a row may lock more of its family, such as counts.
  FOR open IN
    SELECT requests.family_id, requests.id FROM public.join_requests requests
    WHERE requests.account_id = account AND requests.state = 'PENDING'
    ORDER BY requests.family_id, requests.id FOR NO KEY UPDATE
  LOOP
    UPDATE public.join_requests requests SET state = 'ENDED', updated_at = now(), version = requests.version + 1
    WHERE requests.family_id = open.family_id AND requests.id = open.id;
  END LOOP;
END
$$;

-- The same where the account itself changes: its role, by its owner, or by an operator who disables it.
CREATE FUNCTION end_join_requests_of_account() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.end_join_requests(NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER end_join_requests AFTER UPDATE ON accounts
  FOR EACH ROW WHEN (NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL
    OR NEW.chosen_role = 'PARENT' AND OLD.chosen_role IS DISTINCT FROM NEW.chosen_role)
  EXECUTE FUNCTION end_join_requests_of_account();

SELECT end_join_requests(account_id) FROM (SELECT DISTINCT account_id FROM join_requests WHERE state = 'PENDING') AS waiting;

-- The account may delete its request until a parent answers it, and one that has lapsed or ended without an answer.
CREATE OR REPLACE FUNCTION withdraw_join_request(request uuid) RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM public.join_requests requests
  WHERE requests.id = request AND requests.state IN ('PENDING', 'EXPIRED', 'ENDED')
    AND requests.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  RETURNING requests.id
$$;

-- The requests of the account in scope, to all families: without the families, which the account is not in.
DROP FUNCTION own_join_requests();
CREATE FUNCTION own_join_requests()
RETURNS TABLE (account_id uuid, id uuid, name text, email text, state text, created_at timestamptz, expires_at timestamptz,
  updated_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT requests.account_id, requests.id, requests.name, requests.email, requests.state, requests.created_at,
    requests.expires_at, requests.updated_at
  FROM public.join_requests requests
  WHERE requests.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
$$;

REVOKE ALL ON FUNCTION end_join_requests(uuid), end_join_requests_of_account(), own_join_requests() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_join_requests(uuid), own_join_requests() TO hatched_app;

-- Every parent is notified of a request. A request that is taken back takes its notifications along.
ALTER TABLE notifications
  ADD COLUMN join_request_id uuid,
  DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE'));
ALTER TABLE notifications ADD CONSTRAINT notifications_join_request
  FOREIGN KEY (family_id, join_request_id) REFERENCES join_requests (family_id, id) ON DELETE CASCADE;
CREATE INDEX notifications_by_join_request ON notifications (family_id, join_request_id)
  WHERE join_request_id IS NOT NULL;

-- Once a request is answered nobody is waited for: its notifications count as read.
CREATE FUNCTION read_join_request_notifications() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.notifications SET read_at = now(), updated_at = now(), version = notifications.version + 1
  WHERE notifications.family_id = NEW.family_id AND notifications.join_request_id = NEW.id
    AND notifications.read_at IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER read_notifications AFTER UPDATE ON join_requests
  FOR EACH ROW WHEN (OLD.state = 'PENDING' AND NEW.state <> 'PENDING') EXECUTE FUNCTION read_join_request_notifications();
