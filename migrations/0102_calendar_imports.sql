-- The events that were imported from files of iCalendar (ME-07), by the UIDs that they have there: a file that is imported again makes
-- nothing twice.
CREATE TABLE imported_events (
  family_id   uuid NOT NULL,
  id          uuid NOT NULL,
  event_id    uuid NOT NULL,
  -- The UID, or a hash of an event that has none.
  uid         text NOT NULL,
  revision    int NOT NULL,
  -- LAST-MODIFIED; null where there is none.
  modified_at timestamptz,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  version     int NOT NULL DEFAULT 1,
  CONSTRAINT imported_events_key PRIMARY KEY (family_id, id),
  CONSTRAINT imported_events_uid CHECK (length(uid) BETWEEN 1 AND 1000),
  CONSTRAINT imported_events_once UNIQUE (family_id, uid)
);
CREATE INDEX imported_events_by_event ON imported_events (family_id, event_id);
ALTER TABLE imported_events ADD CONSTRAINT imported_events_event
  FOREIGN KEY (family_id, event_id) REFERENCES events (family_id, id) ON DELETE CASCADE;
SELECT guard_table('imported_events', 'FAMILY', fixed => '{event_id,uid}');
