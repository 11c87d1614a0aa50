//! A position as an object.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use crate::base::Color;
use crate::rules::shatra::{Occupant, Setup, square_name};
use crate::rules::{Board8, GameRecord, Scene, TurnFacts, Variant, board8};

/// A position of any game.
#[derive(Serialize)]
pub struct PositionJson<'r> {
    variant: Variant,
    #[serde(skip_serializing_if = "Option::is_none")]
    spn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    side: &'static str,
    /// Letters of men by square, as in the text.
    men: BTreeMap<String, char>,
    #[serde(flatten)]
    shatra: Option<ShatraJson>,
    #[serde(flatten)]
    board8: Option<Board8Json>,
    halfmoves: u32,
    move_number: u16,
    /// How many legal turns there are.
    legal_turns: u64,
    turns: Turns<'r>,
}

/// The legal turns, walked through again as they are written: there may be
/// millions.
struct Turns<'r>(&'r GameRecord);

impl Serialize for Turns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut written = Ok(());
        self.0.for_each_turn(|turn| {
            written = list.serialize_element(&TurnJson::from(turn));
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        written?;
        list.end()
    }
}

/// A legal turn.
#[derive(Serialize)]
struct TurnJson {
    turn: String,
    path: Vec<String>,
    captures: Vec<String>,
    /// The letter of what a man becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<char>,
    drop: bool,
}

impl From<TurnFacts> for TurnJson {
    fn from(facts: TurnFacts) -> Self {
        Self {
            turn: facts.text,
            path: facts.path,
            captures: facts.captures,
            promotion: facts.promotion,
            drop: facts.is_drop,
        }
    }
}

/// What only Shatra has.
#[derive(Serialize)]
struct ShatraJson {
    /// Squares of urgent men.
    urgent: Vec<String>,
    /// Letters of men captured in the chain at hand, by square.
    ghosts: BTreeMap<String, char>,
    /// Sides whose temdek is on.
    temdeks: Vec<&'static str>,
    /// The man in mid-chain.
    transit: Option<String>,
    en_passant: Option<String>,
}

/// What only the board of chess has.
#[derive(Serialize)]
struct Board8Json {
    /// The side to move is in check.
    check: bool,
}

impl<'r> PositionJson<'r> {
    /// Of the position in which a game stands.
    pub fn of(record: &'r GameRecord) -> Self {
        let text = Some(record.position_text());
        let mut json = Self {
            variant: record.variant(),
            spn: None,
            fen: None,
            side: side(record.side_to_move()),
            men: BTreeMap::new(),
            shatra: None,
            board8: None,
            halfmoves: record.halfmoves(),
            move_number: record.move_number(),
            legal_turns: record.count_turns(),
            turns: Turns(record),
        };
        match record.scene() {
            Scene::Shatra(setup) => {
                json.spn = text;
                json.shatra = Some(json.shatra(&setup));
            }
            Scene::Board8(board) => {
                json.fen = text;
                json.board8 = Some(json.board8(&board));
            }
        }
        json
    }

    fn shatra(&mut self, setup: &Setup) -> ShatraJson {
        let mut json = ShatraJson {
            urgent: Vec::new(),
            ghosts: BTreeMap::new(),
            temdeks: Vec::new(),
            transit: setup.transit.map(square_name),
            en_passant: setup.en_passant.map(square_name),
        };
        for (square, occupant) in setup.occupants() {
            let name = square_name(square);
            match occupant {
                Occupant::Man { man, urgent } => {
                    json.urgent.extend(urgent.then(|| name.clone()));
                    self.men.insert(name, man.letter());
                }
                Occupant::Ghost(kind) => {
                    json.ghosts
                        .extend(kind.ghost_letter().map(|letter| (name, letter)));
                }
            }
        }
        let on = Color::ALL
            .into_iter()
            .zip(setup.temdeks)
            .filter(|(_, on)| *on);
        json.temdeks = on.map(|(color, _)| side(color)).collect();
        json
    }

    fn board8(&mut self, board: &Board8) -> Board8Json {
        let squares = board8::geometry::squares().zip(board.letters);
        let named = |(square, letter): (_, Option<char>)| {
            Some((board8::geometry::square_name(square), letter?))
        };
        self.men = squares.filter_map(named).collect();
        Board8Json {
            check: board.checked.is_some(),
        }
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
