//! Checks of the limits of a search.

use std::time::Duration;

use batyr_protocol::ClockParameter::{
    self, BlackIncrement, BlackTime, MovesToGo, OpponentIncrement, OpponentMovesToGo, OpponentTime,
    OwnIncrement, OwnTime, WhiteIncrement, WhiteTime,
};
use batyr_protocol::{ClockForm, Dialect};

use crate::compliance::cases::{INVALID_LIMITS, SMALLEST_LIMITS};
use crate::compliance::{
    Check, CheckResult, EngineUnderTest, PROMPT_LIMIT, SearchResult, check, ensure,
    has_clocks_by_color, sends_turns,
};
use crate::rules::shatra::Numbering;

/// The maximum time by which a search may exceed its limit on a busy machine.
const TIME_TOLERANCE: Duration = Duration::from_millis(150);

/// The values of the clocks in a `go`.
type Clocks = &'static [(ClockParameter, i64)];

/// The clock of White alone, and that of Black alone.
const ONE_CLOCK: &[Clocks] = &[&[(WhiteTime, 1000)], &[(BlackTime, 1000)]];

pub const CHECKS: &[Check] = &[
    check("depth ends the search", "UCI, USHI, UCCI", |engine| {
        must_answer_all(engine, &["go depth 1", "go depth 3"])
    }),
    check("nodes ends the search", "UCI, USHI, UCCI", |engine| {
        must_answer_all(engine, &["go nodes 1", "go nodes 1000"])
    }),
    check("movetime ends the search in time", "Promises", movetime),
    check("several limits may come in any order", "UCI", |engine| {
        let lines = [
            "go depth 2 nodes 500 movetime 200",
            "go depth 2 movetime 200 nodes 500",
            "go nodes 500 depth 2 movetime 200",
            "go nodes 500 movetime 200 depth 2",
            "go movetime 200 depth 2 nodes 500",
            "go movetime 200 nodes 500 depth 2",
        ];
        must_answer_all(engine, &lines)
    }),
    check("both clocks limit the search", "UCI, USHI", |engine| {
        let clocks: &[Clocks] = &[
            &[(WhiteTime, 1000), (BlackTime, 1000)],
            &[(BlackTime, 1000), (WhiteTime, 1000), (MovesToGo, 5)],
        ];
        must_answer_after(&[], engine, clocks)
    })
    .for_dialects(has_clocks_by_color),
    check(
        "the clock of one side suffices, White to move",
        "UCI",
        |engine| must_answer_after(&[], engine, ONE_CLOCK),
    )
    .for_dialects(has_clocks_by_color),
    check(
        "the clock of one side suffices, Black to move",
        "UCI",
        |engine| must_answer_after(&["a5-a6"], engine, ONE_CLOCK),
    )
    .for_dialects(has_clocks_by_color),
    check("increments and movestogo are accepted", "UCI", |engine| {
        let clocks: &[Clocks] = &[
            &[
                (WhiteIncrement, 10),
                (WhiteTime, 900),
                (BlackIncrement, 10),
                (BlackTime, 900),
            ],
            &[(MovesToGo, 1), (WhiteTime, 900), (BlackTime, 900)],
        ];
        must_answer_after(&[], engine, clocks)
    })
    .for_dialects(|dialect| has_clocks_by_color(dialect) && !dialect.properties().bare_clocks),
    check("time and opptime limit the search", "UCCI", |engine| {
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
        must_answer_after(&[], engine, clocks)?;
        must_answer_after(&["a5-a6"], engine, clocks)
    })
    .for_dialects(|dialect| dialect.clock_form() == ClockForm::Players),
    check(
        "a clock that has nearly run out is answered at once",
        "UCI, USHI, UCCI",
        nearly_expired_clocks,
    ),
    check("a limit of 0 requests a move at once", "UCI", zero_limits),
    check("searchmoves restricts the search", "UCI, UCCI", searchmoves).for_dialects(sends_turns),
    check(
        "a limit with an invalid value is ignored",
        "Errors",
        |engine| engine.must_search_despite_faults(&INVALID_LIMITS),
    ),
];

fn must_answer_all(engine: &mut EngineUnderTest, lines: &[&str]) -> CheckResult {
    let game = engine.new_game()?;
    lines
        .iter()
        .try_for_each(|line| engine.must_answer(&game, line).map(drop))
}

/// Fails unless, after these turns, the engine answers a `go` with each of these clocks.
fn must_answer_after(
    turns: &[&str],
    engine: &mut EngineUnderTest,
    clocks: &[Clocks],
) -> CheckResult {
    let mut game = engine.new_game()?;
    for turn in turns {
        game.play(turn, Numbering::Official)?;
    }
    engine.set_position(&game)?;
    clocks.iter().try_for_each(|clocks| {
        let line = with_clock("go", engine.dialect(), clocks);
        engine.must_answer(&game, &line).map(drop)
    })
}

fn ensure_within(result: &SearchResult, limit: Duration) -> CheckResult {
    ensure(result.elapsed <= limit, || {
        let (elapsed, limit) = (result.elapsed.as_millis(), limit.as_millis());
        format!("answered after {elapsed} ms, expected at most {limit} ms")
    })
}

fn movetime(engine: &mut EngineUnderTest) -> CheckResult {
    let game = engine.new_game()?;
    for ms in [20, 200] {
        let result = engine.must_answer(&game, &format!("go movetime {ms}"))?;
        ensure_within(&result, Duration::from_millis(ms) + TIME_TOLERANCE)?;
    }
    Ok(())
}

fn nearly_expired_clocks(engine: &mut EngineUnderTest) -> CheckResult {
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

fn zero_limits(engine: &mut EngineUnderTest) -> CheckResult {
    let game = engine.new_game()?;
    for line in SMALLEST_LIMITS {
        // In some dialects, `go depth 0` requests the static evaluation instead.
        if !engine.dialect().properties().depth_zero_is_static || line != "go depth 0" {
            ensure_within(&engine.must_answer(&game, line)?, PROMPT_LIMIT)?;
        }
    }
    Ok(())
}

fn searchmoves(engine: &mut EngineUnderTest) -> CheckResult {
    let game = engine.new_game()?;
    for turn in game.legal_texts(3) {
        let result = engine.must_answer(&game, &format!("go searchmoves {turn} depth 2"))?;
        ensure(result.best.as_ref() == Some(&turn), || {
            format!("{:?}, but only {turn} was to be searched", result.line)
        })?;
    }
    Ok(())
}

/// Returns a command that consists of `head` and these values of the clocks, in this order.
/// A value for which the dialect has no word is left out.
pub fn with_clock(head: &str, dialect: Dialect, values: &[(ClockParameter, i64)]) -> String {
    let mut line = head.to_owned();
    for (parameter, value) in values {
        if let Some(word) = dialect.clock_word(*parameter) {
            line.push_str(&format!(" {word} {value}"));
        }
    }
    line
}
