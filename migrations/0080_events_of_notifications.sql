-- A notification is an event with arguments, worded when it is read or sent, in the language of its recipient: see
-- Sources/Domain/Core/Notices. The columns `title` and `body` keep the words of persons, and those of earlier releases.

ALTER TABLE notifications
  -- Null of rows of earlier servers: then the event is that of the kind.
  ADD COLUMN event text,
  -- The names and texts of the event, a JSON object of strings.
  ADD COLUMN arguments text COLLATE "und-x-icu" NOT NULL DEFAULT '{}';
ALTER TABLE notifications ALTER COLUMN title DROP NOT NULL, ALTER COLUMN body DROP NOT NULL;
ALTER TABLE notifications ADD CONSTRAINT notifications_arguments CHECK (length(arguments) <= 16000 AND arguments ~ '^\{.*\}$');
ALTER TABLE notifications ADD CONSTRAINT notifications_words CHECK (event IS NOT NULL OR title IS NOT NULL AND body IS NOT NULL);
UPDATE notifications AS told SET
  event = CASE
    WHEN told.kind = 'PICKUP' THEN 'PICKUP' || coalesce('_' || told.step, '')
    WHEN told.kind = 'OVERDUE' AND told.title LIKE 'Waits for a grade: %' THEN 'WAITS_FOR_GRADE'
    ELSE told.kind END,
  arguments = jsonb_strip_nulls(jsonb_build_object(
    'student', (SELECT members.name FROM members WHERE members.family_id = told.family_id AND members.id = told.student_id),
    'assignment', (
      SELECT assignments.title FROM assignments WHERE assignments.family_id = told.family_id AND assignments.id = told.assignment_id),
    'dueDate', told.due_date,
    'person', CASE told.kind
      WHEN 'JOIN_REQUEST' THEN substring(told.title FROM '^(.+) asks to join the family$')
      WHEN 'NEW_PARENT' THEN substring(told.title FROM '^(.+) is a parent of your family now$') END))::text
WHERE told.kind <> 'MESSAGE';
-- The event has it. The trigger names the columns that count: track_usage makes it anew.
DROP TRIGGER count_changed ON notifications;
ALTER TABLE notifications DROP COLUMN step;
SELECT track_usage('notifications', sampled => true, oldest => 'created_at');

-- The language of a member's notifications, a BCP 47 tag.
ALTER TABLE members ADD COLUMN language text NOT NULL DEFAULT 'en';
ALTER TABLE members ADD CONSTRAINT members_language CHECK (
  length(language) <= 35 AND language ~ '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$');
SELECT track_usage('members');

-- Their arguments or results are others: the function files make them anew.
DROP FUNCTION tell_parents(uuid, uuid, uuid, uuid, text, text, text, text);
DROP FUNCTION matter_of_step(text);
DROP FUNCTION staff_push(text, uuid, uuid, uuid, uuid, text, timestamptz);
DROP FUNCTION claim_pushes(uuid, text[], int, int, uuid[]);
