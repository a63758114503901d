-- Groups of families (ME-14). A family shows itself in a group by a name that it chooses. The rows that others see have no id of a family,
-- a member or an account; `group_memberships`, which a family alone reads, says which of them is its own.

-- Its members see a group by the key `group`, and all families one that takes requests by the key of the directory of groups: enter_places(). Functions
-- write it. `secret` is a part of the ids of families in the group, which nobody can compute without it.
CREATE TABLE groups (
  id           uuid NOT NULL,
  secret       uuid NOT NULL DEFAULT gen_random_uuid(),
  name         text COLLATE "und-x-icu" NOT NULL,
  text         text COLLATE "und-x-icu",
  join_policy  text NOT NULL,
  member_count int NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  audience     uuid[] NOT NULL GENERATED ALWAYS AS (
    CASE WHEN join_policy = 'REQUEST' THEN ARRAY[audience_key(id, 'group'), audience_key('00000000-0000-0000-0000-000000000000', 'groups')]
      ELSE ARRAY[audience_key(id, 'group')] END) STORED,
  CONSTRAINT groups_key PRIMARY KEY (id),
  CONSTRAINT groups_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT groups_text CHECK (length(text) BETWEEN 1 AND 2000),
  CONSTRAINT groups_join_policy CHECK (join_policy IN ('INVITATION', 'REQUEST'))
);
CREATE INDEX groups_of_audience ON groups USING gin (audience);
SELECT guard_table('groups', 'GROUP', privileges => 'SELECT');

-- The version of the directory of groups that take requests: it changes with these, for those who see them and are in none.
ALTER TABLE place_versions ALTER COLUMN school_id DROP NOT NULL;
ALTER TABLE place_versions DROP CONSTRAINT place_versions_part;
ALTER TABLE place_versions ADD CONSTRAINT place_versions_part CHECK (part IN ('PLACE', 'ADMINISTRATION', 'AUDIENCE', 'GROUP_DIRECTORY'));
INSERT INTO place_versions (id, part) VALUES (audience_key('00000000-0000-0000-0000-000000000000', 'groups'), 'GROUP_DIRECTORY');

-- The families of a group, as the others there see them.
CREATE TABLE group_families (
  group_id     uuid NOT NULL,
  id           uuid NOT NULL,
  display_name text COLLATE "und-x-icu" NOT NULL,
  is_moderator boolean NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  group_key    uuid NOT NULL GENERATED ALWAYS AS (audience_key(group_id, 'group')) STORED,
  audience     uuid[] NOT NULL GENERATED ALWAYS AS (ARRAY[audience_key(group_id, 'group')]) STORED,
  -- A family that has blocked it still finds it, and takes the block back; one that it has blocked does not: enter_places().
  own_keys     uuid[] NOT NULL GENERATED ALWAYS AS (ARRAY[audience_key(id, 'row')]) STORED,
  CONSTRAINT group_families_key PRIMARY KEY (group_id, id),
  CONSTRAINT group_families_display_name CHECK (length(display_name) BETWEEN 1 AND 200)
);
CREATE UNIQUE INDEX group_families_id ON group_families (id);
CREATE INDEX group_families_by_key ON group_families (group_key, display_name, id);
ALTER TABLE group_families ADD CONSTRAINT group_families_group FOREIGN KEY (group_id) REFERENCES groups (id) ON DELETE CASCADE;
SELECT guard_table('group_families', 'GROUP_FAMILY', privileges => 'SELECT');

-- Families that ask to join. The moderators see them.
CREATE TABLE group_requests (
  group_id     uuid NOT NULL,
  id           uuid NOT NULL,
  display_name text COLLATE "und-x-icu" NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  moderator_key uuid NOT NULL GENERATED ALWAYS AS (audience_key(group_id, 'moderators')) STORED,
  CONSTRAINT group_requests_key PRIMARY KEY (group_id, id),
  CONSTRAINT group_requests_display_name CHECK (length(display_name) BETWEEN 1 AND 200)
);
CREATE UNIQUE INDEX group_requests_id ON group_requests (id);
CREATE INDEX group_requests_by_key ON group_requests (moderator_key, created_at, id);
ALTER TABLE group_requests ADD CONSTRAINT group_requests_group FOREIGN KEY (group_id) REFERENCES groups (id) ON DELETE CASCADE;
SELECT guard_table('group_requests', 'GROUP_MODERATION', privileges => 'SELECT');

