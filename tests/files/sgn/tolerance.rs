//! One odd token does not cost a game: what is legal is read, and a warning says what was not.

use batyr::files::game_file::{FileGame, GameReader, ReadOptions};
use batyr::game::GameResult;

use super::{STRICT, turns};

/// Reads a file; returns its games, and the warnings about all of them.
#[track_caller]
fn read(bytes: &[u8]) -> (Vec<FileGame>, Vec<String>) {
    let (mut games, mut warnings) = (Vec::new(), Vec::new());
    for read in GameReader::new(bytes, ReadOptions::default()) {
        let read = read.unwrap_or_else(|error| panic!("{error}"));
        warnings.extend(read.faults.iter().map(|fault| fault.as_warning()));
        games.push(read.game);
    }
    (games, warnings)
}

/// Reads a file with one game and at most one warning, which is empty if there is none.
#[track_caller]
fn read_one(bytes: impl AsRef<[u8]>) -> (FileGame, String) {
    let (mut games, mut warnings) = read(bytes.as_ref());
    assert_eq!(games.len(), 1, "{games:?}");
    assert!(warnings.len() <= 1, "{warnings:?}");
    (games.remove(0), warnings.pop().unwrap_or_default())
}

fn is_refused_if_strict(bytes: &[u8]) -> bool {
    let mut games = GameReader::new(bytes, STRICT);
    games.any(|game| game.is_err())
}

/// A game of `shatra` with these moves; they begin in column 1 of line 4.
fn with_moves(moves: &str) -> String {
    format!("[White \"A\"]\n[Variant \"shatra\"]\n\n{moves}\n")
}

#[test]
fn an_illegal_turn_ends_its_line() {
    let late = with_moves("1. 61-42 13-27 2. 1-2 6-26 *");
    let (game, warning) = read_one(&late);
    assert_eq!(turns(&game).len(), 2);
    let expected = "warning: game 1, move 2 of White, line 4, column 19: move \"1-2\" is not legal";
    assert!(warning.starts_with(expected), "{warning}");
    assert!(
        warning.ends_with("; the line was read up to this turn"),
        "{warning}"
    );
    assert!(is_refused_if_strict(late.as_bytes()));

    let in_variation = with_moves("1. 61-42 (1. 62-38 13-27 2. 1-2) 1... 13-27 (1... --) {so} *");
    let (games, warnings) = read(in_variation.as_bytes());
    assert_eq!(turns(&games[0]).len(), 2);
    assert_eq!(games[0].turns()[0].variations()[0].turns().len(), 2);
    assert_eq!(games[0].turns()[1].variations().len(), 0);
    assert_eq!(games[0].turns()[1].comment, "so");
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(is_refused_if_strict(in_variation.as_bytes()));
}

#[test]
fn a_game_of_which_no_turn_is_legal_is_refused() {
    let mut games = GameReader::new(
        &b"[White \"A\"]\n\n1. e4 e5 *\n"[..],
        ReadOptions::default(),
    );
    assert!(games.next().unwrap().is_err());
    assert!(games.next().is_none());
}

#[test]
fn the_rule_set_is_the_one_in_which_most_of_a_faulty_game_is_legal() {
    let whole = with_moves("1. 61-42 (1. 1-2) 13-27 2. 62-38 6-26 *");
    let (game, _) = read_one(whole.replace("[Variant \"shatra\"]\n", ""));
    assert_eq!((game.variant().id(), turns(&game).len()), ("shatra", 4));
}

#[test]
fn tags_of_careless_programs_are_read() {
    let (game, warning) = read_one(with_moves("1. 61-42 *").replace("A\"", "Engine /Level 6\\\""));
    assert_eq!(game.tags.get("White"), Some("Engine /Level 6\\"));
    assert!(
        warning.contains("line 1, column 24: found '\\' at the end"),
        "{warning}"
    );
    let (game, warning) = read_one(with_moves("1. 61-42 *").replace("White", "White-Elo"));
    assert_eq!(game.tags.get("White-Elo"), Some("A"));
    assert_eq!(warning, "");
    let text = game.to_string();
    assert_eq!(read_one(&text).0, game);
    // A tag that can't be read is left out.
    let (game, warning) = read_one(with_moves("1. 61-42 *").replace("\"A\"", "A"));
    assert_eq!((game.tags.get("White"), turns(&game).len()), (None, 1));
    assert!(
        warning.starts_with("warning: game 1, line 1, column 8: found \"A]\""),
        "{warning}"
    );
}

#[test]
fn results_are_read_in_every_usual_form() {
    use GameResult::{BlackWins, Draw, WhiteWins};
    for (text, expected) in [
        ("1 - 0", WhiteWins),
        ("0 -1", BlackWins),
        ("0–1", BlackWins),
        ("1–0", WhiteWins),
        ("0.5-0.5", Draw),
        ("½ - ½", Draw),
        ("1/2 – 1/2", Draw),
        ("1-0 1-0", WhiteWins),
        ("1-0\n\u{1a}", WhiteWins),
    ] {
        let (game, warning) = read_one(with_moves(&format!("1. 61-42 {text}")));
        assert_eq!((game.result, turns(&game).len()), (expected, 1), "{text}");
        assert_eq!(warning, "", "{text}");
    }
    let (game, _) = read_one("[Result \"1 - 0\"]\n\n1. 61-42");
    assert_eq!(game.result, WhiteWins);
    // Numbers of moves are no results.
    let (game, warning) = read_one(with_moves("1 61-42 13-27 2 62-38"));
    assert_eq!((turns(&game).len(), warning.as_str()), (3, ""));
    let (game, warning) = read_one(with_moves("1. 61-42 1. ... 13-27 *"));
    assert_eq!((turns(&game).len(), warning.as_str()), (2, ""));
    let (game, warning) = read_one(with_moves("1. 61-42 1 - 13-27 *"));
    assert_eq!(turns(&game).len(), 2);
    assert!(warning.contains("expected a result"), "{warning}");
    let (game, _) = read_one(with_moves("1. 61-42 1 {a comment} -0 *"));
    assert_eq!(game.result.text(), "*");
}

