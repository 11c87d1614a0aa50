//! The options that say what a draw is: `Contempt` and `RepetitionDraw`.

use crate::host::uci::{ask, start_engine};
use crate::host::{ConversationFault, info::ReportedScore};

/// A batyr against a biy, and turns after which both have stood twice where they stand now.
const SHUFFLE: &str = "position fen 9/1/K5Q/7/7/7/5k1/7/1/9 w moves a5-a6 b9-c10 a6-a5 c10-b9 \
                       a5-a6 b9-c10 a6-a5";
/// The same, once.
const SHUFFLE_ONCE: &str = "position fen 9/1/K5Q/7/7/7/5k1/7/1/9 w moves a5-a6 b9-c10 a6-a5";
/// The search of the turn that repeats the first position.
const REPEAT: &str = "go depth 2 searchmoves c10-b9";

/// Returns the score of the last line after these commands and a search of the repetition.
fn score_after(commands: &[&str], go: &str) -> i64 {
    let run = || -> Result<i64, ConversationFault> {
        let mut process = start_engine("shatra")?;
        // The tables know how the batyr wins.
        process.send("setoption name TablesPath value none")?;
        for command in commands {
            process.send(command)?;
        }
        let answer = ask(&mut process, go)?;
        process.quit()?;
        match answer.infos.last().unwrap().score {
            ReportedScore::Centipawns(score) => Ok(score),
            end @ ReportedScore::EndIn(_) => panic!("{end:?}"),
        }
    };
    run().unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn a_draw_is_worth_less_by_the_contempt() {
    assert_eq!(score_after(&[SHUFFLE], REPEAT), 0);
    let contempt = "setoption name Contempt value 150";
    assert_eq!(score_after(&[contempt, SHUFFLE], REPEAT), -150);
    let contempt = "setoption name Contempt value -30";
    assert_eq!(score_after(&[contempt, SHUFFLE], REPEAT), 30);
}

#[test]
fn an_analysis_has_no_contempt() {
    let contempt = "setoption name Contempt value 150";
    let analysis = "setoption name UCI_AnalyseMode value true";
    assert_eq!(score_after(&[contempt, analysis, SHUFFLE], REPEAT), 0);
}

#[test]
fn a_host_may_call_the_second_occurrence_a_draw() {
    let second = "setoption name RepetitionDraw value 2";
    assert_eq!(score_after(&[second, SHUFFLE_ONCE], REPEAT), 0);
    assert!(score_after(&[SHUFFLE_ONCE], REPEAT) < -500);
    let third = "setoption name RepetitionDraw value 3";
    assert!(score_after(&[second, third, SHUFFLE_ONCE], REPEAT) < -500);
}
