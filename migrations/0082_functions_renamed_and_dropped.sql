-- Functions that only servers of much earlier releases call.
DROP FUNCTION own_membership(), count_wrong_code(uuid[]), confirm_own_address(uuid), session_of_refresh_token(bytea);
-- Names that say what the functions do.
ALTER FUNCTION copy_enrolment_on() RENAME TO propagate_enrolment;
ALTER FUNCTION tell_who_waits(int) RENAME TO notify_left_waiting;
