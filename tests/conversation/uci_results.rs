//! The results of a search or a count: complete lines, the same result again on one thread, the
//! perft counts, memory within bounds; all of this also from a script.

use std::{collections::BTreeSet, time::Duration};

use crate::host::{
    ConversationFault, EngineProcess, RESPONSE_TIMEOUT,
    info::{PvInfo, ReportedScore},
    uci::{UciAnswer, ask, expect_silence, start_engine, wait_until_ready},
};
use crate::slow::{Position, Variant};

#[track_caller]
fn must<T>(result: Result<T, ConversationFault>) -> T {
    result.unwrap_or_else(|fault| panic!("{fault}"))
}

/// Runs the engine with these arguments and this input to its end; returns its lines.
fn run(words: &[&str], input: &str) -> Vec<String> {
    let mut process = EngineProcess::start(words);
    must(process.send_bytes(input.as_bytes()));
    process.close_input();
    let (_, status) = must(process.wait_for_exit());
    must(process.check_clean_exit(status));
    process.read_for(RESPONSE_TIMEOUT)
}

/// Parses the lines of a divide: turns with their leaf counts, and the total.
fn read_divide(lines: &[String]) -> (Vec<(String, u64)>, u64) {
    let mut turns = Vec::new();
    let mut total = None;
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let (key, number) = line.split_once(": ").unwrap_or_else(|| panic!("{line:?}"));
        let number = number.parse().unwrap_or_else(|_| panic!("{line:?}"));
        assert_eq!(total, None, "{line:?} after the total");
        if key == "Nodes searched" {
            total = Some(number);
        } else {
            turns.push((key.to_string(), number));
        }
    }
    (turns, total.unwrap())
}

#[test]
fn perft_lists_the_leaves_of_each_first_turn() {
    let totals = [2_926_712, 34_293, 2_926_712, 1_938_862];
    for (variant, expected) in Variant::ALL.into_iter().zip(totals) {
        let mut process = must(start_engine(variant.id()));
        must(process.send("position startpos\ngo perft 3"));
        let mut lines = must(process.read_until("Nodes searched: ", RESPONSE_TIMEOUT));
        let lines: Vec<_> = lines.drain(..).map(|received| received.text).collect();
        let (turns, total) = read_divide(&lines);
        assert_eq!(total, expected, "{}", variant.id());
        assert_eq!(
            turns.iter().map(|(_, leaves)| leaves).sum::<u64>(),
            expected
        );
        let found: BTreeSet<_> = turns.into_iter().map(|(turn, _)| turn).collect();
        let legal = Position::start(variant).turns();
        assert_eq!(found, legal.iter().map(crate::slow::Turn::text).collect());
        must(expect_silence(&mut process));
        must(process.quit());
    }
}

/// Returns the `info` lines of each depth.
fn by_depth(answer: &UciAnswer) -> Vec<&[PvInfo]> {
    answer.infos.chunk_by(|a, b| a.depth == b.depth).collect()
}

/// All lines of a depth are reported together, best first and each with a different first turn;
/// there are no more than legal turns.
#[test]
fn several_lines_are_complete_and_in_order() {
    const MATE_VALUE: i64 = 1_000_000;
    let value = |score| match score {
        ReportedScore::Centipawns(value) => value,
        ReportedScore::EndIn(turns) if turns > 0 => MATE_VALUE - turns,
        ReportedScore::EndIn(turns) => -MATE_VALUE - turns,
    };
    let mut process = must(start_engine("shatra-original"));
    let start = Position::start(Variant::Original).to_spn();
    let few = "9/1/7/3K3/7/S6/7/4k2/1/9 w - - - - 1";
    for (spn, lines_requested) in [(start.as_str(), 4), (few, 200)] {
        must(process.send(&format!(
            "position fen {spn}\nsetoption name MultiPV value {lines_requested}"
        )));
        let legal = Position::from_spn(Variant::Original, spn).unwrap().turns();
        let lines = lines_requested.min(legal.len());
        let answer = must(ask(&mut process, "go depth 5"));
        let depths = by_depth(&answer);
        assert_eq!(depths.len(), 5);
        for infos in depths {
            let ranks: Vec<_> = infos.iter().filter_map(|info| info.multipv).collect();
            assert!(ranks.into_iter().eq(1..=lines as u64), "{infos:?}");
            assert!(infos.iter().all(|info| !info.is_bound), "{infos:?}");
            assert!(
                infos.is_sorted_by_key(|info| -value(info.score)),
                "{infos:?}"
            );
            let first: BTreeSet<_> = infos.iter().map(|info| &info.pv[0]).collect();
            assert_eq!(first.len(), lines, "{infos:?}");
        }
        let best = answer.infos[answer.infos.len() - lines].pv[0].as_str();
        assert_eq!(answer.best.as_deref(), Some(best));
    }
    must(process.quit());
}

