#!/bin/sh
# Moves a company from one installation to another on the same machine, with a few seconds in which
# it accepts no changes (docs/SCALING.md "Several installations behind one proxy (tried)").
set -eu

if [ $# -ne 4 ]; then
  echo "Use: deploy/move-company.sh FROM TO SUBDOMAIN SWITCH" >&2
  echo "  FROM, TO   folders of the two installations, each with its .env" >&2
  echo "  SUBDOMAIN  of the company" >&2
  echo "  SWITCH     command that makes the proxy send the company's hosts to the new installation" >&2
  exit 2
fi
from=$1
to=$2
subdomain=$3
switch=$4

folder=$(mktemp -d)
file=$folder/company.backup
# What this run has done: nothing, read-only, restored, or moved.
state=nothing

finish() {
  rm -rf "$folder"
  case $state in
    nothing) echo "The company was not moved, and this run changed nothing." >&2 ;;
    read-only)
      echo "The company was not moved. It stays where it is." >&2
      (cd "$from" && npm run --silent read-only -- "$subdomain" off) || true
      ;;
    restored)
      echo "The company is in both installations, and read-only in the old one. Change the proxy." >&2
      ;;
  esac
}
trap finish EXIT

(cd "$from" && npm run --silent read-only -- "$subdomain" on)
state=read-only
(cd "$from" && npm run --silent backup -- "$file" --company "$subdomain")
(cd "$to" && npm run --silent restore -- "$file" --foreign)
state=restored
sh -c "$switch"
state=moved
echo "The company is moved. Delete it in the old installation when the new one is in use."
