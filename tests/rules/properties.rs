//! Properties of every position of Shatra, tested on random play-outs.

#![allow(clippy::panic)] // test code

use std::collections::{BTreeSet, HashSet};

use crate::support::half_turn::half_turn_text;
use crate::support::{Random, position, thinned};
use batyr::base::{Bitboard, Color};
use batyr::rules::MoveList;
use batyr::rules::shatra::{
    Extended, GateRights, Kind, Kurin, Numbering, Original, Position, Pritchard, RuleSet, SIDES,
    Turn,
};

const POSITIONS: usize = 1_500;
const MAX_GAME_TURNS: usize = 200;

/// Calls `check` with positions of random games, every other one with some men
/// removed and some marks set.
fn play_out<R: RuleSet>(seed: u64, mut check: impl FnMut(&Position<R>)) {
    let mut random = Random::new(seed);
    let mut seen = 0;
    while seen < POSITIONS {
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
            seen += 2;
            let Some(&turn) = random.choose(&turns(&game)) else {
                break;
            };
            game.play(turn);
        }
    }
}

/// Defines one test for each rule set that checks positions one by one.
macro_rules! in_every_position {
    ($($name:ident),* $(,)?) => {
        $(
            mod $name {
                use super::*;

                #[test]
                fn extended() {
                    play_out::<Extended>(1, super::$name);
                }

                #[test]
                fn original() {
                    play_out::<Original>(2, super::$name);
                }

                #[test]
                fn kurin() {
                    play_out::<Kurin>(3, super::$name);
                }

                #[test]
                fn pritchard() {
                    play_out::<Pritchard>(4, super::$name);
                }
            }
        )*
    };
}

in_every_position!(
    the_three_ways_to_list_turns_agree,
    no_resulting_position_is_left_out,
    turn_texts_read_back,
    capturing_is_compulsory,
    the_half_turn_has_the_same_turns,
    resulting_positions_read_back_with_their_key,
);

fn turns<R: RuleSet>(position: &Position<R>) -> MoveList<Turn> {
    let mut list = MoveList::new();
    position.legal_turns(&mut list);
    list
}

fn the_three_ways_to_list_turns_agree<R: RuleSet>(position: &Position<R>) {
    let list = turns(position);
    let paths = position.paths();
    let walked: Vec<_> = paths.iter().map(|&(turn, _)| turn).collect();
    let distinct: HashSet<_> = list.iter().copied().collect();
    assert_eq!(
        distinct.len(),
        list.len(),
        "a turn is listed twice: {position}"
    );
    assert_eq!(distinct, walked.iter().copied().collect(), "{position}");
    assert_eq!(walked.len(), list.len(), "{position}");
    assert_eq!(position.count_turns(), list.len() as u64, "{position}");
}

fn no_resulting_position_is_left_out<R: RuleSet>(position: &Position<R>) {
    let all: HashSet<_> = turns(position).into_iter().collect();
    let mut distinct = MoveList::new();
    let compulsory = position.distinct_turns(&mut distinct);
    let listed: HashSet<_> = distinct.iter().copied().collect();
    assert!(listed.is_subset(&all), "{position}");
    let key_after = |turn: &Turn| position.after(*turn).key();
    let reached: HashSet<_> = listed.iter().map(key_after).collect();
    let reachable = all.iter().map(key_after).collect();
    assert_eq!(reached, reachable, "{position}");
    let mut captures = MoveList::new();
    assert_eq!(position.compulsory_turns(&mut captures), compulsory);
    if compulsory {
        assert_eq!(captures, distinct, "{position}");
    } else {
        assert!(captures.is_empty(), "{position}");
        assert_eq!(listed, all, "{position}");
    }
}

fn turn_texts_read_back<R: RuleSet>(position: &Position<R>) {
    let mut texts = HashSet::new();
    for (turn, path) in position.paths() {
        let text = position.turn_text(turn);
        assert_eq!(text, path.text(), "{position}");
        let read = position.parse_turn(&text, Numbering::Official);
        assert_eq!(read, Ok(turn), "{position}: {text}");
        assert!(texts.insert(text), "a text is written twice: {position}");
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
        let [white, black] = &SIDES;
        let at_a_gate = white.gate.has(turn.from()) || black.gate.has(turn.from());
        let gate_right = at_a_gate && R::GATE_RIGHTS != GateRights::None;
        assert!(kind == Some(Kind::Biy) || gate_right, "{position}");
    }
}

fn the_half_turn_has_the_same_turns<R: RuleSet>(position: &Position<R>) {
    // Of several waiting shatras the one on the c file is promoted first, for
    // both colours.
    let waits = |color: Color| {
        let shatras = position.board().of(color, Kind::Shatra);
        (shatras & SIDES[color.index()].final_rank).has_several()
    };
    if position.is_biy_lost() || Color::ALL.into_iter().any(waits) {
        return;
    }
    let turned = position.setup().exchanged().position::<R>();
    let turned = turned.unwrap_or_else(|e| panic!("{position}: {e}"));
    let texts = |position: &Position<R>| -> Vec<String> {
        let paths = position.paths();
        paths.iter().map(|(_, path)| path.text()).collect()
    };
    let here: BTreeSet<_> = texts(position).into_iter().collect();
    let there: BTreeSet<_> = texts(&turned).iter().map(|t| half_turn_text(t)).collect();
    assert_eq!(here, there, "{position}");
}

fn resulting_positions_read_back_with_their_key<R: RuleSet>(before: &Position<R>) {
    for turn in turns(before).into_iter().take(24) {
        let after = before.after(turn);
        if after.is_biy_lost() {
            continue;
        }
        let text = after.to_string();
        let fresh = position::<R>(&text);
        assert_eq!(fresh.key(), after.key(), "{before}: {turn:?}");
        assert_eq!(fresh, after, "{before}: {turn:?}");
        assert_eq!(fresh.to_string(), text);
    }
}

#[test]
fn a_position_is_small_enough_to_be_copied() {
    assert!(size_of::<Position<Extended>>() <= 128);
    assert!(size_of::<Turn>() <= 16);
}
