//! The commands, as a script gives them.

use super::{run_script, utf8};

/// Runs one line in a game of the user with itself. Returns what it writes on stdout and on
/// stderr.
fn answers(args: &[&str], line: &str) -> (String, String) {
    let args = [&["--as", "both"], args].concat();
    let output = run_script(&args, format!("{line}\n").as_bytes());
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|text| utf8(text).to_owned());
    assert_eq!(output.status.success(), stderr.is_empty(), "{line}");
    (stdout, stderr)
}

/// Returns the error for a line.
fn refused(line: &str) -> String {
    let (_, error) = answers(&[], line);
    assert!(!error.is_empty(), "{line}");
    error
}

#[test]
fn turns_and_commands_are_distinguished() {
    for turn in [
        "d1-d6", "61-42", "d1d6", "d1 - d6", "d1  d6", " d1-d6 ", "Kd4-d6",
    ] {
        assert_eq!(answers(&[], turn), Default::default(), "{turn}");
    }
    for turn in ["a5:a7:g7", "13:41", "e13-e14=Q", "pass", "d4", "46 39"] {
        let error = refused(turn);
        assert!(!error.contains("neither a turn"), "{error}");
    }
    for nothing in ["", "  ", "# a comment"] {
        assert_eq!(answers(&[], nothing), Default::default());
    }
    assert_eq!(answers(&[], "  HELP "), answers(&[], "?"));
    assert!(refused("takeback").contains("no turn to take back"));
    let error = refused("dance");
    assert!(error.ends_with("'help' lists the commands\n"), "{error}");
    for (typo, name) in [("undu", "undo"), ("resgin", "resign"), ("bord", "board")] {
        let error = refused(typo);
        assert!(
            error.ends_with(&format!("did you mean {name:?}?\n")),
            "{error}"
        );
    }
}

#[test]
fn arguments_of_commands_are_checked() {
    for right in [
        "moves D5",
        "moves",
        "numbers",
        "new shatra-kurin",
        "level 7",
        "level",
    ] {
        let (_, error) = answers(&[], right);
        assert_eq!(error, "", "{right}");
    }
    for wrong in [
        "level 21",
        "level -1",
        "level x",
        "new chess",
        "save",
        "load",
        "moves z9",
        "moves 63",
        "moves 0",
        "moves h8",
        "undo 2",
        "quit now",
    ] {
        let error = refused(wrong);
        assert!(error.contains("expected"), "{wrong}: {error}");
        let word = wrong.split(' ').nth(1).unwrap_or_default();
        assert!(error.contains(word), "{wrong}: {error}");
    }
}

#[test]
fn every_page_fits_on_a_terminal() {
    let variants = [
        "shatra",
        "shatra-original",
        "shatra-kurin",
        "shatra-pritchard",
        "shatra-online",
        "shatranj",
        "shatar",
        "shatranj-fairy",
        "shatar-fairy",
    ];
    for language in ["en", "ru", "alt"] {
        for variant in variants {
            let args = ["--language", language, "--variant", variant];
            let (pages, _) = answers(&args, "help\nrules\nlegend\nboard");
            assert!(pages.contains(&format!("({variant})")), "{pages}");
            for line in pages.lines() {
                assert!(line.chars().count() <= 80, "{line}");
                assert!(!line.contains(['\u{27e6}', '{']), "{line}");
            }
        }
    }
}

#[test]
fn the_chessboard_games_have_their_own_names_and_facts() {
    let pages = |variant| answers(&["--variant", variant], "rules\nlegend").0;
    // Lines may break anywhere.
    let shatranj = pages("shatranj").replace('\n', " ");
    assert!(
        shatranj.contains("pil: two squares diagonally, leaping."),
        "{shatranj}"
    );
    assert!(shatranj.contains("70 turns of each side"), "{shatranj}");
    let shatar = pages("shatar");
    assert!(
        shatar.replace('\n', " ").contains("bers, tereg or mori"),
        "{shatar}"
    );
    let rules = |pages: &str| pages.lines().skip(1).collect::<Vec<_>>().join(" ");
    assert_ne!(rules(&pages("shatar-fairy")), rules(&shatar));
    let men = "K noyon  J bers  R tereg  B teme  N mori  P fu";
    assert!(shatar.lines().any(|line| line == men), "{shatar}");
}

#[test]
fn squares_are_named_as_the_user_likes() {
    let (shown, _) = answers(&[], "moves d1\nnumbers\nmoves 61");
    assert!(
        shown.contains("d1-d7") && shown.contains("61-42"),
        "{shown}"
    );
    assert_eq!(shown.matches(" legal turns from ").count(), 2, "{shown}");
    let error = answers(&["--variant", "shatar"], "numbers").1;
    assert!(error.contains("no numbers"), "{error}");
    assert_eq!(answers(&[], "moves D9").0, "0 legal turns from d9.\n");
}