/// Returns an answer without its times.
fn timeless(answer: &UciAnswer) -> String {
    let line = |info: &PvInfo| {
        format!(
            "{} {} {:?} {:?}",
            info.depth, info.nodes, info.score, info.pv
        )
    };
    let lines: Vec<_> = answer.infos.iter().map(line).collect();
    format!(
        "{:?} {:?}\n{}",
        answer.best,
        answer.ponder,
        lines.join("\n")
    )
}

#[test]
fn the_same_search_twice_reports_the_same() {
    for variant in Variant::ALL {
        let mut process = must(start_engine(variant.id()));
        let mut search = |go: &str| {
            must(process.send("ucinewgame\nposition startpos moves d5-d6 d10-d9"));
            timeless(&must(ask(&mut process, go)))
        };
        for go in ["go nodes 30000", "go depth 4"] {
            let first = search(go);
            assert_eq!(first, search(go), "{go}");
        }
        must(process.quit());
    }
}

/// At the end of the input, limited searches end by their limit and endless ones at once.
#[test]
fn every_search_of_a_script_is_finished() {
    let bests = |output: &[String]| {
        let is_best = |line: &&String| line.starts_with("bestmove ");
        output.iter().filter(is_best).count()
    };
    let output = run(&[], "position startpos\r\ngo depth 5");
    assert_eq!(bests(&output), 1);
    assert!(
        output.iter().any(|line| line.starts_with("info depth 5 ")),
        "{output:?}"
    );
    let output = run(
        &[],
        "uci\ngo movetime 100\nwait\nsetoption name MultiPV value 3\ngo nodes 2000\n",
    );
    assert_eq!(bests(&output), 2);
    assert!(
        output.iter().any(|line| line.contains(" multipv 3 ")),
        "{output:?}"
    );
    for endless in ["go infinite\n", "go ponder wtime 1 btime 1\n", "go"] {
        assert_eq!(bests(&run(&[], endless)), 1, "{endless}");
    }
    let output = run(
        &[
            "setoption name UCI_Variant value shatra-original",
            "go",
            "perft",
            "2",
        ],
        "",
    );
    assert_eq!(read_divide(&output).1, 1_089);
    assert_eq!(bests(&run(&["go", "depth", "3"], "")), 1);
    assert_eq!(run(&[], "").len(), 1, "only the banner");
}

/// The benchmark gives the same node count again.
#[test]
fn bench_is_reproducible() {
    let nodes = || {
        let output = run(&["bench", "4"], "");
        let line = output
            .iter()
            .find(|line| line.starts_with("Nodes searched"));
        line.unwrap().clone()
    };
    assert_eq!(nodes(), nodes());
}

/// Two searching threads use at most the table and 30 MB.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_in_bounds() {
    let resident = |id: u32| -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
        kilobytes.parse::<u64>().unwrap() / 1024
    };
    for hash in [16, 64] {
        let mut process = must(start_engine("shatra"));
        must(process.send(&format!(
            "setoption name Hash value {hash}\nsetoption name Threads value 2"
        )));
        let output = must(wait_until_ready(&mut process));
        assert!(output.is_empty(), "{output:?}");
        let answer = must(ask(&mut process, "go movetime 2000"));
        assert!(answer.elapsed >= Duration::from_secs(2));
        let megabytes = resident(process.id());
        println!("Hash {hash}: {megabytes} MB");
        assert!(megabytes <= hash + 30, "Hash {hash}: {megabytes} MB");
        must(process.quit());
    }
}
