#!/usr/bin/env bash
# XBoard, a GUI of the chess world, lets batyr play a game of Shatranj against
# Fairy-Max, through uci2wb, and its PGN must say how it ended.
#
#     apt-get install xboard uci2wb fairymax xvfb
#     tests/xboard.sh PROGRAM
set -euo pipefail
. "$(dirname "$0")/../.ci/usage.sh"
export PATH="$PATH:/usr/games"

batyr=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Few plies, so that the game takes half a minute.
play_game() {
    rm -f "$folder/game.pgn"
    timeout 300 xvfb-run -a xboard \
        -variant shatranj \
        -fcp "uci2wb $batyr" -scp fairymax \
        -searchDepth 5 -timeControl 5 \
        -matchGames 1 -saveGameFile "$folder/game.pgn" \
        -popupExitMessage false -popupMoveErrors false \
        -debugMode true -nameOfDebugFile "$folder/debug" \
        >"$folder/output" 2>&1 || true
}

# Fairy-Max 5.0b crashes on its first turn in about every second game, after two seconds.
for _ in {1..20}; do
    play_game
    grep -qs 'Error writing to second' "$folder/game.pgn" || break
done
cat "$folder/game.pgn" || tail -n 40 "$folder/output" "$folder/debug"
# How and by whose fault a game ended stands in its last comment; "but bare king" is what
# becomes of a claim that XBoard refuses. Fairy-Max plays by rules of its own: it
# knows no baring and draws after fifty moves.
for line in '\[Variant "shatranj"\]' '\[Result "(1-0|0-1|1/2-1/2)"\]' \
    '^\{.*(adjudication|mates?|fifty move|repetition|bare king|resigns).*\} (1-0|0-1|1/2-1/2)$'; do
    if ! grep -Eiq "$line" "$folder/game.pgn"; then
        echo "tests/xboard.sh: no $line in the PGN" >&2
        exit 1
    fi
done
# uci2wb resigns for batyr when it has no turn: then the game must be over, as for a bared king.
if grep -Eq '^\{(White|Black) resigns\}' "$folder/game.pgn"; then
    turns=$("$batyr" convert games --from sgn --to jsonl "$folder/game.pgn" |
        python3 -c 'import json, sys; print(*(turn["turn"] for turn in json.loads(sys.stdin.readline())["turns"]))')
    if ! printf 'setoption name UCI_Variant value shatranj\nposition startpos moves %s\nstate\nquit\n' "$turns" |
        "$batyr" | grep -Eq '^result (1-0|0-1|1/2-1/2) '; then
        echo "tests/xboard.sh: a side resigned in a game that was not over" >&2
        exit 1
    fi
fi
# Known fault: to batyr a bared king has lost at once, but XBoard lets its side have another turn.
# batyr refuses that turn, repeats its last move, and XBoard writes a forfeit and a draw. Such an
# end is accepted only if batyr refused the turn because the game was over.
ends=$(cat "$folder/game.pgn")
if grep -q 'is not legal (the game is over)' "$folder/debug"; then
    ends=$(grep -Ev '^\{Xboard: Forfeit due to invalid move: .* but bare king\} 1/2-1/2$' <<<"$ends")
fi
if grep -Eqi 'illegal|forfeit|disconnect|exited|error|but bare king' <<<"$ends"; then
    echo "tests/xboard.sh: the game did not end by the rules" >&2
    exit 1
fi
