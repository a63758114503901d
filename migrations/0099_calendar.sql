-- Tasks and events of a family, which may recur (ME-02, ME-03, ME-05).

-- A category of tasks, which the family names.
CREATE TABLE task_categories (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  color      text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT task_categories_key PRIMARY KEY (family_id, id),
  CONSTRAINT task_categories_name CHECK (length(name) BETWEEN 1 AND 100),
  CONSTRAINT task_categories_color CHECK (color ~ '^#[0-9A-F]{6}$')
);
CREATE INDEX task_categories_by_name ON task_categories (family_id, name, id);

-- A task that comes once, or a series of tasks. The columns from `frequency` to `last_day` are the rule of RFC 5545 as data; they are
-- null for a task that comes once. Occurrences are computed: no row has one, unless it differs from its series.
CREATE TABLE tasks (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL,
  title        text COLLATE "und-x-icu" NOT NULL,
  text         text COLLATE "und-x-icu",
  -- The first day of a series.
  due_date     date,
  due_time     time,
  time_zone    text NOT NULL,
  priority     text NOT NULL,
  category_id  uuid,
  -- Null: for everyone.
  member_id    uuid,
  done_at      timestamptz,
  -- The member may have left the family since: there is no foreign key.
  done_by_id   uuid,
  frequency    text,
  step         int,
  by_day       text[],
  by_month_day int[],
  by_month     int[],
  by_set_pos   int[],
  week_start   text,
  count        int,
  until        date,
  -- The rule as RFC 5545 writes it.
  rule         text,
  -- The last day of the series; null where it has no end.
  last_day     date,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  CONSTRAINT tasks_key PRIMARY KEY (family_id, id),
  CONSTRAINT tasks_title CHECK (length(title) BETWEEN 1 AND 500),
  CONSTRAINT tasks_text CHECK (length(text) <= 10000),
  CONSTRAINT tasks_priority CHECK (priority IN ('LOW', 'MEDIUM', 'HIGH')),
  CONSTRAINT tasks_due CHECK (due_time IS NULL OR due_date IS NOT NULL),
  CONSTRAINT tasks_by_day CHECK (cardinality(by_day) <= 77),
  CONSTRAINT tasks_by_month_day CHECK (cardinality(by_month_day) <= 62),
  CONSTRAINT tasks_by_month CHECK (cardinality(by_month) <= 12),
  CONSTRAINT tasks_by_set_pos CHECK (cardinality(by_set_pos) <= 366),
  CONSTRAINT tasks_recurrence CHECK (frequency IS NULL OR (due_date IS NOT NULL AND rule IS NOT NULL))
);
CREATE INDEX tasks_by_day ON tasks (family_id, due_date, id) WHERE frequency IS NULL;
CREATE INDEX tasks_of_series ON tasks (family_id, due_date, id) WHERE frequency IS NOT NULL;
CREATE INDEX tasks_by_member ON tasks (family_id, member_id, due_date, id);
CREATE INDEX tasks_by_category ON tasks (family_id, category_id);

-- An event that comes once, or a series of events: see tasks.
CREATE TABLE events (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL,
  title        text COLLATE "und-x-icu" NOT NULL,
  text         text COLLATE "und-x-icu",
  place        text COLLATE "und-x-icu",
  -- The first day of a series.
  date         date NOT NULL,
  -- Null: all day.
  time         time,
  -- The day of the end of the first occurrence; of one that is all day, its last day.
  end_date     date NOT NULL,
  end_time     time,
  time_zone    text NOT NULL,
  color        text,
  frequency    text,
  step         int,
  by_day       text[],
  by_month_day int[],
  by_month     int[],
  by_set_pos   int[],
  week_start   text,
  count        int,
  until        date,
  rule         text,
  last_day     date,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  CONSTRAINT events_key PRIMARY KEY (family_id, id),
  CONSTRAINT events_title CHECK (length(title) BETWEEN 1 AND 500),
  CONSTRAINT events_text CHECK (length(text) <= 10000),
  CONSTRAINT events_place CHECK (length(place) <= 500),
  CONSTRAINT events_color CHECK (color ~ '^#[0-9A-F]{6}$'),
  CONSTRAINT events_times CHECK ((time IS NULL) = (end_time IS NULL)),
  CONSTRAINT events_by_day CHECK (cardinality(by_day) <= 77),
  CONSTRAINT events_by_month_day CHECK (cardinality(by_month_day) <= 62),
  CONSTRAINT events_by_month CHECK (cardinality(by_month) <= 12),
  CONSTRAINT events_by_set_pos CHECK (cardinality(by_set_pos) <= 366),
  CONSTRAINT events_recurrence CHECK (frequency IS NULL OR rule IS NOT NULL)
);
CREATE INDEX events_by_day ON events (family_id, date, id) WHERE frequency IS NULL;
CREATE INDEX events_of_series ON events (family_id, date, id) WHERE frequency IS NOT NULL;
CREATE INDEX events_by_date ON events (family_id, date, id);

