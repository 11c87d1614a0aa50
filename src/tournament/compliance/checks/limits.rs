//! Checks of the limits of a search.

use std::time::Duration;

use batyr_protocol::{ClockForm, Dialect};

use super::{BY_COLOR, COMPLETE_TURNS, EVERY, UCCI};
use crate::rules::shatra::Numbering;
use crate::tournament::compliance::cases::{INVALID_LIMITS, SMALLEST_LIMITS};
use crate::tournament::compliance::check::Check;
use crate::tournament::compliance::engine_under_test::{
    CheckError, EngineUnderTest, PROMPT_LIMIT, SearchResult, must,
};

/// The time by which a search may exceed its limit on a busy machine.
const TIME_TOLERANCE: Duration = Duration::from_millis(150);

pub const CHECKS: &[Check] = &[
    Check {
        name: "depth ends the search",
        section: "UCI, USHI, UCCI",
        dialects: EVERY,
        run: |engine| each_answered(engine, &["go depth 1", "go depth 3"]),
    },
    Check {
        name: "nodes ends the search",
        section: "UCI, USHI, UCCI",
        dialects: EVERY,
        run: |engine| each_answered(engine, &["go nodes 1", "go nodes 1000"]),
    },
    Check {
        name: "movetime ends the search in time",
        section: "Promises",
        dialects: EVERY,
        run: movetime,
    },
    Check {
        name: "several limits may come in any order",
        section: "UCI",
        dialects: EVERY,
        run: every_order,
    },
    Check {
        name: "both clocks limit the search",
        section: "UCI, USHI",
        dialects: BY_COLOR,
        run: |engine| {
            let lines = [
                "go wtime 1000 btime 1000",
                "go btime 1000 wtime 1000 movestogo 5",
            ];
            each_answered(engine, &lines)
        },
    },
    Check {
        name: "the clock of one side suffices, White to move",
        section: "UCI",
        dialects: BY_COLOR,
        run: |engine| each_answered(engine, &["go wtime 1000", "go btime 1000"]),
    },
    Check {
        name: "the clock of one side suffices, Black to move",
        section: "UCI",
        dialects: BY_COLOR,
        run: |engine| each_answered_by_black(engine, &["go wtime 1000", "go btime 1000"]),
    },
    Check {
        name: "increments and movestogo are accepted",
        section: "UCI",
        dialects: &[Dialect::Uci],
        run: |engine| {
            let lines = [
                "go winc 10 wtime 900 binc 10 btime 900",
                "go movestogo 1 wtime 900 btime 900",
            ];
            each_answered(engine, &lines)
        },
    },
    Check {
        name: "time and opptime limit the search",
        section: "UCCI",
        dialects: UCCI,
        run: |engine| {
            let lines = [
                "go time 1000",
                "go time 1000 increment 10 opptime 1000 oppincrement 10",
                "go time 1000 movestogo 5 opptime 1000 oppmovestogo 5",
            ];
            each_answered(engine, &lines)?;
            each_answered_by_black(engine, &lines)
        },
    },
    Check {
        name: "a clock that has nearly run out is answered at once",
        section: "UCI, USHI, UCCI",
        dialects: EVERY,
        run: nearly_expired_clocks,
    },
    Check {
        name: "a limit of 0 asks for a move at once",
        section: "UCI",
        dialects: EVERY,
        run: zero_limits,
    },
    Check {
        name: "searchmoves restricts the search",
        section: "UCI, UCCI",
        dialects: COMPLETE_TURNS,
        run: searchmoves,
    },
    Check {
        name: "a limit with an invalid value is ignored",
        section: "Errors",
        dialects: EVERY,
        run: invalid_values,
    },
];

fn each_answered(engine: &mut EngineUnderTest, lines: &[&str]) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    lines
        .iter()
        .try_for_each(|line| engine.must_answer(&game, line).map(drop))
}

fn each_answered_by_black(engine: &mut EngineUnderTest, lines: &[&str]) -> Result<(), CheckError> {
    let mut game = engine.new_game()?;
    game.play("a5-a6", Numbering::Official)
        .map_err(|error| CheckError::Failed(error.to_string()))?;
    engine.place(&game)?;
    lines
        .iter()
        .try_for_each(|line| engine.must_answer(&game, line).map(drop))
}

fn within(result: &SearchResult, limit: Duration) -> Result<(), CheckError> {
    must(result.elapsed <= limit, || {
        let (elapsed, limit) = (result.elapsed.as_millis(), limit.as_millis());
        format!("answered after {elapsed} ms, not within {limit}")
    })
}

fn movetime(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    for ms in [20, 200] {
        let result = engine.must_answer(&game, &format!("go movetime {ms}"))?;
        within(&result, Duration::from_millis(ms) + TIME_TOLERANCE)?;
    }
    Ok(())
}

fn every_order(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
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
            .filter_map(|&at| parts.get(at).copied())
            .collect();
        format!("go {}", words.join(" "))
    };
    let lines = orders.map(line);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    each_answered(engine, &lines)
}

fn nearly_expired_clocks(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    let lines: &[&str] = match engine.dialect().clock_form() {
        ClockForm::Colors => &["go wtime 1 btime 1", "go wtime -5 btime 900", "go wtime 0"],
        ClockForm::BareColors => &["go btime 1 wtime 1", "go btime 900 wtime 0"],
        ClockForm::Players => &["go time 1", "go time 1 opptime 900"],
    };
    for line in lines {
        within(&engine.must_answer(&game, line)?, PROMPT_LIMIT)?;
    }
    Ok(())
}

fn zero_limits(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    for line in SMALLEST_LIMITS {
        // In UCCI, this asks for the static evaluation.
        if !engine.dialect().depth_zero_is_static() || line != "go depth 0" {
            within(&engine.must_answer(&game, line)?, PROMPT_LIMIT)?;
        }
    }
    Ok(())
}

fn searchmoves(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    for turn in game.legal_texts(3) {
        let result = engine.must_answer(&game, &format!("go searchmoves {turn} depth 2"))?;
        must(result.best.as_ref() == Some(&turn), || {
            format!("{:?} where only {turn} was to be searched", result.line)
        })?;
    }
    Ok(())
}

fn invalid_values(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    INVALID_LIMITS
        .iter()
        .try_for_each(|case| engine.must_search_despite(&game, case))
}
