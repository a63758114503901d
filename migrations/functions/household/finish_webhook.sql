-- Notes what came of a try of a delivery that the sender has claimed.
--
-- status: of the answer; null where there was none. problem: the reason why it failed; both null for a delivery that
-- was not tried, which is given back. slow: whether the receiver stalled.
--
-- Returns the state of the delivery then; 'BUSY' where a change holds the family, so that the caller comes again;
-- 'GONE' where the sender has no such delivery any more.
--
-- A status from 200 to 299 is success. 410 deactivates the webhook. All else is tried again, up to ten times in all.
--
-- Outcomes: WAITING, SENT, FAILED, BUSY, GONE.
--
-- May be null: status, problem.
--
-- Owner's rights: the worker's role has no privilege on rows of all families, nor on the tables of webhooks.
CREATE OR REPLACE FUNCTION finish_webhook(home uuid, delivery uuid, sender uuid, status int, problem text, slow boolean)
RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
  hook uuid;
  tried int;
  pause int;
  outcome text;
BEGIN
  PERFORM 1 FROM public.families WHERE families.family_id = home FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    IF EXISTS (SELECT 1 FROM public.families WHERE families.family_id = home) THEN RETURN 'BUSY'; END IF;
    RETURN 'GONE';
  END IF;
  SELECT waiting.webhook_id INTO hook FROM public.webhook_queue waiting
  WHERE waiting.home_id = home AND waiting.delivery_id = delivery AND waiting.claimed_by = sender FOR UPDATE;
  IF hook IS NULL THEN RETURN 'GONE'; END IF;
  UPDATE public.webhook_turns AS known SET look_at = least(known.look_at, moment), is_slow = slow WHERE known.home_id = home;
  IF status IS NULL AND problem IS NULL THEN
    UPDATE public.webhook_queue AS waiting SET claimed_by = NULL, claimed_until = NULL
    WHERE waiting.home_id = home AND waiting.delivery_id = delivery;
    RETURN 'WAITING';
  END IF;
  SELECT known.attempts + 1 INTO tried FROM public.webhook_deliveries known WHERE known.family_id = home AND known.id = delivery;
  pause := (ARRAY[5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400])[tried];
  outcome := CASE WHEN status BETWEEN 200 AND 299 THEN 'SENT' WHEN status = 410 OR pause IS NULL THEN 'FAILED' ELSE 'WAITING' END;
  IF outcome = 'WAITING' THEN
    UPDATE public.webhook_queue AS waiting
    SET claimed_by = NULL, claimed_until = NULL, due_at = moment + make_interval(secs => pause)
    WHERE waiting.home_id = home AND waiting.delivery_id = delivery;
  ELSE
    DELETE FROM public.webhook_queue AS waiting WHERE waiting.home_id = home AND waiting.delivery_id = delivery;
  END IF;
  UPDATE public.webhook_deliveries AS known
  SET state = outcome, attempts = tried, last_status = status,
    next_attempt_at = CASE WHEN outcome = 'WAITING' THEN moment + make_interval(secs => pause) END,
    ended_at = CASE WHEN outcome <> 'WAITING' THEN moment END
  WHERE known.family_id = home AND known.id = delivery;
  UPDATE public.webhooks AS told
  SET failure = CASE WHEN outcome <> 'SENT' THEN left(problem, 500) END,
    is_active = told.is_active AND status IS DISTINCT FROM 410
  WHERE told.family_id = home AND told.id = hook
    AND (told.failure IS DISTINCT FROM CASE WHEN outcome <> 'SENT' THEN left(problem, 500) END OR status = 410);
  RETURN outcome;
END
$$;
REVOKE ALL ON FUNCTION finish_webhook(uuid, uuid, uuid, integer, text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION finish_webhook(uuid, uuid, uuid, integer, text, boolean) TO hatched_worker;
