"""The three dialects that engines speak, as texts: what is sent to them, and what they answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ._batyr import Board, Position, Turn, TurnError

if TYPE_CHECKING:
    from .search import Limit

Protocol = Literal["uci", "ucci", "ushi"]

#: The names of options, where they are not those of UCI.
_NAMES: dict[Protocol, dict[str, str]] = {
    "uci": {},
    "ushi": {"UCI_Variant": "Variant", "UCI_LimitStrength": "LimitStrength", "UCI_Elo": "Elo"},
    "ucci": {
        "MultiPV": "multipv",
        "Skill Level": "skilllevel",
        "UCI_Elo": "elo",
        "UCI_LimitStrength": "limitstrength",
        "UCI_Variant": "variant",
    },
}

#: The games that USHI selects by a number.
SHATRA_VERSIONS = {"shatra-original": "1", "shatra": "2"}

#: In UCCI, a win in n moves has this score less n.
_UCCI_WIN = 32_000
_UCCI_LONGEST_WIN = 1_000


def option_name(protocol: Protocol, name: str) -> str:
    """Return the name that an option of UCI has in a dialect."""
    return _NAMES[protocol].get(name, name)


def set_option(protocol: Protocol, name: str, value: str) -> str:
    """Return the line that sets an option."""
    if protocol == "ucci":
        return f"setoption {name} {value}".rstrip()
    return f"setoption name {name} value {value}" if value else f"setoption name {name}"


def option_of(protocol: Protocol, line: str) -> tuple[str, str] | None:
    """Return the name and the default of an option that an engine offers."""
    words = line.split()
    if words[:1] != ["option"] or "type" not in words:
        return None
    kind = words.index("type")
    name = " ".join(words[1:kind] if protocol == "ucci" else words[2:kind])
    if "default" not in words[kind:]:
        return name, ""
    value = words[words.index("default", kind) + 1 :]
    ends = [i for i, word in enumerate(value) if word in ("min", "max", "var")]
    return name, " ".join(value[: ends[0]] if ends else value)


def position(protocol: Protocol, board: Board | Position) -> str:
    """Return the line that sets a position, with the game up to there where the dialect has it."""
    if protocol == "ushi":
        return f"position spn {board.text}"
    start = board.start if isinstance(board, Board) else board.text
    turns = board.turns if isinstance(board, Board) else ()
    is_start = start == Board(board.variant).text
    words = ["position", "startpos"] if is_start else ["position", "fen", start]
    if turns:
        words += ["moves", *(turn.text for turn in turns)]
    return " ".join(words)


def refusal(protocol: Protocol, limit: Limit, turns: tuple[str, ...]) -> str | None:
    """Return what of a search can't be said in a dialect, in the words of an error."""
    if protocol == "ushi" and turns:
        return "searches of some turns only are not possible in USHI"
    if protocol == "ushi" and limit.mate is not None:
        return "searches for a win in a number of moves are not possible in USHI"
    return None


def go(protocol: Protocol, limit: Limit, turns: tuple[str, ...], side: str) -> str:
    """Return the line that starts a search."""
    words = ["go"]

    def add(word: str, value: float | None, scale: int = 1) -> None:
        if value is not None:
            words.extend([word, str(round(value * scale))])

    add("nodes", limit.nodes)
    add("depth", limit.depth)
    add("movetime", limit.time, 1000)
    add("mate", limit.mate)
    clocks = {"white": limit.white_clock, "black": limit.black_clock}
    gains = {"white": limit.white_inc, "black": limit.black_inc}
    if protocol == "ucci":
        other = "black" if side == "white" else "white"
        add("time", clocks[side], 1000)
        add("movestogo", limit.remaining_moves)
        if clocks[side] is not None and limit.remaining_moves is None:
            add("increment", gains[side], 1000)
        add("opptime", clocks[other], 1000)
    else:
        add("btime", clocks["black"], 1000)
        add("wtime", clocks["white"], 1000)
        if protocol == "uci" and clocks != {"white": None, "black": None}:
            add("winc", gains["white"], 1000)
            add("binc", gains["black"], 1000)
        remaining = limit.remaining_moves
        if protocol == "ushi" and remaining is not None:
            # There, the turn that is asked for does not count, and 0 means the rest of the game.
            remaining = max(1, remaining - 1)
        add("movestogo", remaining)
    if len(words) == 1:
        words.append("infinite")
    if turns:
        words += ["searchmoves", *turns]
    return " ".join(words)


def score(protocol: Protocol, words: list[str]) -> tuple[int | None, int | None]:
    """Return centipawns, or the moves to a forced end, from the words after `score`."""
    if protocol != "ucci":
        kind, value = words[0], int(words[1])
        if kind == "cp":
            return value, None
        return None, -value if kind == "loss" else value
    value = int(words[0])
    left = _UCCI_WIN - abs(value)
    if left > _UCCI_LONGEST_WIN:
        return value, None
    return None, left if value > 0 else -left


def turns_of(protocol: Protocol, start: Position, words: list[str]) -> tuple[Turn, ...]:
    """Return the turns of a line, up to the first word that is not legal."""
    turns: list[Turn] = []
    current = start
    try:
        if protocol != "ushi":
            for word in words:
                turns.append(current.parse(word))
                current = turns[-1].after()
            return tuple(turns)
        partial = current.begin_turn()
        for word in words:
            turn = partial.push(word)
            if turn is not None:
                turns.append(turn)
                current = turn.after()
                partial = current.begin_turn()
    except TurnError:
        pass
    return tuple(turns)
