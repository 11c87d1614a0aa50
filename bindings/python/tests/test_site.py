"""The adapter of the live site, and its bot service against a stand-in of the site."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from typing import TYPE_CHECKING

import batyr
import pytest
from batyr import site

if TYPE_CHECKING:
    from site_standin import Client


def test_boards_of_the_site_are_positions() -> None:
    rng = random.Random(7)
    board = batyr.Board(site.VARIANT)
    seen_chain = False
    while board.outcome() is None and len(board.turns) < 150:
        turn = rng.choice(list(board.legal_turns))
        partial = board.begin_turn()
        pending: list[int] = []
        for ushi in turn.ushi:
            before = partial.position
            (step,) = [step for step in before.steps if step.ushi == ushi]
            pair = tuple(map(batyr.square_number, (step.from_square, step.to_square)))
            assert pair in site.next_jumps(before) and pair in site.next_jumps(before, pair[0])
            result = site.play_jump(before, *pair)
            partial.push(step)
            assert result.position == partial.position
            pending += result.captured_positions
            side = {"white": "белый", "black": "черный"}[partial.position.side_to_move]
            at = result.position_for_mandatory_capture
            seen_chain |= at is not None
            again = site.from_cells(
                site.to_cells(partial.position),
                side,
                pending=pending if at is not None else (),
                must_continue=at,
            )
            found = {step.text for step in again.steps}
            assert found == {step.text for step in partial.position.steps}
        board.push(turn)
    assert seen_chain


def test_refusals_have_the_codes_of_the_site() -> None:
    start = batyr.Position(site.VARIANT)
    assert site.play_jump(start, 1, 2).message_code == "move.illegal"
    assert site.play_jump(start, 46, 39).message_code == "move.target_occupied"
    must = batyr.Position(site.VARIANT, "9/Q/3s3/5K1/7/7/7/6k/1/9 w")
    name = batyr.square_number
    assert site.play_jump(must, name("b6"), name("b7")).message_code == "capture.must"
    refused = site.play_jump(must, name("d4"), name("d5"))
    assert refused.position is None and refused.updated_positions == {}
    for cells, side in (
        ({1: "белый конь"}, "белый"),
        ({1: "белый бий", 5: "черный бий"}, "красный"),
        ({63: "белый бий"}, "белый"),
        ({1: "белый бий"}, "белый"),
        ({}, "белый"),
    ):
        with pytest.raises(ValueError):
            position = site.from_cells(cells, side)
            # A side without its biy has lost: that is a position, but the end of a game.
            assert position.outcome() is not None
            raise ValueError


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    pytest.importorskip("grpc")
    pytest.importorskip("google.protobuf")
    from site_standin import Client

    environment = os.environ | {"BATYR_PORT": "0", "BATYR_HEALTH_PORT": "0"}
    service = subprocess.Popen(
        [sys.executable, "-m", "batyr.site"], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert service.stdout is not None
    words = service.stdout.readline().split()
    client = Client(int(words[3].rstrip(",")))
    page = urllib.request.urlopen(f"http://127.0.0.1:{words[-1]}", timeout=5)
    assert page.read() == b"ok\n"
    yield client
    service.send_signal(signal.SIGTERM)
    assert service.wait(15) == 0


def test_the_service_is_well(client: Client) -> None:
    answer = client.health()
    assert answer.status == "ok" and answer.version


def test_the_stand_in_plays_with_the_service(client: Client) -> None:
    from site_standin import Game

    game = Game(client, time_ms=15, max_turns=120).play()
    assert len(game.board.turns) > 10
    # Every turn of this position is a promotion in the middle of a chain.
    game.board = batyr.Board(site.VARIANT, "K8/1/7/7/7/7/3s3/6k/1/1S2s4 w")
    game.chains = 0
    game.play_turn()
    assert game.chains == 1


def test_a_refused_step_is_answered_by_another(client: Client) -> None:
    position = batyr.Position(site.VARIANT, "9/1/3K3/7/7/7/7/4k2/1/9 b - - - - 30")
    steps = set()
    for _ in position.steps:
        result = client.compute(
            board=site.to_cells(position), mover_color="черный", time_ms=20
        ).result
        steps.add((result.from_pos, result.to_pos))
    assert steps == set(site.next_jumps(position))
    # Whoever asks once more has another game that came to this position.
    result = client.compute(board=site.to_cells(position), mover_color="черный", time_ms=20).result
    assert (result.from_pos, result.to_pos) in steps


def test_what_makes_no_sense_has_a_status(client: Client) -> None:
    import grpc  # type: ignore

    for board, colour, code in (
        ({1: "белый конь"}, "белый", grpc.StatusCode.INVALID_ARGUMENT),
        ({}, "белый", grpc.StatusCode.INVALID_ARGUMENT),
        ({1: "белый бий"}, "белый", grpc.StatusCode.NOT_FOUND),
    ):
        with pytest.raises(grpc.RpcError) as caught:
            client.compute(board=board, mover_color=colour)
        assert caught.value.code() == code


def test_twenty_at_once(client: Client) -> None:
    from site_standin import Game

    errors: list[BaseException] = []

    def play() -> None:
        try:
            Game(client, time_ms=300, max_turns=2).play()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=play) for _ in range(20)]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    # One after the other they would take 12 s.
    assert time.monotonic() - start < 10
