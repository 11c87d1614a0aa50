"""Endgame tables: against a solver that shares no code with them, and against the command line."""

from __future__ import annotations

import json
import pathlib
import subprocess
import threading

import batyr
import pytest
from conftest import DATA

ENDINGS = sorted((DATA / "endings").glob("*.endings"))


@pytest.mark.parametrize("path", ENDINGS, ids=lambda path: path.stem)
def test_values_are_those_of_the_slow_solver(path: pathlib.Path) -> None:
    seen = 0
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        text, value, turns = (field.strip() for field in line.split(";"))
        try:
            found = batyr.tables.probe(batyr.Position(path.stem, text))
        except batyr.TableError as error:
            # Tables have no position with a reserve.
            assert "temdek is on" in str(error) and text.split()[2] != "-", line
            continue
        shown = found.result if found.in_turns is None else f"{found.result} {found.in_turns}"
        assert shown == value, line
        words = turns.split()
        expected = dict(zip(words[::2], map(int, words[1::2])))
        signs = {"win": 1, "loss": -1}
        decided = {
            turn.turn.text: signs[turn.result] * (turn.in_turns or 0)
            for turn in found.turns
            if turn.result != "draw" and (found.result == "loss" or turn.result == "win")
        }
        # The file has the winning turns, and all turns of a lost position.
        if found.result != "draw":
            assert decided == expected, line
        seen += 1
    assert seen > 250


def test_a_board_is_probed_without_its_history() -> None:
    position = batyr.Position("shatra-original", "9/1/7/7/1K5/7/4k2/3Q3/1/9 w")
    board = batyr.Board(position=position)
    assert batyr.tables.probe(board) == batyr.tables.probe(position)
    assert [turn.turn for turn in batyr.tables.probe(board).turns] != []


def test_what_no_table_has_is_an_error(tmp_path: pathlib.Path) -> None:
    with pytest.raises(batyr.TableError, match="no table"):
        batyr.tables.probe(batyr.Board())
    with pytest.raises(LookupError, match="has no tables of shatra"):
        batyr.tables.Tables(tmp_path).probe(batyr.Board())
    with pytest.raises(TypeError):
        batyr.tables.probe("startpos")  # type: ignore[arg-type]


def test_many_threads_probe_the_same_tables() -> None:
    tables = batyr.tables.Tables()
    position = batyr.Position("shatra", "9/1/7/7/1K5/7/4k2/3Q3/1/9 w")
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(tables.probe(position))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and found[0].result == "win"
    assert all(probe == found[0] for probe in found)


def test_a_folder_is_probed_as_by_the_command_line(program: str, tmp_path: pathlib.Path) -> None:
    made = [program, "tables", "make", "--variant", "shatranj", "--dir", str(tmp_path)]
    subprocess.run(made, capture_output=True, check=True, timeout=120)
    tables = batyr.tables.Tables(tmp_path)
    for text in ("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "8/8/8/3k4/8/8/8/R3K3 b - - 0 1"):
        position = batyr.Position("shatranj", text)
        command = [program, "tables", "probe", "--variant", "shatranj", "--json"]
        shown = subprocess.run(
            [*command, "--dir", str(tmp_path), text], capture_output=True, text=True, timeout=60
        )
        expected = json.loads(shown.stdout)
        found = tables.probe(position)
        assert (found.result, found.in_turns) == (expected["result"], expected["in_turns"])
        assert found.limit_may_draw == expected["limit_may_draw"]
        assert [
            {"turn": turn.turn.text, "result": turn.result, "in_turns": turn.in_turns}
            for turn in found.turns
        ] == expected["turns"]
        # The tables that come with the package are the same.
        assert batyr.tables.probe(position) == found


def test_a_proof_uses_the_tables_that_it_is_given(tmp_path: pathlib.Path) -> None:
    position = batyr.Position("shatra", "9/1/7/7/7/4kq1/7/3K3/1/9 b")
    known = batyr.solve(position, moves=7)
    assert known.table == batyr.tables.TableValue("win", 7) and known.nodes == 0
    for tables in (None, batyr.tables.Tables(tmp_path)):
        searched = batyr.solve(position, moves=2, nodes=10_000, tables=tables)
        assert searched.table is None and searched.nodes > 0 and searched.win is None
