//! A thousand shares on one folder of a real disk: what grows, and what it costs to look at it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::names;
use super::names::Claim;
use super::part::tests::part;
use super::queue::{ChunkQueue, Claimed};
use super::settings::{QueueSettings, write_new};
use super::store::{DiskStore, Store};
use super::watch::Watch;
use crate::tournament::Spec;
use crate::tournament::folder::Folder;
use crate::tournament::journal::Games;
use crate::tournament::run::TournamentPlan;

const SHARES: usize = 1000;
const CHUNKS: u32 = 2000;
/// The number of games in a chunk of two encounters.
const GAMES: u32 = 4;
const BEAT: Duration = Duration::from_secs(30);

/// A test of two engines that lasts for all chunks.
fn spec() -> Spec {
    let engine = |name: &str| serde_json::json!({"name": name, "command": "x", "dialect": "uci", "budget": {"nodes": 5}});
    serde_json::from_value(serde_json::json!({
        "version": 1, "event": "", "variant": "shatra", "engines": [engine("A"), engine("B")],
        "format": {"round-robin": {"rounds": CHUNKS * 2}}, "games": 2,
        "openings": {"source": "start", "random_order": false, "seed": 1},
        "terms": {"max_plies": 600, "no_progress": null, "resign": null, "draw": null},
        "sprt": {"elo0": 0.0, "elo1": 5.0, "alpha": 1e-9, "beta": 1e-9, "model": "normalized"},
    }))
    .unwrap()
}

/// The games of a chunk, of 100 turns each, as a share writes them.
fn games_of_chunk(chunk: u32, worker: &str) -> String {
    let turn = |index: u32| {
        serde_json::json!({"turn": "d5-d6", "score": {"cp": index}, "depth": 9, "nodes": 5000,
            "said_ms": 12, "ms": 12.345, "overhead_ms": 0.123})
    };
    let turns: Vec<_> = (0..100).map(|index| turn(index * chunk % 97)).collect();
    let game = |index: u32| {
        let number = (chunk - 1) * GAMES + index + 1;
        let encounter = (number - 1) / 2 + 1;
        // The colours are exchanged within an encounter, and from one to the next.
        let [white, black] = if (number + encounter).is_multiple_of(2) {
            ["A", "B"]
        } else {
            ["B", "A"]
        };
        let result = ["1-0", "0-1", "1/2-1/2"][(chunk + index) as usize % 3];
        let report = serde_json::json!({"game": number, "round": encounter,
            "encounter": encounter, "variant": "shatra", "white": white, "black": black,
            "opening": {}, "result": result, "end": "repetition", "detail": "", "turns": turns,
            "started": "2026-01-01T00:00:00Z", "seconds": 15.0, "worker": worker});
        format!("{report}\n")
    };
    (0..GAMES).map(game).collect()
}

fn bytes_and_files(folder: &Path) -> (u64, usize) {
    let (mut bytes, mut files) = (0, 0);
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            let (more, count) = bytes_and_files(&entry.path());
            (bytes, files) = (bytes + more, files + count);
        } else {
            (bytes, files) = (bytes + entry.metadata().unwrap().len(), files + 1);
        }
    }
    (bytes, files)
}

#[test]
#[ignore = "slow: writes 100 MB and reads them several times; measures, best with optimization"]
fn a_thousand_shares_on_one_folder() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = Folder::new(scratch.path().to_owned());
    for name in [names::CLAIMS, names::WORK, names::CHUNKS, names::WORKERS] {
        folder.create_folder(name).unwrap();
    }
    let first = part("w0", 1, 1000, "aa");
    QueueSettings::new(2, 30, first.clone())
        .offer(&folder)
        .unwrap();
    let spec = spec();
    folder.offer_spec(&spec).unwrap();
    let store = || DiskStore::new(scratch.path().to_owned());
    let mut queues: Vec<_> = (0..SHARES)
        .map(|number| {
            let name = format!("w{number}");
            let record = part(&name, 1, 1000, "aa");
            write_new(&folder.join(&names::worker_file(&name)), &record).unwrap();
            ChunkQueue::new(store(), name, BEAT, CHUNKS, number as u64)
        })
        .collect();
    let none = BTreeSet::new();
    let mut longest = Duration::ZERO;
    let mut claim = |queue: &mut ChunkQueue<DiskStore>| -> Option<Claim> {
        let started = Instant::now();
        let claimed = queue.claim(&none).unwrap();
        longest = longest.max(started.elapsed());
        match claimed {
            Claimed::Claim(claim) => Some(claim),
            Claimed::Wait(_) | Claimed::Done => None,
        }
    };
    let started = Instant::now();
    // Those of the second half are not complete at the first look.
    let mut late = Vec::new();
    for round in 0..CHUNKS as usize / SHARES {
        for queue in &mut queues {
            let Some(claim) = claim(queue) else {
                panic!("no chunk is left in round {round}");
            };
            let text = games_of_chunk(claim.chunk, queue.worker());
            assert!(store().create(&names::work_file(claim), &text).unwrap());
            match claim.chunk < CHUNKS {
                true => assert!(queue.publish(claim).unwrap()),
                false => late.push(claim),
            }
        }
    }
    let filled = started.elapsed();
    let (bytes, files) = bytes_and_files(scratch.path());
    let plan = TournamentPlan::new(&spec, &Games::new()).unwrap();
    let mut watch = Watch::new(folder, spec, plan, false).unwrap();
    let timed = |watch: &mut Watch| {
        let started = Instant::now();
        watch.poll().unwrap();
        let polled = started.elapsed();
        (polled, watch.workers().rows.len(), started.elapsed())
    };
    let first = timed(&mut watch);
    let idle = timed(&mut watch);
    for claim in late {
        assert!(queues[0].publish(claim).unwrap());
    }
    let last = timed(&mut watch);
    println!(
        "{SHARES} shares, {CHUNKS} chunks of {GAMES} games: {files} files, {bytes} bytes, filled in \
         {filled:.1?}, the longest claim took {longest:.1?}"
    );
    for (name, (polled, rows, looked)) in [("first", first), ("idle", idle), ("last", last)] {
        println!("{name} look: {looked:.1?}, of which {polled:.1?} to read; {rows} workers");
    }
    assert_eq!(watch.games().len(), (CHUNKS * GAMES) as usize);
    assert!(watch.is_over() && !watch.is_decided());
    assert_eq!(last.1, SHARES);
    // A later look reads one chunk, however many there are.
    assert!(last.0 < first.0 / 10, "{last:?} {first:?}");
}
