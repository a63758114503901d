-- Whether pushes of a kind ignore quiet hours.
--
-- Written from Sources/Domain/Core/Notices: HATCHED_RECORD_NOTICES=1 scripts/test --filter NoticeFileTests
CREATE OR REPLACE FUNCTION notice_ignores_quiet_hours(kind text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN kind IN ('PICKUP', 'CLASS_REQUEST', 'ANNOUNCEMENT');
END
$$;
REVOKE ALL ON FUNCTION notice_ignores_quiet_hours(text) FROM PUBLIC;
