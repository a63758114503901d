-- Webhooks of a family (ME-17): see docs/webhooks.md.

CREATE TABLE webhooks (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  -- The parent who gave the address, with whom it goes.
  member_id  uuid NOT NULL,
  url        text NOT NULL,
  kinds      text[] NOT NULL,
  is_active  boolean NOT NULL,
  -- The reason why the last try failed; null where it did not.
  failure    text COLLATE "und-x-icu",
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT webhooks_key PRIMARY KEY (family_id, id),
  CONSTRAINT webhooks_url CHECK (length(url) BETWEEN 1 AND 6000),
  CONSTRAINT webhooks_kinds CHECK (
    cardinality(kinds) >= 1 AND cardinality(kinds) <= 6
    AND kinds <@ ARRAY['TASK_DONE', 'EVENT_STARTED', 'BOOKING_CHANGED', 'SHOPPING_CHANGED', 'REMINDER_DUE', 'PICKUP_CHANGED']),
  CONSTRAINT webhooks_failure CHECK (length(failure) <= 500)
);
CREATE INDEX webhooks_by_member ON webhooks (family_id, member_id);
CREATE INDEX webhooks_by_creation ON webhooks (family_id, created_at, id);
ALTER TABLE webhooks ADD CONSTRAINT webhooks_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE webhooks ADD CONSTRAINT webhooks_member
  FOREIGN KEY (family_id, member_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
SELECT guard_table('webhooks', 'FAMILY');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON webhooks
  FOR EACH ROW EXECUTE FUNCTION audit_row('WEBHOOK', 'url', 'kinds', 'is_active');

-- A message to a webhook, which functions alone write.
CREATE TABLE webhook_deliveries (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  webhook_id      uuid NOT NULL,
  -- As the message has it: `task.done`.
  type            text NOT NULL,
  -- The ids that the message has: a JSON object.
  data            text NOT NULL,
  state           text NOT NULL,
  -- The tries that have ended.
  attempts        int NOT NULL DEFAULT 0,
  -- The status of the last answer; null where there was none.
  last_status     int,
  next_attempt_at timestamptz,
  ended_at        timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT webhook_deliveries_key PRIMARY KEY (family_id, id),
  CONSTRAINT webhook_deliveries_type CHECK (length(type) <= 50),
  CONSTRAINT webhook_deliveries_data CHECK (length(data) <= 1000),
  CONSTRAINT webhook_deliveries_state CHECK (state IN ('WAITING', 'SENT', 'FAILED')),
  CONSTRAINT webhook_deliveries_end CHECK (
    (state = 'WAITING') = (next_attempt_at IS NOT NULL) AND (state = 'WAITING') = (ended_at IS NULL))
);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (family_id, webhook_id, created_at DESC, id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_webhook
  FOREIGN KEY (family_id, webhook_id) REFERENCES webhooks (family_id, id) ON DELETE CASCADE;
SELECT guard_table('webhook_deliveries', 'FAMILY', privileges => 'SELECT');
-- Those that wait have no end, and stay.
SELECT track_usage('webhook_deliveries', sampled => true, oldest => 'ended_at');

-- The secrets that sign the messages of a webhook: the current one, and those of the last 24 hours. The server signs with the bytes, which
-- claim_webhooks() alone reads, for the role of background work.
CREATE TABLE webhook_secrets (
  home_id    uuid NOT NULL,
  webhook_id uuid NOT NULL,
  id         uuid NOT NULL,
  secret     bytea NOT NULL,
  -- Null for the current one.
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT webhook_secrets_key PRIMARY KEY (home_id, webhook_id, id),
  CONSTRAINT webhook_secrets_secret CHECK (length(secret) = 32)
);
ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The deliveries that wait for a try. A table of its own, so that a claim is no change that clients hear of.
CREATE TABLE webhook_queue (
  home_id       uuid NOT NULL,
  delivery_id   uuid NOT NULL,
  webhook_id    uuid NOT NULL,
  -- A hash of the webhook and of what the message says, until it is claimed first: a change of the same needs no other message before.
  subject       uuid,
  due_at        timestamptz NOT NULL,
  claimed_by    uuid,
  -- Then another server takes it, as the first did not come back.
  claimed_until timestamptz,
  CONSTRAINT webhook_queue_key PRIMARY KEY (home_id, delivery_id),
  CONSTRAINT webhook_queue_claim CHECK ((claimed_by IS NULL) = (claimed_until IS NULL))
);
CREATE INDEX webhook_queue_of_webhook ON webhook_queue (home_id, webhook_id, due_at);
CREATE INDEX webhook_queue_by_subject ON webhook_queue (subject) WHERE subject IS NOT NULL;
CREATE INDEX webhook_queue_claimed ON webhook_queue (home_id, claimed_until) WHERE claimed_until IS NOT NULL;
ALTER TABLE webhook_queue ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- When a server looks at the deliveries of a family next. Its lock counts the deliveries of the family that are under way.
CREATE TABLE webhook_turns (
  home_id uuid NOT NULL,
  look_at timestamptz NOT NULL,
  -- Whether its last receiver stalled: then fewer go out at once.
  is_slow boolean NOT NULL DEFAULT false,
  CONSTRAINT webhook_turns_key PRIMARY KEY (home_id)
);
CREATE INDEX webhook_turns_next ON webhook_turns (look_at);
ALTER TABLE webhook_turns ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- When a server looks for events that start, of each family with a webhook for them: see start_events().
CREATE TABLE webhook_starts (
  home_id      uuid NOT NULL,
  -- `-infinity`: at once, as something has changed.
  look_at      timestamptz NOT NULL,
  looked_until timestamptz NOT NULL,
  -- The last event that was told of those that start at that moment, where others of them wait; null where none does.
  looked_event uuid,
  CONSTRAINT webhook_starts_key PRIMARY KEY (home_id)
);
CREATE INDEX webhook_starts_next ON webhook_starts (look_at);
ALTER TABLE webhook_starts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
