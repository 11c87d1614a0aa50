//! A worker that loses a chunk while it plays, and claims it again.

use std::path::Path;

use super::super::part::tests::part;
use super::super::store::Store;
use super::super::watch::Watch;
use super::*;
use crate::tournament::folder::Folder;
use crate::tournament::run::TournamentPlan;
use crate::tournament::spec::tests::two_engines;

/// A tournament of one chunk of four games.
fn spec() -> Spec {
    two_engines(2)
}

fn plan() -> TournamentPlan {
    TournamentPlan::new(&spec(), &Games::new()).unwrap()
}

/// Joins the tournament as another worker. Nothing is stamped but by the test.
fn join(folder: &Path) -> SharedGames {
    let folder = Folder::new(folder.to_owned());
    let part = part("", 1, 1, "aa");
    let membership = Membership::join(&folder, &spec(), part, (2, 3600), false).unwrap();
    SharedGames::new(&spec(), plan().into_queue(), &membership)
}

/// Returns the number of the next game; `None` if the worker has to wait or to end.
fn next(games: &mut SharedGames) -> Option<u32> {
    match games.next(&Games::new()).unwrap() {
        NextGame::Game(scheduled) => Some(scheduled.game),
        NextGame::Wait(_) | NextGame::None => None,
    }
}

fn complete(games: &mut SharedGames, number: u32) {
    let scheduled = games.schedule.games(1).unwrap();
    let scheduled = scheduled.iter().find(|game| game.game == number).unwrap();
    let name = |engine: usize| ["A", "B"][engine];
    let report = serde_json::json!({
        "game": number, "round": scheduled.round, "encounter": scheduled.encounter,
        "variant": "shatra", "white": name(scheduled.white), "black": name(scheduled.black),
        "opening": {}, "result": "1-0", "end": "biy-captured", "detail": "", "turns": [],
        "started": "2026-01-01T00:00:00Z", "seconds": 1.0,
    });
    games
        .add(&mut serde_json::from_value(report).unwrap())
        .unwrap();
}

/// Lets `other` take over the chunk of a worker that seems dead, and `play` with it.
fn take_over(frozen: &SharedGames, folder: &Path, play: impl FnOnce(&mut SharedGames)) {
    let claim = Claim {
        chunk: 1,
        generation: 1,
    };
    let store = frozen.queue.store();
    store.expire(&names::claim_file(claim)).unwrap();
    let mut other = join(folder);
    assert_eq!(next(&mut other), Some(1));
    play(&mut other);
    // It is stopped, and gives the chunk up.
    drop(other);
    frozen.beats.stamp_now();
}

/// Returns the numbers of the games that a watcher counts.
fn watched(folder: &Path) -> Vec<u32> {
    let folder = Folder::new(folder.to_owned());
    let mut watch = Watch::new(folder, spec(), plan(), false).unwrap();
    assert!(watch.poll().unwrap(), "no chunk is complete");
    watch.games().keys().copied().collect()
}

#[test]
fn games_in_progress_count_once_when_a_lost_chunk_is_claimed_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut worker = join(folder.path());
    assert_eq!([next(&mut worker), next(&mut worker)], [Some(1), Some(2)]);
    take_over(&worker, folder.path(), |_| ());
    assert_eq!([next(&mut worker), next(&mut worker)], [Some(3), Some(4)]);
    assert!(folder.path().join("queue/claims/0000001.3").exists());
    assert_eq!(next(&mut worker), None);
    for game in [2, 1, 4, 3] {
        complete(&mut worker, game);
    }
    assert_eq!(watched(folder.path()), [1, 2, 3, 4]);
}

#[test]
fn a_game_that_another_worker_has_completed_is_not_added_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut worker = join(folder.path());
    assert_eq!([next(&mut worker), next(&mut worker)], [Some(1), Some(2)]);
    take_over(&worker, folder.path(), |other| complete(other, 1));
    assert_eq!(next(&mut worker), Some(3));
    for game in [1, 2, 3] {
        complete(&mut worker, game);
    }
    assert_eq!(next(&mut worker), Some(4));
    complete(&mut worker, 4);
    assert_eq!(watched(folder.path()), [1, 2, 3, 4]);
}

#[test]
fn an_abandoned_game_of_a_lost_chunk_waits_once() {
    let folder = tempfile::tempdir().unwrap();
    // It is abandoned before the chunk is claimed again, or after that.
    for is_early in [true, false] {
        let folder = folder.path().join(is_early.to_string());
        let mut worker = join(&folder);
        assert_eq!([next(&mut worker), next(&mut worker)], [Some(1), Some(2)]);
        take_over(&worker, &folder, |_| ());
        if is_early {
            worker.requeue(1);
            assert_eq!(next(&mut worker), Some(1));
        } else {
            assert_eq!(next(&mut worker), Some(3));
            worker.requeue(1);
            assert_eq!(next(&mut worker), Some(1));
            complete(&mut worker, 3);
        }
        complete(&mut worker, 1);
        complete(&mut worker, 2);
        while let Some(game) = next(&mut worker) {
            complete(&mut worker, game);
        }
        assert_eq!(watched(&folder), [1, 2, 3, 4]);
    }
}
