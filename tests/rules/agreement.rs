//! The fast generator and the slow reference agree on random positions: the
//! same turns by their texts, and the same positions after them.

#![allow(clippy::panic)] // test code

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::slow;
use crate::support::{Random, position, thinned};
use batyr::rules::shatra::{
    Extended, Kurin, Man, Occupant, Original, Position, Pritchard, RuleSet, Setup,
};

/// The number of a position's turns that both generators also play.
const TURNS_PLAYED: usize = 4;

/// Compares one position; the error names the first difference.
fn compare<R: RuleSet>(fast: &Position<R>, random: &mut Random) -> Result<(), String> {
    let spn = fast.to_string();
    let rule_set = slow::RuleSet::from_id(R::ID).ok_or("unknown rule set")?;
    let reference = slow::Position::from_spn(rule_set, &spn)?;
    if reference.to_spn() != spn {
        return Err(format!("{spn}\nis written {}", reference.to_spn()));
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
    if paths.len() != slow_turns.len() || fast.count_turns() != paths.len() as u64 {
        return Err(format!("{spn}\ncounts {} differ", fast.count_turns()));
    }
    compare_steps(fast, &reference)?;
    for _ in 0..TURNS_PLAYED {
        let Some((turn, path)) = random.choose(&paths) else {
            break;
        };
        let after = fast.after(*turn);
        let slow_turn = reference.turn(&path.text()).ok_or("turn vanished")?;
        let expected = reference.play(&slow_turn).to_spn();
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

/// Compares the texts of the steps and the positions after them, including those
/// in mid-chain.
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

/// Returns a position in the middle of one of its chains, if there is a chain.
fn mid_chain<R: RuleSet>(fast: &Position<R>, random: &mut Random) -> Option<Position<R>> {
    let rule_set = slow::RuleSet::from_id(R::ID)?;
    let reference = slow::Position::from_spn(rule_set, &fast.to_string()).ok()?;
    let jumps = reference.steps();
    let next = reference.play_step(random.choose(&jumps)?);
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
    assert!(in_chain > 0, "no position was in mid-chain");
    println!("{}: {compared} positions, {in_chain} in mid-chain", R::ID);
}

/// Returns a crowded board with enemy men scattered so that long chains, late
/// promotions and promotions in passing are common.
fn crowded<R: RuleSet>(random: &mut Random) -> Option<Position<R>> {
    let mut setup = Setup::EMPTY;
    let men = if R::OFFICERS_LIMITED {
        "Kkqrrbbsssssssssss"
    } else {
        "Kkqqqqsssssssssssss"
    };
    let capturer = if R::OFFICERS_LIMITED { "QRBSSK" } else { "QS" };
    let capturer = capturer.chars().nth(random.below(capturer.len()))?;
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
    (position.count_turns() < 3_000).then_some(position)
}

/// Returns the number of captures in the longest chain of this position.
fn longest_chain<R: RuleSet>(position: &Position<R>) -> u32 {
    let paths = position.paths();
    let lengths = paths.iter().map(|(turn, _)| turn.captured().count());
    lengths.max().unwrap_or(0)
}

/// Compares crowded positions, whose chains can be longer than the number of
/// states that the generator stores.
fn long_chains_agree<R: RuleSet>(positions: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut long = 0;
    for _ in 0..positions {
        let Some(position) = crowded::<R>(&mut random) else {
            continue;
        };
        compare(&position, &mut random).unwrap_or_else(|e| panic!("{}: {e}", R::ID));
        long += usize::from(longest_chain(&position) >= 6);
    }
    assert!(
        long * 1_000 > positions,
        "only {long} positions had long chains"
    );
    println!(
        "{}: {positions} crowded boards, {long} with six captures or more",
        R::ID
    );
}

#[test]
fn long_chains_agree_in_all_rule_sets() {
    long_chains_agree::<Extended>(SHORT, 21);
    long_chains_agree::<Original>(SHORT, 22);
    long_chains_agree::<Kurin>(SHORT, 23);
    long_chains_agree::<Pritchard>(SHORT, 24);
}

const SHORT: usize = 2_000;
const LONG: usize = 100_000;

#[test]
fn the_generators_agree_on_extended() {
    agree::<Extended>(SHORT, 1);
}

#[test]
fn the_generators_agree_on_original() {
    agree::<Original>(SHORT, 2);
}

#[test]
fn the_generators_agree_on_kurin() {
    agree::<Kurin>(SHORT, 3);
}

#[test]
fn the_generators_agree_on_pritchard() {
    agree::<Pritchard>(SHORT, 4);
}

#[test]
#[ignore = "the long form: 100,000 positions of each rule set"]
fn all_rule_sets_agree_on_many_positions() {
    agree::<Extended>(LONG, 11);
    agree::<Original>(LONG, 12);
    agree::<Kurin>(LONG, 13);
    agree::<Pritchard>(LONG, 14);
    long_chains_agree::<Extended>(LONG, 31);
    long_chains_agree::<Original>(LONG, 32);
    long_chains_agree::<Kurin>(LONG, 33);
    long_chains_agree::<Pritchard>(LONG, 34);
}
