//! The last `info` line before an answer: hosts keep its score as that of the move.

use super::{
    boards,
    dialect::{Dialect, Setting},
    talk::{Answer, Talk, driven, must, shared},
};
use crate::host::{
    Fault,
    info::{Info, Score},
};

/// Node counts that stop a search anywhere in an iteration.
const NODES: std::ops::Range<usize> = 300..9_000;
const STEP: usize = 171;

/// Runs many short searches, the same in every dialect.
fn searches(dialect: Dialect) -> Result<Vec<Answer>, Fault> {
    let mut talk = Talk::open(dialect)?;
    let mut answers = Vec::new();
    for position in [boards::start(), boards::reply()] {
        talk.place(&position)?;
        for nodes in NODES.step_by(STEP) {
            talk.set(Setting::Forget, "")?;
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

fn worth(info: &Info) -> (u64, i64) {
    (info.depth, number(info.score))
}

/// Returns whether the last line comes from a completed iteration. A turn that an earlier
/// iteration has searched completely must be reported with that line, and not with the result of
/// an interrupted iteration: a bound, and the turn alone.
fn ends_with_a_whole_line(answer: &Answer) -> bool {
    let (last, earlier) = answer.infos.split_last().unwrap();
    let is_known = |info: &&Info| !info.is_bound && info.pv[0] == last.pv[0];
    let known = earlier.iter().rfind(is_known);
    match known {
        Some(known) if last.is_bound => panic!("{last:?} after {known:?}"),
        Some(known) => last.pv.len() > 1 || known.pv.len() == 1,
        None => true,
    }
}

#[test]
fn r57_the_last_line_was_searched_to_its_end() {
    let answers = shared(|| must(searches(Dialect::Uci)));
    for answer in &answers {
        let lines = || format!("{:#?}", answer.infos);
        assert!(ends_with_a_whole_line(answer), "{}", lines());
    }
}

/// A dialect that cannot mark a bound does not report it. If nothing else is known of the turn
/// played, it gets the last exact score of the position.
#[test]
fn r57_no_bound_is_told_as_a_score() {
    shared(|| {
        let all = must(searches(Dialect::Uci));
        for dialect in driven(|dialect| dialect != Dialect::Uci) {
            let others = must(searches(dialect));
            for (answer, known) in others.iter().zip(&all) {
                let exact: Vec<_> = known.infos.iter().filter(|info| !info.is_bound).collect();
                let (mut sent, mut wanted): (Vec<_>, Vec<_>) = (
                    answer.infos.iter().map(worth).collect(),
                    exact.iter().map(|info| worth(info)).collect(),
                );
                if known.infos.last().is_some_and(|last| last.is_bound) {
                    wanted.extend(wanted.last().copied());
                }
                // USHI has no depth 0.
                sent.iter_mut()
                    .chain(&mut wanted)
                    .for_each(|line| line.0 = line.0.max(1));
                assert_eq!(sent, wanted, "{dialect:?} {:#?}", known.infos);
            }
        }
    });
}
