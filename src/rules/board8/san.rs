//! Parses and writes moves in the notation of game files: `Nf3`, `exd5`, `b8=Q#` (SAN;
//! PGN standard, section 8.2.3), with the letters of the game's own men.

use super::geometry::{file_of, rank_of, square_name, square_named};
use super::kind::Kind;
use super::letters::{letter, man_of_letter, promotion_letter};
use super::mv::Move;
use super::position::Position;
use super::ruleset::RuleSet;
use crate::base::Square;
use crate::rules::{Game, MoveList};

/// A move in SAN, split into its parts.
#[derive(Debug)]
pub struct San {
    kind: Kind,
    /// The file of the origin square, from 0 to 7, if given.
    file: Option<u8>,
    /// The rank of the origin square, from 1 to 8, if given.
    rank: Option<u8>,
    to: Square,
    promotes: bool,
}

impl San {
    /// Parses a move of the game `R`; returns `None` if the text is not SAN. The symbols
    /// for captures, check and mate are optional.
    pub fn parse<R: RuleSet>(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let (kind, rest) = match text.chars().next().and_then(man_of_letter::<R>) {
            // A lower-case letter is a file.
            Some(man) if text.starts_with(|c: char| c.is_ascii_uppercase()) => {
                (man.kind, text.get(1..)?)
            }
            _ => (Kind::Pawn, text),
        };
        let (rest, promotes) = match rest.split_once('=') {
            Some((rest, promotion)) if promotion == promotion_letter::<R>().to_string() => {
                (rest, true)
            }
            Some(_) => return None,
            None => (rest, false),
        };
        let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let mut san = Self {
            kind,
            file: None,
            rank: None,
            to: square_named(to.as_bytes()).filter(|_| to == to.to_ascii_lowercase())?,
            promotes,
        };
        let origin = origin.strip_suffix(['x', ':', '-']).unwrap_or(origin);
        for byte in origin.bytes() {
            match byte {
                b'a'..=b'h' if san.file.is_none() && san.rank.is_none() => {
                    san.file = Some(byte - b'a');
                }
                b'1'..=b'8' if san.rank.is_none() => san.rank = Some(byte - b'0'),
                _ => return None,
            }
        }
        Some(san)
    }

    /// Returns whether the text may denote this move.
    pub fn matches<R: RuleSet>(&self, position: &Position<R>, mv: Move) -> bool {
        let man = position.board().man_at(mv.from());
        mv.to() == self.to
            && man.is_some_and(|man| man.kind == self.kind)
            && self.file.is_none_or(|file| file == file_of(mv.from()))
            && self.rank.is_none_or(|rank| rank == rank_of(mv.from()))
            && (mv.promotes() || !self.promotes)
    }
}

impl<R: RuleSet> Position<R> {
    /// Returns the SAN of a legal move.
    pub fn san(&self, mv: Move) -> String {
        let Some(man) = self.board().man_at(mv.from()) else {
            return String::new();
        };
        let is_capture = self.board().occupied().has(mv.to());
        let mut text = match man.kind {
            Kind::Pawn if is_capture => file_name(mv.from()).to_string(),
            Kind::Pawn => String::new(),
            _ => letter::<R>(man).to_ascii_uppercase().to_string() + &self.origin(mv),
        };
        if is_capture {
            text.push('x');
        }
        text += &square_name(mv.to());
        if mv.promotes() {
            text.push('=');
            text.push(promotion_letter::<R>());
        }
        let after = self.after(mv);
        if after.checkers().any() {
            text.push(if after.has_move() { '+' } else { '#' });
        }
        text
    }

    /// Returns the part of the origin square that distinguishes the move from those of
    /// other men of the same kind; empty if none is needed.
    fn origin(&self, mv: Move) -> String {
        let kind_at = |square| self.board().man_at(square).map(|man| man.kind);
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        let rivals: Vec<Square> = moves
            .into_iter()
            .filter(|other| other.to() == mv.to() && other.from() != mv.from())
            .map(Move::from)
            .filter(|&from| kind_at(from) == kind_at(mv.from()))
            .collect();
        let from = mv.from();
        let none_shares = |same: &dyn Fn(Square) -> bool| !rivals.iter().any(|&rival| same(rival));
        if rivals.is_empty() {
            String::new()
        } else if none_shares(&|rival| file_of(rival) == file_of(from)) {
            file_name(from).to_string()
        } else if none_shares(&|rival| rank_of(rival) == rank_of(from)) {
            rank_of(from).to_string()
        } else {
            square_name(from)
        }
    }
}

fn file_name(square: Square) -> char {
    char::from(b'a' + file_of(square))
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, Shatar, Shatranj};
    use super::*;

    fn all_sans<R: RuleSet>(fen: &str) -> Vec<String> {
        let setup = Setup::from_fen::<R>(fen).unwrap();
        let position = setup.position::<R>().unwrap();
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let mut texts: Vec<String> = moves.iter().map(|&mv| position.san(mv)).collect();
        // Parsing each text yields the same move.
        for (&mv, text) in moves.iter().zip(&texts) {
            assert_eq!(position.parse_move(text), Ok(mv), "{fen}: {text}");
        }
        texts.sort();
        texts
    }

    #[test]
    fn the_origin_is_only_as_long_as_needed() {
        // The file distinguishes the men on b1 and f1, and the rank those on b1 and b5. In the
        // second position, the man on b3 shares its file and its rank with others, and needs both.
        let texts = all_sans::<Shatranj>("4k3/p7/8/1N6/8/8/8/1N3N1K w");
        assert!(texts.contains(&"Nfd2".to_owned()) && texts.contains(&"Nbd2".to_owned()));
        assert!(texts.contains(&"N1c3".to_owned()) && texts.contains(&"N5c3".to_owned()));
        let texts = all_sans::<Shatranj>("4k3/p7/8/8/8/1N3N2/8/1N5K w");
        assert!(texts.contains(&"N1d2".to_owned()), "{texts:?}");
        assert!(texts.contains(&"Nfd2".to_owned()), "{texts:?}");
        assert!(texts.contains(&"Nb3d2".to_owned()), "{texts:?}");
    }

    #[test]
    fn captures_promotions_and_checks_are_written() {
        let texts = all_sans::<Shatar>("1r2k3/P7/8/8/3p4/2P5/8/4K3 w");
        for text in ["cxd4", "axb8=J+", "a8=J", "c4"] {
            assert!(texts.contains(&text.to_owned()), "{text}: {texts:?}");
        }
        // `B1` denotes a teme and a rank here, not the square b1.
        let texts = all_sans::<Shatar>("4k3/7p/8/2B5/8/8/8/1NB1K3 w");
        assert!(texts.contains(&"B1a3".to_owned()), "{texts:?}");
        // The mate of SHATRANJ-SHATAR.md by a mori's move.
        let texts = all_sans::<Shatar>("6rk/6pp/8/4N3/8/p1j5/P7/1K6 w");
        assert!(texts.contains(&"Nf7#".to_owned()), "{texts:?}");
    }
}
