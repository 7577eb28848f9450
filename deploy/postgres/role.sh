#!/bin/sh
# The role that houses serve in: it signs in, and `croupier migrate --grant` gives it rows to read and write.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$HOUSE_PASSWORD" <<'SQL'
CREATE ROLE croupier LOGIN PASSWORD :'password';
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
SQL
