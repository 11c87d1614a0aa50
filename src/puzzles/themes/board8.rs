//! Themes of material on the chessboard.

use crate::base::{Bitboard, Square};
use crate::game::{BoardContents, GameRecord, Variant};
use crate::puzzles::played_line::PlayedLine;
use crate::rules::board8::{
    FairyShatar, FairyShatranj, Kind, Man, Position, RuleSet, Shatar, Shatranj,
};

/// The least material that a sacrifice gives, in piyadahs or fus.
const GIVEN: u32 = 2;

/// Returns whether a man that the solver moves attacks at least two enemies that are worth more than
/// it, or the king and one.
pub fn has_fork(line: &PlayedLine) -> bool {
    line.to_find().any(|(index, ply)| {
        let after = line.after(index);
        let Some(to) = ply.turn.path.last().copied() else {
            return false;
        };
        let Some(moved) = man_at(after, to) else {
            return false;
        };
        let own = worth(line, moved.kind);
        let is_target =
            |square: &Square| man_at(after, *square).is_some_and(|man| worth(line, man.kind) > own);
        attacked_from(after, to)
            .into_iter()
            .filter(is_target)
            .count()
            >= 2
    })
}

/// Returns whether the solver lets a man be taken that is worth more than what its turn takes, and does not
/// take as much back at once.
pub fn has_sacrifice(line: &PlayedLine) -> bool {
    let taken = |index: usize| {
        let ply = line.plies.get(index)?;
        let man = ply
            .turn
            .captures
            .first()
            .and_then(|square| man_at(&ply.before, *square));
        Some(man.map_or(0, |man| worth(line, man.kind)))
    };
    line.to_find().any(|(index, _)| {
        let own = taken(index).unwrap_or(0);
        let given = taken(index + 1).unwrap_or(0);
        // The line must go on: its last turn shows that the man was not simply lost.
        taken(index + 2).is_some_and(|back| given >= own + back + GIVEN)
    })
}

/// Returns the enemy men that the man on a square attacks; none in Shatra.
fn attacked_from(game: &GameRecord, from: Square) -> Bitboard {
    match game.variant() {
        Variant::Shatranj => attacked::<Shatranj>(game, from),
        Variant::Shatar => attacked::<Shatar>(game, from),
        Variant::FairyShatranj => attacked::<FairyShatranj>(game, from),
        Variant::FairyShatar => attacked::<FairyShatar>(game, from),
        Variant::Extended
        | Variant::Original
        | Variant::Kurin
        | Variant::Pritchard
        | Variant::Online => Bitboard::EMPTY,
    }
}

fn attacked<R: RuleSet>(game: &GameRecord, from: Square) -> Bitboard {
    let Some(position) = game.position_as::<Position<R>>() else {
        return Bitboard::EMPTY;
    };
    let enemy = game.side_to_move();
    let is_attacked = |square: &Square| position.attackers(!enemy, *square).has(from);
    position
        .board()
        .men(enemy)
        .into_iter()
        .filter(is_attacked)
        .collect()
}

/// Returns the worth of a kind of man, in piyadahs or fus.
fn worth(line: &PlayedLine, kind: Kind) -> u32 {
    let is_shatranj = matches!(
        line.end.variant(),
        Variant::Shatranj | Variant::FairyShatranj
    );
    match kind {
        Kind::Pawn => 1,
        Kind::Bishop | Kind::Queen if is_shatranj => 2,
        Kind::Knight | Kind::Bishop => 3,
        Kind::Rook => 5,
        Kind::Queen => 7,
        Kind::King => 100,
    }
}

fn man_at(game: &GameRecord, square: Square) -> Option<Man> {
    match game.contents() {
        BoardContents::Board8(board) => board.men.get(square.index()).copied().flatten(),
        BoardContents::Shatra(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_lines::line;
    use super::*;

    #[test]
    fn a_knight_forks_king_and_rook() {
        let fork = line(Variant::Shatranj, "r3k3/8/8/3N4/8/8/8/4K3 w", "d5c7");
        assert!(has_fork(&fork));
        let none = line(Variant::Shatranj, "r3k3/8/8/3N4/8/8/8/4K3 w", "d5f6");
        assert!(!has_fork(&none));
    }

    #[test]
    fn a_sacrifice_gives_more_than_the_line_takes_back() {
        let text = "2r3k1/5ppp/8/8/8/8/3R4/3RK3 w";
        let exchange = line(Variant::Shatar, text, "d2d8 c8d8! d1d8");
        assert!(!has_sacrifice(&exchange));
        let text = "2r3k1/5ppp/8/8/8/1J6/3R4/4K3 w";
        assert!(
            !has_sacrifice(&line(Variant::Shatar, text, "d2d8 c8d8!")),
            "the line ends"
        );
        let given = line(Variant::Shatar, text, "d2d8 c8d8! b3b8");
        assert!(has_sacrifice(&given));
    }
}
