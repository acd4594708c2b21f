#!/bin/sh
# Patroni runs this once, when it has made a new cluster: the role and the database of the app. $1 is the superuser's URL.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="${CAIRN_PASSWORD:?}" --dbname "$1" <<'SQL'
create role cairn login password :'password';
create database cairn owner cairn;
-- a standby tells it at once which primary it follows (READ_DATABASE_URL)
grant pg_read_all_stats to cairn;
SQL
