//! The fast generator and the slow reference agree on random positions: the
//! same turns by their texts, the same positions behind them.

#![allow(clippy::panic)] // test code

mod slow;
mod support;

use std::collections::BTreeSet;

use batyr::rules::shatra::{Extended, Kurin, Original, Position, Pritchard, RuleSet};
use slow::Variant;
use support::{Random, position, thinned};

/// How many turns of a position are also played on both sides.
const PLAYED: usize = 4;

/// Compares one position; the error tells where the two part.
fn compare<R: RuleSet>(fast: &Position<R>, random: &mut Random) -> Result<(), String> {
    let spn = fast.to_string();
    let variant = Variant::from_id(R::ID).ok_or("unknown rule set")?;
    let slow = slow::Position::from_spn(variant, &spn)?;
    if slow.to_spn() != spn {
        return Err(format!("{spn}\nis written {}", slow.to_spn()));
    }
    let paths = fast.paths();
    let fast_texts: BTreeSet<_> = paths.iter().map(|(_, path)| path.text()).collect();
    let slow_turns = slow.turns();
    let slow_texts: BTreeSet<_> = slow_turns.iter().map(slow::Turn::text).collect();
    if fast_texts != slow_texts {
        return Err(format!(
            "{spn}\nonly fast: {:?}\nonly slow: {:?}",
            fast_texts.difference(&slow_texts).collect::<Vec<_>>(),
            slow_texts.difference(&fast_texts).collect::<Vec<_>>()
        ));
    }
    if paths.len() != slow_turns.len() || fast.count_turns() != paths.len() as u64 {
        return Err(format!("{spn}\ncounts {} differ", fast.count_turns()));
    }
    for _ in 0..PLAYED {
        let Some((turn, path)) = random.choose(&paths) else {
            break;
        };
        let after = fast.after(*turn);
        let slow_turn = slow.turn(&path.text()).ok_or("turn vanished")?;
        let expected = slow.play(&slow_turn).to_spn();
        if after.to_string() != expected {
            return Err(format!("{spn}\n{}: {after}\nslow: {expected}", path.text()));
        }
        if !after.is_biy_lost() && position::<R>(&expected).key() != after.key() {
            return Err(format!(
                "{spn}\n{}: key differs from a fresh one",
                path.text()
            ));
        }
    }
    Ok(())
}

/// A position in the middle of a chain of this one, if there is one.
fn mid_chain<R: RuleSet>(fast: &Position<R>, random: &mut Random) -> Option<Position<R>> {
    let variant = Variant::from_id(R::ID)?;
    let slow = slow::Position::from_spn(variant, &fast.to_string()).ok()?;
    let jumps = slow.steps();
    let next = slow.play_step(random.choose(&jumps)?);
    next.transit()?;
    (!next.is_over()).then(|| position(&next.to_spn()))
}

fn agree<R: RuleSet>(positions: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut compared = 0;
    let mut in_chain = 0;
    while compared < positions {
        let mut game = Position::<R>::start();
        if random.once_in(2) {
            game = thinned(&game, 40, &mut random);
        }
        for _ in 0..200 {
            let mut sample = game;
            if compared % 2 == 1 {
                sample = thinned(&sample, 12, &mut random);
            }
            if let Some(position) = mid_chain(&sample, &mut random) {
                in_chain += 1;
                sample = position;
            }
            compare(&sample, &mut random).unwrap_or_else(|e| panic!("{}: {e}", R::ID));
            compared += 1;
            let turns = game.paths();
            let Some((turn, _)) = random.choose(&turns) else {
                break;
            };
            game.play(*turn);
            if game.is_biy_lost() {
                break;
            }
        }
    }
    assert!(in_chain > 0, "no position in mid-chain was met");
    println!("{}: {compared} positions, {in_chain} in mid-chain", R::ID);
}

const SHORT: usize = 2_000;
const LONG: usize = 100_000;

#[test]
fn extended_agrees() {
    agree::<Extended>(SHORT, 1);
}

#[test]
fn original_agrees() {
    agree::<Original>(SHORT, 2);
}

#[test]
fn kurin_agrees() {
    agree::<Kurin>(SHORT, 3);
}

#[test]
fn pritchard_agrees() {
    agree::<Pritchard>(SHORT, 4);
}

#[test]
#[ignore = "the long form: 100,000 positions of each rule set"]
fn all_agree_at_length() {
    agree::<Extended>(LONG, 11);
    agree::<Original>(LONG, 12);
    agree::<Kurin>(LONG, 13);
    agree::<Pritchard>(LONG, 14);
}
