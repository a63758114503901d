-- Takes deliveries that are due, at most so many, for so many seconds: of one webhook at most 4 are under way at a
-- time, and of one family 8; of a family whose last receiver stalled, 1 and 2, and of all of these at most `most_slow`
-- for this call. Families take turns. A delivery whose claim has run out is taken anew, with the same id: its server
-- did not come back, and whether it was sent is not known.
--
-- secrets: in base64, the current one first.
--
-- Owner's rights: the worker's role has no privilege on rows of all families, nor on the tables of webhooks.
CREATE OR REPLACE FUNCTION claim_webhooks(sender uuid, most int, most_slow int, seconds int)
RETURNS TABLE (home_id uuid, delivery_id uuid, url text, type text, data text, noted_at text, secrets text, is_slow boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := now();
  room int := most;
  slow_room int := most_slow;
  turn record;
  taken int;
  under_way int;
BEGIN
  FOR turn IN
    SELECT turns.home_id AS home, turns.is_slow AS slow FROM public.webhook_turns turns
    WHERE turns.look_at <= moment AND (NOT turns.is_slow OR most_slow > 0)
    ORDER BY turns.look_at LIMIT 4 * most FOR UPDATE SKIP LOCKED
  LOOP
    EXIT WHEN room <= 0;
    CONTINUE WHEN turn.slow AND slow_room <= 0;
    under_way := (
      SELECT count(*) FROM public.webhook_queue held WHERE held.home_id = turn.home AND held.claimed_until > moment);
    RETURN QUERY
      WITH chosen AS (
        SELECT hooks.id AS webhook_id, hooks.url, due.delivery_id FROM public.webhooks hooks
        CROSS JOIN LATERAL (
          SELECT waiting.delivery_id, waiting.due_at FROM public.webhook_queue waiting
          WHERE waiting.home_id = turn.home AND waiting.webhook_id = hooks.id AND waiting.due_at <= moment
            AND (waiting.claimed_until IS NULL OR waiting.claimed_until <= moment)
          ORDER BY waiting.due_at
          LIMIT greatest(0, CASE WHEN turn.slow THEN 1 ELSE 4 END - (
            SELECT count(*) FROM public.webhook_queue held
            WHERE held.home_id = turn.home AND held.webhook_id = hooks.id AND held.claimed_until > moment))
          FOR UPDATE SKIP LOCKED) AS due
        WHERE hooks.family_id = turn.home AND hooks.is_active
        ORDER BY due.due_at
        LIMIT greatest(0, least(
          room, CASE WHEN turn.slow THEN slow_room ELSE room END, CASE WHEN turn.slow THEN 2 ELSE 8 END - under_way))
      )
      UPDATE public.webhook_queue AS begun
      SET claimed_by = sender, claimed_until = moment + make_interval(secs => seconds), subject = NULL
      FROM chosen
      JOIN public.webhook_deliveries told ON told.family_id = turn.home AND told.id = chosen.delivery_id
      WHERE begun.home_id = turn.home AND begun.delivery_id = chosen.delivery_id
      RETURNING begun.home_id, begun.delivery_id, chosen.url, told.type, told.data,
        to_char(told.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), (
          SELECT string_agg(encode(kept.secret, 'base64'), ' ' ORDER BY kept.expires_at DESC NULLS FIRST)
          FROM public.webhook_secrets kept
          WHERE kept.home_id = turn.home AND kept.webhook_id = chosen.webhook_id
            AND (kept.expires_at IS NULL OR kept.expires_at > moment)), turn.slow;
    GET DIAGNOSTICS taken = ROW_COUNT;
    room := room - taken;
    IF turn.slow THEN slow_room := slow_room - taken; END IF;
    -- What exceeds the bounds waits for the end of one that is under way, which has the family looked at.
    UPDATE public.webhook_turns AS known
    SET look_at = coalesce(least(
      (SELECT min(later.due_at) FROM public.webhooks hooks
        CROSS JOIN LATERAL (
          SELECT waiting.due_at FROM public.webhook_queue waiting
          WHERE waiting.home_id = turn.home AND waiting.webhook_id = hooks.id AND waiting.due_at > moment AND waiting.claimed_until IS NULL
          ORDER BY waiting.due_at LIMIT 1) AS later
        WHERE hooks.family_id = turn.home),
      (SELECT min(held.claimed_until) FROM public.webhook_queue held WHERE held.home_id = turn.home AND held.claimed_until > moment),
      CASE WHEN EXISTS (
          SELECT 1 FROM public.webhooks hooks
          CROSS JOIN LATERAL (
            SELECT waiting.due_at FROM public.webhook_queue waiting
            WHERE waiting.home_id = turn.home AND waiting.webhook_id = hooks.id AND waiting.due_at <= moment
              AND (waiting.claimed_until IS NULL OR waiting.claimed_until <= moment)
            ORDER BY waiting.due_at LIMIT 1) AS due
          WHERE hooks.family_id = turn.home)
        THEN CASE WHEN room <= 0 OR (turn.slow AND slow_room <= 0) THEN moment ELSE moment + interval '10 seconds' END END
    ), 'infinity')
    WHERE known.home_id = turn.home;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION claim_webhooks(uuid, integer, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_webhooks(uuid, integer, integer, integer) TO hatched_worker;
