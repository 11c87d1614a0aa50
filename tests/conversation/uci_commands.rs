//! Conversations in UCI: each `go` is answered with exactly one `bestmove`, whatever its limits and
//! the lines that follow it; also the command `d`, invalid options and `quit`.

use std::time::{Duration, Instant};

use crate::host::{
    ConversationFault, EngineProcess, RESPONSE_TIMEOUT,
    uci::{UciAnswer, ask, expect_silence, read_answer, start_engine, wait_until_ready},
};
use crate::slow::{Position, RuleSet};

/// How long to wait for output from an engine that must be silent.
const PAUSE: Duration = Duration::from_millis(60);

/// A position without a legal turn: Black's man in mid-chain can neither continue nor stop.
const NO_LEGAL_TURN: &str = "9/K/7/7/7/7/r6/7/k/9 b - 39 - - 1";

/// Runs a conversation with the engine playing this variant; it must end without a fault.
#[track_caller]
fn run_conversation(
    variant: &str,
    run: impl FnOnce(&mut EngineProcess) -> Result<(), ConversationFault>,
) {
    let result = start_engine(variant).and_then(|mut process| {
        run(&mut process)?;
        expect_silence(&mut process)?;
        process.quit()
    });
    result.unwrap_or_else(|fault| panic!("{fault}"));
}

/// Checks that the answer is a legal turn of the start position, and that no other line follows.
fn check_start_turn(
    process: &mut EngineProcess,
    answer: &UciAnswer,
) -> Result<(), ConversationFault> {
    let best = answer.best.as_deref().unwrap_or("(none)");
    if Position::start(RuleSet::Extended).find_turn(best).is_none() {
        return Err(ConversationFault::Illegal(process.with_log(best)));
    }
    expect_silence(process)
}

#[test]
fn every_limit_is_answered_once() {
    let limits = [
        "depth 1",
        "depth 4",
        "depth 0",
        "depth 4294967295 nodes 500",
        "nodes 0",
        "nodes 1",
        "nodes 3000",
        "movetime 0",
        "movetime 1",
        "movetime 30",
        "mate 1",
        "mate 0",
        "wtime 1000 btime 1000",
        "wtime 300 btime 300 winc 10 binc 10 movestogo 20",
        "wtime 100",
        "btime 100",
        "wtime -5 btime -5",
        "wtime 1 btime 1",
        "wtime 0 btime 0 winc 0 binc 0",
        "wtime 50 btime 50 movestogo 1",
        "wtime 50 btime 50 movestogo 0",
        "wtime 9223372036854775807 btime 1 depth 2",
        "depth 3 nodes 100000 movetime 2000",
        "movetime 2000 depth 2 wtime 60000 btime 60000",
        "depth 2 searchmoves a5-a6 b5-b7",
        "searchmoves a5-a6 depth 2",
        "searchmoves a5a6 Sb5b7 depth 2",
        "ignoremoves a5a6 Sb5b7 depth 2",
        "depth 2 ignoremoves a5-a6 searchmoves a5-a6 b5-b7",
    ];
    run_conversation("shatra", |process| {
        for limit in limits {
            let answer = ask(process, &format!("go {limit}"))?;
            check_start_turn(process, &answer)?;
        }
        for turn in ["a5-a6", "a5a6"] {
            let answer = ask(process, &format!("go searchmoves {turn} depth 3"))?;
            assert_eq!(answer.best.as_deref(), Some("a5-a6"));
        }
        Ok(())
    });
}

/// A `go` with an invalid part is reported, and its valid part is answered.
#[test]
fn invalid_limits_are_reported_and_the_go_is_answered() {
    let limits = [
        ("depth", "depth"),
        ("depth x nodes 300", "'x'"),
        ("nodes -3", "'-3'"),
        ("movetime 1e3", "'1e3'"),
        ("wtime", "wtime"),
        (
            "wtime 99999999999999999999 depth 2",
            "'99999999999999999999'",
        ),
        ("foo depth 2", "'foo'"),
        ("searchmoves", "searchmoves"),
        ("depth 2 searchmoves a5-a8", "a5-a8"),
        ("ignoremoves", "ignoremoves"),
        ("depth 2 ignoremoves a5-a8", "a5-a8"),
    ];
    run_conversation("shatra", |process| {
        for (limit, token) in limits {
            process.send(&format!("go {limit}"))?;
            let error = process
                .skip_to("info string error: ", RESPONSE_TIMEOUT)?
                .text;
            assert!(error.contains(token), "{error}");
            let answer = read_answer(process, Instant::now())?;
            check_start_turn(process, &answer)?;
        }
        Ok(())
    });
}

