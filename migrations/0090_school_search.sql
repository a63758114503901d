-- The calendar of schools, the search in their information, and the tellings of what is urgent.

-- Whether parents may write to parents of the classes of their children.
ALTER TABLE schools ADD COLUMN parents_write_to_parents boolean NOT NULL DEFAULT false;

-- The days of the school's time zone that an event touches, copied by place_school_event(); and its start as calendars order it: whole
-- days come first.
ALTER TABLE school_events
  ADD COLUMN calendar_from date,
  ADD COLUMN calendar_until date,
  ADD COLUMN clock_start timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(starts_at, '-infinity'::timestamptz)) STORED;
UPDATE school_events AS placed SET
  calendar_from = coalesce(placed.first_day, (placed.begins_at AT TIME ZONE schools.time_zone)::date),
  calendar_until = coalesce(placed.last_day, ((CASE WHEN placed.ends_at IS NULL THEN placed.begins_at
    ELSE placed.ends_at - interval '1 microsecond' END) AT TIME ZONE schools.time_zone)::date)
FROM schools WHERE schools.id = placed.school_id;
CREATE INDEX school_events_by_day ON school_events (school_id, calendar_until, calendar_from);
CREATE INDEX school_activities_by_day ON school_activities (school_id, last_day, first_day);

-- The links of a piece of information: [{"title": "…", "url": "…"}].
ALTER TABLE school_information ADD COLUMN links jsonb;
UPDATE school_information SET links = '[]';
ALTER TABLE school_information ALTER COLUMN links SET NOT NULL;
ALTER TABLE school_information ADD CONSTRAINT school_information_links
  CHECK (jsonb_typeof(links) = 'array' AND jsonb_array_length(links) <= 20);

-- The passages of the information of schools, written by index_information(): `words` is what a search ranks by, and `found_by` what it
-- finds passages by: the words, each with the school.
CREATE TABLE school_passages (
  school_id      uuid NOT NULL,
  id             uuid NOT NULL,
  information_id uuid NOT NULL,
  -- The title and the position of the piece of information, by which equal ranks are ordered.
  title          text COLLATE "und-x-icu" NOT NULL,
  position       int NOT NULL,
  -- The place of the passage in the text, from 1.
  number         int NOT NULL,
  passage        text COLLATE "und-x-icu" NOT NULL,
  words          tsvector NOT NULL,
  found_by       tsvector NOT NULL,
  CONSTRAINT school_passages_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_passages_passage CHECK (length(passage) <= 2000)
);
CREATE UNIQUE INDEX school_passages_id ON school_passages (id);
CREATE INDEX school_passages_by_information ON school_passages (school_id, information_id, number);
CREATE INDEX school_passages_by_words ON school_passages USING gin (found_by);
ALTER TABLE school_passages ADD CONSTRAINT school_passages_information
  FOREIGN KEY (school_id, information_id) REFERENCES school_information (school_id, id) ON DELETE CASCADE;
SELECT guard_table('school_passages', 'COMMUNITY', privileges => 'SELECT');

-- What the families of a school are to be told of, once: urgent announcements, and events that are near. The id is that of the
-- announcement or the event. No role has a privilege on it: see tell_school().
CREATE TABLE school_tellings (
  school_id   uuid NOT NULL,
  id          uuid NOT NULL,
  event       text NOT NULL,
  due_at      timestamptz NOT NULL,
  -- The last family that was told.
  last_family uuid,
  ended_at    timestamptz,
  CONSTRAINT school_tellings_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_tellings_event CHECK (event IN ('ANNOUNCEMENT', 'SCHOOL_EVENT'))
);
CREATE INDEX school_tellings_due ON school_tellings (due_at, id) WHERE ended_at IS NULL;
CREATE INDEX school_tellings_ended ON school_tellings (ended_at) WHERE ended_at IS NOT NULL;
ALTER TABLE school_tellings ADD CONSTRAINT school_tellings_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_tellings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (
  kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'NEW_PARENT', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT'));
ALTER TABLE members DROP CONSTRAINT members_push_muted_kinds;
ALTER TABLE members ADD CONSTRAINT members_push_muted_kinds CHECK (
  cardinality(push_muted_kinds) <= 9
  AND push_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT']);

-- The pictures of announcements and events: files of the school. follow_school_picture() keeps `files.unused_since` with them.
ALTER TABLE announcements ADD COLUMN picture_id uuid;
ALTER TABLE announcements ADD CONSTRAINT announcements_picture
  FOREIGN KEY (school_id, picture_id) REFERENCES files (home_id, id);
CREATE INDEX announcements_by_picture ON announcements (school_id, picture_id) WHERE picture_id IS NOT NULL;
ALTER TABLE school_events ADD COLUMN picture_id uuid;
ALTER TABLE school_events ADD CONSTRAINT school_events_picture
  FOREIGN KEY (school_id, picture_id) REFERENCES files (home_id, id);
CREATE INDEX school_events_by_picture ON school_events (school_id, picture_id) WHERE picture_id IS NOT NULL;

-- The files of pieces of information: use_school_files() writes them.
CREATE TABLE school_file_uses (
  school_id      uuid NOT NULL,
  id             uuid NOT NULL,
  file_id        uuid NOT NULL,
  information_id uuid NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT school_file_uses_key PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX school_file_uses_id ON school_file_uses (id);
CREATE UNIQUE INDEX school_file_uses_once ON school_file_uses (school_id, information_id, file_id);
CREATE INDEX school_file_uses_by_file ON school_file_uses (school_id, file_id);
ALTER TABLE school_file_uses ADD CONSTRAINT school_file_uses_file
  FOREIGN KEY (school_id, file_id) REFERENCES files (home_id, id) ON DELETE CASCADE;
ALTER TABLE school_file_uses ADD CONSTRAINT school_file_uses_information
  FOREIGN KEY (school_id, information_id) REFERENCES school_information (school_id, id) ON DELETE CASCADE;
SELECT guard_table('school_file_uses', 'COMMUNITY', privileges => 'SELECT');

-- The people of a school read its files, which the planner leads to through rows that use them alone.
SELECT add_scope_policy('files', 'school_scope', 'home_id', 'hatched.audience_ids', is_for_reading => true);
