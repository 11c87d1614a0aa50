//! The record of a sample: a position, its score and its result in a few bytes.
//!
//! ```text
//! bytes 0 to 7    the occupied squares, as a set of 64 bits
//! bytes 8 and 9   the score, from White's point of view, in centipawns
//! byte 10         bit 0: Black is to move; bits 1 and 2: the temdeks of White and Black;
//!                 bits 3 and 4: twice White's points; bits 5 to 7: the series of checks
//! byte 11         the half-move clock, at most 255
//! bytes 12 and 13 the number of the move
//! byte 14         0, or the number of the en passant square plus 1
//! then            four bits for each man, in the order of the squares, low bits first
//! ```
//!
//! All numbers are little-endian. Records of a file have the same length: the smallest
//! multiple of 8 bytes that suffices for the men of the start position.

use std::array;

use super::text::Sample;
use crate::base::{Bitboard, Color, Score};
use crate::game::{Playable, PositionError, Variant, for_variant};

/// The maximum length of a record.
const RECORD_BYTES: usize = 40;
/// The length of a record without its men.
const FIXED_BYTES: usize = 15;
/// The number of men for which the longest record has room.
const MAX_MEN: usize = 2 * (RECORD_BYTES - FIXED_BYTES);

/// A position in a packed form.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct PackedPosition {
    /// The occupied squares.
    pub occupied: u64,
    /// Bit 0: Black is to move; bits 1 and 2: the temdeks of White and Black; bits 5 to 7:
    /// the series of checks. The other bits are 0.
    pub flags: u8,
    /// The half-move clock, at most 255.
    pub halfmoves: u8,
    /// The number of the move.
    pub move_number: u16,
    /// 0, or the number of the en passant square plus 1.
    pub en_passant: u8,
    /// Four bits for each man.
    pub(super) men: [u8; RECORD_BYTES - FIXED_BYTES],
}

/// The position of the result's two bits in byte 10 of a record.
const RESULT_SHIFT: u32 = 3;
const RESULT_BITS: u8 = 3 << RESULT_SHIFT;

impl PackedPosition {
    /// Sets the men, in the order of their squares, each as a number below 16. A record has room
    /// for more men than any position has.
    pub fn set_men(&mut self, codes: impl Iterator<Item = u8>) {
        for (i, code) in codes.take(MAX_MEN).enumerate() {
            self.men[i / 2] |= (code & 15) << (i % 2 * 4);
        }
    }

    /// Returns the side to move.
    pub const fn side_to_move(&self) -> Color {
        match self.flags & 1 {
            0 => Color::White,
            _ => Color::Black,
        }
    }

    /// Returns the index of each occupied square, and the number of the man there.
    pub fn men(&self) -> impl Iterator<Item = (usize, u8)> {
        let codes = (0..MAX_MEN).map(|i| self.men[i / 2] >> (i % 2 * 4) & 15);
        let squares = Bitboard(self.occupied).into_iter();
        squares.map(|square| square.index()).zip(codes)
    }
}

/// A position that can be packed.
pub trait Packing: Playable {
    /// Returns the packed position; `None` in the middle of a turn.
    fn pack(&self) -> Option<PackedPosition>;

    /// Returns the position that was packed.
    ///
    /// # Errors
    /// Returns an error if the result is not a position of the game, for example because the
    /// bytes of a file are damaged.
    fn unpack(packed: &PackedPosition) -> Result<Self, PositionError>;
}

/// A sample in a packed form.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PackedSample {
    /// The position.
    pub position: PackedPosition,
    /// The score that a search found, in centipawns, positive if White is better.
    pub score: i16,
    /// White's points: 1, 0.5 or 0.
    pub result: f32,
}

impl PackedSample {
    /// Packs a sample; `None` in the middle of a turn.
    pub fn new<P: Packing>(position: &P, score: Score, result: f32) -> Option<Self> {
        Some(Self {
            position: position.pack()?,
            score: score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            result,
        })
    }

    /// Packs a sample that is a line of text; `None` in the middle of a turn.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the variant.
    pub fn from_text(variant: Variant, sample: &Sample) -> Result<Option<Self>, PositionError> {
        for_variant!(variant, P => {
            let position = P::read(&sample.position)?;
            Ok(Self::new(&position, sample.score, sample.result))
        })
    }

