-- Stores what came of fetching a calendar: its occurrences as a JSON array of objects with the columns of
-- `external_events`, null where they are as before; or the reason why it could not be read, which keeps those of
-- before. It is fetched again in an hour; at once, and nothing is stored, where the subscription has another address by
-- now. An occurrence that is as before keeps its row, so that `created_at` is the time of its last change.
--
-- May be null: found_digest, problem, occurrences.
--
-- Owner's rights: the worker's role has no privilege on rows of all families, nor on `subscription_times`.
CREATE OR REPLACE FUNCTION store_subscription(
  home uuid, subscription uuid, fetched_url text, found_digest bytea, problem text, occurrences jsonb
) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.families WHERE families.family_id = home FOR NO KEY UPDATE;
  UPDATE public.calendar_subscriptions AS subscribed
  SET fetched_at = CASE WHEN problem IS NULL THEN statement_timestamp() ELSE subscribed.fetched_at END, failure = left(problem, 500)
  WHERE subscribed.family_id = home AND subscribed.id = subscription AND subscribed.url = fetched_url;
  IF NOT FOUND THEN
    UPDATE public.subscription_times AS known SET due_at = now() WHERE known.home_id = home AND known.subscription_id = subscription;
    RETURN;
  END IF;
  UPDATE public.subscription_times AS known
  SET due_at = now() + interval '1 hour', digest = coalesce(found_digest, known.digest)
  WHERE known.home_id = home AND known.subscription_id = subscription;
  IF occurrences IS NULL THEN RETURN; END IF;
  DELETE FROM public.external_events AS old
  WHERE old.family_id = home AND old.subscription_id = subscription
    AND (
      old.id, old.title, coalesce(old.text, ''), coalesce(old.place, ''), coalesce(old.first_day, 'infinity'),
      coalesce(old.last_day, 'infinity'), coalesce(old.starts_at, 'infinity'), coalesce(old.ends_at, 'infinity')
    ) NOT IN (
      SELECT given.id, given.title, coalesce(given.text, ''), coalesce(given.place, ''), coalesce(given.first_day, 'infinity'),
        coalesce(given.last_day, 'infinity'), coalesce(given.starts_at, 'infinity'), coalesce(given.ends_at, 'infinity')
      FROM jsonb_to_recordset(occurrences) AS given (
        id uuid, title text, text text, place text, first_day date, last_day date, starts_at timestamptz, ends_at timestamptz));
  INSERT INTO public.external_events (
    family_id, id, subscription_id, title, text, place, first_day, last_day, starts_at, ends_at)
  SELECT home, given.id, subscription, given.title, given.text, given.place, given.first_day, given.last_day, given.starts_at, given.ends_at
  FROM jsonb_to_recordset(occurrences) AS given (
    id uuid, title text, text text, place text, first_day date, last_day date, starts_at timestamptz, ends_at timestamptz)
  ON CONFLICT (family_id, id) DO NOTHING;
END
$$;
REVOKE ALL ON FUNCTION store_subscription(uuid, uuid, text, bytea, text, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION store_subscription(uuid, uuid, text, bytea, text, jsonb) TO hatched_worker;
