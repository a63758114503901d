-- The end of a family or a school removes its uploads: the index of those that wait is of no use to it.
CREATE INDEX uploads_of_home ON uploads (home_id);
