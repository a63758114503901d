#!/usr/bin/env bash
# Run by the postgres image of docker-compose.yml when its volume is new: the roles, their passwords, the database and its privileges.
set -euo pipefail

psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres \
  -v owner_password="$HATCHED_OWNER_PASSWORD" -v app_password="$HATCHED_APP_PASSWORD" \
  -v worker_password="$HATCHED_WORKER_PASSWORD" <<'END'
\ir /hatched/roles.sql
ALTER ROLE hatched_owner PASSWORD :'owner_password';
ALTER ROLE hatched_app PASSWORD :'app_password';
ALTER ROLE hatched_worker PASSWORD :'worker_password';
CREATE DATABASE hatched OWNER hatched_owner;
\connect hatched
\ir /hatched/database.sql
END