#[test]
fn infinite_searches_are_answered_at_stop_and_not_before() {
    let go_lines = [
        "go",
        "go infinite",
        "go ponder wtime 10 btime 10",
        "go ponder depth 1",
        "go infinite depth 1",
        "go infinite movetime 1",
        "go searchmoves a5-a6",
    ];
    run_conversation("shatra", |process| {
        for go in go_lines {
            let sent_at = process.send(go)?;
            let early = process.read_for(PAUSE);
            let is_answer = |line: &String| line.starts_with("bestmove");
            assert!(!early.iter().any(is_answer), "{go}: {early:?}");
            process.send("stop\nstop")?;
            let answer = read_answer(process, sent_at)?;
            check_start_turn(process, &answer)?;
        }
        Ok(())
    });
}

#[test]
fn a_ponderhit_starts_the_clock() {
    run_conversation("shatra", |process| {
        for go in [
            "go ponder movetime 20",
            "go ponder depth 2",
            "go ponder wtime 500 btime 500",
        ] {
            process.send(go)?;
            let early = process.read_for(PAUSE);
            assert!(!early.iter().any(|line| line.starts_with("bestmove")));
            process.send("ponderhit")?;
            let answer = read_answer(process, Instant::now())?;
            check_start_turn(process, &answer)?;
        }
        process.send("ponderhit\nstop\nstop")?;
        Ok(())
    });
}

/// Each `go` ends the previous one, even if several arrive at once.
#[test]
fn a_new_go_ends_the_previous_one() {
    run_conversation("shatra", |process| {
        let sent_at =
            process.send("go infinite\ngo infinite\ngo depth 2\ngo nodes 100\ngo movetime 5")?;
        for _ in 0..5 {
            read_answer(process, sent_at)?;
        }
        expect_silence(process)
    });
}

/// While a search runs, commands that concern the next one are accepted, and `isready` is answered
/// at once.
#[test]
fn a_running_search_is_not_disturbed_by_other_commands() {
    run_conversation("shatra", |process| {
        let sent_at = process.send(
            "go infinite\nposition startpos moves a5-a6\nsetoption name MultiPV value 2\n\
             setoption name Hash value 2\nucinewgame\nisready",
        )?;
        process.skip_to("readyok", RESPONSE_TIMEOUT)?;
        process.send("stop")?;
        let first = read_answer(process, sent_at)?;
        check_start_turn(process, &first)?;
        let second = ask(process, "go depth 2")?;
        let start = Position::start(RuleSet::Extended);
        let searched = start.play(&start.find_turn("a5-a6").unwrap());
        assert!(
            searched
                .find_turn(second.best.as_deref().unwrap())
                .is_some()
        );
        assert!(second.infos.iter().any(|info| info.multipv == Some(2)));
        Ok(())
    });
}

#[test]
fn without_a_legal_turn_bestmove_is_none() {
    run_conversation("shatra", |process| {
        process.send(&format!("position fen {NO_LEGAL_TURN}"))?;
        for go in ["go depth 3", "go movetime 5", "go nodes 1"] {
            process.send(go)?;
            process.expect_line("info depth 0 score mate 0", RESPONSE_TIMEOUT)?;
            process.expect_line("bestmove (none)", RESPONSE_TIMEOUT)?;
        }
        process.send("go infinite")?;
        let mut output = process.read_for(PAUSE);
        assert!(!output.iter().any(|line| line.starts_with("bestmove")));
        process.send("stop")?;
        let rest = process.read_until("bestmove (none)", RESPONSE_TIMEOUT)?;
        output.extend(rest.into_iter().map(|received| received.text));
        assert_eq!(output, ["info depth 0 score mate 0", "bestmove (none)"]);
        Ok(())
    });
}

#[test]
fn the_position_is_shown() {
    for rule_set in RuleSet::ALL {
        run_conversation(rule_set.id(), |process| {
            let start = Position::start(rule_set);
            process.send("position startpos\nd")?;
            let shown = wait_until_ready(process)?;
            let shows = |line: &str| shown.iter().any(|shown| shown == line);
            assert!(shows(&format!("SPN: {}", start.to_spn())), "{shown:?}");
            assert!(
                shows(&format!("Legal turns: {}", start.turns().len())),
                "{shown:?}"
            );
            assert!(shows(&format!("Variant: {}", rule_set.id())), "{shown:?}");
            Ok(())
        });
    }
}

