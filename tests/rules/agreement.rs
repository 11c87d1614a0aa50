//! Compares the fast generator with the slow reference implementation in random positions: both
//! must list the same turns, compared as text, and reach the same positions.

#![allow(clippy::panic)] // test code

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::slow;
use crate::support::rule_sets::{for_each_rule_set, test_each_rule_set};
use crate::support::{Random, position, thinned};
use batyr::rules::Game;
use batyr::rules::shatra::{Man, Occupant, Position, RuleSet, Setup};

/// The number of turns in each position that both implementations play.
const TURNS_PLAYED: usize = 4;

/// Compares the implementations in one position. An error describes the first difference.
fn compare<R: RuleSet>(fast: &Position<R>, random: &mut Random) -> Result<(), String> {
    let spn = fast.to_string();
    let rule_set = slow::RuleSet::from_id(R::RULES.id).ok_or("unknown rule set")?;
    let reference = slow::Position::from_spn(rule_set, &spn)?;
    if reference.to_spn() != spn {
        return Err(format!(
            "{spn}\nthe slow reference writes {}",
            reference.to_spn()
        ));
    }
    let paths = fast.paths();
    let fast_texts: BTreeSet<_> = paths.iter().map(|(_, path)| path.text()).collect();
    let slow_turns = reference.turns();
    let slow_texts: BTreeSet<_> = slow_turns.iter().map(slow::Turn::text).collect();
    if fast_texts != slow_texts {
        return Err(format!(
            "{spn}\nonly fast: {:?}\nonly slow: {:?}",
            fast_texts.difference(&slow_texts).collect::<Vec<_>>(),
            slow_texts.difference(&fast_texts).collect::<Vec<_>>()
        ));
    }
    if paths.len() != slow_turns.len() || fast.count() != paths.len() as u64 {
        return Err(format!(
            "{spn}\nturn counts differ: {} listed, {} counted, slow {}",
            paths.len(),
            fast.count(),
            slow_turns.len()
        ));
    }
    compare_steps(fast, &reference)?;
    for _ in 0..TURNS_PLAYED {
        let Some((turn, path)) = random.choose(&paths) else {
            break;
        };
        let after = fast.after(*turn);
        let slow_turn = reference
            .find_turn(&path.text())
            .ok_or("no such turn in the slow reference")?;
        let expected = reference.play(&slow_turn).to_spn();
        if after.to_string() != expected {
            return Err(format!(
                "{spn}\nafter {}: {after}\nslow: {expected}",
                path.text()
            ));
        }
        if position::<R>(&expected).key() != after.key() {
            return Err(format!(
                "{spn}\nafter {}: the key differs from that of the parsed position",
                path.text()
            ));
        }
    }
    Ok(())
}

/// Compares the steps, as text, and the positions after them, some of which are in mid-chain.
fn compare_steps<R: RuleSet>(fast: &Position<R>, reference: &slow::Position) -> Result<(), String> {
    let mut fast_steps = BTreeSet::new();
    fast.for_each_step(|step| {
        fast_steps.insert((step.text(), step.after.to_string()));
        ControlFlow::Continue(())
    });
    let after = |step: &slow::Step| reference.play_step(step).to_spn();
    let steps = reference.steps();
    let expected: BTreeSet<_> = steps
        .iter()
        .map(|step| (crate::referee::step_text(step), after(step)))
        .collect();
    if fast_steps == expected {
        return Ok(());
    }
    Err(format!(
        "{}\nonly fast: {:?}\nonly slow: {:?}",
        reference.to_spn(),
        fast_steps.difference(&expected).collect::<Vec<_>>(),
        expected.difference(&fast_steps).collect::<Vec<_>>()
    ))
}

/// Plays a random step. Returns the position if it is in mid-chain and the game is not over.
fn random_mid_chain<R: RuleSet>(fast: &Position<R>, random: &mut Random) -> Option<Position<R>> {
    let rule_set = slow::RuleSet::from_id(R::RULES.id)?;
    let reference = slow::Position::from_spn(rule_set, &fast.to_string()).ok()?;
    let steps = reference.steps();
    let next = reference.play_step(random.choose(&steps)?);
    next.transit()?;
    (!next.has_loser()).then(|| position(&next.to_spn()))
}

