//! Everything that a game contains is read back from its file.

use batyr::files::game_file::{FileGame, JsonGame, JsonTurn, JsonVariation};

use super::random_games::{game_of, random_game};
use super::read_one;
use crate::strict_sgn;
use crate::support::Random;

const GAMES: usize = 300;

/// Replaces braces in comments, which no file can hold, by brackets, as the
/// writer does.
fn without_braces(line: &mut JsonVariation) {
    line.intro = brackets(&line.intro);
    without_braces_in(&mut line.turns);
}

fn without_braces_in(turns: &mut [JsonTurn]) {
    for turn in turns {
        turn.comment = brackets(&turn.comment);
        turn.variations.iter_mut().for_each(without_braces);
    }
}

fn brackets(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// The number of elements of each kind that the strict reader found.
#[derive(Default)]
struct Coverage {
    later_jumps: usize,
    passes: usize,
    promotions: usize,
    variations: usize,
    comments: usize,
    annotations: usize,
    black_starts: usize,
    mid_chain_starts: usize,
}

fn check(json: &JsonGame, coverage: &mut Coverage) {
    let game = game_of(json);
    assert_eq!(&JsonGame::from(&game), json);
    let text = game.to_string();
    let mut expected = json.clone();
    expected.intro = brackets(&expected.intro);
    without_braces_in(&mut expected.turns);
    let back = read_one(&text);
    assert_eq!(JsonGame::from(&back), expected, "{text}");
    assert_eq!(back.to_string(), text);
    check_strictly(&game, &text, coverage);
}

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
fn random_games_of_all_variants_read_back() {
    let mut random = Random::new(17);
    let mut coverage = Coverage::default();
    for _ in 0..GAMES {
        check(&random_game(&mut random), &mut coverage);
    }
    // The random games must cover every kind.
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
