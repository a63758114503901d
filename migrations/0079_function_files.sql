-- The files of migrations/functions/ that `hatched migrate` has applied: see docs/operations.md. The owner alone writes it.
CREATE TABLE function_files (
  -- Below migrations/functions/: `core/time_ordered_id.sql`.
  path       text PRIMARY KEY CONSTRAINT function_files_path CHECK (length(path) BETWEEN 1 AND 200),
  -- SHA-256 of the text that was applied last; null once a release has no such file.
  sha256     bytea CONSTRAINT function_files_sha256 CHECK (length(sha256) = 32),
  -- SHA-256 of each text that was applied before. A server of an earlier release recognizes its own text here.
  replaced   bytea[] NOT NULL DEFAULT '{}',
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- Every role may check that the functions are as new as it needs.
GRANT SELECT ON function_files TO PUBLIC;
