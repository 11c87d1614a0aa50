//! The last `info` line before an answer, whose score hosts take as the score of the move.

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

/// The node limits of the searches, which end at various points of an iteration.
const NODE_LIMITS: std::ops::Range<usize> = 300..9_000;
/// The difference between two node limits.
const LIMIT_STEP: usize = 171;

/// Runs many short searches, which are the same in every dialect.
fn run_searches(dialect: HostDialect) -> Result<Vec<CheckedAnswer>, ConversationFault> {
    let mut engine = RefereedEngine::start(dialect)?;
    let mut answers = Vec::new();
    for position in [examples::start(), examples::after_first_turn()] {
        engine.set_position(&position)?;
        for nodes in NODE_LIMITS.step_by(LIMIT_STEP) {
            engine.set(Setting::ClearHash, "")?;
            answers.push(engine.ask(&format!("go nodes {nodes}"))?);
        }
    }
    engine.quit()?;
    Ok(answers)
}

/// Returns a score as the bare number that UCCI uses.
fn ucci_score(score: ReportedScore) -> i64 {
    match score {
        ReportedScore::Centipawns(number) => number,
        ReportedScore::EndIn(turns) => turns.signum() * 32_000 - turns,
    }
}

fn depth_and_score(info: &PvInfo) -> (u64, i64) {
    (info.depth, ucci_score(info.score))
}

/// Returns whether the last line is the result of a complete search of its turn. If an iteration
/// has searched the turn completely, the last line must have that iteration's variation, and not
/// the result of an interrupted one, which is a bound and the turn alone.
fn ends_with_a_complete_line(answer: &CheckedAnswer) -> bool {
    let (last, earlier) = answer.infos.split_last().unwrap();
    let is_exact = |info: &&PvInfo| !info.is_bound && info.pv[0] == last.pv[0];
    let last_exact = earlier.iter().rfind(is_exact);
    match last_exact {
        Some(exact) if last.is_bound => panic!("{last:?} after {exact:?}"),
        Some(exact) => last.pv.len() > 1 || exact.pv.len() == 1,
        None => true,
    }
}

#[test]
fn r57_the_last_line_is_from_a_complete_iteration() {
    let answers = alongside_others(|| expect_no_fault(run_searches(HostDialect::Uci)));
    for answer in &answers {
        assert!(ends_with_a_complete_line(answer), "{:#?}", answer.infos);
    }
}

/// A dialect that can't mark bounds does not report them. If the chosen turn has no exact score, it
/// is reported with the last exact score of the position.
#[test]
fn r57_no_bound_is_sent_as_a_score() {
    alongside_others(|| {
        let uci_answers = expect_no_fault(run_searches(HostDialect::Uci));
        for dialect in dialects_where(|dialect| dialect != HostDialect::Uci) {
            let answers = expect_no_fault(run_searches(dialect));
            for (answer, uci_answer) in answers.iter().zip(&uci_answers) {
                let exact: Vec<_> = uci_answer
                    .infos
                    .iter()
                    .filter(|info| !info.is_bound)
                    .collect();
                let (mut reported, mut expected): (Vec<_>, Vec<_>) = (
                    answer.infos.iter().map(depth_and_score).collect(),
                    exact.iter().map(|info| depth_and_score(info)).collect(),
                );
                if uci_answer.infos.last().is_some_and(|last| last.is_bound) {
                    expected.extend(expected.last().copied());
                }
                // USHI has no depth 0.
                reported
                    .iter_mut()
                    .chain(&mut expected)
                    .for_each(|(depth, _)| *depth = (*depth).max(1));
                assert_eq!(reported, expected, "{dialect:?} {:#?}", uci_answer.infos);
            }
        }
    });
}
