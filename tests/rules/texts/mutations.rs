//! Text with a few wrong characters is parsed or rejected, and never causes a panic.

#![allow(clippy::panic)] // test code

use batyr::rules::shatra::{Numbering, Position, RuleSet, Setup, SetupError};
use batyr::rules::{Game, PositionFault};

use crate::support::rule_sets::{for_each_rule_set, test_each_rule_set};
use crate::support::{Random, position};

const MUTATIONS: usize = 1_000;

/// Returns the text with one to three small changes.
fn mutate(text: &str, alphabet: &str, random: &mut Random) -> String {
    let alphabet: Vec<char> = alphabet.chars().collect();
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(letters.len() + 1);
        let letter = alphabet[random.below(alphabet.len())];
        match random.below(6) {
            0 => letters.insert(at, letter),
            1 if at < letters.len() => letters[at] = letter,
            2 if at < letters.len() => letters.insert(at, letters[at]),
            3 if at < letters.len() => drop(letters.remove(at)),
            4 => letters = swap_fields(&letters, random),
            _ => letters.truncate(at),
        }
    }
    letters.into_iter().collect()
}

/// Returns the text with two fields swapped. Fields are separated by spaces or, in moves, by
/// colons.
fn swap_fields(letters: &[char], random: &mut Random) -> Vec<char> {
    let separator = if letters.contains(&' ') { ' ' } else { ':' };
    let mut fields: Vec<&[char]> = letters.split(|&c| c == separator).collect();
    let (first, second) = (random.below(fields.len()), random.below(fields.len()));
    fields.swap(first, second);
    fields.join(&separator)
}

/// Returns the token that an error names.
fn named_token(fault: &PositionFault<SetupError>) -> String {
    match fault {
        PositionFault::Empty(_) => String::new(),
        PositionFault::Groups { board, .. } => board.clone(),
        PositionFault::GroupLength { text, .. } => text.clone(),
        PositionFault::Letter { letter, .. } => letter.to_string(),
        PositionFault::NoSide(token)
        | PositionFault::Field { token, .. }
        | PositionFault::TooManyFields { token, .. } => token.clone(),
        other => panic!("unexpected error: {other}"),
    }
}

fn check_spn<R: RuleSet>(text: &str) {
    let setup = match text.parse::<Setup>() {
        Ok(setup) => setup,
        Err(error) => {
            let token = named_token(&error.fault);
            let escaped: String = token.escape_debug().collect();
            let part = text.get(error.span.range());
            let is_named = part.is_some_and(|part| part.is_empty() || part == token);
            assert!(is_named, "{text:?}: {token:?}");
            assert!(error.to_string().contains(&escaped), "{text:?}: {error}");
            return;
        }
    };
    assert_eq!(setup.to_string().parse(), Ok(setup.clone()), "{text:?}");
    match setup.position::<R>() {
        Ok(parsed) => {
            assert_eq!(position::<R>(&parsed.to_string()), parsed, "{text:?}");
            assert_eq!(parsed.count(), parsed.paths().len() as u64, "{text:?}");
        }
        Err(error) => assert!(error.to_string().contains("expected"), "{error}"),
    }
}

fn check_move<R: RuleSet>(position: &Position<R>, text: &str) {
    for numbering in [Numbering::Official, Numbering::Spn] {
        match position.parse_turn(text, numbering) {
            Ok(turn) => assert!(position.path(turn).is_some(), "{position}: {text:?}"),
            Err(error) => {
                let message = error.to_string();
                assert!(message.contains(&format!("{text:?}")), "{message}");
            }
        }
    }
}

/// Checks mutations of the positions and turns of random games.
fn check_mutations<R: RuleSet>(seed: u64) {
    let mut random = Random::new(seed);
    let mut game = Position::<R>::start();
    for _ in 0..MUTATIONS {
        let spn = game.to_string();
        let alphabet = "QRBKSqrbksyuip!/-Ttwb 0123456789é+";
        check_spn::<R>(&mutate(&spn, alphabet, &mut random));
        let paths = game.paths();
        let Some((turn, path)) = random.choose(&paths) else {
            game = Position::start();
            continue;
        };
        let alphabet = "abcdefgh0123456789-:=()QRBKSqx×#+ é";
        check_move(&game, &mutate(&path.text(), alphabet, &mut random));
        game.play(*turn);
    }
}

test_each_rule_set!(
    mutations_are_parsed_or_rejected,
    R, seed => check_mutations::<R>(seed)
);

#[test]
fn mutations_of_mid_chain_positions_are_parsed_or_rejected() {
    let mut random = Random::new(6);
    let spn = "9/1/6K/5p1/k6/1!S5/7/2s4/S/9 w T 53 - 4 9";
    for _ in 0..MUTATIONS {
        let text = mutate(spn, "QRBKSqrbksyuip!/-Ttwb 0123456789", &mut random);
        for_each_rule_set!(R => check_spn::<R>(&text));
    }
}
