//! A small game with everything that makes a game of captures hard to search: compulsory
//! captures, repetitions, and a loss for the side that has no legal turn.
//!
//! On a board of `W` by `H` squares, men step forward or sideways, and jump over an
//! adjacent enemy, in any of eight directions, onto the empty square beyond it. A side that
//! can jump must do so; a turn is one jump or one step.

use crate::base::zobrist::splitmix;
use crate::base::{Color, Score};
use crate::eval::Evaluator;
use crate::rules::{End, Game, MoveList};
use crate::search::{Compulsion, ParameterSet, SearchGame};

/// A position; squares are numbered row by row from White's side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Skirmish<const W: usize, const H: usize> {
    men: [u64; 2],
    side: Color,
    clock: u32,
    /// The half-move clock at which the game is drawn.
    limit: Option<u32>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    from: u8,
    to: u8,
    over: Option<u8>,
}

impl<const W: usize, const H: usize> Skirmish<W, H> {
    /// Returns the start position with `rows` full rows of men on each side.
    pub fn new(rows: usize) -> Self {
        let white = (1 << (W * rows)) - 1;
        Self {
            men: [white, white << (W * (H - rows))],
            side: Color::White,
            clock: 0,
            limit: None,
        }
    }

    /// Reads a position from a diagram with Black's side at the top: `w`, `b`, or `.` for an
    /// empty square.
    pub fn from_picture(side: Color, rows: [&str; H]) -> Self {
        let mut men = [0; 2];
        for (y, row) in rows.iter().rev().enumerate() {
            for (x, man) in row.bytes().enumerate() {
                men[0] |= u64::from(man == b'w') << (y * W + x);
                men[1] |= u64::from(man == b'b') << (y * W + x);
            }
        }
        Self {
            men,
            side,
            clock: 0,
            limit: None,
        }
    }

    /// Returns the same position with this number of reversible turns on its half-move
    /// clock.
    pub fn with_clock(mut self, turns: u32) -> Self {
        self.clock = turns;
        self
    }

    /// Returns the same position of a game that is drawn at this half-move clock.
    pub fn with_limit(mut self, clock: u32) -> Self {
        self.limit = Some(clock);
        self
    }

    /// Returns the square that lies this many files and rows away, if it is on the board.
    fn neighbour(from: usize, x: isize, y: isize) -> Option<usize> {
        let x = (from % W).checked_add_signed(x)?;
        let y = (from / W).checked_add_signed(y)?;
        (x < W && y < H).then_some(y * W + x)
    }

    fn has(set: u64, square: usize) -> bool {
        set >> square & 1 != 0
    }

    fn own_squares(&self) -> impl Iterator<Item = usize> + use<W, H> {
        let own = self.men[self.side.index()];
        (0..W * H).filter(move |&square| Self::has(own, square))
    }

    fn generate_jumps(&self, list: &mut MoveList<Turn>) {
        let enemy = self.men[(!self.side).index()];
        let all = self.men[0] | self.men[1];
        for from in self.own_squares() {
            for (x, y) in (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))) {
                let over = Self::neighbour(from, x, y).filter(|&over| Self::has(enemy, over));
                let to = over.and_then(|over| Self::neighbour(over, x, y));
                if let (Some(over), Some(to)) = (over, to)
                    && !Self::has(all, to)
                {
                    list.push(Turn {
                        from: from as u8,
                        to: to as u8,
                        over: Some(over as u8),
                    });
                }
            }
        }
    }
}

impl<const W: usize, const H: usize> Game for Skirmish<W, H> {
    type Move = Turn;

    fn side_to_move(&self) -> Color {
        self.side
    }

    fn key(&self) -> u64 {
        splitmix(self.men[0] ^ splitmix(self.men[1] << 1 | self.side as u64))
    }

    fn halfmove_clock(&self) -> u32 {
        self.clock
    }

    fn plies_to_limit(&self) -> Option<u32> {
        Some(self.limit?.saturating_sub(self.clock))
    }

    fn generate(&self, list: &mut MoveList<Turn>) {
        self.generate_jumps(list);
        if !list.is_empty() {
            return;
        }
        let ahead = if self.side == Color::White { 1 } else { -1 };
        let all = self.men[0] | self.men[1];
        for from in self.own_squares() {
            for (x, y) in [(0, ahead), (-1, 0), (1, 0)] {
                if let Some(to) = Self::neighbour(from, x, y)
                    && !Self::has(all, to)
                {
                    list.push(Turn {
                        from: from as u8,
                        to: to as u8,
                        over: None,
                    });
                }
            }
        }
    }

    fn play(&mut self, turn: Turn) {
        self.men[self.side.index()] ^= 1 << turn.from | 1 << turn.to;
        if let Some(over) = turn.over {
            self.men[(!self.side).index()] ^= 1 << over;
        }
        let reversible = turn.over.is_none() && turn.from as usize / W == turn.to as usize / W;
        self.clock = if reversible { self.clock + 1 } else { 0 };
        self.side = !self.side;
    }

    fn end_without_turns(&self) -> End {
        End::Lost
    }

    fn is_lost(&self) -> bool {
        self.men[self.side.index()] == 0
    }

    fn is_drawn(&self) -> bool {
        self.plies_to_limit() == Some(0)
    }
}

impl<const W: usize, const H: usize> SearchGame for Skirmish<W, H> {
    const PARAMETERS: ParameterSet = ParameterSet::Shatra;

    const HAS_HUNTS: bool = true;

    const HISTORY_SLOTS: usize = 2 * 64;

    fn men_on_board(&self) -> u32 {
        (self.men[0] | self.men[1]).count_ones()
    }

    fn generate_compulsory(&self, list: &mut MoveList<Turn>) -> Compulsion {
        self.generate_jumps(list);
        if list.is_empty() {
            Compulsion::Free
        } else {
            Compulsion::Forced
        }
    }

    fn is_tactical(&self, turn: Turn) -> bool {
        turn.over.is_some()
    }

    fn gain(&self, turn: Turn) -> i32 {
        if turn.over.is_some() { 100 } else { 0 }
    }

    fn move_tag(turn: Turn) -> u16 {
        1 + u16::from(turn.from) * 64 + u16::from(turn.to)
    }

    fn history_slot(&self, turn: Turn) -> usize {
        self.side.index() * 64 + turn.to as usize
    }
}

/// An evaluator that counts men, with a small bonus for their advance.
#[derive(Copy, Clone, Debug)]
pub struct MenCount;

impl<const W: usize, const H: usize> Evaluator<Skirmish<W, H>> for MenCount {
    type Memory = ();

    fn evaluate(&self, position: &Skirmish<W, H>, _: usize, (): &mut ()) -> Score {
        let material = |men: u64, advance: fn(usize, usize) -> usize| -> Score {
            (0..W * H)
                .filter(|&square| Skirmish::<W, H>::has(men, square))
                .map(|square| 100 + 3 * advance(square / W, H) as Score)
                .sum()
        };
        let white = material(position.men[0], |row, _| row);
        let black = material(position.men[1], |row, rows| rows - 1 - row);
        match position.side {
            Color::White => white - black,
            Color::Black => black - white,
        }
    }
}
