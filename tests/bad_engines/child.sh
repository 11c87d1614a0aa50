#!/bin/sh
# A script around an engine, with children that would outlive it.
sleep 600 &
(sleep 600; sleep 600) &
python3 "$@"
