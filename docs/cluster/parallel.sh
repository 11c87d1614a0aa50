#!/bin/bash
# One test by shares on several hosts, which see the same folder under the same path.
# Usage: docs/cluster/parallel.sh FOLDER SHARES [OPTION OF PARALLEL]...
# For example: docs/cluster/parallel.sh ~/test 16 --sshlogin host1,host2
set -e
FOLDER=$1 SHARES=$2
shift 2

ENGINES=${ENGINES:---engine cmd=$HOME/batyr-new name=new --engine cmd=$HOME/batyr-old name=old}
OPTIONS=${OPTIONS:---each nodes=5000 --rounds 20000 --sprt elo0=0,elo1=10}

mkdir -p "$FOLDER"
seq "$SHARES" | parallel --jobs "$(((SHARES + 1) / 2))" "$@" \
    "batyr match --queue --plain --out $FOLDER $ENGINES $OPTIONS > $FOLDER/share{}.log 2>&1" &
until [ -e "$FOLDER/match.json" ]; do sleep 1; done
batyr match watch "$FOLDER"
wait