/// The command `d` shows the result and its reason.
#[test]
fn a_finished_game_is_shown_with_its_result() {
    let repetition = "g5-f5 a10-b10 f5-g5 b10-a10 g5-f5 a10-b10 f5-g5 b10-a10";
    let repeated = format!("fen 9/1/K5S/7/7/7/7/6k/1/9 w moves {repetition}");
    let cases = [
        ("shatra", "startpos", "*"),
        (
            "shatra",
            "fen 9/1/3K3/7/3S3/3k3/7/7/1/9 w moves d7:d9",
            "1-0 (Black's biy is captured)",
        ),
        (
            "shatra",
            &format!("fen {NO_LEGAL_TURN}"),
            "1-0 (Black has no legal turn)",
        ),
        (
            "shatra",
            &repeated,
            "1/2-1/2 (the same position for the third time)",
        ),
        (
            "shatra-original",
            "fen 9/1/K6/7/7/7/7/6k/1/9 w - - - 6 30",
            "1/2-1/2 (only the biys are left)",
        ),
        (
            "shatar",
            "fen 8/4n3/1p3ppp/R7/2P1N2k/1P3P2/4P1P1/4KBR1 w moves g2g3",
            "1/2-1/2 (a mate without a shak in its series)",
        ),
        (
            "shatranj",
            "fen 4k3/8/8/8/3r4/3K4/8/7R w moves d3d4",
            "1-0 (Black has nothing but the king)",
        ),
    ];
    for (variant, position, expected) in cases {
        run_conversation(variant, |process| {
            process.send(&format!("position {position}\nd"))?;
            let shown = wait_until_ready(process)?;
            let result = shown.iter().find_map(|line| line.strip_prefix("Result: "));
            assert_eq!(result, Some(expected), "{position}");
            Ok(())
        });
    }
}

/// An invalid option or value is rejected with a message that names it, and changes nothing.
#[test]
fn invalid_options_are_refused() {
    let invalid = [
        ("Hash value 0", "Hash"),
        ("Hash value lots", "'lots'"),
        ("Hash value 99999999999999999999", "'99999999999999999999'"),
        ("Threads value 0", "Threads"),
        ("MultiPV value -1", "MultiPV"),
        ("UCI_Variant value chess", "'chess'"),
        ("Ponder value perhaps", "'perhaps'"),
        ("No Such Thing value 1", "No Such Thing"),
    ];
    run_conversation("shatra-original", |process| {
        process.send("position startpos moves d6-d7")?;
        for (option, token) in invalid {
            process.send(&format!("setoption name {option}"))?;
            let error = process.next_line(RESPONSE_TIMEOUT)?.text;
            assert!(error.starts_with("info string error: "), "{error}");
            assert!(error.contains(token), "{error}");
        }
        process.send("setoption name  clear  HASH\nsetoption name multipv value 1\nd")?;
        let shown = wait_until_ready(process)?.join("\n");
        assert!(shown.contains("Variant: shatra-original"), "{shown}");
        assert!(shown.contains("sssssssss b Tt"), "{shown}");
        Ok(())
    });
}

/// uci2wb hands the line on to XBoard, which knows Shatranj, but not Shatar.
#[test]
fn a_choice_of_shatar_is_described_to_guis_of_the_chess_world() {
    let line = |start: &str| {
        let board = "variant shatar files 8 ranks 8 pocket 0 template fairy";
        format!("info string {board} startpos {start} w - - 0 1")
    };
    let shatar = line("rnbjkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBJKBNR");
    let fairy_shatar = line("rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR");
    run_conversation("shatra", |process| {
        for (option, expected) in [
            ("UCI_Variant value shatar", vec![shatar.clone()]),
            ("Fairy Rules value true", vec![fairy_shatar]),
            ("Fairy Rules value false", vec![shatar]),
            ("Hash value 2", vec![]),
            ("UCI_Variant value shatranj", vec![]),
            ("Fairy Rules value true", vec![]),
            ("UCI_Variant value shatra", vec![]),
        ] {
            process.send(&format!("setoption name {option}"))?;
            assert_eq!(wait_until_ready(process)?, expected, "{option}");
        }
        Ok(())
    });
}

/// `quit` ends the process even during a search.
#[test]
fn quit_during_a_search_ends_the_process() {
    let mut process = start_engine("shatra").unwrap_or_else(|fault| panic!("{fault}"));
    process.send("go infinite").unwrap();
    process.read_for(PAUSE);
    let time = process.quit().unwrap_or_else(|fault| panic!("{fault}"));
    // The engine should exit within 50 ms, but a busy machine may take longer.
    assert!(time < Duration::from_secs(10), "{time:?}");
}
