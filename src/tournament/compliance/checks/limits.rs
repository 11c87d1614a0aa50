//! Checks of the limits of a search.

use std::time::Duration;

use batyr_protocol::ClockForm;
use batyr_protocol::ClockParameter::{
    self, BlackIncrement, BlackTime, MovesToGo, OpponentIncrement, OpponentMovesToGo, OpponentTime,
    OwnIncrement, OwnTime, WhiteIncrement, WhiteTime,
};

use crate::game::GameRecord;
use crate::rules::shatra::Numbering;
use crate::tournament::compliance::cases::{INVALID_LIMITS, SMALLEST_LIMITS};
use crate::tournament::compliance::check::{
    Check, every_dialect, has_clocks_by_color, sends_turns,
};
use crate::tournament::compliance::engine_under_test::{
    CheckError, EngineUnderTest, PROMPT_LIMIT, SearchResult, ensure,
};
use crate::tournament::compliance::go_line::with_clock;

/// The maximum time by which a search may exceed its limit on a busy machine.
const TIME_TOLERANCE: Duration = Duration::from_millis(150);

pub const CHECKS: &[Check] = &[
    Check {
        name: "depth ends the search",
        section: "UCI, USHI, UCCI",
        applies_to: every_dialect,
        run: |engine| must_answer_all(engine, &["go depth 1", "go depth 3"]),
    },
    Check {
        name: "nodes ends the search",
        section: "UCI, USHI, UCCI",
        applies_to: every_dialect,
        run: |engine| must_answer_all(engine, &["go nodes 1", "go nodes 1000"]),
    },
    Check {
        name: "movetime ends the search in time",
        section: "Promises",
        applies_to: every_dialect,
        run: movetime,
    },
    Check {
        name: "several limits may come in any order",
        section: "UCI",
        applies_to: every_dialect,
        run: limits_in_every_order,
    },
    Check {
        name: "both clocks limit the search",
        section: "UCI, USHI",
        applies_to: has_clocks_by_color,
        run: |engine| {
            let clocks: &[Clocks] = &[
                &[(WhiteTime, 1000), (BlackTime, 1000)],
                &[(BlackTime, 1000), (WhiteTime, 1000), (MovesToGo, 5)],
            ];
            must_answer_as_white(engine, clocks)
        },
    },
    Check {
        name: "the clock of one side suffices, White to move",
        section: "UCI",
        applies_to: has_clocks_by_color,
        run: |engine| must_answer_as_white(engine, &[&[(WhiteTime, 1000)], &[(BlackTime, 1000)]]),
    },
    Check {
        name: "the clock of one side suffices, Black to move",
        section: "UCI",
        applies_to: has_clocks_by_color,
        run: |engine| {
            let clocks: &[Clocks] = &[&[(WhiteTime, 1000)], &[(BlackTime, 1000)]];
            must_answer_as_black(engine, clocks)
        },
    },
    Check {
        name: "increments and movestogo are accepted",
        section: "UCI",
        applies_to: |dialect| has_clocks_by_color(dialect) && !dialect.properties().bare_clocks,
        run: |engine| {
            let clocks: &[Clocks] = &[
                &[
                    (WhiteIncrement, 10),
                    (WhiteTime, 900),
                    (BlackIncrement, 10),
                    (BlackTime, 900),
                ],
                &[(MovesToGo, 1), (WhiteTime, 900), (BlackTime, 900)],
            ];
            must_answer_as_white(engine, clocks)
        },
    },
    Check {
        name: "time and opptime limit the search",
        section: "UCCI",
        applies_to: |dialect| dialect.clock_form() == ClockForm::Players,
        run: |engine| {
            let clocks: &[Clocks] = &[
                &[(OwnTime, 1000)],
                &[
                    (OwnTime, 1000),
                    (OwnIncrement, 10),
                    (OpponentTime, 1000),
                    (OpponentIncrement, 10),
                ],
                &[
                    (OwnTime, 1000),
                    (MovesToGo, 5),
                    (OpponentTime, 1000),
                    (OpponentMovesToGo, 5),
                ],
            ];
            must_answer_as_white(engine, clocks)?;
            must_answer_as_black(engine, clocks)
        },
    },
    Check {
        name: "a clock that has nearly run out is answered at once",
        section: "UCI, USHI, UCCI",
        applies_to: every_dialect,
        run: nearly_expired_clocks,
    },
    Check {
        name: "a limit of 0 requests a move at once",
        section: "UCI",
        applies_to: every_dialect,
        run: zero_limits,
    },
    Check {
        name: "searchmoves restricts the search",
        section: "UCI, UCCI",
        applies_to: sends_turns,
        run: searchmoves,
    },
    Check {
        name: "a limit with an invalid value is ignored",
        section: "Errors",
        applies_to: every_dialect,
        run: invalid_values,
    },
];

