//! The moves of Shatranj and Shatar by slow rules: every man is tried on every square. They share
//! nothing with the tables and bitboards of the move generator.

// Each test program uses only part of this module.
#![allow(dead_code)]

use batyr::base::Color;
use batyr::rules::board8::{BishopMovement, CheckSeries, Kind, Man, QueenMovement, RuleSet, Setup};

/// Returns the set-up after each legal move. The paired start and the ends of a game are left to
/// the caller.
pub fn after_moves<R: RuleSet>(setup: &Setup) -> Vec<Setup> {
    let me = setup.to_move;
    let mut after = Vec::new();
    for (from, man) in men_of(setup, me) {
        for to in 0..setup.squares.len() {
            let target = setup.squares[to];
            let is_own = target.is_some_and(|target| target.color == me);
            if is_own || !can_move::<R>(setup, from, to, target.is_some()) {
                continue;
            }
            let mut next = setup.clone();
            next.squares[from] = None;
            next.squares[to] = Some(promoted(man, to));
            next.to_move = !me;
            if checkers::<R>(&next, me).is_empty() {
                next.series = series_after::<R>(&next, man.kind);
                after.push(next);
            }
        }
    }
    after
}

/// Returns the man as it stands on the square that it has moved to.
fn promoted(man: Man, to: usize) -> Man {
    let last_rank = if man.color == Color::White { 7 } else { 0 };
    let kind = match man.kind {
        Kind::Pawn if to / 8 == last_rank => Kind::Queen,
        kind => kind,
    };
    Man { kind, ..man }
}

/// Returns the series of checks after a move of a man of this kind; `next` still has those before.
fn series_after<R: RuleSet>(next: &Setup, moved: Kind) -> CheckSeries {
    let checkers = checkers::<R>(next, next.to_move);
    if !R::RULES.has_series() {
        CheckSeries::NONE
    } else if checkers.is_empty() {
        next.series.broken(!next.to_move)
    } else {
        let gives_shak = |kind: &Kind| matches!(kind, Kind::Queen | Kind::Rook | Kind::Knight);
        let is_shak = checkers.iter().any(gives_shak);
        let by_mori = moved == Kind::Knight;
        next.series.with_check(!next.to_move, is_shak, by_mori)
    }
}

/// Returns the men of a side with their squares.
pub fn men_of(setup: &Setup, color: Color) -> Vec<(usize, Man)> {
    let men = setup.squares.iter().enumerate();
    let men = men.filter_map(|(square, man)| man.map(|man| (square, man)));
    men.filter(|(_, man)| man.color == color).collect()
}

/// Returns the kinds of the men that attack the king of a side.
pub fn checkers<R: RuleSet>(setup: &Setup, color: Color) -> Vec<Kind> {
    let mut own = men_of(setup, color).into_iter();
    let (king, _) = own.find(|(_, man)| man.kind == Kind::King).unwrap();
    let attackers = men_of(setup, !color)
        .into_iter()
        .filter(|&(square, _)| can_move::<R>(setup, square, king, true));
    attackers.map(|(_, man)| man.kind).collect()
}

/// Returns whether the man on a square can move to another one, ignoring checks.
fn can_move<R: RuleSet>(setup: &Setup, from: usize, to: usize, captures: bool) -> bool {
    let man = setup.squares[from].unwrap();
    let files = (to % 8) as i32 - (from % 8) as i32;
    let ranks = (to / 8) as i32 - (from / 8) as i32;
    let (file_distance, rank_distance) = (files.abs(), ranks.abs());
    let is_free = || {
        let steps = file_distance.max(rank_distance);
        (1..steps).all(|n| {
            let square = from as i32 + n * (files.signum() + 8 * ranks.signum());
            setup.squares[square as usize].is_none()
        })
    };
    let straight = (file_distance == 0) != (rank_distance == 0);
    match man.kind {
        Kind::Pawn => {
            let forward = if man.color == Color::White { 1 } else { -1 };
            ranks == forward && file_distance == i32::from(captures)
        }
        Kind::Knight => file_distance * rank_distance == 2,
        Kind::Bishop => match R::RULES.bishop {
            BishopMovement::DiagonalLeap => file_distance == 2 && rank_distance == 2,
            BishopMovement::DiagonalSlide => {
                file_distance == rank_distance && file_distance > 0 && is_free()
            }
        },
        Kind::Rook => straight && is_free(),
        Kind::Queen => {
            let is_step = file_distance == 1 && rank_distance == 1;
            match R::RULES.queen {
                QueenMovement::DiagonalStep => is_step,
                QueenMovement::DiagonalStepOrOrthogonalSlide => is_step || straight && is_free(),
            }
        }
        Kind::King => file_distance.max(rank_distance) == 1,
    }
}
