-- Calendars elsewhere that a family subscribes to (ME-07), which the server fetches every hour.
CREATE TABLE calendar_subscriptions (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  url        text NOT NULL,
  color      text,
  -- Those whose calendar it is; empty for everyone. One may have left since.
  member_ids uuid[] NOT NULL,
  -- When it was read last; null before the first time.
  fetched_at timestamptz,
  -- The reason why it could not be read; null where it could.
  failure    text COLLATE "und-x-icu",
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT calendar_subscriptions_key PRIMARY KEY (family_id, id),
  CONSTRAINT calendar_subscriptions_name CHECK (length(name) BETWEEN 1 AND 100),
  CONSTRAINT calendar_subscriptions_url CHECK (length(url) <= 2000),
  CONSTRAINT calendar_subscriptions_color CHECK (color ~ '^#[0-9A-F]{6}$'),
  CONSTRAINT calendar_subscriptions_member_ids CHECK (cardinality(member_ids) <= 50),
  CONSTRAINT calendar_subscriptions_failure CHECK (length(failure) <= 500)
);
CREATE INDEX calendar_subscriptions_by_name ON calendar_subscriptions (family_id, name, id);
ALTER TABLE calendar_subscriptions ADD CONSTRAINT calendar_subscriptions_family FOREIGN KEY (family_id) REFERENCES families (family_id);
SELECT guard_table('calendar_subscriptions', 'FAMILY', 'CalendarSubscription', fixed => '{url}');

-- The occurrences that a subscribed calendar had when it was read last: from 400 days before until 800 after.
CREATE TABLE external_events (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  subscription_id uuid NOT NULL,
  title           text COLLATE "und-x-icu" NOT NULL,
  text            text COLLATE "und-x-icu",
  place           text COLLATE "und-x-icu",
  -- Whole days, or moments.
  first_day       date,
  last_day        date,
  starts_at       timestamptz,
  ends_at         timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT external_events_key PRIMARY KEY (family_id, id),
  CONSTRAINT external_events_times CHECK (
    (first_day IS NULL) <> (starts_at IS NULL) AND (first_day IS NULL) = (last_day IS NULL) AND (starts_at IS NULL) = (ends_at IS NULL))
);
CREATE INDEX external_events_by_subscription ON external_events (family_id, subscription_id);
CREATE INDEX external_events_by_day ON external_events (family_id, first_day) WHERE first_day IS NOT NULL;
CREATE INDEX external_events_by_start ON external_events (family_id, starts_at) WHERE starts_at IS NOT NULL;
ALTER TABLE external_events ADD CONSTRAINT external_events_subscription
  FOREIGN KEY (family_id, subscription_id) REFERENCES calendar_subscriptions (family_id, id) ON DELETE CASCADE;
SELECT guard_table('external_events', 'FAMILY', privileges => 'SELECT');

-- When a calendar is fetched next, and what it was: a trigger of `calendar_subscriptions` makes and removes the row.
CREATE TABLE subscription_times (
  home_id         uuid NOT NULL,
  subscription_id uuid NOT NULL,
  due_at          timestamptz NOT NULL,
  -- Of what was read last, with the day: null before.
  digest          bytea,
  CONSTRAINT subscription_times_key PRIMARY KEY (home_id, subscription_id)
);
CREATE INDEX subscription_times_due ON subscription_times (due_at);
-- No policy: only functions of the owner see a row.
ALTER TABLE subscription_times ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