-- The groups that a family is in, or asks to join: the only rows with both a family and its id in the group. `group_family_id` is that of
-- `group_families`, or of `group_requests`.
CREATE TABLE group_memberships (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  group_id        uuid NOT NULL,
  group_family_id uuid NOT NULL,
  display_name    text COLLATE "und-x-icu" NOT NULL,
  state           text NOT NULL,
  is_moderator    boolean NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT group_memberships_key PRIMARY KEY (family_id, id),
  CONSTRAINT group_memberships_once UNIQUE (family_id, group_id),
  CONSTRAINT group_memberships_state CHECK (state IN ('MEMBER', 'REQUESTED')),
  CONSTRAINT group_memberships_display_name CHECK (length(display_name) BETWEEN 1 AND 200)
);
CREATE INDEX group_memberships_of_group ON group_memberships (group_id, created_at, family_id);
CREATE INDEX group_memberships_of_group_family ON group_memberships (group_family_id);
ALTER TABLE group_memberships ADD CONSTRAINT group_memberships_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE group_memberships ADD CONSTRAINT group_memberships_group FOREIGN KEY (group_id) REFERENCES groups (id) ON DELETE CASCADE;
SELECT guard_table('group_memberships', 'FAMILY', privileges => 'SELECT');

-- What a family does not see of its groups: content that it has reported, and families that it has blocked, or that have blocked it.
CREATE TABLE group_hidings (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  hidden_id  uuid NOT NULL,
  cause      text NOT NULL,
  -- The family's own id in the group; null for reports.
  own_id     uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT group_hidings_key PRIMARY KEY (family_id, id),
  CONSTRAINT group_hidings_once UNIQUE (family_id, hidden_id, cause),
  CONSTRAINT group_hidings_cause CHECK (cause IN ('REPORT', 'BLOCK', 'BLOCKED')),
  CONSTRAINT group_hidings_sides CHECK ((cause = 'REPORT') = (own_id IS NULL))
);
ALTER TABLE group_hidings ADD CONSTRAINT group_hidings_family FOREIGN KEY (family_id) REFERENCES families (family_id);
SELECT guard_table('group_hidings', 'FAMILY', privileges => 'SELECT');
-- Parents read the counts of their family's tables, and would learn of a block by one more row.
DROP TRIGGER count_added ON group_hidings;
DROP TRIGGER count_removed ON group_hidings;
DROP TRIGGER count_changed ON group_hidings;
DROP FUNCTION count_group_hidings();
DELETE FROM family_usage WHERE kind = 'group_hidings';

-- Posts and comments are content, with the states of the community's: see `ContentTable`. They go with their author.
CREATE TABLE group_posts (
  group_id      uuid NOT NULL,
  id            uuid NOT NULL,
  author_id     uuid NOT NULL,
  author_name   text COLLATE "und-x-icu" NOT NULL,
  state         text NOT NULL,
  text          text COLLATE "und-x-icu" NOT NULL,
  is_reported   boolean NOT NULL DEFAULT false,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  version       int NOT NULL DEFAULT 1,
  group_key     uuid NOT NULL GENERATED ALWAYS AS (audience_key(group_id, 'group')) STORED,
  moderator_key uuid NOT NULL GENERATED ALWAYS AS (audience_key(group_id, 'moderators')) STORED,
  audience      uuid[] NOT NULL GENERATED ALWAYS AS (ARRAY[audience_key(group_id, 'group')]) STORED,
  is_shown      boolean NOT NULL GENERATED ALWAYS AS (state = 'PUBLISHED') STORED,
  hidden_keys   uuid[] NOT NULL GENERATED ALWAYS AS (ARRAY[id, author_id]) STORED,
  CONSTRAINT group_posts_key PRIMARY KEY (group_id, id),
  CONSTRAINT group_posts_author_name CHECK (length(author_name) BETWEEN 1 AND 200),
  CONSTRAINT group_posts_state CHECK (state IN ('PUBLISHED', 'HIDDEN')),
  CONSTRAINT group_posts_text CHECK (length(text) BETWEEN 1 AND 10000)
);
CREATE UNIQUE INDEX group_posts_id ON group_posts (id);
CREATE INDEX group_posts_by_time ON group_posts (group_key, created_at DESC, id);
CREATE INDEX group_posts_by_author ON group_posts (group_id, author_id);
CREATE INDEX group_posts_by_age ON group_posts USING brin (created_at);
ALTER TABLE group_posts ADD CONSTRAINT group_posts_author
  FOREIGN KEY (group_id, author_id) REFERENCES group_families (group_id, id) ON DELETE CASCADE;
SELECT guard_table('group_posts', 'GROUP_CONTENT', fixed => '{author_name,is_reported}');

