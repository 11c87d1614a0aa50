//! `batyr play` in Russian and Altai.

use std::io::Write;

use pty_process::blocking::Command as TerminalCommand;

use super::{CTRL_D, LOST_BIY, batyr, run_script, start, start_with, utf8};

#[test]
fn a_game_is_played_in_russian() {
    let set = |command: TerminalCommand| command.env("LC_ALL", "ru_RU.UTF-8");
    let mut game = start_with(&["--movetime", "100"], set);
    game.expect("Введите ход");
    game.expect("Расширенная шатра");
    game.expect("Ход 1, ходят белые");
    game.expect("Белые> ");
    game.ask("d1-d9", "такой ход невозможен. Фигура");
    game.ask("undo 2", "undo \"2\": ожидается команда без аргумента");
    game.ask("d1-d6", "Batyr ходит");
    game.expect("Белые> ");
    game.ask("undo", "Возвращены 2 хода.");
    game.ask("rules", "Расширенная шатра (shatra)");
    game.ask("resign", "Чёрные выиграли. Проигравшая сторона сдалась.");
    game.expect("конец> ");
    game.press(CTRL_D);
    assert_eq!(game.wait_for_exit().code(), Some(0));
}

#[test]
fn the_language_can_be_chosen() {
    let mut game = start(&["--language", "alt", "--as", "both"]);
    game.expect("Ак> ");
    game.ask("draw", "Ойын теҥ божоды.");
    // What Altai has no words for is said in Russian.
    game.expect("new — новая партия");
    game.expect("> ");
    game.press(CTRL_D);
    assert_eq!(game.wait_for_exit().code(), Some(0));
}

#[test]
fn a_script_reads_english_whatever_the_locale() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgn");
    let lines = format!("d1-d6\nresign\nsave {}\n", path.display());
    for (args, answer) in [
        (&["--as", "both"][..], "White has won."),
        (&["--as", "both", "--language", "ru"], "Белые выиграли."),
    ] {
        let mut command = batyr(args);
        let mut child = command.env("LC_ALL", "ru_RU.UTF-8").spawn().unwrap();
        let lines = lines.as_bytes();
        child.stdin.take().unwrap().write_all(lines).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(utf8(&output.stdout).starts_with(answer), "{output:?}");
        let saved = std::fs::read_to_string(&path).unwrap();
        assert!(saved.contains("White has won. The losing side"), "{saved}");
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn the_end_is_announced_in_the_language() {
    let args = ["--language", "ru", "--as", "both", "--position", LOST_BIY];
    let output = run_script(&args, b"d7:d9\n");
    assert_eq!(utf8(&output.stdout), "Белые выиграли. Бий взят.\n");
}
