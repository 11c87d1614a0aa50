//! Games that are written to a file and read again are unchanged.

use batyr::files::game_file::{FileGame, JsonGame, JsonTurn, JsonVariation};

use super::random_games::{file_game, random_game};
use super::read_one;
use crate::strict_sgn;
use crate::support::Random;

const GAMES: usize = 300;

/// Replaces braces in comments with parentheses, as the writer does, because files can't contain
/// them.
fn replace_braces(line: &mut JsonVariation) {
    line.intro = braces_to_parentheses(&line.intro);
    replace_braces_in_turns(&mut line.turns);
}

fn replace_braces_in_turns(turns: &mut [JsonTurn]) {
    for turn in turns {
        turn.comment = braces_to_parentheses(&turn.comment);
        turn.variations.iter_mut().for_each(replace_braces);
    }
}

fn braces_to_parentheses(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// How many elements of each kind the strict reader found.
#[derive(Default)]
struct Coverage {
    /// Jumps after the first of a chain.
    later_jumps: usize,
    passes: usize,
    promotions: usize,
    variations: usize,
    comments: usize,
    annotations: usize,
    black_starts: usize,
    mid_chain_starts: usize,
}

/// Checks that a game is unchanged after it is written and read, apart from braces in comments.
fn check_round_trip(json: &JsonGame, coverage: &mut Coverage) {
    let game = file_game(json);
    assert_eq!(&JsonGame::from(&game), json);
    let text = game.to_string();
    let mut expected = json.clone();
    expected.intro = braces_to_parentheses(&expected.intro);
    replace_braces_in_turns(&mut expected.turns);
    let read = read_one(&text);
    assert_eq!(JsonGame::from(&read), expected, "{text}");
    assert_eq!(read.to_string(), text);
    check_strictly(&game, &text, coverage);
}

/// Checks the text of a game with the strict reader.
fn check_strictly(game: &FileGame, text: &str, coverage: &mut Coverage) {
    let games = strict_sgn::read(text);
    let [strict] = games.as_slice() else {
        panic!("{} games in {text}", games.len());
    };
    let end = game.record().position_text();
    assert_eq!(strict.end.to_spn(), end, "{text}");
    assert_eq!(strict.tag("Event"), game.tags.get("Event").or(Some("?")));
    coverage.later_jumps += strict.later_jumps;
    coverage.passes += strict.passes;
    coverage.promotions += strict.promotions;
    coverage.variations += strict.variations;
    coverage.comments += strict.comments.len();
    coverage.annotations += strict.annotations.len();
    if !game.record().is_from_start() {
        let start = game.record().start_text();
        let fields: Vec<&str> = start.split(' ').collect();
        coverage.black_starts += usize::from(fields[1] == "b");
        coverage.mid_chain_starts += usize::from(fields[3] != "-");
    }
}

#[test]
fn random_games_of_all_rule_sets_round_trip() {
    let mut random = Random::new(17);
    let mut coverage = Coverage::default();
    for _ in 0..GAMES {
        check_round_trip(&random_game(&mut random), &mut coverage);
    }
    // The random games must contain elements of every kind.
    assert!(coverage.later_jumps > 100, "{}", coverage.later_jumps);
    assert!(coverage.passes > 5, "{}", coverage.passes);
    assert!(coverage.promotions > 5, "{}", coverage.promotions);
    assert!(coverage.variations > 500, "{}", coverage.variations);
    assert!(coverage.comments > 500, "{}", coverage.comments);
    assert!(coverage.annotations > 500, "{}", coverage.annotations);
    assert!(coverage.black_starts > 20, "{}", coverage.black_starts);
    assert!(
        coverage.mid_chain_starts > 2,
        "{}",
        coverage.mid_chain_starts
    );
}
