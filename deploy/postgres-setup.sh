#!/bin/sh
# Patroni runs this once, when it has made a new cluster: the role and the database of the app. $1 is the superuser's URL.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="${CAIRN_PASSWORD:?}" --dbname "$1" <<'SQL'
create role cairn login password :'password';
create database cairn owner cairn;
SQL