fn must_answer_all(engine: &mut EngineUnderTest, lines: &[&str]) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    lines
        .iter()
        .try_for_each(|line| engine.must_answer(&game, line).map(drop))
}

/// The values of the clocks in a `go`.
type Clocks = &'static [(ClockParameter, i64)];

fn must_answer_as_white(engine: &mut EngineUnderTest, clocks: &[Clocks]) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    must_answer_all_clocks(engine, &game, clocks)
}

fn must_answer_all_clocks(
    engine: &mut EngineUnderTest,
    game: &GameRecord,
    clocks: &[Clocks],
) -> Result<(), CheckError> {
    clocks.iter().try_for_each(|clocks| {
        let line = with_clock("go", engine.dialect(), clocks);
        engine.must_answer(game, &line).map(drop)
    })
}

fn must_answer_as_black(engine: &mut EngineUnderTest, clocks: &[Clocks]) -> Result<(), CheckError> {
    let mut game = engine.new_game()?;
    game.play("a5-a6", Numbering::Official)
        .map_err(|error| CheckError::Failed(error.to_string()))?;
    engine.set_position(&game)?;
    must_answer_all_clocks(engine, &game, clocks)
}

fn ensure_within(result: &SearchResult, limit: Duration) -> Result<(), CheckError> {
    ensure(result.elapsed <= limit, || {
        let (elapsed, limit) = (result.elapsed.as_millis(), limit.as_millis());
        format!("answered after {elapsed} ms, expected at most {limit} ms")
    })
}

fn movetime(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    for ms in [20, 200] {
        let result = engine.must_answer(&game, &format!("go movetime {ms}"))?;
        ensure_within(&result, Duration::from_millis(ms) + TIME_TOLERANCE)?;
    }
    Ok(())
}

fn limits_in_every_order(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let parts = ["depth 2", "nodes 500", "movetime 200"];
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let line = |order: [usize; 3]| {
        let words: Vec<&str> = order
            .iter()
            .filter_map(|&index| parts.get(index).copied())
            .collect();
        format!("go {}", words.join(" "))
    };
    let lines = orders.map(line);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    must_answer_all(engine, &lines)
}

fn nearly_expired_clocks(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    let dialect = engine.dialect();
    let cases: &[Clocks] = match dialect.clock_form() {
        ClockForm::Colors if dialect.properties().bare_clocks => &[
            &[(BlackTime, 1), (WhiteTime, 1)],
            &[(BlackTime, 900), (WhiteTime, 0)],
        ],
        ClockForm::Colors => &[
            &[(WhiteTime, 1), (BlackTime, 1)],
            &[(WhiteTime, -5), (BlackTime, 900)],
            &[(WhiteTime, 0)],
        ],
        ClockForm::Players => &[&[(OwnTime, 1)], &[(OwnTime, 1), (OpponentTime, 900)]],
    };
    for clocks in cases {
        let line = with_clock("go", dialect, clocks);
        ensure_within(&engine.must_answer(&game, &line)?, PROMPT_LIMIT)?;
    }
    Ok(())
}

fn zero_limits(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    for line in SMALLEST_LIMITS {
        // `go depth 0` may request the static evaluation instead.
        if !engine.dialect().properties().depth_zero_is_static || line != "go depth 0" {
            ensure_within(&engine.must_answer(&game, line)?, PROMPT_LIMIT)?;
        }
    }
    Ok(())
}

fn searchmoves(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    for turn in game.legal_texts(3) {
        let result = engine.must_answer(&game, &format!("go searchmoves {turn} depth 2"))?;
        ensure(result.best.as_ref() == Some(&turn), || {
            format!("{:?}, but only {turn} was to be searched", result.line)
        })?;
    }
    Ok(())
}

fn invalid_values(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    INVALID_LIMITS
        .iter()
        .try_for_each(|case| engine.must_search_despite_faults(&game, case))
}
