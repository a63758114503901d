-- The hourly look for overdue assignments.

-- Whether members are told again, every day, of what stays overdue.
ALTER TABLE families
  ADD COLUMN repeats_overdue_notices boolean NOT NULL DEFAULT false,
  ADD COLUMN version int NOT NULL DEFAULT 1;

-- A row for each family: the last hour that was checked, by which process, and what came of it. Whoever puts the
-- row forward to an hour has that hour.
CREATE TABLE overdue_checks (
  family_id  uuid PRIMARY KEY,
  hour       timestamptz NOT NULL,
  process    uuid NOT NULL,
  -- Null while the first check is under way.
  checked_at timestamptz,
  notified   int NOT NULL DEFAULT 0
);
ALTER TABLE overdue_checks ADD CONSTRAINT overdue_checks_family
  FOREIGN KEY (family_id) REFERENCES families (family_id) ON DELETE CASCADE;
ALTER TABLE overdue_checks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON overdue_checks TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);

-- Of families hatched_worker may read the ids alone, all of them; this tells it of the one in its scope what the
-- check has to know.
CREATE FUNCTION overdue_settings(OUT time_zone text, OUT repeats boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$
    SELECT families.time_zone, families.repeats_overdue_notices FROM public.families
    WHERE families.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
  $$;
REVOKE ALL ON FUNCTION overdue_settings() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION overdue_settings() TO hatched_worker;

GRANT SELECT ON overdue_checks TO hatched_app;
GRANT SELECT, INSERT, UPDATE (hour, process, checked_at, notified) ON overdue_checks TO hatched_worker;
GRANT SELECT, INSERT ON notifications TO hatched_worker;
