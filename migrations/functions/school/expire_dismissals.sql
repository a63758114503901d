-- Marks what is open from days that have ended as expired, of the next families; returns how many dismissals. A read
-- says so before.
--
-- Owner's rights: the worker's role has no privilege on `dismissals`.
CREATE OR REPLACE FUNCTION expire_dismissals(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  expired int;
BEGIN
  homes := ARRAY(
    SELECT DISTINCT ending.family_id FROM (
      SELECT open.family_id FROM public.dismissals open
      WHERE open.state IN ('REQUESTED', 'READY') AND open.day_ends_at <= now() ORDER BY open.day_ends_at LIMIT at_once
    ) AS ending);
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  -- In order: the steps of each dismissal bump them.
  PERFORM public.bump_places(ARRAY(
    SELECT coalesce(open.class_id, open.staff_school_id) FROM public.dismissals open
    WHERE open.family_id = ANY (homes) AND open.state IN ('REQUESTED', 'READY') AND open.day_ends_at <= now()));
  UPDATE public.dismissals AS open SET state = 'EXPIRED', expired_at = open.day_ends_at, version = open.version + 1, updated_at = now()
  WHERE open.family_id = ANY (homes) AND open.state IN ('REQUESTED', 'READY') AND open.day_ends_at <= now();
  GET DIAGNOSTICS expired = ROW_COUNT;
  RETURN expired;
END
$$;
REVOKE ALL ON FUNCTION expire_dismissals(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION expire_dismissals(integer) TO hatched_worker;
