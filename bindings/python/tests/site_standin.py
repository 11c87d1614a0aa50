"""A stand-in of the live site, written from protocol/LIVE-SITE.md: it keeps the board of a game,
asks the bot service for each step, and knows nothing of the service but its messages, which are made
by the library of protocol buffers."""

from __future__ import annotations

from typing import Any

import batyr
import grpc  # type: ignore
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory  # type: ignore

Field = descriptor_pb2.FieldDescriptorProto


def _messages() -> dict[str, Any]:
    """Build the messages of `shatra.ai.v1` at run time."""
    file = descriptor_pb2.FileDescriptorProto(
        name="ai.proto", package="shatra.ai.v1", syntax="proto3"
    )

    def message(name: str) -> Any:
        return file.message_type.add(name=name)

    def add(to: Any, number: int, name: str, kind: int, repeated: bool = False) -> None:
        label = Field.LABEL_REPEATED if repeated else Field.LABEL_OPTIONAL
        to.field.add(name=name, number=number, type=kind, label=label)

    def optional(to: Any, number: int, name: str, kind: int) -> None:
        to.oneof_decl.add(name=f"_{name}")
        to.field.add(
            name=name,
            number=number,
            type=kind,
            label=Field.LABEL_OPTIONAL,
            proto3_optional=True,
            oneof_index=len(to.oneof_decl) - 1,
        )

    def map_of(to: Any, number: int, name: str, key: int, value: int) -> None:
        entry = "".join(word.capitalize() for word in name.split("_")) + "Entry"
        nested = to.nested_type.add(name=entry)
        nested.options.map_entry = True
        add(nested, 1, "key", key)
        add(nested, 2, "value", value)
        to.field.add(
            name=name,
            number=number,
            type=Field.TYPE_MESSAGE,
            label=Field.LABEL_REPEATED,
            type_name=f".shatra.ai.v1.{to.name}.{entry}",
        )

    int32, string = Field.TYPE_INT32, Field.TYPE_STRING
    request = message("ComputeAiTurnRequest")
    map_of(request, 1, "board", int32, string)
    add(request, 2, "mover_color", string)
    add(request, 3, "depth", int32)
    add(request, 4, "time_ms", int32)
    add(request, 5, "pending_batyr_captures", int32, True)
    optional(request, 6, "pending_mandatory_position", int32)
    map_of(request, 7, "position_history", string, int32)
    add(request, 8, "moves_with_two_biys", int32)
    result = message("MoveResult")
    add(result, 1, "message_code", string)
    optional(result, 2, "movers_color", string)
    add(result, 3, "game_over", Field.TYPE_BOOL)
    optional(result, 4, "winner_color", string)
    map_of(result, 5, "updated_positions", int32, string)
    add(result, 6, "captured_positions", int32, True)
    add(result, 7, "captured_pieces", int32, True)
    optional(result, 8, "position_for_mandatory_capture", int32)
    add(result, 9, "opportunity_pass_the_move", Field.TYPE_BOOL)
    add(result, 10, "from_pos", int32)
    add(result, 11, "to_pos", int32)
    answer = message("ComputeAiTurnResponse")
    answer.oneof_decl.add(name="_result")
    answer.field.add(
        name="result",
        number=1,
        type=Field.TYPE_MESSAGE,
        label=Field.LABEL_OPTIONAL,
        type_name=".shatra.ai.v1.MoveResult",
        proto3_optional=True,
        oneof_index=0,
    )
    for number, name in ((2, "depth_reached"), (3, "search_ms"), (4, "apply_ms")):
        add(answer, number, name, int32)
    message("HealthRequest")
    health = message("HealthResponse")
    add(health, 1, "status", string)
    add(health, 2, "version", string)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClassesForFiles(["ai.proto"], pool)  # type: ignore


MESSAGES = {name.rsplit(".", 1)[-1]: kind for name, kind in _messages().items()}

_MEN = {
    "S": "белая шатра",
    "K": "белый бий",
    "Q": "белый батыр",
    "s": "черная шатра",
    "k": "черный бий",
    "q": "черный батыр",
}


