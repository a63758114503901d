-- The staff of a class and of a school see the dismissals whose day has not ended. The indexes of a class's and of a school's dismissals
-- have the end of the day: without it a query of today's dismissals reads those of all days that are kept.
DROP INDEX dismissals_of_class;
DROP INDEX dismissals_of_school;
CREATE INDEX dismissals_of_class ON dismissals (class_id, day_ends_at) WHERE class_id IS NOT NULL;
CREATE INDEX dismissals_of_school ON dismissals (staff_school_id, day_ends_at) WHERE staff_school_id IS NOT NULL;
