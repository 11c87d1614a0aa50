//! The results of searches and perft counts in UCI: variations are complete, a search on one thread
//! is reproducible, leaf counts are right, memory is limited, and a script is executed completely.

use std::{collections::BTreeSet, time::Duration};

use crate::host::{
    EngineProcess, RESPONSE_TIMEOUT, expect_no_fault,
    info::{PvInfo, ReportedScore},
    uci::{UciAnswer, ask, expect_silence, start_engine, wait_until_ready},
};
use crate::slow::{Position, RuleSet};

/// Runs the engine with these arguments and this input until it exits; returns its output lines.
fn run_script(args: &[&str], input: &str) -> Vec<String> {
    let mut process = EngineProcess::start(args);
    expect_no_fault(process.send_bytes(input.as_bytes()));
    process.close_input();
    expect_no_fault(process.wait_for_clean_exit());
    process.read_for(RESPONSE_TIMEOUT)
}

/// Parses the output of `go perft`: the turns with their leaf counts, and the total.
fn parse_perft(lines: &[String]) -> (Vec<(String, u64)>, u64) {
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
fn perft_lists_the_leaf_count_of_each_first_turn() {
    let totals = [2_926_712, 34_293, 2_926_712, 1_938_862, 34_293];
    assert_eq!(totals.len(), RuleSet::ALL.len());
    for (rule_set, expected) in RuleSet::ALL.into_iter().zip(totals) {
        let mut process = expect_no_fault(start_engine(rule_set.id()));
        expect_no_fault(process.send("position startpos\ngo perft 3"));
        let received = expect_no_fault(process.read_until("Nodes searched: ", RESPONSE_TIMEOUT));
        let lines: Vec<_> = received.into_iter().map(|line| line.text).collect();
        let (turns, total) = parse_perft(&lines);
        assert_eq!(total, expected, "{}", rule_set.id());
        assert_eq!(
            turns.iter().map(|(_, leaves)| leaves).sum::<u64>(),
            expected
        );
        let found: BTreeSet<_> = turns.into_iter().map(|(turn, _)| turn).collect();
        let legal = Position::start(rule_set).turns();
        assert_eq!(found, legal.iter().map(crate::slow::Turn::text).collect());
        expect_no_fault(expect_silence(&mut process));
        expect_no_fault(process.quit());
    }
}

/// Returns the `info` lines of each depth.
fn by_depth(answer: &UciAnswer) -> Vec<&[PvInfo]> {
    answer.infos.chunk_by(|a, b| a.depth == b.depth).collect()
}

/// All variations of a depth are reported together, the best first, and each begins with a
/// different turn. There are no more variations than legal turns.
#[test]
fn multipv_variations_are_complete_and_in_order() {
    const WIN_VALUE: i64 = 1_000_000;
    let value = |score| match score {
        ReportedScore::Centipawns(value) => value,
        ReportedScore::EndIn(turns) if turns > 0 => WIN_VALUE - turns,
        ReportedScore::EndIn(turns) => -WIN_VALUE - turns,
    };
    let mut process = expect_no_fault(start_engine("shatra-original"));
    let start = Position::start(RuleSet::Original).to_spn();
    let few_turns = "9/1/7/3K3/7/S6/7/4k2/1/9 w - - - - 1";
    for (spn, multipv) in [(start.as_str(), 4), (few_turns, 200)] {
        expect_no_fault(process.send(&format!(
            "position fen {spn}\nsetoption name MultiPV value {multipv}"
        )));
        let legal = Position::from_spn(RuleSet::Original, spn).unwrap().turns();
        let count = multipv.min(legal.len());
        let answer = expect_no_fault(ask(&mut process, "go depth 5"));
        let depths = by_depth(&answer);
        assert_eq!(depths.len(), 5);
        for infos in depths {
            let numbers: Vec<_> = infos.iter().filter_map(|info| info.multipv).collect();
            assert!(numbers.into_iter().eq(1..=count as u64), "{infos:?}");
            assert!(infos.iter().all(|info| !info.is_bound), "{infos:?}");
            assert!(
                infos.is_sorted_by_key(|info| -value(info.score)),
                "{infos:?}"
            );
            let first_turns: BTreeSet<_> = infos.iter().map(|info| &info.pv[0]).collect();
            assert_eq!(first_turns.len(), count, "{infos:?}");
        }
        let best = answer.infos[answer.infos.len() - count].pv[0].as_str();
        assert_eq!(answer.best.as_deref(), Some(best));
    }
    expect_no_fault(process.quit());
}

/// Returns everything in an answer that does not depend on time.
fn without_times(answer: &UciAnswer) -> String {
    let lines: Vec<_> = answer.infos.iter().map(PvInfo::without_time).collect();
    format!(
        "{:?} {:?}\n{}",
        answer.best,
        answer.ponder,
        lines.join("\n")
    )
}

#[test]
fn the_same_search_gives_the_same_report_again() {
    for rule_set in RuleSet::ALL {
        let mut process = expect_no_fault(start_engine(rule_set.id()));
        let mut search = |go: &str| {
            expect_no_fault(process.send("ucinewgame\nposition startpos moves d5-d6 d10-d9"));
            without_times(&expect_no_fault(ask(&mut process, go)))
        };
        for go in ["go nodes 30000", "go depth 4"] {
            let first = search(go);
            assert_eq!(first, search(go), "{go}");
        }
        expect_no_fault(process.quit());
    }
}

/// At the end of the input, a limited search continues to its limit, and an infinite one stops at
/// once.
#[test]
fn every_search_of_a_script_is_answered() {
    let count_answers = |output: &[String]| {
        let is_answer = |line: &&String| line.starts_with("bestmove ");
        output.iter().filter(is_answer).count()
    };
    let output = run_script(&[], "position startpos\r\ngo depth 5");
    assert_eq!(count_answers(&output), 1);
    assert!(
        output.iter().any(|line| line.starts_with("info depth 5 ")),
        "{output:?}"
    );
    let output = run_script(
        &[],
        "uci\ngo movetime 100\nwait\nsetoption name MultiPV value 3\ngo nodes 2000\n",
    );
    assert_eq!(count_answers(&output), 2);
    assert!(
        output.iter().any(|line| line.contains(" multipv 3 ")),
        "{output:?}"
    );
    for endless in ["go infinite\n", "go ponder wtime 1 btime 1\n", "go"] {
        assert_eq!(count_answers(&run_script(&[], endless)), 1, "{endless}");
    }
    let output = run_script(
        &[
            "setoption name UCI_Variant value shatra-original",
            "go",
            "perft",
            "2",
        ],
        "",
    );
    assert_eq!(parse_perft(&output).1, 1_089);
    assert_eq!(count_answers(&run_script(&["go", "depth", "3"], "")), 1);
    assert_eq!(run_script(&[], "").len(), 1, "expected only the banner");
}

/// Two runs of the benchmark search the same number of nodes.
#[test]
fn bench_is_reproducible() {
    let nodes = || {
        let output = run_script(&["bench", "4"], "");
        let line = output
            .iter()
            .find(|line| line.starts_with("Nodes searched"));
        line.unwrap().clone()
    };
    assert_eq!(nodes(), nodes());
}

/// A benchmark that is stopped has no totals, which would look like those of all positions.
#[test]
fn a_stopped_bench_has_no_totals() {
    let mut process = expect_no_fault(start_engine("shatra"));
    expect_no_fault(process.send("bench 60"));
    expect_no_fault(process.read_until("Networks", RESPONSE_TIMEOUT));
    expect_no_fault(process.send("stop"));
    let output = expect_no_fault(process.read_until("Stopped", RESPONSE_TIMEOUT));
    assert!(
        !output
            .iter()
            .any(|line| line.text.contains("Nodes searched"))
    );
}

/// A search with two threads uses at most the memory of the transposition table and 30 MB.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    for hash in [16, 64] {
        let mut process = expect_no_fault(start_engine("shatra"));
        expect_no_fault(process.send(&format!(
            "setoption name Hash value {hash}\nsetoption name Threads value 2"
        )));
        let output = expect_no_fault(wait_until_ready(&mut process));
        assert!(output.is_empty(), "{output:?}");
        let answer = expect_no_fault(ask(&mut process, "go movetime 2000"));
        assert!(answer.elapsed >= Duration::from_secs(2));
        let megabytes = crate::program::memory_kilobytes(process.id(), "VmRSS") >> 10;
        println!("Hash {hash}: {megabytes} MB");
        assert!(megabytes <= hash + 30, "Hash {hash}: {megabytes} MB");
        expect_no_fault(process.quit());
    }
}