    /// Returns the sample as text.
    ///
    /// # Errors
    /// Returns an error if the record is damaged.
    pub fn to_text(&self, variant: Variant) -> Result<Sample, PositionError> {
        let position = for_variant!(variant, P => P::unpack(&self.position)?.to_string());
        Ok(Sample {
            position,
            score: self.score.into(),
            result: self.result,
        })
    }

    /// Returns whether the sample can be from the same game as `earlier`: their results are
    /// equal, and the move number does not fall.
    pub fn may_follow(&self, earlier: &Self) -> bool {
        earlier.position.move_number <= self.position.move_number && earlier.result == self.result
    }

    /// Returns the length of the records of a variant, in bytes.
    pub fn record_length(variant: Variant) -> usize {
        let men = for_variant!(variant, P => P::start().man_count()) as usize + 2;
        (FIXED_BYTES + men.div_ceil(2)).next_multiple_of(8)
    }

    /// Appends the record, `length` bytes long, to `to`.
    pub fn write(&self, length: usize, to: &mut Vec<u8>) {
        let end = to.len() + length;
        let position = &self.position;
        let points = (2.0 * self.result) as u8;
        to.extend(position.occupied.to_le_bytes());
        to.extend(self.score.to_le_bytes());
        to.push(position.flags & !RESULT_BITS | points << RESULT_SHIFT & RESULT_BITS);
        to.push(position.halfmoves);
        to.extend(position.move_number.to_le_bytes());
        to.push(position.en_passant);
        to.extend(position.men);
        to.resize(end, 0);
    }

    /// Returns the sample in a record; missing bytes count as 0.
    pub fn read(record: &[u8]) -> Self {
        let byte = |i: usize| record.get(i).copied().unwrap_or_default();
        let flags = byte(10);
        Self {
            position: PackedPosition {
                occupied: u64::from_le_bytes(array::from_fn(byte)),
                flags: flags & !RESULT_BITS,
                halfmoves: byte(11),
                move_number: u16::from_le_bytes([byte(12), byte(13)]),
                en_passant: byte(14),
                men: array::from_fn(|i| byte(FIXED_BYTES + i)),
            },
            score: i16::from_le_bytes([byte(8), byte(9)]),
            result: f32::from(flags >> RESULT_SHIFT & 3) / 2.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::MoveList;
    use crate::util::rng::Rng;

    /// Packs and unpacks the positions of random games. Returns the number of unpacked positions.
    fn check_round_trips<P: Packing>() -> usize {
        let variant = Variant::from_id(P::RULES.id()).unwrap();
        let length = PackedSample::record_length(variant);
        let mut count = 0;
        for game in 0..40 {
            let mut rng = Rng::new(3, game);
            let mut position = P::start();
            for turn in 0..150 {
                let mut turns = MoveList::new();
                position.generate(&mut turns);
                if turns.is_empty() || position.board_outcome().is_some() {
                    break;
                }
                position = position.after(turns[rng.below(turns.len())]);
                let result = [0.0, 0.5, 1.0][turn % 3];
                let sample = PackedSample::new(&position, -7 * turn as Score, result).unwrap();
                let mut bytes = Vec::new();
                sample.write(length, &mut bytes);
                assert_eq!(bytes.len(), length);
                let read = PackedSample::read(&bytes);
                assert_eq!(read, sample);
                let text = read.to_text(variant);
                if position.board_outcome().is_none() {
                    assert_eq!(text.unwrap().position, position.to_string());
                    count += 1;
                }
            }
        }
        count
    }

    #[test]
    fn positions_are_unchanged_by_packing() {
        for variant in Variant::ALL {
            let count = for_variant!(variant, P => check_round_trips::<P>());
            assert!(count > 400, "{}: {count}", variant.id());
        }
    }

    #[test]
    fn records_are_short() {
        let lengths = Variant::ALL.map(PackedSample::record_length);
        assert_eq!(lengths, [32, 40, 32, 32, 40, 32, 32, 32, 32]);
    }
}
