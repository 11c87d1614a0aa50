//! The games of a report that can be replayed in its page.

use super::super::stats::Tally;
use super::document::{Replays, clean};
use super::summary::{CountedGame, Summary};
use crate::page::replay::ReplayGame;
use crate::rules::shatra::Numbering;

/// The maximum number of games in a page. A game of 100 turns takes about 1.1 kB there.
const MAX_GAMES: usize = 2000;

/// Returns the games to replay, in the order of their numbers, with a note if some are left out.
pub fn replays(summary: &Summary) -> Replays {
    let mut games: Vec<&CountedGame> = summary.games.iter().collect();
    let note = (games.len() > MAX_GAMES).then(|| {
        // The sort is stable: games of one kind stay in the order of their numbers.
        games.sort_by_key(|counted| rank(counted));
        let all = games.len();
        games.truncate(MAX_GAMES);
        games.sort_by_key(|counted| counted.report.game);
        format!(
            "{MAX_GAMES} of the {all} games are in this page: those that ended by a fault, then \
             those that the first engine lost, then the first of the other games. games.sgn \
             contains all games."
        )
    });
    Replays {
        note,
        games: games.iter().filter_map(|counted| replay(counted)).collect(),
    }
}

/// Returns the rank for the choice: 0 for a fault, 1 for a loss of the first engine, else 2.
fn rank(counted: &CountedGame) -> u8 {
    match counted.game.tally_of(0) {
        _ if counted.game.is_faulty => 0,
        Some(Tally { losses: 1, .. }) => 1,
        _ => 2,
    }
}

/// Returns the game up to its end, or up to the first turn that is not legal if the journal
/// was edited; `None` if the start of the game is invalid.
fn replay(counted: &CountedGame) -> Option<ReplayGame> {
    let report = counted.report;
    let mut record = report.opening.start(report.variant).ok()?;
    for text in report.turn_texts() {
        if record.play(text, Numbering::Official).is_err() {
            break;
        }
    }
    let title = format!(
        "{}. {} – {} {}",
        report.game,
        report.white,
        report.black,
        report.result.text()
    );
    let mut replay = ReplayGame::new(&record);
    replay.number = Some(report.game);
    replay.title = clean(&title);
    replay.ending = clean(&report.detail);
    Some(replay)
}
