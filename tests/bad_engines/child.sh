#!/bin/sh
# A script around an engine, with children that would outlive it.
sleep 600 &
(sleep 600; sleep 600) &
# These leave the process group; the parent of the second ends at once.
if command -v setsid >/dev/null; then
    setsid sleep 600 &
    (setsid sleep 600 &)
fi
python3 "$@"
