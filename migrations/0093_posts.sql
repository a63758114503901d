-- What the people of a school write for each other: posts and comments, and how they are moderated.

-- Who writes posts and comments, and whether staff approve the posts of others first.
ALTER TABLE schools ADD COLUMN posts_by text NOT NULL DEFAULT 'STAFF', ADD COLUMN approves_posts boolean NOT NULL DEFAULT true;
ALTER TABLE schools ADD CONSTRAINT schools_posts_by CHECK (posts_by IN ('STAFF', 'STAFF_AND_PARENTS', 'EVERYONE'));

-- The people of a school, as others there see them: a row for each side of an account, which follow_person() keeps. The row of a member
-- of the staff has the id of its place, and that of a member of a family the key of its audience: audience_key(school, 'member …').
CREATE TABLE school_people (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  kind       text NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  -- Null once the person has left the staff, or has no account any more.
  account_id uuid,
  -- The member of a family; null for staff.
  member_id  uuid,
  -- A copy of that of the account; null for students.
  picture_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT school_people_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_people_kind CHECK (kind IN ('STAFF', 'PARENT', 'STUDENT')),
  CONSTRAINT school_people_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT school_people_member CHECK ((kind = 'STAFF') = (member_id IS NULL))
);
CREATE UNIQUE INDEX school_people_id ON school_people (id);
CREATE INDEX school_people_by_account ON school_people (account_id, school_id) WHERE account_id IS NOT NULL;
CREATE INDEX school_people_by_picture ON school_people (picture_id) WHERE picture_id IS NOT NULL;
CREATE INDEX school_people_by_member ON school_people (member_id) WHERE member_id IS NOT NULL;
ALTER TABLE school_people ADD CONSTRAINT school_people_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_people ADD CONSTRAINT school_people_account FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE SET NULL;
SELECT guard_table('school_people', 'COMMUNITY', privileges => 'SELECT');
SELECT add_scope_policy('school_people', 'account_scope', 'account_id', 'hatched.account_id', is_for_reading => true);
INSERT INTO school_people (school_id, id, kind, name, account_id, picture_id)
SELECT staff.school_id, audience_key(staff.school_id, 'person ' || staff.id::text), 'STAFF', staff.name, staff.account_id, accounts.picture_id
FROM school_staff staff JOIN accounts ON accounts.id = staff.account_id;
INSERT INTO school_people (school_id, id, kind, name, account_id, member_id, picture_id)
SELECT DISTINCT enrolled.school_id, audience_key(enrolled.school_id, 'member ' || members.id::text), members.role, members.name,
  members.account_id, members.id, CASE WHEN members.role = 'PARENT' THEN accounts.picture_id END
FROM members JOIN accounts ON accounts.id = members.account_id JOIN enrolments enrolled ON enrolled.family_id = members.family_id AND enrolled.state = 'CONFIRMED'
  AND (members.role = 'PARENT' OR enrolled.student_id = members.id)
WHERE members.account_id IS NOT NULL;

-- What an account does not see of what others see: content that it reported, and all of a person whom it has blocked, or who has blocked
-- it. mirror_block() keeps the last.
CREATE TABLE content_hidings (
  account_id uuid NOT NULL,
  id         uuid NOT NULL,
  -- The content, or the person.
  hidden_id  uuid NOT NULL,
  cause      text NOT NULL,
  -- The account's own side at the school; null for reports.
  own_id     uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT content_hidings_key PRIMARY KEY (account_id, id),
  CONSTRAINT content_hidings_cause CHECK (cause IN ('REPORT', 'BLOCK', 'BLOCKED')),
  CONSTRAINT content_hidings_sides CHECK ((cause = 'REPORT') = (own_id IS NULL))
);
CREATE UNIQUE INDEX content_hidings_once ON content_hidings (account_id, hidden_id, cause);
CREATE INDEX content_hidings_by_person ON content_hidings (own_id) WHERE own_id IS NOT NULL;
ALTER TABLE content_hidings ADD CONSTRAINT content_hidings_account FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
SELECT guard_table('content_hidings', 'ACCOUNT', privileges => 'SELECT, INSERT, DELETE');