#[test]
fn signs_of_chess_literature_are_annotations() {
    let (game, warning) = read_one(with_moves("1. 61-42 ± 13-27!? 2. 62-38± +- 6-26∓ *"));
    let nags: Vec<_> = game
        .turns()
        .iter()
        .map(|turn| turn.nags.as_slice())
        .collect();
    assert_eq!(nags, [[16].as_slice(), &[5], &[16, 18], &[17]]);
    assert_eq!(warning, "");
    for (signs, expected) in [
        ("!!!", &[3][..]),
        ("???", &[4]),
        ("!!?", &[5]),
        ("??!", &[6]),
        ("!±", &[1, 16]),
        ("∓?!", &[17, 6]),
    ] {
        let (game, warning) = read_one(with_moves(&format!("1. 61-42{signs} *")));
        assert_eq!(
            (&*game.turns()[0].nags, &*warning),
            (expected, ""),
            "{signs}"
        );
    }
    let (game, warning) = read_one(with_moves("1. 61-42 $256 $4 *"));
    assert_eq!(game.turns()[0].nags, [4]);
    assert!(
        warning.contains("column 10: found \"$256\", expected an annotation"),
        "{warning}"
    );
}

#[test]
fn misplaced_brackets_are_passed_over() {
    for (moves, found) in [
        ("1. 61-42 } 13-27 *", "}"),
        ("1. 61-42 ] 13-27 *", "]"),
        ("1. 61-42 ) 13-27 *", ")"),
        ("(1. 62-38) 1. 61-42 13-27 *", "("),
        ("$4 1. 61-42 13-27 *", "$4"),
        ("1. 61-42 13-27 (1... 6-26", "("),
        ("1. 61-42 13-27 {never closed", "{"),
    ] {
        let text = with_moves(moves);
        let (game, warning) = read_one(&text);
        assert_eq!(turns(&game).len(), 2, "{moves}");
        assert!(
            warning.contains(&format!("found {found:?}, expected")),
            "{warning}"
        );
        assert!(is_refused_if_strict(text.as_bytes()), "{moves}");
    }
    let deep = with_moves(&format!("1. 61-42 {}", "(".repeat(200_000)));
    let mut games = GameReader::new(deep.as_bytes(), ReadOptions::default());
    let error = games.next().unwrap().unwrap_err().to_string();
    assert!(error.contains("at most 64 nested variations"), "{error}");
    assert!(games.next().is_none());
}

#[test]
fn a_comment_with_a_line_like_a_tag_is_whole() {
    let text = with_moves("1. 61-42 {a\n\n[b \"c\"]\nd\n\n[e \"f\"]\n} 13-27 *");
    let (game, warning) = read_one(&text);
    assert_eq!(game.turns()[0].comment, "a [b \"c\"] d [e \"f\"]");
    assert_eq!((turns(&game).len(), warning.as_str()), (2, ""));
    // One that is never closed does not contain the next game.
    let two = with_moves("1. 61-42 {a") + "\n" + &with_moves("1. 62-38 {b} 13-27 *");
    let (games, warnings) = read(two.as_bytes());
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].turns()[0].comment, "a");
    assert_eq!(games[1].turns()[0].comment, "b");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
}

#[test]
fn what_is_left_where_files_were_joined_makes_no_games() {
    let one = with_moves("1. 61-42 13-27 *");
    let joined = format!("\u{feff}{one}\u{1a}\u{feff}{one}1-0 1-0\n\n\u{feff}{one}\u{1a}\n");
    let (games, warnings) = read(joined.as_bytes());
    assert_eq!(games.len(), 3, "{games:?}");
    assert_eq!(warnings, Vec::<String>::new());
}

#[test]
fn text_before_the_tags_is_the_introduction() {
    let (game, warning) = read_one("{\nheader text\n}\n\n[ECO \"A00\"]\n\n1. 61-42 *");
    assert_eq!(game.main_line().intro, "header text");
    assert_eq!((game.tags.get("ECO"), warning.as_str()), (Some("A00"), ""));
}

#[test]
fn files_in_other_encodings_are_read_and_reported() {
    let text = with_moves("1. 61-42 {Ход} 13-27 *").replace('A', "Иван");
    let windows_1251: Vec<u8> = text.chars().map(windows_1251).collect();
    let mut utf_16 = vec![0xff, 0xfe];
    utf_16.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    for (bytes, encoding) in [(windows_1251, "windows-1251"), (utf_16, "UTF-16LE")] {
        let (game, warning) = read_one(&bytes);
        assert_eq!(game.tags.get("White"), Some("Иван"));
        assert_eq!(game.turns()[0].comment, "Ход");
        assert!(
            warning.ends_with(&format!("the file is read as {encoding}")),
            "{warning}"
        );
        assert!(is_refused_if_strict(&bytes));
    }
}

/// Returns the byte for an ASCII character or a Cyrillic letter.
fn windows_1251(character: char) -> u8 {
    match u32::from(character) {
        ascii @ ..=0x7f => ascii as u8,
        letter => (letter - 0x410 + 0xc0) as u8,
    }
}
