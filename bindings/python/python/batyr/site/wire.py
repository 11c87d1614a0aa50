"""The messages of the site's bot service, in the wire format of protocol buffers.

The two messages have a dozen fields of four kinds. Reading and writing them here spares the package
a compiler of schemas and a library that must have its version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from . import StepResult

__all__ = ["Request", "health", "response"]

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


@dataclass(frozen=True, slots=True)
class Request:
    """A request for a step."""

    board: dict[int, str] = field(default_factory=dict)
    mover_color: str = ""
    depth: int = 0
    time_ms: int = 0
    pending_batyr_captures: tuple[int, ...] = ()
    pending_mandatory_position: int | None = None
    moves_with_two_biys: int = 0

    @classmethod
    def read(cls, message: bytes) -> Request:
        """Read a request. Raises `ValueError` if it is damaged."""
        board: dict[int, str] = {}
        pending: list[int] = []
        text = ""
        numbers: dict[int, int] = {}
        for number, value in _fields(message):
            if number == 1 and isinstance(value, bytes):
                entry = dict(_fields(value))
                square, man = entry.get(1, 0), entry.get(2, b"")
                if isinstance(square, int) and isinstance(man, bytes):
                    board[_signed(square)] = man.decode()
            elif number == 2 and isinstance(value, bytes):
                text = value.decode()
            elif number == 5:
                packed = _varints(value) if isinstance(value, bytes) else [value]
                pending += map(_signed, packed)
            elif isinstance(value, int):
                numbers[number] = _signed(value)
        return cls(
            board,
            text,
            numbers.get(3, 0),
            numbers.get(4, 0),
            tuple(pending),
            numbers.get(6),
            numbers.get(8, 0),
        )


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ValueError("the message is damaged")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def _varints(data: bytes) -> list[int]:
    values, at = [], 0
    while at < len(data):
        value, at = _varint(data, at)
        values.append(value)
    return values


def _signed(value: int) -> int:
    value &= 0xFFFF_FFFF
    return value - (1 << 32) if value >= 1 << 31 else value


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == _VARINT:
            value, at = _varint(data, at)
            yield key >> 3, value
            continue
        lengths = {_FIXED64: 8, _FIXED32: 4}
        length = lengths.get(kind)
        if kind == _BYTES:
            length, at = _varint(data, at)
        if length is None or at + length > len(data):
            raise ValueError("the message is damaged")
        yield key >> 3, data[at : at + length]
        at += length


def _number(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _int(number: int, value: int | None) -> bytes:
    return b"" if value is None else _number(number << 3 | _VARINT) + _number(value)


def _bytes(number: int, value: str | bytes | None) -> bytes:
    if value is None:
        return b""
    data = value.encode() if isinstance(value, str) else value
    return _number(number << 3 | _BYTES) + _number(len(data)) + data


def _map(number: int, values: Mapping[int, str]) -> bytes:
    entries = (_int(1, key) + _bytes(2, value) for key, value in values.items())
    return b"".join(_bytes(number, entry) for entry in entries)


def response(step: StepResult, depth: int, search_ms: int, apply_ms: int) -> bytes:
    """Return the answer to a request for a step."""
    captured = b"".join(map(_number, step.captured_positions)) or None
    result = (
        _bytes(1, step.message_code)
        + _bytes(2, step.movers_color)
        + _int(3, int(step.game_over))
        + _bytes(4, step.winner_color)
        + _map(5, step.updated_positions)
        + _bytes(6, captured)
        + _bytes(7, captured)
        + _int(8, step.position_for_mandatory_capture)
        + _int(9, int(step.opportunity_pass_the_move))
        + _int(10, step.from_pos)
        + _int(11, step.to_pos)
    )
    return _bytes(1, result) + _int(2, depth) + _int(3, search_ms) + _int(4, apply_ms)


def health(status: str, version: str) -> bytes:
    """Return the answer to a request for the state of the service."""
    return _bytes(1, status) + _bytes(2, version)
