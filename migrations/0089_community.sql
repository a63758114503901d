-- The texts of schools: announcements, events and activities for an audience, and information for all.
CREATE TABLE announcements (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  -- The member of the staff who wrote it; null once it has left.
  author_id  uuid,
  title      text COLLATE "und-x-icu" NOT NULL,
  text       text COLLATE "und-x-icu",
  -- It is current from the one until the other; null: open.
  begins_at  timestamptz,
  ends_at    timestamptz,
  priority   text NOT NULL,
  position   int NOT NULL,
  -- Whom it is for; both empty: all.
  grades     text[] COLLATE "und-x-icu" NOT NULL,
  class_ids  uuid[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  -- By which lists are ordered.
  rank       int NOT NULL GENERATED ALWAYS AS (CASE priority WHEN 'URGENT' THEN 0 ELSE 1 END) STORED,
  shown_from timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(begins_at, created_at)) STORED,
  CONSTRAINT announcements_key PRIMARY KEY (school_id, id),
  CONSTRAINT announcements_title CHECK (length(title) BETWEEN 1 AND 200),
  CONSTRAINT announcements_text CHECK (length(text) BETWEEN 1 AND 10000),
  CONSTRAINT announcements_span CHECK (begins_at < ends_at),
  CONSTRAINT announcements_priority CHECK (priority IN ('NORMAL', 'URGENT')),
  CONSTRAINT announcements_position CHECK (position BETWEEN 0 AND 10000)
);
CREATE UNIQUE INDEX announcements_id ON announcements (id);
CREATE INDEX announcements_in_order ON announcements (school_id, rank, position, shown_from DESC, id);
CREATE INDEX announcements_by_begin ON announcements (school_id, begins_at) WHERE begins_at IS NOT NULL;
CREATE INDEX announcements_by_end ON announcements (school_id, ends_at) WHERE ends_at IS NOT NULL;
ALTER TABLE announcements ADD CONSTRAINT announcements_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
SELECT guard_table('announcements', 'AUDIENCE');

CREATE TABLE school_events (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  author_id  uuid,
  title      text COLLATE "und-x-icu" NOT NULL,
  text       text COLLATE "und-x-icu",
  category   text NOT NULL,
  -- Students who are younger do not see it.
  least_age  int,
  -- Either a time, with or without an end, or whole days.
  starts_at  timestamptz,
  ends_at    timestamptz,
  first_day  date,
  last_day   date,
  place      text COLLATE "und-x-icu",
  latitude   numeric,
  longitude  numeric,
  grades     text[] COLLATE "und-x-icu" NOT NULL,
  class_ids  uuid[] NOT NULL,
  -- The same as moments, in the school's time zone: copied by place_school_event().
  begins_at  timestamptz,
  closes_at  timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT school_events_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_events_title CHECK (length(title) BETWEEN 1 AND 200),
  CONSTRAINT school_events_text CHECK (length(text) BETWEEN 1 AND 10000),
  CONSTRAINT school_events_category CHECK (category IN ('ACADEMIC', 'ATHLETIC', 'ARTS', 'DEADLINE', 'OTHER')),
  CONSTRAINT school_events_least_age CHECK (least_age BETWEEN 1 AND 25),
  CONSTRAINT school_events_kind CHECK (
    (starts_at IS NULL) <> (first_day IS NULL) AND (first_day IS NULL) = (last_day IS NULL)
    AND (starts_at IS NOT NULL OR ends_at IS NULL)),
  CONSTRAINT school_events_span CHECK (starts_at < ends_at),
  CONSTRAINT school_events_days CHECK (first_day <= last_day),
  CONSTRAINT school_events_place CHECK (length(place) BETWEEN 1 AND 200),
  CONSTRAINT school_events_latitude CHECK (latitude >= -90 AND latitude <= 90 AND scale(trim_scale(latitude)) <= 6),
  CONSTRAINT school_events_longitude CHECK (longitude >= -180 AND longitude <= 180 AND scale(trim_scale(longitude)) <= 6),
  CONSTRAINT school_events_map CHECK ((latitude IS NULL) = (longitude IS NULL))
);
CREATE UNIQUE INDEX school_events_id ON school_events (id);
CREATE INDEX school_events_by_begin ON school_events (school_id, begins_at, id);
CREATE INDEX school_events_by_close ON school_events (school_id, closes_at);
ALTER TABLE school_events ADD CONSTRAINT school_events_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
SELECT guard_table('school_events', 'AUDIENCE');

CREATE TABLE school_activities (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  author_id  uuid,
  title      text COLLATE "und-x-icu" NOT NULL,
  text       text COLLATE "und-x-icu",
  place      text COLLATE "und-x-icu",
  days       text[] NOT NULL,
  -- Of the school's clock.
  start_time time NOT NULL,
  end_time   time NOT NULL,
  first_day  date NOT NULL,
  last_day   date NOT NULL,
  -- Days on which it does not take place.
  exceptions date[] NOT NULL,
  grades     text[] COLLATE "und-x-icu" NOT NULL,
  class_ids  uuid[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT school_activities_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_activities_title CHECK (length(title) BETWEEN 1 AND 200),
  CONSTRAINT school_activities_text CHECK (length(text) BETWEEN 1 AND 10000),
  CONSTRAINT school_activities_place CHECK (length(place) BETWEEN 1 AND 200),
  CONSTRAINT school_activities_days CHECK (
    cardinality(days) >= 1 AND cardinality(days) <= 7
    AND days <@ ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']),
  CONSTRAINT school_activities_times CHECK (start_time < end_time),
  CONSTRAINT school_activities_span CHECK (first_day <= last_day),
  CONSTRAINT school_activities_exceptions CHECK (cardinality(exceptions) <= 100)
);
CREATE UNIQUE INDEX school_activities_id ON school_activities (id);
CREATE INDEX school_activities_in_order ON school_activities (school_id, start_time, title, id);
ALTER TABLE school_activities ADD CONSTRAINT school_activities_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
SELECT guard_table('school_activities', 'AUDIENCE');

CREATE TABLE school_information (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  section    text NOT NULL,
  title      text COLLATE "und-x-icu" NOT NULL,
  text       text COLLATE "und-x-icu",
  position   int NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT school_information_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_information_section CHECK (
    section IN ('SCHEDULES', 'DISCLOSURES', 'POLICIES', 'PROGRAMS', 'ACTIVITIES', 'RESOURCES', 'COUNSELING')),
  CONSTRAINT school_information_title CHECK (length(title) BETWEEN 1 AND 200),
  CONSTRAINT school_information_text CHECK (length(text) BETWEEN 1 AND 50000),
  CONSTRAINT school_information_position CHECK (position BETWEEN 0 AND 10000)
);
CREATE UNIQUE INDEX school_information_id ON school_information (id);
CREATE INDEX school_information_in_order ON school_information (school_id, position, title, id);
ALTER TABLE school_information ADD CONSTRAINT school_information_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
SELECT guard_table('school_information', 'COMMUNITY');
