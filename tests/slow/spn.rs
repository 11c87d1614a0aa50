//! Reads and writes positions in SPN (protocol/RULES.md section 10; protocol/RULES-ONLINE.md
//! section 2).

use std::{collections::BTreeMap, str::FromStr};

use super::{
    man::{Kind, Man, Side},
    position::Position,
    rule_set::RuleSet,
    square::{Square, all_squares, from_spn_number, spn_number},
};

/// The number of squares in each group of the board field.
const GROUPS: [usize; 10] = [9, 1, 7, 7, 7, 7, 7, 7, 1, 9];

impl Position {
    /// Parses a position. Fields may be missing at the end, except for the first two.
    pub fn from_spn(rule_set: RuleSet, text: &str) -> Result<Position, String> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        if !(2..=7).contains(&fields.len()) {
            return Err(format!(
                "{} fields in {text:?}, expected 2 to 7",
                fields.len()
            ));
        }
        let field = |index: usize, default| fields.get(index).copied().unwrap_or(default);
        let (men, ghosts) = read_board(fields[0])?;
        let (white_temdek, black_temdek) = read_temdeks(field(2, "-"))?;
        let mut position = Position {
            rule_set,
            men,
            ghosts,
            side_to_move: read_side(fields[1])?,
            white_temdek,
            black_temdek,
            transit: read_square(field(3, "-"))?,
            passed: read_square(field(4, "-"))?,
            halfmoves: read_number(field(5, "-"), 0)?,
            move_number: read_number(field(6, "1"), 1)?,
        };
        position.check_validity()?;
        position.normalize();
        Ok(position)
    }

    /// Returns the canonical SPN.
    pub fn to_spn(&self) -> String {
        let side = match self.side_to_move {
            Side::White => 'w',
            Side::Black => 'b',
        };
        let temdeks = match (self.temdek(Side::White), self.temdek(Side::Black)) {
            (true, true) => "Tt",
            (true, false) => "T",
            (false, true) => "t",
            (false, false) => "-",
        };
        let square = |square: Option<Square>| match square {
            Some(square) => spn_number(square).to_string(),
            None => "-".to_string(),
        };
        let halfmoves = match self.halfmoves {
            0 => "-".to_string(),
            number => number.to_string(),
        };
        format!(
            "{} {side} {temdeks} {} {} {halfmoves} {}",
            self.board_text(),
            square(self.transit),
            square(self.passed),
            self.move_number
        )
    }

    fn board_text(&self) -> String {
        let mut squares = all_squares();
        let groups: Vec<String> = GROUPS
            .into_iter()
            .map(|size| self.group_text(squares.by_ref().take(size)))
            .collect();
        groups.join("/")
    }

    fn group_text(&self, squares: impl Iterator<Item = Square>) -> String {
        let mut text = String::new();
        let mut empty = 0;
        let flush = |empty: &mut u32, text: &mut String| {
            if *empty > 0 {
                *text += &std::mem::take(empty).to_string();
            }
        };
        for square in squares {
            if self.is_empty(square) {
                empty += 1;
            } else {
                flush(&mut empty, &mut text);
                text += &self.square_text(square);
            }
        }
        flush(&mut empty, &mut text);
        text
    }

    fn square_text(&self, square: Square) -> String {
        let Some(man) = self.men.get(&square) else {
            return ghost_letter(self.ghosts[&square]).to_string();
        };
        let letter = match man.side {
            Side::White => man.kind.letter(),
            Side::Black => man.kind.letter().to_ascii_lowercase(),
        };
        let mark = if man.urgent { "!" } else { "" };
        format!("{mark}{letter}")
    }

    /// Returns an error if the position breaks a rule for all positions.
    fn check_validity(&self) -> Result<(), String> {
        let biys = Side::BOTH.map(|side| self.count(side, Kind::Biy));
        let is_finished = biys == [0, 1] || biys == [1, 0];
        for side in Side::BOTH {
            if self.count(side, Kind::Biy) != 1 && !is_finished {
                return Err(format!("{side:?} does not have exactly one biy"));
            }
            self.check_man_counts(side)?;
        }
        let transit_man = self.transit.map(|square| self.men.get(&square));
        match transit_man {
            None if !self.ghosts.is_empty() => Err("ghosts outside a chain".to_string()),
            Some(None) => Err("no man on the transit square".to_string()),
            Some(Some(man)) if man.side != self.side_to_move => {
                Err("the man on the transit square is not of the side to move".to_string())
            }
            _ => Ok(()),
        }
    }

    fn check_man_counts(&self, side: Side) -> Result<(), String> {
        let count = |kind| self.count(side, kind);
        let too_many = if self.rule_set.follows_original() {
            count(Kind::Batyr) + count(Kind::Shatra) > 23
                || count(Kind::Tura) + count(Kind::Yalkyn) > 0
        } else {
            Kind::ALL
                .into_iter()
                .any(|kind| count(kind) > kind.count_at_start())
        };
        if too_many {
            return Err(format!("{side:?} has too many men of one kind"));
        }
        Ok(())
    }

    /// Removes what an SPN may contain although it has no effect: outside a chain, a temdek with an
    /// empty reserve; an urgent mark on a man that is not in the reserve; a passed square that
    /// cannot have been passed; in Online, any temdek and any urgent mark.
    fn normalize(&mut self) {
        if self.rule_set.temdek_follows_from_board() {
            (self.white_temdek, self.black_temdek) = (false, false);
        }
        if self.transit.is_none() {
            self.switch_off_temdeks_without_reserve();
        }
        self.clear_meaningless_urgent_marks();
        let in_mid_chain = self.transit.is_some();
        self.passed = self
            .passed
            .filter(|&square| !in_mid_chain && self.can_have_been_passed(square));
    }
}

