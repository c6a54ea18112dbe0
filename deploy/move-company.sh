#!/bin/sh
# Moves a company from one installation to another on the same machine. The company accepts no
# changes for a few seconds (docs/SCALING.md "Several installations behind one proxy (tried)").
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
unsubscribed=$folder/unsubscribed
# The commands that unsubscribe, in the new installation, who unsubscribed in the old one.
unsubscribing="in $from: npm run unsubscribed -- list $subdomain FILE
and in $to: npm run unsubscribed -- apply FILE"
# The state of this run: nothing done, read-only, restored, switched, moved, or unknown.
state=nothing

finish() {
  rm -rf "$folder"
  case $state in
    nothing) echo "The company was not moved, and this run changed nothing." >&2 ;;
    read-only)
      echo "The company was not moved. It stays where it is." >&2
      (cd "$from" && npm run --silent read-only -- "$subdomain" off) || true
      ;;
    unknown)
      echo "The move was interrupted. The company is read-only. If the new installation does not" >&2
      echo "have it, run in $from: npm run read-only -- $subdomain off" >&2
      ;;
    restored)
      echo "The company is in both installations, and read-only in the old one. Change the proxy," >&2
      echo "then run $unsubscribing" >&2
      ;;
    switched)
      echo "The company is moved, but who unsubscribed during the move may still get mails." >&2
      echo "Run $unsubscribing" >&2
      ;;
  esac
}
trap finish EXIT
# A signal ends the move only between two steps, when the state is known. Without traps for signals,
# some shells end without running the trap for EXIT.
is_interrupted=no
trap 'is_interrupted=yes' INT TERM HUP
stop_if_interrupted() {
  [ "$is_interrupted" = no ] || exit 1
}

(cd "$from" && npm run --silent read-only -- "$subdomain" on)
state=read-only
stop_if_interrupted
(cd "$from" && npm run --silent backup -- "$file" --company "$subdomain")
stop_if_interrupted
if ! (cd "$to" && npm run --silent restore -- "$file" --foreign --same-people); then
  # The signal may have ended the restore after it was committed.
  [ "$is_interrupted" = no ] || state=unknown
  exit 1
fi
state=restored
stop_if_interrupted
sh -c "$switch"
state=switched
(cd "$from" && npm run --silent unsubscribed -- list "$subdomain" "$unsubscribed")
(cd "$to" && npm run --silent unsubscribed -- apply "$unsubscribed")
state=moved
echo "The company is moved. Delete it in the old installation when the new one is in use."
