-- Forgets removed content, and decided reports, after 90 days, and comments and messages of conversations after 400,
-- with conversations that have none any more, also those of families and their groups; returns the number of rows.
--
-- Those of one table a call, until there are none: versions of accounts are locked before those of places, and a second
-- table would come to them in turn again. See LockOrder.
--
-- Owner's rights: the worker's role has no privilege on these tables.
CREATE OR REPLACE FUNCTION forget_content(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  limits timestamptz[] := ARRAY[now() - interval '90 days', now() - interval '400 days'];
  forgotten int;
BEGIN
  DELETE FROM public.school_comments rows WHERE (rows.school_id, rows.id) IN (
    (SELECT old.school_id, old.id FROM public.school_comments old WHERE old.removed_at < limits[1] LIMIT at_once)
    UNION ALL (SELECT old.school_id, old.id FROM public.school_comments old WHERE old.created_at < limits[2] LIMIT at_once));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  IF forgotten > 0 THEN RETURN forgotten; END IF;
  DELETE FROM public.school_posts rows WHERE (rows.school_id, rows.id) IN (
    SELECT old.school_id, old.id FROM public.school_posts old WHERE old.removed_at < limits[1] LIMIT at_once);
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  IF forgotten > 0 THEN RETURN forgotten; END IF;
  DELETE FROM public.school_pictures rows WHERE (rows.school_id, rows.id) IN (
    SELECT old.school_id, old.id FROM public.school_pictures old WHERE old.removed_at < limits[1] LIMIT at_once);
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  IF forgotten > 0 THEN RETURN forgotten; END IF;
  DELETE FROM public.school_reports rows WHERE (rows.school_id, rows.id) IN (
    SELECT old.school_id, old.id FROM public.school_reports old WHERE old.decided_at < limits[1] LIMIT at_once);
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  IF forgotten > 0 THEN RETURN forgotten; END IF;
  DELETE FROM public.conversation_messages rows WHERE (rows.home_id, rows.id) IN (
    (SELECT old.home_id, old.id FROM public.conversation_messages old WHERE old.removed_at < limits[1] LIMIT at_once)
    UNION ALL (SELECT old.home_id, old.id FROM public.conversation_messages old WHERE old.created_at < limits[2] LIMIT at_once));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  IF forgotten > 0 THEN RETURN forgotten; END IF;
  DELETE FROM public.group_comments rows WHERE (rows.group_id, rows.id) IN (
    SELECT old.group_id, old.id FROM public.group_comments old WHERE old.created_at < limits[2] LIMIT at_once);
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  IF forgotten > 0 THEN RETURN forgotten; END IF;
  DELETE FROM public.conversations rows WHERE (rows.home_id, rows.id) IN (
    SELECT old.home_id, old.id FROM public.conversations old
    WHERE old.last_message_at < limits[2] AND NOT EXISTS (
      SELECT 1 FROM public.conversation_messages kept WHERE kept.home_id = old.home_id AND kept.conversation_id = old.id)
    LIMIT at_once);
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;
REVOKE ALL ON FUNCTION forget_content(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_content(integer) TO hatched_worker;
