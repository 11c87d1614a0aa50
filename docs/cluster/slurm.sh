#!/bin/bash
# One test by an array of shares and a watcher. Submit it with: sbatch docs/cluster/slurm.sh
#
# Task 0 is the watcher. When the test is decided, it ends, and the shares end by themselves
# within a minute. A task is requeued if its node fails or a higher priority needs it.
#SBATCH --job-name=batyr-test
#SBATCH --array=0-8
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@60

FOLDER=${FOLDER:-$HOME/batyr-test}
ENGINES=${ENGINES:---engine cmd=$HOME/batyr-new name=new --engine cmd=$HOME/batyr-old name=old}
OPTIONS=${OPTIONS:---each nodes=5000 --rounds 20000 --sprt elo0=0,elo1=10}

if [ "${SLURM_ARRAY_TASK_ID:-0}" -eq 0 ]; then
    # The first share writes the settings.
    until [ -e "$FOLDER/match.json" ]; do sleep 1; done
    exec batyr match watch "$FOLDER"
fi
# The signal reaches the shell of the batch script only, so the program replaces the shell.
# shellcheck disable=SC2086
exec batyr match --queue --plain --jobs "${SLURM_CPUS_PER_TASK:-1}" --out "$FOLDER" $ENGINES $OPTIONS