-- The author and the state of the post are copies: copy_group_post() and follow_group_post().
CREATE TABLE group_comments (
  group_id       uuid NOT NULL,
  id             uuid NOT NULL,
  post_id        uuid NOT NULL,
  post_author_id uuid NOT NULL,
  post_state     text NOT NULL,
  author_id      uuid NOT NULL,
  author_name    text COLLATE "und-x-icu" NOT NULL,
  state          text NOT NULL,
  text           text COLLATE "und-x-icu" NOT NULL,
  is_reported    boolean NOT NULL DEFAULT false,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  version        int NOT NULL DEFAULT 1,
  group_key      uuid NOT NULL GENERATED ALWAYS AS (audience_key(group_id, 'group')) STORED,
  moderator_key  uuid NOT NULL GENERATED ALWAYS AS (audience_key(group_id, 'moderators')) STORED,
  audience       uuid[] NOT NULL GENERATED ALWAYS AS (ARRAY[audience_key(group_id, 'group')]) STORED,
  is_shown       boolean NOT NULL GENERATED ALWAYS AS (state = 'PUBLISHED' AND post_state = 'PUBLISHED') STORED,
  hidden_keys    uuid[] NOT NULL GENERATED ALWAYS AS (ARRAY[id, author_id, post_id, post_author_id]) STORED,
  CONSTRAINT group_comments_key PRIMARY KEY (group_id, id),
  CONSTRAINT group_comments_post_state CHECK (post_state IN ('PUBLISHED', 'HIDDEN')),
  CONSTRAINT group_comments_author_name CHECK (length(author_name) BETWEEN 1 AND 200),
  CONSTRAINT group_comments_state CHECK (state IN ('PUBLISHED', 'HIDDEN')),
  CONSTRAINT group_comments_text CHECK (length(text) BETWEEN 1 AND 2000)
);
CREATE UNIQUE INDEX group_comments_id ON group_comments (id);
CREATE INDEX group_comments_by_post ON group_comments (group_id, post_id, created_at, id);
CREATE INDEX group_comments_by_author ON group_comments (group_id, author_id);
CREATE INDEX group_comments_by_age ON group_comments USING brin (created_at);
ALTER TABLE group_comments ADD CONSTRAINT group_comments_post
  FOREIGN KEY (group_id, post_id) REFERENCES group_posts (group_id, id) ON DELETE CASCADE;
ALTER TABLE group_comments ADD CONSTRAINT group_comments_author
  FOREIGN KEY (group_id, author_id) REFERENCES group_families (group_id, id) ON DELETE CASCADE;
SELECT guard_table('group_comments', 'GROUP_CONTENT', fixed => '{post_id,post_author_id,author_name,is_reported}');

-- The hashes of codes that let a family in, which functions alone read.
CREATE TABLE group_codes (
  code_hash  bytea NOT NULL,
  group_id   uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The id in the group of the family that it has let in; null while it is open.
  used_by    uuid,
  CONSTRAINT group_codes_key PRIMARY KEY (code_hash),
  CONSTRAINT group_codes_hash CHECK (length(code_hash) = 32)
);
CREATE INDEX group_codes_by_group ON group_codes (group_id);
ALTER TABLE group_codes ADD CONSTRAINT group_codes_group FOREIGN KEY (group_id) REFERENCES groups (id) ON DELETE CASCADE;
ALTER TABLE group_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- Events of which families are to be notified: see tell_groups(). No role has a privilege on it.
CREATE TABLE group_tellings (
  group_id   uuid NOT NULL,
  id         uuid NOT NULL DEFAULT gen_random_uuid(),
  event      text NOT NULL,
  -- The post, the comment, the request, the family in the group, or the message.
  subject_id uuid NOT NULL,
  reason     text COLLATE "und-x-icu",
  due_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT group_tellings_key PRIMARY KEY (group_id, id),
  CONSTRAINT group_tellings_event CHECK (event IN (
    'GROUP_REQUEST', 'GROUP_JOINED', 'GROUP', 'GROUP_COMMENT', 'GROUP_REPORT', 'GROUP_HIDDEN')),
  CONSTRAINT group_tellings_reason CHECK (length(reason) BETWEEN 1 AND 500)
);
CREATE INDEX group_tellings_due ON group_tellings (due_at, id);
ALTER TABLE group_tellings ADD CONSTRAINT group_tellings_group FOREIGN KEY (group_id) REFERENCES groups (id) ON DELETE CASCADE;
ALTER TABLE group_tellings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (
  kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'NEW_PARENT', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET', 'CONVERSATION', 'REMINDER', 'BOOKING', 'GROUP'));
ALTER TABLE members DROP CONSTRAINT members_push_muted_kinds;
ALTER TABLE members ADD CONSTRAINT members_push_muted_kinds CHECK (
  cardinality(push_muted_kinds) <= 15
  AND push_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET', 'CONVERSATION', 'REMINDER', 'BOOKING', 'GROUP']);
ALTER TABLE members DROP CONSTRAINT members_mail_muted_kinds;
ALTER TABLE members ADD CONSTRAINT members_mail_muted_kinds CHECK (
  cardinality(mail_muted_kinds) <= 15
  AND mail_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET', 'CONVERSATION', 'REMINDER', 'BOOKING', 'GROUP']);
