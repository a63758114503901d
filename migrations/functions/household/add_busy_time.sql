-- Takes a time of the provider in scope for itself. The same time with the same id adds no second one. The provider is
-- locked; it has at most 1,000 such times that are not over.
--
-- Outcomes: DONE, NONE, LENGTH, PAST, USED, LIMIT.
--
-- Owner's rights: the server's role writes no times of providers.
CREATE OR REPLACE FUNCTION add_busy_time(slot uuid, starts_at timestamptz, ends_at timestamptz) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  provider uuid;
  known public.provider_slots;
BEGIN
  SELECT rows.id INTO provider FROM public.providers rows WHERE rows.account_id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  SELECT slots.* INTO known FROM public.provider_slots slots WHERE slots.account_id = account AND slots.id = slot;
  IF FOUND THEN
    IF known.kind = 'BUSY' AND known.starts_at = starts_at AND known.ends_at = ends_at THEN RETURN 'DONE'; END IF;
    RETURN 'USED';
  END IF;
  IF ends_at <= starts_at OR ends_at - starts_at > interval '366 days' THEN RETURN 'LENGTH'; END IF;
  IF ends_at <= now() THEN RETURN 'PAST'; END IF;
  IF EXISTS (
    SELECT 1 FROM public.provider_slots slots
    WHERE slots.account_id = account AND (slots.ends_at <= now() OR slots.is_pending AND slots.starts_at <= now())
  ) THEN
    DELETE FROM public.provider_slots slots
    WHERE slots.account_id = account AND (slots.ends_at <= now() OR slots.is_pending AND slots.starts_at <= now());
  END IF;
  IF (SELECT count(*) FROM public.provider_slots slots WHERE slots.account_id = account AND slots.kind = 'BUSY') >= 1000 THEN
    RETURN 'LIMIT';
  END IF;
  INSERT INTO public.provider_slots (account_id, id, provider_id, kind, is_pending, starts_at, ends_at)
  VALUES (account, slot, provider, 'BUSY', false, starts_at, ends_at);
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION add_busy_time(uuid, timestamp with time zone, timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_busy_time(uuid, timestamp with time zone, timestamp with time zone) TO hatched_app;