-- A member that an event is for. An event of nobody is for everyone.
CREATE TABLE event_members (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  event_id   uuid NOT NULL,
  member_id  uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT event_members_key PRIMARY KEY (family_id, id),
  CONSTRAINT event_members_once UNIQUE (family_id, event_id, member_id)
);
CREATE INDEX event_members_by_member ON event_members (family_id, member_id, event_id);

-- An occurrence that differs from its series. Parts that are null follow the series.
CREATE TABLE occurrences (
  family_id   uuid NOT NULL,
  id          uuid NOT NULL,
  -- One of both.
  event_id    uuid,
  task_id     uuid,
  -- The same again, by which occurrences are found.
  series_id   uuid NOT NULL,
  -- The day that the rule yields, wherever the occurrence is moved.
  day         date NOT NULL,
  is_left_out boolean NOT NULL,
  is_changed  boolean NOT NULL,
  title       text COLLATE "und-x-icu",
  text        text COLLATE "und-x-icu",
  place       text COLLATE "und-x-icu",
  date        date,
  time        time,
  end_date    date,
  end_time    time,
  done_at     timestamptz,
  done_by_id  uuid,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  version     int NOT NULL DEFAULT 1,
  CONSTRAINT occurrences_key PRIMARY KEY (family_id, id),
  CONSTRAINT occurrences_once UNIQUE (family_id, series_id, day),
  CONSTRAINT occurrences_series CHECK (num_nonnulls(event_id, task_id) = 1 AND series_id = COALESCE(event_id, task_id)),
  CONSTRAINT occurrences_title CHECK (length(title) BETWEEN 1 AND 500),
  CONSTRAINT occurrences_text CHECK (length(text) <= 10000),
  CONSTRAINT occurrences_place CHECK (length(place) <= 500)
);
CREATE INDEX occurrences_by_day ON occurrences (family_id, day);
CREATE INDEX occurrences_moved ON occurrences (family_id, COALESCE(date, day)) WHERE date IS NOT NULL OR end_date IS NOT NULL;
CREATE INDEX occurrences_by_event ON occurrences (family_id, event_id);
CREATE INDEX occurrences_by_task ON occurrences (family_id, task_id);

ALTER TABLE task_categories ADD CONSTRAINT task_categories_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE tasks ADD CONSTRAINT tasks_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE tasks ADD CONSTRAINT tasks_category FOREIGN KEY (family_id, category_id) REFERENCES task_categories (family_id, id);
ALTER TABLE tasks ADD CONSTRAINT tasks_member FOREIGN KEY (family_id, member_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
ALTER TABLE events ADD CONSTRAINT events_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE event_members ADD CONSTRAINT event_members_event
  FOREIGN KEY (family_id, event_id) REFERENCES events (family_id, id) ON DELETE CASCADE;
ALTER TABLE event_members ADD CONSTRAINT event_members_member
  FOREIGN KEY (family_id, member_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
ALTER TABLE occurrences ADD CONSTRAINT occurrences_event
  FOREIGN KEY (family_id, event_id) REFERENCES events (family_id, id) ON DELETE CASCADE;
ALTER TABLE occurrences ADD CONSTRAINT occurrences_task
  FOREIGN KEY (family_id, task_id) REFERENCES tasks (family_id, id) ON DELETE CASCADE;

SELECT guard_table('task_categories', 'FAMILY', 'TaskCategory');
SELECT guard_table('tasks', 'FAMILY', 'Task', shown => '{TaskCategory,category_id}');
SELECT guard_table('events', 'FAMILY', 'Event');
SELECT guard_table('event_members', 'FAMILY', privileges => 'SELECT, INSERT, DELETE');
SELECT guard_table('occurrences', 'FAMILY', fixed => '{day}');
SELECT track_changes('event_members', NULL, '{Event,event_id}');
SELECT track_changes('occurrences', NULL, '{Event,event_id,Task,task_id}');