-- A table of content has the columns of `school_posts` from `author_id` to `removed_at`, besides what is written. `is_shown` says whether
-- its audience sees a row; `hidden_keys` has the ids by which a viewer may have hidden it from itself.
CREATE TABLE school_posts (
  school_id    uuid NOT NULL,
  id           uuid NOT NULL,
  author_id    uuid NOT NULL,
  author_name  text COLLATE "und-x-icu" NOT NULL,
  author_kind  text NOT NULL,
  grades       text[] COLLATE "und-x-icu" NOT NULL,
  class_ids    uuid[] NOT NULL,
  state        text NOT NULL,
  -- The reason that staff gave for the state.
  state_reason text COLLATE "und-x-icu",
  -- Whether a report has hidden it until it is decided.
  is_held      boolean NOT NULL,
  -- What the author said against the decision of staff.
  appeal       text COLLATE "und-x-icu",
  appealed_at  timestamptz,
  removed_at   timestamptz,
  text         text COLLATE "und-x-icu" NOT NULL,
  date         date,
  -- Students who are younger do not see it.
  least_age    int,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  is_shown     boolean NOT NULL GENERATED ALWAYS AS (state = 'PUBLISHED') STORED,
  hidden_keys  uuid[] NOT NULL GENERATED ALWAYS AS (ARRAY[id, author_id]) STORED,
  CONSTRAINT school_posts_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_posts_author_name CHECK (length(author_name) BETWEEN 1 AND 200),
  CONSTRAINT school_posts_author_kind CHECK (author_kind IN ('STAFF', 'PARENT', 'STUDENT')),
  CONSTRAINT school_posts_state CHECK (state IN ('PENDING', 'PUBLISHED', 'REJECTED', 'HIDDEN', 'REMOVED')),
  CONSTRAINT school_posts_state_reason CHECK (length(state_reason) BETWEEN 1 AND 500),
  CONSTRAINT school_posts_held CHECK (NOT is_held OR state = 'HIDDEN'),
  CONSTRAINT school_posts_appeal CHECK (length(appeal) BETWEEN 1 AND 2000),
  CONSTRAINT school_posts_appealed CHECK ((appeal IS NULL) = (appealed_at IS NULL)),
  CONSTRAINT school_posts_removed CHECK ((state = 'REMOVED') = (removed_at IS NOT NULL)),
  CONSTRAINT school_posts_text CHECK (length(text) BETWEEN 1 AND 10000),
  CONSTRAINT school_posts_least_age CHECK (least_age BETWEEN 1 AND 25)
);
CREATE UNIQUE INDEX school_posts_id ON school_posts (id);
CREATE INDEX school_posts_by_date ON school_posts (school_id, created_at DESC, id);
CREATE INDEX school_posts_by_removal ON school_posts (removed_at) WHERE removed_at IS NOT NULL;
ALTER TABLE school_posts ADD CONSTRAINT school_posts_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_posts ADD CONSTRAINT school_posts_author
  FOREIGN KEY (school_id, author_id) REFERENCES school_people (school_id, id) ON DELETE CASCADE;
SELECT guard_table('school_posts', 'CONTENT', fixed => '{grades,class_ids}');

