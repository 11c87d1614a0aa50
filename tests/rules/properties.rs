//! Properties of all positions of Shatra, tested in positions of random games.

#![allow(clippy::panic)] // test code

use std::collections::{BTreeSet, HashSet};

use crate::support::half_turn::half_turn_text;
use crate::support::rule_sets::{ALL, for_each_rule_set, test_each_rule_set};
use crate::support::{Random, position, thinned};
use batyr::base::{Bitboard, Color};
use batyr::rules::shatra::{
    Extended, GateRights, Kind, Numbering, Position, RuleSet, Turn, regions,
};
use batyr::rules::{Game, MoveList};
use batyr::search::{Compulsion, SearchGame};

const POSITIONS: usize = 1_500;
const MAX_GAME_TURNS: usize = 200;

/// Calls `check` with positions of random games, every other one with some men removed, urgent
/// marks added and temdeks changed.
fn for_each_random_position<R: RuleSet>(seed: u64, mut check: impl FnMut(&Position<R>)) {
    let mut random = Random::new(seed);
    let mut checked = 0;
    while checked < POSITIONS {
        let mut game = Position::<R>::start();
        if random.once_in(2) {
            game = thinned(&game, 40, &mut random);
        }
        for _ in 0..MAX_GAME_TURNS {
            check(&game);
            if game.is_biy_lost() {
                break;
            }
            check(&thinned(&game, 12, &mut random));
            checked += 2;
            let Some(&turn) = random.choose(&turns(&game)) else {
                break;
            };
            game.play(turn);
        }
    }
}

#[test]
fn the_list_of_rule_sets_is_complete() {
    let mut listed = Vec::new();
    for_each_rule_set!(R => listed.push(R::RULES.id));
    let ids: Vec<_> = ALL.iter().map(|variant| variant.id()).collect();
    assert_eq!(listed, ids);
}

/// Defines tests of these properties, one for each property and rule set.
macro_rules! in_every_position {
    ($($name:ident),* $(,)?) => {
        $(
            test_each_rule_set!(
                $name,
                R, seed => for_each_random_position::<R>(seed, super::$name)
            );
        )*
    };
}

in_every_position!(
    the_three_ways_to_list_turns_agree,
    distinct_turns_omit_no_resulting_position,
    turn_texts_can_be_parsed,
    capturing_is_compulsory,
    the_rotated_position_has_the_rotated_turns,
    resulting_positions_can_be_parsed_with_the_same_key,
);

fn turns<R: RuleSet>(position: &Position<R>) -> MoveList<Turn> {
    let mut list = MoveList::new();
    position.generate(&mut list);
    list
}

fn the_three_ways_to_list_turns_agree<R: RuleSet>(position: &Position<R>) {
    let list = turns(position);
    let paths = position.paths();
    let of_paths: Vec<_> = paths.iter().map(|&(turn, _)| turn).collect();
    let distinct: HashSet<_> = list.iter().copied().collect();
    assert_eq!(
        distinct.len(),
        list.len(),
        "a turn is listed twice: {position}"
    );
    assert_eq!(distinct, of_paths.iter().copied().collect(), "{position}");
    assert_eq!(of_paths.len(), list.len(), "{position}");
    assert_eq!(position.count(), list.len() as u64, "{position}");
}

fn distinct_turns_omit_no_resulting_position<R: RuleSet>(position: &Position<R>) {
    let all: HashSet<_> = turns(position).into_iter().collect();
    let mut distinct = MoveList::new();
    position.generate_distinct(&mut distinct);
    let listed: HashSet<_> = distinct.iter().copied().collect();
    assert!(listed.is_subset(&all), "{position}");
    let key_after = |turn: &Turn| position.after(*turn).key();
    let reached: HashSet<_> = listed.iter().map(key_after).collect();
    let reachable = all.iter().map(key_after).collect();
    assert_eq!(reached, reachable, "{position}");
    let mut captures = MoveList::new();
    if position.generate_compulsory(&mut captures) == Compulsion::Forced {
        assert_eq!(captures, distinct, "{position}");
    } else {
        assert!(captures.is_empty(), "{position}");
        assert_eq!(listed, all, "{position}");
    }
    let in_chain = position.transit().is_some();
    let is_compulsory = position.capturers().any() || in_chain;
    assert_eq!(!captures.is_empty(), is_compulsory && !all.is_empty());
}

fn turn_texts_can_be_parsed<R: RuleSet>(position: &Position<R>) {
    let mut texts = HashSet::new();
    for (turn, path) in position.paths() {
        let text = position.turn_text(turn);
        assert_eq!(text, path.text(), "{position}");
        let parsed = position.parse_turn(&text, Numbering::Official);
        assert_eq!(parsed, Ok(turn), "{position}: {text}");
        assert!(
            texts.insert(text),
            "two turns have the same text: {position}"
        );
    }
}

fn capturing_is_compulsory<R: RuleSet>(position: &Position<R>) {
    let (captures, quiets): (Vec<_>, Vec<_>) = turns(position)
        .into_iter()
        .partition(|turn| turn.captured().any());
    let capturing: Bitboard = captures.iter().map(|turn| turn.from()).collect();
    if position.is_biy_lost() {
        assert!(captures.is_empty() && quiets.is_empty(), "{position}");
        return;
    }
    assert_eq!(capturing, position.capturers(), "{position}");
    for turn in quiets.iter().filter(|_| capturing.any()) {
        assert!(!capturing.has_several(), "{position}");
        assert!(capturing.has(turn.from()), "{position}");
        let kind = position.board().kind_at(turn.from());
        let is_gate = |color| regions(color).gate.has(turn.from());
        let at_a_gate = Color::ALL.into_iter().any(is_gate);
        let gate_right = at_a_gate && R::RULES.gate_rights != GateRights::None;
        assert!(kind == Some(Kind::Biy) || gate_right, "{position}");
    }
}

fn the_rotated_position_has_the_rotated_turns<R: RuleSet>(position: &Position<R>) {
    // Of several waiting shatras, the one nearest the c file is promoted first, for both colours,
    // so rotating the board changes which one it is.
    let several_wait = |color: Color| {
        let shatras = position.board().of(color, Kind::Shatra);
        (shatras & regions(color).final_rank).has_several()
    };
    if Color::ALL.into_iter().any(several_wait) {
        return;
    }
    let rotated = position.setup().exchanged().position::<R>();
    let rotated = rotated.unwrap_or_else(|error| panic!("{position}: {error}"));
    let texts = |position: &Position<R>| -> Vec<String> {
        let paths = position.paths();
        paths.iter().map(|(_, path)| path.text()).collect()
    };
    let expected: BTreeSet<_> = texts(position).into_iter().collect();
    let found: BTreeSet<_> = texts(&rotated)
        .iter()
        .map(|text| half_turn_text(text))
        .collect();
    assert_eq!(found, expected, "{position}");
}

fn resulting_positions_can_be_parsed_with_the_same_key<R: RuleSet>(before: &Position<R>) {
    for turn in turns(before).into_iter().take(24) {
        let after = before.after(turn);
        let text = after.to_string();
        let parsed = position::<R>(&text);
        assert_eq!(parsed.key(), after.key(), "{before}: {turn:?}");
        assert_eq!(parsed, after, "{before}: {turn:?}");
        assert_eq!(parsed.to_string(), text);
    }
}

#[test]
fn a_position_is_small_enough_to_be_copied() {
    assert!(size_of::<Position<Extended>>() <= 128);
    assert!(size_of::<Turn>() <= 16);
}
