//! Texts with a few wrong characters: parsed or rejected, never a panic.

#![allow(clippy::panic)] // test code

use batyr::rules::shatra::{
    Extended, Kurin, Numbering, Original, Position, Pritchard, RuleSet, Setup, SpnFault,
};

use crate::support::{Random, position};

const ROUNDS: usize = 1_000;

/// Returns the text with one to three small changes.
fn mutated(text: &str, alphabet: &str, random: &mut Random) -> String {
    let alphabet: Vec<char> = alphabet.chars().collect();
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(letters.len() + 1);
        let other = alphabet[random.below(alphabet.len())];
        match random.below(6) {
            0 => letters.insert(at, other),
            1 if at < letters.len() => letters[at] = other,
            2 if at < letters.len() => letters.insert(at, letters[at]),
            3 if at < letters.len() => drop(letters.remove(at)),
            4 => letters = swapped(&letters, random),
            _ => letters.truncate(at),
        }
    }
    letters.into_iter().collect()
}

/// Exchanges two fields, which are separated by blanks or by the signs of a
/// move.
fn swapped(letters: &[char], random: &mut Random) -> Vec<char> {
    let sign = if letters.contains(&' ') { ' ' } else { ':' };
    let mut fields: Vec<&[char]> = letters.split(|&c| c == sign).collect();
    let (a, b) = (random.below(fields.len()), random.below(fields.len()));
    fields.swap(a, b);
    fields.join(&sign)
}

/// Returns the token that an error names.
fn token(fault: &SpnFault) -> String {
    match fault {
        SpnFault::Empty => String::new(),
        SpnFault::Groups { board, .. } => board.clone(),
        SpnFault::GroupLength { group, .. } => group.clone(),
        SpnFault::Letter { letter, .. } => letter.to_string(),
        SpnFault::NoSide(token)
        | SpnFault::Side(token)
        | SpnFault::Temdek(token)
        | SpnFault::TooManyFields(token)
        | SpnFault::SquareNumber { token, .. }
        | SpnFault::Counter { token, .. } => token.clone(),
        other => panic!("an unexpected error: {other}"),
    }
}

fn check_position<R: RuleSet>(text: &str) {
    let setup = match text.parse::<Setup>() {
        Ok(setup) => setup,
        Err(error) => {
            let token = token(&error.fault);
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
        Ok(read) => {
            assert_eq!(position::<R>(&read.to_string()), read, "{text:?}");
            assert_eq!(read.count_turns(), read.paths().len() as u64, "{text:?}");
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

fn mutate_a_game<R: RuleSet>(seed: u64) {
    let mut random = Random::new(seed);
    let mut game = Position::<R>::start();
    for _ in 0..ROUNDS {
        let spn = game.to_string();
        let alphabet = "QRBKSqrbksyuip!/-Ttwb 0123456789é+";
        check_position::<R>(&mutated(&spn, alphabet, &mut random));
        let paths = game.paths();
        let Some((turn, path)) = random.choose(&paths) else {
            game = Position::start();
            continue;
        };
        let alphabet = "abcdefgh0123456789-:=()QRBKSqx×#+ é";
        check_move(&game, &mutated(&path.text(), alphabet, &mut random));
        game.play(*turn);
    }
}

#[test]
fn mutations_of_extended_are_read_or_rejected() {
    mutate_a_game::<Extended>(1);
}

#[test]
fn mutations_of_original_are_read_or_rejected() {
    mutate_a_game::<Original>(2);
}

#[test]
fn mutations_of_kurin_are_read_or_rejected() {
    mutate_a_game::<Kurin>(3);
}

#[test]
fn mutations_of_pritchard_are_read_or_rejected() {
    mutate_a_game::<Pritchard>(4);
}

#[test]
fn mutations_of_mid_chain_positions_are_read_or_rejected() {
    let mut random = Random::new(5);
    let spn = "9/1/6K/5p1/k6/1!S5/7/2s4/S/9 w T 53 - 4 9";
    for _ in 0..ROUNDS {
        let text = mutated(spn, "QRBKSqrbksyuip!/-Ttwb 0123456789", &mut random);
        check_position::<Extended>(&text);
        check_position::<Kurin>(&text);
    }
}
