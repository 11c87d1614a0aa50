//! Writes a position as a JSON object.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use crate::base::{Color, Square};
use crate::cli::tables::ValueRecord;
use crate::game::{Board8Contents, BoardContents, GameRecord, TurnDetails, Variant};
use crate::rules::board8;
use crate::rules::shatra::{Occupant, Setup, square_name};
use crate::tables::{OpenTables, Value};

/// The JSON object of a position of any variant.
#[derive(Serialize)]
pub struct PositionJson<'r> {
    variant: Variant,
    #[serde(skip_serializing_if = "Option::is_none")]
    spn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    side: Color,
    /// The letter of the man on each occupied square, as in SPN or FEN.
    men: BTreeMap<String, char>,
    #[serde(flatten)]
    shatra: Option<ShatraJson>,
    #[serde(flatten)]
    board8: Option<Board8Json>,
    halfmoves: u32,
    move_number: u16,
    /// The exact value, if the endgame tables of the program have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<ValueRecord>,
    /// The number of legal turns.
    legal_turns: u64,
    turns: Turns<'r>,
}

/// The legal turns. They are generated again as they are written, rather than
/// stored, because there may be millions.
struct Turns<'r> {
    record: &'r GameRecord,
    /// The exact value of each turn, by its text; empty if the tables do not have them.
    values: HashMap<String, Value>,
}

impl Serialize for Turns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut written = Ok(());
        let variant = self.record.variant();
        self.record.for_each_turn(|turn| {
            let value = self.values.get(&turn.text).copied();
            written = list.serialize_element(&TurnJson::of(turn, variant, value));
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
    /// The capital letter of the kind to which the man is promoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<char>,
    drop: bool,
    /// The exact value for the side that plays the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<ValueRecord>,
}

impl TurnJson {
    fn of(details: TurnDetails, variant: Variant, value: Option<Value>) -> Self {
        let names = |squares: Vec<Square>| {
            let names = squares.into_iter();
            names.map(|square| variant.square_name(square)).collect()
        };
        Self {
            turn: details.text,
            path: names(details.path),
            captures: names(details.captures),
            promotion: details.promotion,
            drop: details.is_drop,
            table: value.map(ValueRecord::from),
        }
    }
}

/// The fields that only positions of Shatra have.
#[derive(Serialize)]
struct ShatraJson {
    /// The squares of urgent men.
    urgent: Vec<String>,
    /// The letters of the men captured in the current chain, by square.
    ghosts: BTreeMap<String, char>,
    /// The sides whose temdek is on.
    temdeks: Vec<Color>,
    /// The square of the man whose chain is in progress.
    transit: Option<String>,
    en_passant: Option<String>,
}

/// The fields that only positions on the chessboard have.
#[derive(Serialize)]
struct Board8Json {
    /// Whether the side to move is in check.
    check: bool,
}

impl<'r> PositionJson<'r> {
    /// Creates the JSON object of the current position of a game.
    pub fn of(record: &'r GameRecord) -> Self {
        let probe = OpenTables::shipped()
            .of(record.variant())
            .and_then(|tables| tables.probe(record).ok())
            .filter(|probe| !probe.is_limit_near);
        let table = probe.as_ref().map(|probe| probe.value.into());
        let values = match probe.filter(|probe| !probe.is_limit_near_after) {
            Some(probe) => probe.turns.into_iter().collect(),
            None => HashMap::new(),
        };
        let text = Some(record.position_text());
        let mut json = Self {
            variant: record.variant(),
            spn: None,
            fen: None,
            side: record.side_to_move(),
            men: BTreeMap::new(),
            shatra: None,
            board8: None,
            halfmoves: record.halfmove_clock(),
            move_number: record.move_number(),
            legal_turns: record.count_turns(),
            table,
            turns: Turns { record, values },
        };
        match record.contents() {
            BoardContents::Shatra(setup) => {
                json.spn = text;
                json.shatra = Some(json.add_shatra(&setup));
            }
            BoardContents::Board8(board) => {
                json.fen = text;
                json.board8 = Some(json.add_board8(&board));
            }
        }
        json
    }

    /// Adds the men of a position of Shatra and returns the fields that only Shatra needs.
    fn add_shatra(&mut self, setup: &Setup) -> ShatraJson {
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
        let temdeks = Color::ALL.into_iter().zip(setup.temdeks);
        let with_temdek = temdeks.filter(|(_, is_on)| *is_on);
        json.temdeks = with_temdek.map(|(color, _)| color).collect();
        json
    }

    /// Adds the men of a position on the chessboard and returns the fields that only it needs.
    fn add_board8(&mut self, board: &Board8Contents) -> Board8Json {
        let squares = board8::geometry::squares().zip(board.letters);
        let named = |(square, letter): (_, Option<char>)| {
            Some((board8::geometry::square_name(square), letter?))
        };
        self.men = squares.filter_map(named).collect();
        Board8Json {
            check: board.checked_king.is_some(),
        }
    }
}