/// Compares the implementations in positions of random games, many with men removed.
fn check_random_positions<R: RuleSet>(positions: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut compared = 0;
    let mut in_mid_chain = 0;
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
            if let Some(position) = random_mid_chain(&sample, &mut random) {
                in_mid_chain += 1;
                sample = position;
            }
            compare(&sample, &mut random)
                .unwrap_or_else(|error| panic!("{}: {error}", R::RULES.id));
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
    assert!(in_mid_chain > 0, "no position was in mid-chain");
    println!(
        "{}: {compared} positions, {in_mid_chain} in mid-chain",
        R::RULES.id
    );
}

/// Returns a position with many enemy men on random squares, so that long chains, late promotions
/// and promotions in mid-chain are common. Returns `None` if it is invalid or has too many turns.
fn crowded_position<R: RuleSet>(random: &mut Random) -> Option<Position<R>> {
    let mut setup = Setup::EMPTY;
    let men = if R::RULES.officers_limited {
        "Kkqrrbbsssssssssss"
    } else {
        "Kkqqqqsssssssssssss"
    };
    let capturers = if R::RULES.officers_limited {
        "QRBSSK"
    } else {
        "QS"
    };
    let capturer = capturers.chars().nth(random.below(capturers.len()))?;
    for letter in men.chars().chain((capturer != 'K').then_some(capturer)) {
        let square = random.below(setup.squares.len());
        let man = Man::from_letter(letter)?;
        let urgent = false;
        if setup.squares[square].is_none() {
            setup.squares[square] = Some(Occupant::Man { man, urgent });
        }
    }
    setup.temdeks = [random.once_in(2), random.once_in(2)];
    let position = setup.position::<R>().ok()?;
    (position.count() < 3_000).then_some(position)
}

/// Returns the number of captures in the longest chain in this position.
fn longest_chain<R: RuleSet>(position: &Position<R>) -> u32 {
    let paths = position.paths();
    let lengths = paths.iter().map(|(turn, _)| turn.captured().count());
    lengths.max().unwrap_or(0)
}

/// Compares the implementations in crowded positions, where chains can be so long that the
/// generator caches their states.
fn check_long_chains<R: RuleSet>(positions: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut with_long_chain = 0;
    for _ in 0..positions {
        let Some(position) = crowded_position::<R>(&mut random) else {
            continue;
        };
        compare(&position, &mut random).unwrap_or_else(|error| panic!("{}: {error}", R::RULES.id));
        with_long_chain += usize::from(longest_chain(&position) >= 6);
    }
    assert!(
        with_long_chain * 1_000 > positions,
        "only {with_long_chain} positions had long chains"
    );
    println!(
        "{}: {positions} crowded positions, {with_long_chain} with six captures or more",
        R::RULES.id
    );
}

#[test]
fn long_chains_agree_in_all_rule_sets() {
    for_each_rule_set!(R, seed => check_long_chains::<R>(FEW_POSITIONS, seed + 20));
}

const FEW_POSITIONS: usize = 2_000;
const MANY_POSITIONS: usize = 100_000;

test_each_rule_set!(
    the_implementations_agree,
    R, seed => check_random_positions::<R>(FEW_POSITIONS, seed)
);

/// Compares the implementations in many positions of random games, every other one with men
/// removed, and in as many crowded positions.
fn check_many_positions<R: RuleSet>(seed: u64) {
    check_random_positions::<R>(MANY_POSITIONS, seed);
    check_long_chains::<R>(MANY_POSITIONS, seed + 20);
}

test_each_rule_set!(
    #[ignore = "slow: 200,000 positions"]
    the_implementations_agree_in_many_positions,
    R, seed => check_many_positions::<R>(seed + 10)
);
