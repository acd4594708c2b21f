#!/bin/sh
# Adds, moves and removes cells behind HAProxy (docs/cells.md). Files are changed first and then loaded by HAProxy, so a restart
# finds what runs. Needs socat.
set -eu

folder=${CELLS_FOLDER:-/etc/haproxy}
socket=${CELLS_SOCKET:-/run/haproxy/cells.sock}
# checks the files and starts a new worker, which takes over the open ports
reload=${CELLS_RELOAD:-systemctl reload haproxy}
hosts=maps/hosts.map
moved=maps/moved.map

usage() {
  cat >&2 <<'TEXT'
usage: cell.sh COMMAND
  list                      show the cells, whether they answer, and their addresses
  add NAME HOST SERVER      add a cell: north north.example.com 10.0.0.11:4000
  point HOST NAME           let an address lead to another cell, at once
  remove NAME               remove a cell and its addresses
  moved HOST URL            let all pages of an address lead to another one
  moved FILE                the same for parts of it: add the lines of a file
  back HOST                 end this
  load                      load the maps after they were changed by hand
TEXT
  exit 2
}
fail() { echo "cell.sh: $*" >&2; exit 1; }
name_of() { echo "$1" | grep -Eqx '[a-z][a-z0-9_-]*' || fail "$1 is not a name: small letters, digits, - and _"; }
host_of() { echo "$1" | grep -Eqx '[a-z0-9.-]+' || fail "$1 is not a host name in small letters"; }
url_of() { echo "$1" | grep -Eqx 'https?://[a-zA-Z0-9.:-]+' || fail "$1 is not an address such as https://south.example.com"; }

ask() { printf '%s\n' "$1" | socat -t 10 - "UNIX-CONNECT:$socket"; }
states() { ask 'show stat -1 6 -1' | awk -F, '$2 == "app" { print $1, $18 }'; }

# Replaces a map in HAProxy by its file, as a whole and at once.
load() {
  version=$(ask "prepare map $1" | sed -n 's/.*: *\([0-9][0-9]*\).*/\1/p')
  [ -n "$version" ] || fail "HAProxy does not know $1"
  # a command may have 16 kB
  said=$(grep -Ev '^[[:space:]]*(#|$)' "$folder/$1" | awk -v head="add map @$version $1 <<" '
    { if (size == 0) print head; print; size += length($0) + 1 }
    size > 8000 { print ""; size = 0 }
    END { if (size > 0) print "" }' | {
      block=
      while IFS= read -r line; do
        if [ -n "$line" ]; then block="$block$line
"; else printf '%s\n' "$block" | socat -t 10 - "UNIX-CONNECT:$socket"; block=; fi
      done
    })
  [ -z "$(echo "$said" | tr -d '[:space:]')" ] || fail "$said"
  said=$(ask "commit map @$version $1")
  [ -z "$(echo "$said" | tr -d '[:space:]')" ] || fail "$said"
}

# Replaces the line of a key in a map, or removes it, in the file and then in HAProxy.
write() {
  file=$folder/$1
  awk -v key="$2" '$1 != key' "$file" > "$file.new"
  [ -z "${3-}" ] || echo "$2 $3" >> "$file.new"
  mv "$file.new" "$file"
  load "$1"
}

# Waits until the worker that answers knows the cells as they are in the files.
reload() {
  sh -c "$reload" || fail "HAProxy refuses the files"
  tries=0
  until [ "$(states | cut -d' ' -f1 | sort)" = "$(cd "$folder/backends" && ls | sed -n 's/\.cfg$//p' | sort)" ]; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || fail "HAProxy has not loaded the files"
    sleep 0.2
  done
}

# A new worker says "UP 1/3" until a server has answered once.
until_up() {
  tries=0
  until states | grep -Fqx "$1 UP"; do
    tries=$((tries + 1))
    [ $tries -lt 150 ] || return 1
    sleep 0.2
  done
}

command=${1-}
[ $# -eq 0 ] || shift
[ -z "$command" ] || ask 'show info' > /dev/null || fail "HAProxy does not answer at $socket"
case "$command $#" in
  'list 0')
    states | while read -r name state _; do
      echo "$name $state $(awk -v name="$name" '$2 == name { print $1 }' "$folder/$hosts" | tr '\n' ' ')"
    done
    ;;
  'add 3')
    name_of "$1"; host_of "$2"
    file=$folder/backends/$1.cfg
    [ ! -e "$file" ] || fail "$1 is there"
    printf 'backend %s from cell\n  server app %s\n' "$1" "$3" > "$file"
    # the address leads there when it answers
    if ! (reload) || ! until_up "$1"; then
      rm "$file"; (reload); fail "$3 does not answer at /healthz: nothing was added"
    fi
    write "$hosts" "$2" "$1"
    ;;
  'point 2')
    host_of "$1"
    [ -e "$folder/backends/$2.cfg" ] || fail "there is no cell $2"
    write "$hosts" "$1" "$2"
    ;;
  'remove 1')
    name_of "$1"
    [ -e "$folder/backends/$1.cfg" ] || fail "there is no cell $1"
    for host in $(awk -v name="$1" '$2 == name { print $1 }' "$folder/$hosts"); do write "$hosts" "$host"; done
    rm "$folder/backends/$1.cfg"
    reload
    ;;
  'moved 2') host_of "$1"; url_of "$2"; write "$moved" "$1" "$2" ;;
  'moved 1')
    [ -s "$1" ] || fail "$1 is missing or empty"
    awk 'FILENAME == ARGV[1] { given[$1] = 1; next } !($1 in given)' "$1" "$folder/$moved" | cat - "$1" > "$folder/$moved.new"
    mv "$folder/$moved.new" "$folder/$moved"
    load "$moved"
    ;;
  'back 1') host_of "$1"; write "$moved" "$1" ;;
  'load 0') load "$hosts"; load "$moved" ;;
  *) usage ;;
esac
