"""The live site's words for Batyr's objects: its squares, men, steps and message codes.

The site numbers the squares from 1 to 62, names the men in Russian, and plays one step at a time: a
quiet move, a drop, or a single jump. Its rules are those of `shatra-online`. Everything said of it
here stands in protocol/LIVE-SITE.md. `python -m batyr.site` is a service that takes the place of its
bot.

>>> position = from_cells({60: "белый бий", 5: "черный бий", 59: "белая шатра"}, "белый")
>>> position.side_to_move
'white'
>>> (5, "черный бий") in to_cells(position).items()
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .._batyr import Position, PositionError, Step, TurnError, square_name, square_number

__all__ = ["VARIANT", "StepResult", "from_cells", "next_jumps", "play_jump", "play_step", "to_cells"]

#: The variant of the site.
VARIANT = "shatra-online"

_SIDES = {"белый": "w", "черный": "b", "чёрный": "b"}
_COLOURS = {"white": "белый", "black": "черный"}
_LETTERS = {"шатра": "s", "бий": "k", "батыр": "q"}
_MEN = {
    "S": "белая шатра",
    "K": "белый бий",
    "Q": "белый батыр",
    "s": "черная шатра",
    "k": "черный бий",
    "q": "черный батыр",
}
#: A man that was captured in this chain stays as a ghost, of either colour.
_GHOSTS = {"s": "p", "q": "y"}
#: The squares of each group of an SPN, in order of their SPN numbers.
_GROUPS = (9, 1, 7, 7, 7, 7, 7, 7, 1, 9)

#: The codes of refusals for the words of `TurnError.reason`; any other is `move.illegal`.
_REFUSALS = {
    "must-capture": "capture.must",
    "other-capture": "capture.must",
    "chain-continues": "capture.must_continue",
    "mid-chain": "capture.must_continue",
    "occupied-by-own": "move.target_occupied",
    "occupied-by-enemy": "move.target_occupied",
    "unreachable": "move.impossible",
    "blocked": "move.impossible",
}


def _letter(man: str) -> str:
    """Return the letter of a man, a capital for White."""
    colour, _, kind = man.strip().lower().partition(" ")
    letter = _LETTERS.get(kind.strip())
    is_white = colour.startswith("бел")
    if letter is None or not (is_white or colour.startswith(("черн", "чёрн"))):
        raise PositionError(f"{man!r} is not a man, expected one of {', '.join(_MEN.values())}")
    return letter.upper() if is_white else letter


def from_cells(
    cells: Mapping[int, str],
    side: str,
    *,
    pending: Iterable[int] = (),
    must_continue: int | None = None,
    bare_turns: int = 0,
) -> Position:
    """Return the position of a board of the site.

    `cells` maps numbers of squares to men; empty squares may be missing. `side` is `белый` or
    `черный`. In mid-chain, `must_continue` is the man that goes on, and `pending` are the squares
    of the men that it has captured so far. `bare_turns` counts the turns since only the two biys
    are left. Raises `PositionError` if this is no position.
    """
    letters: dict[int, str] = {}
    for number, man in cells.items():
        square_name(number)
        if man:
            letters[number] = _letter(man)
    captured = set(pending)
    for number in captured:
        letters[number] = _GHOSTS.get(letters.get(number, "s").lower(), "p")
    colour = _SIDES.get(side.strip().lower())
    if colour is None:
        raise PositionError(f"{side!r} is not a side, expected белый or черный")
    ordered = [letters.get(63 - number, "") for number in range(1, 63)]
    groups, at = [], 0
    for length in _GROUPS:
        groups.append(_group(ordered[at : at + length]))
        at += length
    transit = "-" if must_continue is None else str(63 - must_continue)
    halfmoves = str(bare_turns) if len(letters) == 2 and bare_turns > 0 else "-"
    return Position(VARIANT, f"{'/'.join(groups)} {colour} - {transit} - {halfmoves} 1")


def _group(letters: list[str]) -> str:
    text, empty = "", 0
    for letter in [*letters, "end"]:
        if not letter:
            empty += 1
            continue
        text += str(empty) if empty else ""
        text += letter if letter != "end" else ""
        empty = 0
    return text


def to_cells(position: Position) -> dict[int, str]:
    """Return the men of a position by the numbers of their squares, without captured ones."""
    men = position.men.items()
    return {square_number(square): _MEN[man] for square, man in sorted(men) if man in _MEN}


def next_jumps(position: Position, start: int | None = None) -> list[tuple[int, int]]:
    """Return the steps that may be played next, as pairs of numbers; a pair of the same number
    stops a chain. With `start`, only those of the man on that square."""
    steps = [_numbers(step) for step in position.steps]
    return sorted({step for step in steps if start in (None, step[0])})


def _numbers(step: Step) -> tuple[int, int]:
    return square_number(step.from_square), square_number(step.to_square)


@dataclass(frozen=True, slots=True)
class StepResult:
    """What the site wants to know of a step. A refused step has a code and nothing else."""

    #: `turn.now`, `capture.continue`, `piece.promoted`, `move.passed`, empty at the end of the
    #: game, or the code of a refusal.
    message_code: str
    #: The position after the step; `None` if it was refused.
    position: Position | None = None
    #: The side to move next; `None` at the end of the game.
    movers_color: str | None = None
    game_over: bool = False
    winner_color: str | None = None
    updated_positions: dict[int, str] = field(default_factory=dict)
    captured_positions: tuple[int, ...] = ()
    position_for_mandatory_capture: int | None = None
    opportunity_pass_the_move: bool = False
    from_pos: int = 0
    to_pos: int = 0


def play_jump(position: Position, start: int, end: int) -> StepResult:
    """Play a step, given by its squares; the same square twice stops a chain."""
    for step in position.steps:
        if _numbers(step) == (start, end):
            return play_step(position, step)
    try:
        position.parse(f"{start}-{end}")
    except TurnError as error:
        return StepResult(_REFUSALS.get(error.reason, "move.illegal"))
    return StepResult("move.illegal")


def play_step(position: Position, step: Step) -> StepResult:
    """Play a step of a position."""
    turn = position.begin_turn()
    turn.push(step)
    after = turn.position
    start, end = _numbers(step)
    outcome = after.outcome() if step.ends_turn else None
    if outcome is not None:
        code = ""
    elif not step.ends_turn:
        code = "capture.continue"
    elif step.text == "pass":
        code = "move.passed"
    else:
        code = "piece.promoted" if step.promotion else "turn.now"
    winner = None if outcome is None or outcome.winner is None else _COLOURS[outcome.winner]
    return StepResult(
        code,
        after,
        None if outcome is not None else _COLOURS[after.side_to_move],
        outcome is not None,
        winner,
        to_cells(after),
        () if step.capture is None else (square_number(step.capture),),
        None if step.ends_turn else end,
        any(following.text == "pass" for following in after.steps) and not step.ends_turn,
        start,
        end,
    )