-- The audience, the author and the state of the post are copies: copy_post() and follow_post().
CREATE TABLE school_comments (
  school_id      uuid NOT NULL,
  id             uuid NOT NULL,
  post_id        uuid NOT NULL,
  post_author_id uuid NOT NULL,
  post_state     text NOT NULL,
  author_id      uuid NOT NULL,
  author_name    text COLLATE "und-x-icu" NOT NULL,
  author_kind    text NOT NULL,
  grades         text[] COLLATE "und-x-icu" NOT NULL,
  class_ids      uuid[] NOT NULL,
  state          text NOT NULL,
  state_reason   text COLLATE "und-x-icu",
  is_held        boolean NOT NULL,
  appeal         text COLLATE "und-x-icu",
  appealed_at    timestamptz,
  removed_at     timestamptz,
  text           text COLLATE "und-x-icu" NOT NULL,
  least_age      int,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  version        int NOT NULL DEFAULT 1,
  is_shown       boolean NOT NULL GENERATED ALWAYS AS (state = 'PUBLISHED' AND post_state = 'PUBLISHED') STORED,
  hidden_keys    uuid[] NOT NULL GENERATED ALWAYS AS (ARRAY[id, author_id, post_id, post_author_id]) STORED,
  CONSTRAINT school_comments_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_comments_author_name CHECK (length(author_name) BETWEEN 1 AND 200),
  CONSTRAINT school_comments_author_kind CHECK (author_kind IN ('STAFF', 'PARENT', 'STUDENT')),
  CONSTRAINT school_comments_post_state CHECK (post_state IN ('PENDING', 'PUBLISHED', 'REJECTED', 'HIDDEN', 'REMOVED')),
  CONSTRAINT school_comments_state CHECK (state IN ('PUBLISHED', 'HIDDEN', 'REMOVED')),
  CONSTRAINT school_comments_state_reason CHECK (length(state_reason) BETWEEN 1 AND 500),
  CONSTRAINT school_comments_held CHECK (NOT is_held OR state = 'HIDDEN'),
  CONSTRAINT school_comments_appeal CHECK (length(appeal) BETWEEN 1 AND 2000),
  CONSTRAINT school_comments_appealed CHECK ((appeal IS NULL) = (appealed_at IS NULL)),
  CONSTRAINT school_comments_removed CHECK ((state = 'REMOVED') = (removed_at IS NOT NULL)),
  CONSTRAINT school_comments_text CHECK (length(text) BETWEEN 1 AND 2000),
  CONSTRAINT school_comments_least_age CHECK (least_age BETWEEN 1 AND 25)
);
CREATE UNIQUE INDEX school_comments_id ON school_comments (id);
CREATE INDEX school_comments_by_post ON school_comments (school_id, post_id, created_at, id);
CREATE INDEX school_comments_by_removal ON school_comments (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX school_comments_by_age ON school_comments USING brin (created_at);
ALTER TABLE school_comments ADD CONSTRAINT school_comments_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_comments ADD CONSTRAINT school_comments_post
  FOREIGN KEY (school_id, post_id) REFERENCES school_posts (school_id, id) ON DELETE CASCADE;
ALTER TABLE school_comments ADD CONSTRAINT school_comments_author
  FOREIGN KEY (school_id, author_id) REFERENCES school_people (school_id, id) ON DELETE CASCADE;
SELECT guard_table('school_comments', 'CONTENT', fixed => '{grades,class_ids,post_id,post_author_id}');

-- The reports of content. The audience is that of the content, whose author and text are kept as they were; its audience sees none, but
-- those who moderate the content do, and the author, who reported it, knows that it did.
CREATE TABLE school_reports (
  school_id    uuid NOT NULL,
  id           uuid NOT NULL,
  author_id    uuid NOT NULL,
  author_kind  text NOT NULL,
  grades       text[] COLLATE "und-x-icu" NOT NULL,
  class_ids    uuid[] NOT NULL,
  subject_kind text NOT NULL,
  subject_id   uuid NOT NULL,
  subject_by   text COLLATE "und-x-icu" NOT NULL,
  subject_text text COLLATE "und-x-icu",
  reason       text NOT NULL,
  text         text COLLATE "und-x-icu",
  state        text NOT NULL,
  decided_by   text COLLATE "und-x-icu",
  decided_at   timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  is_shown     boolean NOT NULL GENERATED ALWAYS AS (false) STORED,
  hidden_keys  uuid[] NOT NULL GENERATED ALWAYS AS ('{}'::uuid[]) STORED,
  CONSTRAINT school_reports_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_reports_author_kind CHECK (author_kind IN ('PARENT', 'STUDENT')),
  CONSTRAINT school_reports_subject_kind CHECK (subject_kind IN ('POST', 'COMMENT', 'PICTURE')),
  CONSTRAINT school_reports_subject_by CHECK (length(subject_by) BETWEEN 1 AND 200),
  CONSTRAINT school_reports_subject_text CHECK (length(subject_text) <= 10000),
  CONSTRAINT school_reports_reason CHECK (reason IN ('SPAM', 'ABUSE', 'CHILD_IN_PICTURE', 'OTHER')),
  CONSTRAINT school_reports_text CHECK (length(text) BETWEEN 1 AND 2000),
  CONSTRAINT school_reports_state CHECK (state IN ('OPEN', 'KEPT', 'HIDDEN', 'REMOVED')),
  CONSTRAINT school_reports_decision CHECK ((state = 'OPEN') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT school_reports_decided_by CHECK (length(decided_by) BETWEEN 1 AND 200)
);
CREATE UNIQUE INDEX school_reports_id ON school_reports (id);
CREATE UNIQUE INDEX school_reports_once ON school_reports (school_id, subject_id, author_id);
CREATE INDEX school_reports_by_date ON school_reports (school_id, created_at DESC, id);
CREATE INDEX school_reports_by_decision ON school_reports (decided_at) WHERE decided_at IS NOT NULL;
ALTER TABLE school_reports ADD CONSTRAINT school_reports_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_reports ADD CONSTRAINT school_reports_author
  FOREIGN KEY (school_id, author_id) REFERENCES school_people (school_id, id) ON DELETE CASCADE;
SELECT guard_table('school_reports', 'CONTENT', privileges => 'SELECT, INSERT, UPDATE', fixed => '{grades,class_ids,subject_id}');

-- Exports of complaints stand in the log of disclosures.
ALTER TABLE school_disclosures DROP CONSTRAINT school_disclosures_kind;
ALTER TABLE school_disclosures ADD CONSTRAINT school_disclosures_kind CHECK (kind IN ('ALL_CLASSES', 'CLASS', 'STUDENT', 'COMPLAINT'));

-- Members are notified of decisions on what they wrote.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (
  kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'NEW_PARENT', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST'));
ALTER TABLE members DROP CONSTRAINT members_push_muted_kinds;
ALTER TABLE members ADD CONSTRAINT members_push_muted_kinds CHECK (
  cardinality(push_muted_kinds) <= 10
  AND push_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST']);
