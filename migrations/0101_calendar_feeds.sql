-- Calendars that telephones subscribe to, and calendars of other places (ME-07): see docs/calendar.md.

-- How often a series has changed, with its occurrences: the SEQUENCE of its iCalendar component, which only rises. Triggers count.
ALTER TABLE events ADD COLUMN revision int NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN revision int NOT NULL DEFAULT 0;
SELECT track_usage('events');
SELECT track_usage('tasks');

-- A feed of one member.
CREATE TABLE calendar_feeds (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  -- Whose it is.
  member_id  uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  -- Empty for all kinds.
  kinds      text[] NOT NULL,
  -- Those whose entries it has, with those for everyone; empty for all members. One may have left since.
  member_ids uuid[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT calendar_feeds_key PRIMARY KEY (family_id, id),
  CONSTRAINT calendar_feeds_name CHECK (length(name) BETWEEN 1 AND 100),
  CONSTRAINT calendar_feeds_kinds CHECK (
    cardinality(kinds) <= 9 AND kinds <@ ARRAY['EVENT', 'TASK', 'ASSIGNMENT', 'PLANNER_TASK', 'COURSE', 'BOOKING', 'PICKUP', 'EXTERNAL',
      'SCHOOL_EVENT']),
  CONSTRAINT calendar_feeds_member_ids CHECK (cardinality(member_ids) <= 50)
);
CREATE INDEX calendar_feeds_by_member ON calendar_feeds (family_id, member_id, name, id);
ALTER TABLE calendar_feeds ADD CONSTRAINT calendar_feeds_member
  FOREIGN KEY (family_id, member_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
SELECT guard_table('calendar_feeds', 'FAMILY',
  fixed => '{member_id,name,kinds,member_ids}');

-- The hashes of the secrets in the addresses of feeds. A trigger of `calendar_feeds` removes them with the feed.
CREATE TABLE calendar_feed_secrets (
  home_id     uuid NOT NULL,
  feed_id     uuid NOT NULL,
  secret_hash bytea NOT NULL,
  CONSTRAINT calendar_feed_secrets_key PRIMARY KEY (home_id, feed_id),
  CONSTRAINT calendar_feed_secrets_hash CHECK (length(secret_hash) = 32)
);
CREATE UNIQUE INDEX calendar_feed_secrets_by_hash ON calendar_feed_secrets (secret_hash);
-- No policy: only functions of the owner see a row.
ALTER TABLE calendar_feed_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