class Client:
    """Asks the service."""

    def __init__(self, port: int) -> None:
        self.channel = grpc.insecure_channel(f"127.0.0.1:{port}")

    def call(self, method: str, request: str, response: str, message: Any) -> Any:
        call = self.channel.unary_unary(
            f"/shatra.ai.v1.AiService/{method}",
            request_serializer=MESSAGES[request].SerializeToString,
            response_deserializer=MESSAGES[response].FromString,
        )
        return call(message, timeout=30)

    def health(self) -> Any:
        return self.call("Health", "HealthRequest", "HealthResponse", MESSAGES["HealthRequest"]())

    def compute(self, **fields: Any) -> Any:
        message = MESSAGES["ComputeAiTurnRequest"](**fields)
        return self.call("ComputeAiTurn", "ComputeAiTurnRequest", "ComputeAiTurnResponse", message)


def cells(position: batyr.Position) -> dict[int, str]:
    """The site's board: its own squares and men."""
    return {batyr.square_number(at): _MEN[man] for at, man in position.men.items() if man in _MEN}


class Game:
    """A game of the bot against itself, of which the site keeps the board."""

    #: The steps that the site's own table lacks.
    GAPS = {("k", "c10", "d11"), ("k", "e10", "d11")}

    def __init__(self, client: Client, time_ms: int, max_turns: int = 250) -> None:
        self.client, self.time_ms, self.max_turns = client, time_ms, max_turns
        self.board = batyr.Board("shatra-online")
        self.calls = self.refused = self.chains = 0
        self.results: list[Any] = []

    def ask(self, position: batyr.Position, pending: list[int], at: int | None, bare: int) -> Any:
        fields: dict[str, Any] = {
            "board": cells(position),
            "mover_color": "белый" if position.side_to_move == "white" else "черный",
            "time_ms": self.time_ms,
            "pending_batyr_captures": pending,
            "moves_with_two_biys": bare,
            "position_history": {str(len(self.board.turns)): 1},
        }
        if at is not None:
            fields["pending_mandatory_position"] = at
        self.calls += 1
        return self.client.compute(**fields).result

    def play_turn(self) -> None:
        partial = self.board.begin_turn()
        pending: list[int] = []
        at: int | None = None
        bare = self.board.halfmove_clock if len(self.board.men) == 2 else 0
        while partial.turn is None:
            position = partial.position
            result = self.ask(position, pending, at, bare)
            names = [batyr.square_name(n) for n in (result.from_pos, result.to_pos)]
            if (position.men.get(names[0]), *names) in self.GAPS and len(position.steps) > 1:
                self.refused += 1
                again = self.ask(position, pending, at, bare)
                assert (again.from_pos, again.to_pos) != (result.from_pos, result.to_pos)
                result = again
                names = [batyr.square_name(n) for n in (result.from_pos, result.to_pos)]
            (step,) = [s for s in position.steps if [s.from_square, s.to_square] == names]
            partial.push(step)
            self.check(result, step, partial.position)
            # What a shatra takes is not in the series of a batyr, not even if it is promoted.
            if position.men[step.from_square] in "Qq":
                pending += result.captured_positions
            at = result.position_for_mandatory_capture or None
            self.chains += at is not None
        self.board.push(partial.turn)

    def check(self, result: Any, step: batyr.Step, after: batyr.Position) -> None:
        assert dict(result.updated_positions) == cells(after)
        captured = [] if step.capture is None else [batyr.square_number(step.capture)]
        assert list(result.captured_positions) == captured
        goes_on = result.HasField("position_for_mandatory_capture")
        assert goes_on == (not step.ends_turn)
        outcome = after.outcome() if step.ends_turn else None
        assert result.game_over == (outcome is not None)
        if outcome is not None:
            colours = {"white": "белый", "black": "черный", None: None}
            winner = result.winner_color if result.HasField("winner_color") else None
            assert winner == colours[outcome.winner] and result.message_code == ""
            assert not result.HasField("movers_color")
        else:
            side = "белый" if after.side_to_move == "white" else "черный"
            assert result.movers_color == side
            codes = {"capture.continue"} if goes_on else {"turn.now", "piece.promoted", "move.passed"}
            assert result.message_code in codes
        stops = goes_on and any(s.text == "pass" for s in after.steps)
        assert result.opportunity_pass_the_move == stops

    def play(self) -> Game:
        while self.board.outcome() is None and len(self.board.turns) < self.max_turns:
            self.play_turn()
        return self
