-- The time after which nobody needs a push of a kind.
--
-- Written from Sources/Domain/Core/Notices: HATCHED_RECORD_NOTICES=1 scripts/test --filter NoticeFileTests
CREATE OR REPLACE FUNCTION notice_lifetime(kind text) RETURNS interval
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN CASE kind
    WHEN 'HELP_REQUEST' THEN interval '720 minutes'
    WHEN 'JOIN_REQUEST' THEN interval '1440 minutes'
    WHEN 'OVERDUE' THEN interval '1440 minutes'
    WHEN 'MESSAGE' THEN interval '1440 minutes'
    WHEN 'PICKUP' THEN interval '30 minutes'
    WHEN 'SCHOOL_MESSAGE' THEN interval '1440 minutes'
    WHEN 'NEW_PARENT' THEN interval '1440 minutes'
    WHEN 'CLASS_REQUEST' THEN interval '30 minutes'
    WHEN 'CLASS_MESSAGE' THEN interval '1440 minutes'
    WHEN 'ABSENCE' THEN interval '1440 minutes'
    WHEN 'CLASS_ABSENCE' THEN interval '1440 minutes'
    WHEN 'ANNOUNCEMENT' THEN interval '1440 minutes'
    WHEN 'SCHOOL_EVENT' THEN interval '1440 minutes'
    WHEN 'SCHOOL_POST' THEN interval '1440 minutes'
    WHEN 'TICKET' THEN interval '1440 minutes'
    WHEN 'CLASS_TICKET' THEN interval '1440 minutes'
    WHEN 'CONVERSATION' THEN interval '1440 minutes'
    WHEN 'REMINDER' THEN interval '1440 minutes'
    WHEN 'GROUP' THEN interval '1440 minutes'
    WHEN 'BOOKING' THEN interval '1440 minutes'
    WHEN 'PROVIDER_BOOKING' THEN interval '1440 minutes'
    WHEN 'PROVIDER_CONVERSATION' THEN interval '1440 minutes'
    ELSE interval '1 day'
  END;
END
$$;
REVOKE ALL ON FUNCTION notice_lifetime(text) FROM PUBLIC;