/// The men and the ghosts on the board.
type Occupants = (BTreeMap<Square, Man>, BTreeMap<Square, Kind>);

fn read_board(text: &str) -> Result<Occupants, String> {
    let groups: Vec<&str> = text.split('/').collect();
    if groups.len() != GROUPS.len() {
        return Err(format!("{} groups in {text:?}", groups.len()));
    }
    let (mut men, mut ghosts) = Occupants::default();
    let mut squares = all_squares();
    for (group, size) in groups.into_iter().zip(GROUPS) {
        let contents = read_group(group)?;
        if contents.len() != size {
            return Err(format!("wrong length of group {group:?}"));
        }
        for (content, square) in contents.into_iter().zip(squares.by_ref().take(size)) {
            match content {
                SquareContent::Empty => {}
                SquareContent::Man(man) => drop(men.insert(square, man)),
                SquareContent::Ghost(kind) => drop(ghosts.insert(square, kind)),
            }
        }
    }
    Ok((men, ghosts))
}

/// What stands on a square.
enum SquareContent {
    Empty,
    Man(Man),
    Ghost(Kind),
}

fn read_group(group: &str) -> Result<Vec<SquareContent>, String> {
    let mut contents = Vec::new();
    let mut urgent = false;
    for letter in group.chars() {
        match letter {
            '!' if !urgent => {
                urgent = true;
                continue;
            }
            '1'..='9' if !urgent => {
                let empty = letter as usize - '0' as usize;
                contents.extend((0..empty).map(|_| SquareContent::Empty));
            }
            _ => contents.push(read_letter(letter, urgent)?),
        }
        urgent = false;
    }
    if urgent {
        return Err(format!("an urgent mark without a man in {group:?}"));
    }
    Ok(contents)
}

fn read_letter(letter: char, urgent: bool) -> Result<SquareContent, String> {
    if let Some(kind) = Kind::ALL
        .into_iter()
        .find(|&kind| kind != Kind::Biy && ghost_letter(kind) == letter)
    {
        return Ok(SquareContent::Ghost(kind));
    }
    let kind = Kind::ALL
        .into_iter()
        .find(|kind| kind.letter() == letter.to_ascii_uppercase())
        .ok_or_else(|| format!("unknown letter {letter:?} on the board"))?;
    let side = if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    };
    Ok(SquareContent::Man(Man { side, kind, urgent }))
}

/// Returns the letter of a ghost, which is never a biy, because the capture of a biy ends the
/// chain.
fn ghost_letter(kind: Kind) -> char {
    match kind {
        Kind::Batyr => 'y',
        Kind::Tura => 'u',
        Kind::Yalkyn => 'i',
        Kind::Shatra => 'p',
        Kind::Biy => unreachable!("the capture of a biy ends the chain"),
    }
}

fn read_side(text: &str) -> Result<Side, String> {
    match text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => Err(format!("unknown side {text:?}")),
    }
}

/// Parses the temdeks: White's, then Black's.
fn read_temdeks(text: &str) -> Result<(bool, bool), String> {
    match text {
        "Tt" => Ok((true, true)),
        "T" => Ok((true, false)),
        "t" => Ok((false, true)),
        "-" => Ok((false, false)),
        _ => Err(format!("unknown temdeks {text:?}")),
    }
}

fn read_square(text: &str) -> Result<Option<Square>, String> {
    if text == "-" {
        return Ok(None);
    }
    let square = usize::from_str(text).ok().and_then(from_spn_number);
    match square {
        Some(square) => Ok(Some(square)),
        None => Err(format!("no square has the number {text:?}")),
    }
}

fn read_number(text: &str, default: u32) -> Result<u32, String> {
    if text == "-" {
        return Ok(default);
    }
    u32::from_str(text).map_err(|_| format!("not a number: {text:?}"))
}
