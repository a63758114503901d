-- The matter of an event of notices: events that undo each other have one. Null for an event by itself.
--
-- Written from Sources/Domain/Core/Notices: HATCHED_RECORD_NOTICES=1 scripts/test --filter NoticeFileTests
CREATE OR REPLACE FUNCTION notice_matter(event text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN CASE event
    WHEN 'PICKUP_REQUESTED' THEN 'REQUEST'
    WHEN 'PICKUP_CANCELLED' THEN 'REQUEST'
    WHEN 'PICKUP_READY' THEN 'READINESS'
    WHEN 'PICKUP_NOT_READY' THEN 'READINESS'
    WHEN 'PICKUP_CONFIRMED' THEN 'CONFIRMATION'
    WHEN 'PICKUP_REOPENED' THEN 'CONFIRMATION'
    WHEN 'PICKUP_ABSENT' THEN 'ABSENCE'
    WHEN 'PICKUP_ABSENT_CANCELLED' THEN 'ABSENCE'
    WHEN 'PICKUP_PRESENT' THEN 'ABSENCE'
    WHEN 'PICKUP_LEFT_WAITING' THEN 'WAITING'
  END;
END
$$;
REVOKE ALL ON FUNCTION notice_matter(text) FROM PUBLIC;
