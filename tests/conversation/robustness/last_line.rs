//! The last `info` line before an answer: hosts take its score for the score of the move.

use super::{
    dialect::{HostDialect, Setting},
    examples,
    refereed_engine::{
        CheckedAnswer, RefereedEngine, alongside_others, dialects_where, expect_no_fault,
    },
};
use crate::host::{
    ConversationFault,
    info::{PvInfo, ReportedScore},
};

/// The node counts, which stop a search anywhere in an iteration.
const NODES: std::ops::Range<usize> = 300..9_000;
const STEP: usize = 171;

/// Runs many short searches, the same in every dialect.
fn searches(dialect: HostDialect) -> Result<Vec<CheckedAnswer>, ConversationFault> {
    let mut engine = RefereedEngine::start(dialect)?;
    let mut answers = Vec::new();
    for position in [examples::start(), examples::after_first_turn()] {
        engine.set_position(&position)?;
        for nodes in NODES.step_by(STEP) {
            engine.set(Setting::ClearHash, "")?;
            answers.push(engine.ask(&format!("go nodes {nodes}"))?);
        }
    }
    engine.quit()?;
    Ok(answers)
}

/// Returns the score as UCCI's bare number.
fn number(score: ReportedScore) -> i64 {
    match score {
        ReportedScore::Centipawns(number) => number,
        ReportedScore::EndIn(turns) => turns.signum() * 32_000 - turns,
    }
}

fn depth_and_score(info: &PvInfo) -> (u64, i64) {
    (info.depth, number(info.score))
}

/// Returns whether the last line comes from a completed iteration. A turn that an earlier iteration
/// has searched completely must be reported with the line of that iteration, and not with the
/// result of an interrupted one: a bound, and the turn alone.
fn ends_with_a_complete_line(answer: &CheckedAnswer) -> bool {
    let (last, earlier) = answer.infos.split_last().unwrap();
    let is_exact = |info: &&PvInfo| !info.is_bound && info.pv[0] == last.pv[0];
    let exact_line = earlier.iter().rfind(is_exact);
    match exact_line {
        Some(exact_line) if last.is_bound => panic!("{last:?} after {exact_line:?}"),
        Some(exact_line) => last.pv.len() > 1 || exact_line.pv.len() == 1,
        None => true,
    }
}

#[test]
fn r57_the_last_line_was_searched_to_its_end() {
    let answers = alongside_others(|| expect_no_fault(searches(HostDialect::Uci)));
    for answer in &answers {
        let lines = || format!("{:#?}", answer.infos);
        assert!(ends_with_a_complete_line(answer), "{}", lines());
    }
}

/// A dialect that cannot mark a bound does not report it. If the turn played has no exact score, it
/// gets the last exact score of the position.
#[test]
fn r57_no_bound_is_sent_as_a_score() {
    alongside_others(|| {
        let all = expect_no_fault(searches(HostDialect::Uci));
        for dialect in dialects_where(|dialect| dialect != HostDialect::Uci) {
            let others = expect_no_fault(searches(dialect));
            for (answer, exact_line) in others.iter().zip(&all) {
                let exact: Vec<_> = exact_line
                    .infos
                    .iter()
                    .filter(|info| !info.is_bound)
                    .collect();
                let (mut sent, mut expected): (Vec<_>, Vec<_>) = (
                    answer.infos.iter().map(depth_and_score).collect(),
                    exact.iter().map(|info| depth_and_score(info)).collect(),
                );
                if exact_line.infos.last().is_some_and(|last| last.is_bound) {
                    expected.extend(expected.last().copied());
                }
                // USHI has no depth 0.
                sent.iter_mut()
                    .chain(&mut expected)
                    .for_each(|line| line.0 = line.0.max(1));
                assert_eq!(sent, expected, "{dialect:?} {:#?}", exact_line.infos);
            }
        }
    });
}
