//! The last `info` line before an answer: hosts take its score for the score of the move.

use super::{
    boards,
    dialect::{Dialect, Setting},
    talk::{Answer, Conversation, driven, must, shared},
};
use crate::host::{
    Fault,
    info::{Info, Score},
};

/// The node counts, which stop a search anywhere in an iteration.
const NODES: std::ops::Range<usize> = 300..9_000;
const STEP: usize = 171;

/// Runs many short searches, the same in every dialect.
fn searches(dialect: Dialect) -> Result<Vec<Answer>, Fault> {
    let mut talk = Conversation::open(dialect)?;
    let mut answers = Vec::new();
    for position in [boards::start(), boards::reply()] {
        talk.place(&position)?;
        for nodes in NODES.step_by(STEP) {
            talk.set(Setting::ClearHash, "")?;
            answers.push(talk.ask(&format!("go nodes {nodes}"))?);
        }
    }
    talk.quit()?;
    Ok(answers)
}

/// Returns the score as UCCI's bare number.
fn number(score: Score) -> i64 {
    match score {
        Score::Centipawns(number) => number,
        Score::End(turns) => turns.signum() * 32_000 - turns,
    }
}

fn depth_and_score(info: &Info) -> (u64, i64) {
    (info.depth, number(info.score))
}

/// Returns whether the last line comes from a completed iteration. A turn that an earlier iteration
/// has searched completely must be reported with the line of that iteration, and not with the
/// result of an interrupted one: a bound, and the turn alone.
fn ends_with_a_complete_line(answer: &Answer) -> bool {
    let (last, earlier) = answer.infos.split_last().unwrap();
    let is_exact = |info: &&Info| !info.is_bound && info.pv[0] == last.pv[0];
    let exact_line = earlier.iter().rfind(is_exact);
    match exact_line {
        Some(exact_line) if last.is_bound => panic!("{last:?} after {exact_line:?}"),
        Some(exact_line) => last.pv.len() > 1 || exact_line.pv.len() == 1,
        None => true,
    }
}

#[test]
fn r57_the_last_line_was_searched_to_its_end() {
    let answers = shared(|| must(searches(Dialect::Uci)));
    for answer in &answers {
        let lines = || format!("{:#?}", answer.infos);
        assert!(ends_with_a_complete_line(answer), "{}", lines());
    }
}

/// A dialect that cannot mark a bound does not report it. If the turn played has no exact score, it
/// gets the last exact score of the position.
#[test]
fn r57_no_bound_is_sent_as_a_score() {
    shared(|| {
        let all = must(searches(Dialect::Uci));
        for dialect in driven(|dialect| dialect != Dialect::Uci) {
            let others = must(searches(dialect));
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
