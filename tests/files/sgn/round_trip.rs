//! Everything that a game holds is read back from its file.

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

/// What else the strict reader found in a game.
#[derive(Default)]
struct Seen {
    later_jumps: usize,
    passes: usize,
    promotions: usize,
    variations: usize,
    comments: usize,
    annotations: usize,
    black_starts: usize,
    mid_chain_starts: usize,
}

fn check(json: &JsonGame, seen: &mut Seen) {
    let game = game_of(json);
    assert_eq!(&JsonGame::from(&game), json);
    let text = game.to_string();
    let mut expected = json.clone();
    expected.intro = brackets(&expected.intro);
    without_braces_in(&mut expected.turns);
    let back = read_one(&text);
    assert_eq!(JsonGame::from(&back), expected, "{text}");
    assert_eq!(back.to_string(), text);
    check_strictly(&game, &text, seen);
}

fn check_strictly(game: &FileGame, text: &str, seen: &mut Seen) {
    let games = strict_sgn::read(text);
    let [strict] = games.as_slice() else {
        panic!("{} games in {text}", games.len());
    };
    let end = game.record().position_text();
    assert_eq!(strict.end.to_spn(), end, "{text}");
    assert_eq!(strict.tag("Event"), game.tags.get("Event").or(Some("?")));
    seen.later_jumps += strict.later_jumps;
    seen.passes += strict.passes;
    seen.promotions += strict.promotions;
    seen.variations += strict.variations;
    seen.comments += strict.comments.len();
    seen.annotations += strict.annotations.len();
    if !game.record().is_from_start() {
        let start = game.record().start_text();
        let fields: Vec<&str> = start.split(' ').collect();
        seen.black_starts += usize::from(fields[1] == "b");
        seen.mid_chain_starts += usize::from(fields[3] != "-");
    }
}

#[test]
fn random_games_of_all_variants_read_back() {
    let mut random = Random::new(17);
    let mut seen = Seen::default();
    for _ in 0..GAMES {
        check(&random_game(&mut random), &mut seen);
    }
    // The random games must contain all of it.
    assert!(seen.later_jumps > 100, "{}", seen.later_jumps);
    assert!(seen.passes > 5, "{}", seen.passes);
    assert!(seen.promotions > 5, "{}", seen.promotions);
    assert!(seen.variations > 500, "{}", seen.variations);
    assert!(seen.comments > 500, "{}", seen.comments);
    assert!(seen.annotations > 500, "{}", seen.annotations);
    assert!(seen.black_starts > 20, "{}", seen.black_starts);
    assert!(seen.mid_chain_starts > 2, "{}", seen.mid_chain_starts);
}
