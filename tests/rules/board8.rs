//! Shatranj and Shatar: perft counts from Fairy-Stockfish, and what holds in
//! any position.

use std::fs;

use batyr::base::{Color, Square};
use batyr::rules::board8::{
    FairyShatar, FairyShatranj, Kind, Position, Rules, Setup, Shatar, Shatranj,
};
use batyr::rules::perft::{perft, perft_one_by_one};
use batyr::rules::{Game, MoveList};
use batyr::search::{SearchGame, Tactical};
use batyr::util::rng::Rng;

fn position<R: Rules>(fen: &str) -> Position<R> {
    let setup = Setup::from_fen::<R>(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup
        .position()
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Checks every count in a game's file.
fn check<R: Rules>(most_leaves: u64, count: impl Fn(&Position<R>, u32) -> u64) {
    let path = format!(
        "{}/tests/data/perft/{}.perft",
        env!("CARGO_MANIFEST_DIR"),
        R::ID
    );
    let text = fs::read_to_string(path).unwrap();
    let mut counted = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(" ; ");
        let fen = parts.next().unwrap();
        let position = position::<R>(fen);
        for known in parts.next().unwrap().split(' ') {
            let (depth, leaves) = known.split_once(':').unwrap();
            let leaves: u64 = leaves.parse().unwrap();
            if leaves <= most_leaves {
                let depth = depth.parse().unwrap();
                assert_eq!(count(&position, depth), leaves, "{fen} at depth {depth}");
                counted += 1;
            }
        }
    }
    assert!(counted > 50, "{counted} counts");
}

#[test]
fn fairy_shatranj_counts() {
    check::<FairyShatranj>(u64::MAX, perft);
}

#[test]
fn fairy_shatar_counts() {
    check::<FairyShatar>(u64::MAX, perft);
}

#[test]
fn one_by_one_counts() {
    check::<FairyShatranj>(1_000_000, perft_one_by_one);
    check::<FairyShatar>(1_000_000, perft_one_by_one);
}

/// Calls `look` with the positions of random games.
fn for_random_positions<R: Rules>(mut look: impl FnMut(&Position<R>)) {
    for game in 0..60 {
        let mut rng = Rng::new(8, game);
        let mut position = Position::<R>::start();
        for _ in 0..200 {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            look(&position);
            position = position.after(moves[rng.below(moves.len())]);
        }
    }
}

/// Checks what must hold in any position of a game.
fn hold<R: Rules>() {
    for_random_positions::<R>(|position| {
        let fen = position.to_string();
        let read = self::position::<R>(&fen);
        assert_eq!(read.to_string(), fen);
        assert_eq!(read.key(), position.key(), "{fen}");
        assert_eq!(read.checkers(), position.checkers(), "{fen}");

        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        assert_eq!(position.count_moves(), moves.len() as u64, "{fen}");
        let mut tags: Vec<_> = moves
            .iter()
            .map(|&mv| Position::<R>::move_tag(mv))
            .collect();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), moves.len(), "{fen}");

        let mut tactical = MoveList::new();
        if position.generate_tactical(&mut tactical) == Tactical::Free {
            moves.retain(|mv| position.is_tactical(*mv));
        }
        assert_eq!(moves.len(), tactical.len(), "{fen}");
        assert!(moves.iter().all(|mv| tactical.contains(mv)), "{fen}");
    });
}

#[test]
fn positions_are_sound() {
    hold::<Shatranj>();
    hold::<FairyShatranj>();
    hold::<Shatar>();
    hold::<FairyShatar>();
}

/// Checks that moves that give check are recognised without making them.
fn assert_checks_are_predicted<R: Rules>() {
    let mut checks = 0;
    for_random_positions::<R>(|position| {
        let forcing = position.forcing_test();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for mv in moves.into_iter().filter(|&mv| !position.is_tactical(mv)) {
            let gives_check = position.after(mv).is_in_check();
            assert_eq!(forcing(mv), gives_check, "{position} {mv:?}");
            checks += u32::from(gives_check);
        }
    });
    assert!(checks > 100, "{checks} checks");
}

#[test]
fn the_checking_men_are_known_before_the_move() {
    assert_checks_are_predicted::<Shatranj>();
    assert_checks_are_predicted::<Shatar>();
}

/// Counts the moves by trying each one: a move that leaves the king attacked is
/// illegal.
fn slow_count<R: Rules>(position: &Position<R>) -> usize {
    let me = position.side_to_move();
    let board = position.board();
    let mut count = 0;
    for from in board.men(me) {
        for to in 0..64 {
            let to = Square::new(to);
            if board.men(me).has(to) || !reaches(position, from, to) {
                continue;
            }
            let mut setup = position.setup();
            setup.squares[to.index()] = setup.squares[from.index()].take();
            setup.to_move = !me;
            count += usize::from(!king_hangs::<R>(&setup, me));
        }
    }
    count
}

/// Returns whether the side's king is attacked.
fn king_hangs<R: Rules>(setup: &Setup, me: Color) -> bool {
    let men = setup.squares.iter().enumerate();
    let king = men.clone().find_map(|(i, man)| {
        let is_king = man.is_some_and(|man| man.color == me && man.kind == Kind::King);
        is_king.then_some(i)
    });
    let king = king.unwrap();
    men.filter(|(_, man)| man.is_some_and(|man| man.color != me))
        .any(|(i, _)| goes::<R>(setup, i, king, true))
}

fn reaches<R: Rules>(position: &Position<R>, from: Square, to: Square) -> bool {
    let setup = position.setup();
    let captures = setup.squares[to.index()].is_some();
    goes::<R>(&setup, from.index(), to.index(), captures)
}

/// Returns whether the man on a square can move to another by the rules of the
/// game, written as a person would explain them.
fn goes<R: Rules>(setup: &Setup, from: usize, to: usize, captures: bool) -> bool {
    let man = setup.squares[from].unwrap();
    let files = (to % 8) as i32 - (from % 8) as i32;
    let ranks = (to / 8) as i32 - (from / 8) as i32;
    let (wide, high) = (files.abs(), ranks.abs());
    let is_free = || {
        let steps = wide.max(high);
        (1..steps).all(|n| {
            let square = from as i32 + n * (files.signum() + 8 * ranks.signum());
            setup.squares[square as usize].is_none()
        })
    };
    let straight = (wide == 0) != (high == 0);
    match man.kind {
        Kind::Pawn => {
            let forward = if man.color == Color::White { 1 } else { -1 };
            ranks == forward && wide == i32::from(captures)
        }
        Kind::Knight => wide * high == 2,
        Kind::Bishop if R::BISHOP_SLIDES => wide == high && wide > 0 && is_free(),
        Kind::Bishop => wide == 2 && high == 2,
        Kind::Rook => straight && is_free(),
        Kind::Queen if R::QUEEN_SLIDES => wide == 1 && high == 1 || straight && is_free(),
        Kind::Queen => wide == 1 && high == 1,
        Kind::King => wide.max(high) == 1,
    }
}

fn agree<R: Rules>() {
    let mut seen = 0;
    for_random_positions::<R>(|position| {
        if seen % 7 == 0 {
            let found = position.count_moves();
            assert_eq!(found, slow_count(position) as u64, "{position}");
        }
        seen += 1;
    });
    assert!(seen > 2000, "{seen} positions");
}

#[test]
fn slow_and_fast_agree() {
    agree::<Shatranj>();
    agree::<FairyShatar>();
}
