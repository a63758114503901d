-- Takes subscriptions that are to be fetched now, at most so many, each for some minutes: then another process takes
-- it, unless it was stored.
--
-- May be null: digest.
--
-- Owner's rights: the worker's role has no privilege on rows of all families, nor on `subscription_times`.
CREATE OR REPLACE FUNCTION claim_subscriptions(most int)
RETURNS TABLE (home_id uuid, subscription_id uuid, url text, zone text, today date, digest bytea)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    UPDATE public.subscription_times AS known SET due_at = now() + interval '5 minutes'
    FROM (
      SELECT waiting.home_id, waiting.subscription_id FROM public.subscription_times waiting
      WHERE waiting.due_at <= now() ORDER BY waiting.due_at LIMIT most FOR UPDATE SKIP LOCKED) AS due
    JOIN public.calendar_subscriptions subscribed ON subscribed.family_id = due.home_id AND subscribed.id = due.subscription_id
    JOIN public.families home ON home.family_id = due.home_id
    WHERE known.home_id = due.home_id AND known.subscription_id = due.subscription_id
    RETURNING known.home_id, known.subscription_id, subscribed.url, home.time_zone, (now() AT TIME ZONE home.time_zone)::date, known.digest;
END
$$;
REVOKE ALL ON FUNCTION claim_subscriptions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_subscriptions(integer) TO hatched_worker;
