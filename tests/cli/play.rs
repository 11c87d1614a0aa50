//! `batyr play`, run in a terminal and through pipes.

#![cfg(unix)]

mod board;
mod commands;
mod languages;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::pty::{SIZE, Terminal};
use pty_process::blocking::Command as TerminalCommand;

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

/// A position in which White can capture Black's biy by d7:d9.
const LOST_BIY: &str = "9/1/3K3/7/3S3/3k3/7/7/1/9 w";

/// Starts `batyr play` in a terminal with colours.
fn start(args: &[&str]) -> Terminal {
    start_with(args, |command| command.env_remove("NO_COLOR"))
}

/// Starts `batyr play` in a terminal, in an environment that `set` may change.
fn start_with(args: &[&str], set: impl FnOnce(TerminalCommand) -> TerminalCommand) -> Terminal {
    Terminal::batyr(&[&["play"], args].concat(), set)
}

/// Returns the command for `batyr play` without a terminal.
fn batyr(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_batyr"));
    command
        .arg("play")
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs `batyr play` with these lines on stdin.
fn run_script(args: &[&str], lines: &[u8]) -> Output {
    let mut child = batyr(args).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines).unwrap();
    child.wait_with_output().unwrap()
}

fn utf8(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_short_game_is_played() {
    let mut game = start(&["--movetime", "100"]);
    game.expect("White> ");
    game.ask("d9", "found the end, expected");
    game.ask("d1-d99", "expected");
    game.ask("dance", "neither a turn nor a command");
    game.ask("undu", "did you mean \"undo\"?");
    game.ask("d1-d6", "Batyr plays");
    game.expect("White> ");
    game.ask("undo", "2 turns were taken back.");
    game.expect("Move 1, White to move");
    game.ask("redo", "Move 2, White to move");
    game.ask("undo", "2 turns were taken back.");
    game.ask("hint", "Batyr would play");
    game.ask("score", "chances of White: win");
    game.ask("level 3", "Batyr plays at level 3.");
    game.ask("level 30", "expected a number from 0 to 20");
    game.ask("61-42", "Batyr plays");
    game.ask("resign", "Black has won. The losing side has resigned.");
    game.ask("d1-d6", "the game is over");
    game.ask("new", "A new game: Extended Shatra.");
    game.expect("Move 1, White to move");
    game.expect("White> ");
    game.press(CTRL_D);
    assert_eq!(game.wait_for_exit().code(), Some(0));
}

#[test]
fn tab_completes_turns_and_commands() {
    let mut game = start(&["--movetime", "100"]);
    game.expect("White> ");
    game.press("d1-\t");
    game.expect("d1-a7  d1-b7  d1-c7  d1-d7  d1-e7  d1-f7  d1-g7");
    game.press("d6\r");
    game.expect("Batyr plays");
    game.expect("White> ");
    game.press("swi\t\r");
    game.expect("You play Black.");
    game.expect("Batyr plays");
    game.expect("Black> ");
    game.press("mov\tz9\r");
    game.expect("moves \"z9\", expected a square");
    game.expect("Black> ");
    game.press(CTRL_D);
    assert_eq!(game.wait_for_exit().code(), Some(0));
}

#[test]
fn ctrl_c_at_the_prompt_leaves_at_the_second_time() {
    let mut game = start(&[]);
    game.expect("White> ");
    game.press(CTRL_C);
    game.expect("Ctrl-C again or Ctrl-D leaves the game.");
    game.expect("White> ");
    game.press(CTRL_C);
    assert_eq!(game.wait_for_exit().code(), Some(0));
}

#[test]
fn ctrl_c_ends_the_search() {
    let mut game = start(&["--movetime", "600000"]);
    game.expect("White> ");
    game.ask("d1-d6", "plies ahead (Ctrl-C: answer now)");
    game.press(CTRL_C);
    game.expect("Batyr plays");
    game.expect("White> ");
    game.type_line("hint");
    game.expect("plies ahead (Ctrl-C: answer now)");
    game.press(CTRL_C);
    game.expect("Batyr would play");
    game.expect("White> ");
    game.press(CTRL_D);
    assert_eq!(game.wait_for_exit().code(), Some(0));
}

#[test]
fn ctrl_c_pauses_batyr_against_itself() {
    let mut game = start(&["--as", "none", "--movetime", "150"]);
    game.expect("Batyr plays");
    game.expect("Batyr plays");
    game.expect("plies ahead");
    game.press(CTRL_C);
    game.expect("> ");
    game.ask("undo", "1 turn was taken back.");
    game.expect("> ");
    game.ask("go", "Batyr plays");
    game.expect("plies ahead");
    game.press(CTRL_C);
    game.expect("> ");
    game.type_line("quit");
    assert_eq!(game.wait_for_exit().code(), Some(0));
}

#[test]
fn the_output_fits_the_terminal() {
    for names in ["letters", "official"] {
        let mut game = start(&["--movetime", "100", "--numbers", names, "--time", "60+1"]);
        game.expect("White> ");
        game.ask("d1-d6", "Batyr plays");
        game.expect("White> ");
        game.ask("help", "quit, like Ctrl-D");
        game.ask("moves", "legal turn");
        game.ask("flip", "White> ");
        game.press(CTRL_D);
        let plain = game.plain();
        // A carriage return moves the cursor back to the first column.
        for row in plain.split(['\n', '\r']) {
            assert!(row.chars().count() <= usize::from(SIZE.1), "{row:?}");
        }
        let board = plain.split("White> ").find(|part| part.contains("[s]"));
        let rows = board.unwrap().lines().count();
        assert!(rows < usize::from(SIZE.0), "{rows} rows");
    }
}

#[test]
fn colours_are_shown_only_on_terminals() {
    let color = "\x1b[48;5;";
    let mut game = start(&[]);
    game.expect("White> ");
    assert!(game.raw().contains(color));
    let mut game = start_with(&[], |command| command.env("NO_COLOR", "1"));
    game.expect("White> ");
    assert!(!game.raw().contains(color), "{}", game.raw());
    let output = run_script(&[], b"board\n");
    assert!(!output.stdout.contains(&0x1b));
    let output = run_script(&["--color", "always"], b"board\n");
    assert!(utf8(&output.stdout).contains(color));
}

#[test]
fn bytes_that_are_not_utf8_do_not_change_the_game() {
    let mut game = start(&["--as", "both"]);
    game.expect("White> ");
    game.ask("d1-d6", "Black> ");
    game.press_bytes(b"\xff\xfe");
    game.expect("not UTF-8 text");
    game.expect("Black> ");
    game.ask("\x15position", "S1SSRSBRB/K/SSSSSSS/3Q3/");
}

#[test]
fn a_dumb_terminal_suffices() {
    let mut game = start_with(&["--movetime", "100"], |command| {
        command.env("TERM", "dumb")
    });
    game.expect("White> ");
    game.ask("d1-d6", "Batyr plays");
    game.expect("White> ");
    assert!(!game.raw().contains('\x1b'));
    game.press(CTRL_C);
    assert_eq!(game.wait_for_exit().code(), Some(130));
}

#[test]
fn a_signal_ends_the_search_of_a_script() {
    let mut child = batyr(&["--movetime", "600000"]).spawn().unwrap();
    let id = i32::try_from(child.id()).unwrap();
    let pid = rustix::process::Pid::from_raw(id).unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"d1-d6\n").unwrap();
    // Long enough for the search to begin; before that, the signal would end
    // the program.
    std::thread::sleep(std::time::Duration::from_secs(3));
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(
        utf8(&output.stdout).starts_with("Batyr plays "),
        "{output:?}"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_capture_of_the_biy_ends_the_game() {
    let mut game = start(&["--position", LOST_BIY]);
    game.expect("Must capture: ");
    game.ask("d7:d9", "White has won. The biy has been captured.");
    game.expect("over> ");
    game.ask("undo", "1 turn was taken back.");
    game.expect("White> ");
    game.type_line("quit");
    assert_eq!(game.wait_for_exit().code(), Some(0));
}

#[test]
fn a_player_whose_flag_falls_loses() {
    // Enough for the engine's first turn on a busy machine, too.
    let mut game = start(&["--time", "3", "--as", "black", "--level", "0"]);
    game.expect("Black> ");
    std::thread::sleep(std::time::Duration::from_millis(3500));
    game.ask("d14-d9", "White has won. Time has run out.");
    game.ask("board", "Black  you  0:00.0");
}

#[test]
fn a_script_can_play_without_a_terminal() {
    let lines = b"# a game\nd1-d6\nundo\n\nhint\nmoves a5\nnumbers\nmoves 40\nresign\n";
    let output = run_script(&["--movetime", "50"], lines);
    let output_text = utf8(&output.stdout);
    let expected = [
        "Batyr plays ",
        "2 turns were",
        "Batyr would play ",
        "It expects ",
    ];
    for (line, start) in output_text.lines().zip(expected) {
        assert!(line.starts_with(start), "{output_text}");
    }
    assert!(
        output_text.contains("a5-a6  a5-a7\n2 legal turns from a5.\n"),
        "{output_text}"
    );
    assert!(
        output_text
            .ends_with("0 legal turns from 40.\nBlack has won. The losing side has resigned.\n")
    );
    assert_eq!((utf8(&output.stderr), output.status.code()), ("", Some(0)));
}

#[test]
fn faulty_lines_of_a_script_are_reported_and_change_nothing() {
    let mut lines = b"d1-d6\nfoo\nd1-d7\n\xff\xfe\n".to_vec();
    lines.extend(std::iter::repeat_n(b'x', 3_000_000));
    lines.extend(b"\nposition 9/1\nposition\n");
    let output = run_script(&["--as", "both"], &lines);
    let errors: Vec<_> = utf8(&output.stderr).lines().collect();
    assert_eq!(errors.len(), 5, "{errors:?}");
    assert!(errors.iter().all(|error| error.starts_with("batyr play: ")));
    let position = "SQSSRSBRB/K/SSSSSSS";
    assert!(!utf8(&output.stdout).contains(position));
    assert!(utf8(&output.stdout).contains("S1SSRSBRB/K/SSSSSSS/3Q3/"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn draws_are_announced() {
    let biys = ["--variant", "shatra-original", "--as", "both", "--position"];
    let spn = "9/1/K6/7/7/7/7/6k/1/9 w";
    let lines = b"g5-f5\na10-b10\nf5-g5\nb10-a10\ng5-f5\na10-b10\nnew\n";
    let output = run_script(&[&biys[..], &[spn]].concat(), lines);
    let output_text = utf8(&output.stdout);
    assert!(
        output_text.starts_with("Draw. Only the biys are left.\n"),
        "{output_text}"
    );
    let spn = "9/1/K5S/7/7/7/7/6k/1/9 w";
    let there_and_back = b"g5-f5\na10-b10\nf5-g5\nb10-a10\n".repeat(2);
    let output = run_script(&["--as", "both", "--position", spn], &there_and_back);
    let output_text = utf8(&output.stdout);
    assert_eq!(output_text, "Draw. The same position for the third time.\n");
    let output = run_script(&["--as", "both"], b"draw\n");
    assert_eq!(utf8(&output.stdout), "Draw by agreement.\n");
}

#[test]
fn a_draw_is_accepted_only_by_the_weaker_side() {
    let won = "9/1/K5Q/7/7/7/7/6k/1/9";
    let offer = |spn: &str| {
        let args = ["--movetime", "100", "--position", spn];
        let output = run_script(&args, b"draw\n");
        utf8(&output.stdout).to_owned()
    };
    assert_eq!(offer(&format!("{won} w")), "Draw by agreement.\n");
    let lost = "9/1/K6/7/7/7/7/q5k/1/9 w";
    assert_eq!(offer(lost), "Batyr declines the draw.\n");
}

#[test]
fn a_game_is_saved_and_nothing_is_overwritten() {
    let folder = std::env::temp_dir().join(format!("batyr-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a game");
    let lines = format!("d1-d6\nsave {0}\nd14-d9\nsave {0}\n", path.display());
    let output = run_script(&["--as", "both"], lines.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", utf8(&output.stderr));
    let kept = std::fs::read_to_string(&path).unwrap();
    let rows: Vec<_> = kept.lines().collect();
    assert!(rows.contains(&"[White \"Human\"]"), "{kept}");
    assert!(kept.contains("61-42") && kept.contains("2-21"), "{kept}");
    let lines = format!("save {}\n", path.display());
    let output = run_script(&["--as", "both"], lines.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let errors = utf8(&output.stderr);
    assert!(errors.ends_with("; 'save! FILE' replaces it\n"), "{errors}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), kept);
    // The game continues where the file ends.
    let lines = format!(
        "load {0}\nundo\nposition\nsave! {0}\nload {0}.none\n",
        path.display()
    );
    let output = run_script(&["--as", "both"], lines.as_bytes());
    let output_text = utf8(&output.stdout);
    assert!(
        output_text.starts_with("A game of Extended Shatra, after 2 turns.\n1 turn was"),
        "{output_text}"
    );
    assert!(
        output_text.contains("S1SSRSBRB/K/SSSSSSS/3Q3/"),
        "{output_text}"
    );
    let errors = utf8(&output.stderr);
    assert!(
        errors.contains("can't load ") && errors.lines().count() == 1,
        "{errors}"
    );
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(
        saved.contains("61-42") && !saved.contains("2-21"),
        "{saved}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_saved_game_says_who_played_and_how_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgn");
    let args = ["--variant", "shatra-kurin", "--as", "black", "--level", "5"];
    let args = [&args[..], &["--time", "9+0.5"]].concat();
    let lines = format!("resign\nsave {}\n", path.display());
    let output = run_script(&args, lines.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let saved = std::fs::read_to_string(&path).unwrap();
    for part in [
        "[Variant \"shatra-kurin\"]",
        "[White \"Batyr, level 5\"]",
        "[Black \"Human\"]",
        "[Result \"1-0\"]",
        "[TimeControl \"9+0.5\"]",
        "{White has won. The losing side has resigned.}",
    ] {
        assert!(saved.replace('\n', " ").contains(part), "{part}: {saved}");
    }
    let lines = format!("load {}\n", path.display());
    let output = run_script(&["--as", "both"], lines.as_bytes());
    assert_eq!(
        utf8(&output.stdout),
        "A game of Kurin's Shatra, after 1 turn.\n"
    );
}

#[test]
fn turns_need_no_separators_and_rejections_give_the_reason() {
    let lines = b"a5a6\na10 a9\nb5 - b6\nd1-d9\nb10-c9\n";
    let output = run_script(&["--as", "both"], lines);
    let errors: Vec<&str> = utf8(&output.stderr).lines().collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(
        errors[0].contains("No man stands on") || errors[0].contains("opponent's"),
        "{errors:?}"
    );
    assert!(
        errors[1].contains("\"b10-c9\" is not legal. The man on b10 can't go to c9. Legal turns: "),
        "{errors:?}"
    );
}

#[test]
fn an_early_draw_offer_is_declined() {
    let output = run_script(&["--movetime", "30"], b"draw\n");
    assert_eq!(utf8(&output.stdout), "Batyr declines the draw.\n");
}

#[test]
fn rules_and_legend_describe_each_game() {
    for (variant, rule, letter) in [
        ("shatra", "A shatra on a10 or g10", "Q batyr"),
        ("shatra-original", "dropped in order", "Q batyr"),
        ("shatra-kurin", "removed at once", "Q batyr"),
        (
            "shatra-pritchard",
            "No man is dropped onto file d",
            "Q batyr",
        ),
        (
            "shatra-online",
            "while a shatra is in its own fortress",
            "Q batyr",
        ),
        ("shatranj", "take the enemy's last man", "Q farzin"),
        ("shatar", "with a shak in it", "J bers"),
    ] {
        let output = run_script(&["--variant", variant], b"rules\nlegend\n");
        let output_text = utf8(&output.stdout);
        assert!(
            output_text.contains(rule) && output_text.contains(letter),
            "{output_text}"
        );
        assert!(
            output_text.contains(&format!("({variant})")),
            "{output_text}"
        );
        for line in output_text.lines() {
            assert!(line.chars().count() <= 80, "{line:?}");
        }
    }
}

#[test]
fn a_wrong_command_line_is_rejected() {
    let output = run_script(&["--position", "9/1"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(utf8(&output.stderr).starts_with("batyr play: board \"9/1\" has 2 groups"));
    for wrong in [
        &["--level", "21"][..],
        &["--time", "x"],
        &["--level", "3", "--elo", "880"],
        &["--variant", "chess"],
        &["--as", "red"],
    ] {
        assert_eq!(run_script(wrong, b"").status.code(), Some(2), "{wrong:?}");
    }
}
