-- The kind of an event of notices.
--
-- Written from Sources/Domain/Core/Notices: HATCHED_RECORD_NOTICES=1 scripts/test --filter NoticeFileTests
CREATE OR REPLACE FUNCTION notice_kind(event text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN CASE
    WHEN event IN ('WAITS_FOR_GRADE') THEN 'OVERDUE'
    WHEN event IN ('PICKUP_REQUESTED', 'PICKUP_CANCELLED', 'PICKUP_READY', 'PICKUP_NOT_READY', 'PICKUP_CONFIRMED', 'PICKUP_REOPENED', 'PICKUP_ABSENT', 'PICKUP_ABSENT_CANCELLED', 'PICKUP_PRESENT', 'PICKUP_LEFT_WAITING') THEN 'PICKUP'
    WHEN event IN ('ABSENCE_UNEXCUSED') THEN 'ABSENCE'
    ELSE event
  END;
END
$$;
REVOKE ALL ON FUNCTION notice_kind(text) FROM PUBLIC;
