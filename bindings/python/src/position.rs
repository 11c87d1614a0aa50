//! A position, which never changes and can be a key of a dictionary.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use batyr::base::Color;
use batyr::diagram::board::{SvgOptions, svg};
use batyr::game::{BoardContents, GamePosition, GameRecord};
use batyr::rules::shatra::Numbering;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::board::Board;
use crate::convert::{self, Outcome, side};
use crate::errors::{position_error, turn_error};
use crate::interrupt::interruptible;
use crate::legal_turns::LegalTurns;
use crate::partial_turn::{PartialTurn, Step};
use crate::turn::Turn;

/// A position of a game. It never changes and is hashable; positions are equal if their variants
/// and texts are.
#[pyclass(frozen, module = "batyr")]
pub struct Position(GamePosition);

impl From<GamePosition> for Position {
    fn from(position: GamePosition) -> Self {
        Self(position)
    }
}

impl Position {
    /// Returns the position of the crate.
    pub const fn inner(&self) -> &GamePosition {
        &self.0
    }
}

/// Returns the position of a `Position` or a `Board`.
pub fn position_of(object: &Bound<'_, PyAny>) -> PyResult<GamePosition> {
    if let Ok(position) = object.cast::<Position>() {
        return Ok(position.get().0.clone());
    }
    if let Ok(board) = object.cast::<Board>() {
        return Ok(board.get().with(|game| game.position()));
    }
    let found = object.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "expected a Board or a Position, not {found}"
    )))
}

/// Returns the turn that an object, a `Turn` or a text, denotes in a position.
pub fn read_turn(
    py: Python<'_>,
    position: &GamePosition,
    text: &str,
    numbering: &str,
) -> PyResult<Turn> {
    let numbering = convert::numbering(numbering)?;
    let turn = position.read_turn(text, numbering);
    turn.map(Turn::from)
        .map_err(|error| turn_error(py, position.variant(), &error))
}

/// Returns the turn that a text of the crate's own denotes; `None` if it is not legal.
pub fn turn_of(position: &GamePosition, text: &str) -> Option<Turn> {
    let turn = position.read_turn(text, Numbering::Official).ok()?;
    Some(turn.into())
}

/// Returns the text of a position, if its notation has this name.
pub fn text_in(position: &GamePosition, notation: &str) -> PyResult<String> {
    let own = position.variant().position_notation();
    if own == notation {
        return Ok(position.text());
    }
    Err(PyValueError::new_err(format!(
        "positions of {} are written in {own}, not in {notation}",
        position.variant().id()
    )))
}

/// Draws the position of a game.
pub fn draw(
    game: &GameRecord,
    width: u32,
    view: &str,
    coordinates: bool,
    numbers: Option<&str>,
    marked: Vec<String>,
    arrows: Vec<(String, String)>,
) -> PyResult<String> {
    let variant = game.variant();
    let square = |name: String| convert::square(variant, &name);
    let arrow = |(from, to): (String, String)| Ok((square(from)?, square(to)?));
    let options = SvgOptions {
        width,
        view: match view {
            "white" => Color::White,
            "black" => Color::Black,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "unknown side {view:?}, expected \"white\" or \"black\""
                )));
            }
        },
        coordinates,
        numbering: numbers.map(convert::numbering).transpose()?,
        last_turn: Vec::new(),
        marked: marked.into_iter().map(square).collect::<PyResult<_>>()?,
        arrows: arrows.into_iter().map(arrow).collect::<PyResult<_>>()?,
    };
    Ok(svg(game, &options))
}

/// Returns the letters of the men by the names of their squares.
pub fn men(position: &GamePosition) -> BTreeMap<String, char> {
    let variant = position.variant();
    match position.contents() {
        BoardContents::Shatra(setup) => setup
            .occupants()
            .filter_map(|(square, occupant)| {
                // An urgent man has a mark before its letter.
                let letter = occupant.to_string().chars().last()?;
                Some((variant.square_name(square), letter))
            })
            .collect(),
        BoardContents::Board8(board) => board
            .letters
            .iter()
            .zip(0..)
            .filter_map(|(letter, index)| {
                let square = batyr::base::Square::new(index);
                Some((variant.square_name(square), (*letter)?))
            })
            .collect(),
    }
}

/// Counts leaves, and stops with Ctrl-C.
pub fn divide(
    py: Python<'_>,
    game: &GameRecord,
    depth: u32,
) -> PyResult<(u64, Vec<(String, u64)>)> {
    interruptible(py, |stop| {
        let mut turns = Vec::new();
        let mut report = |turn: &str, leaves| turns.push((turn.to_owned(), leaves));
        let total = game.perft_divide(depth, stop, &mut report);
        (total.unwrap_or_default(), turns)
    })
}

#[pymethods]
impl Position {
    /// Reads a position: SPN or FEN, or `startpos`.
    #[new]
    #[pyo3(signature = (variant = "shatra", text = "startpos"))]
    fn new(variant: &str, text: &str) -> PyResult<Self> {
        let variant = convert::variant(variant)?;
        let position = GamePosition::from_text(variant, text);
        position.map(Self).map_err(|error| position_error(&error))
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.0.variant().id()
    }

    /// The text: SPN in Shatra, FEN on the chessboard.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// The text in SPN; a `ValueError` in games on the chessboard.
    #[getter]
    fn spn(&self) -> PyResult<String> {
        text_in(&self.0, "SPN")
    }

    /// The text in FEN; a `ValueError` in Shatra.
    #[getter]
    fn fen(&self) -> PyResult<String> {
        text_in(&self.0, "FEN")
    }

    /// The key of 64 bits that is the same for repetitions of a position, whatever their clocks.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// The side to move: `"white"` or `"black"`.
    #[getter]
    fn side_to_move(&self) -> &'static str {
        side(self.0.side_to_move())
    }

    /// Whether the position is between two jumps of a turn.
    #[getter]
    fn is_in_mid_turn(&self) -> bool {
        self.0.is_in_mid_turn()
    }

    /// The letters of the men by their squares: `{"d4": "K"}`, capitals for White.
    #[getter]
    fn men(&self) -> BTreeMap<String, char> {
        men(&self.0)
    }

    /// The numbers of men in reserve of White and Black; `None` in games without reserves.
    #[getter]
    fn reserves(&self) -> Option<(u32, u32)> {
        let [white, black] = self.0.reserves()?;
        Some((white.men, black.men))
    }

    /// The legal turns, which are counted or listed when that is asked for.
    #[getter]
    fn legal_turns(&self) -> LegalTurns {
        self.0.clone().into()
    }

    /// Returns how the game has ended, as far as this position decides it; `None` if it goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(Outcome::from)
    }

    /// Returns the legal turn that a text denotes. A short form is accepted if one turn fits.
    #[pyo3(signature = (text, numbering = "official"))]
    fn parse(&self, py: Python<'_>, text: &str, numbering: &str) -> PyResult<Turn> {
        read_turn(py, &self.0, text, numbering)
    }

    /// Returns the sentence that says why a turn is not legal; `None` if it is.
    #[pyo3(signature = (text, numbering = "official"))]
    fn why_illegal(&self, text: &str, numbering: &str) -> PyResult<Option<String>> {
        let turn = self.0.read_turn(text, convert::numbering(numbering)?);
        Ok(turn.err().map(|error| error.to_string()))
    }

    /// The legal steps: quiet turns, single jumps, and `pass` where a man may stop its chain.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let variant = self.0.variant();
        let steps = self.0.steps().into_iter();
        PyTuple::new(
            py,
            steps
                .map(|step| Step::new(variant, step))
                .collect::<Vec<_>>(),
        )
    }

    /// Begins a turn that is played step by step.
    fn begin_turn(&self) -> PartialTurn {
        PartialTurn::new(self.0.clone())
    }

    /// Returns the number of leaves at a depth in turns (RULES.md section 12).
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        Ok(divide(py, &self.0.record(), depth)?.0)
    }

    /// Returns the number of leaves after each turn.
    fn divide(&self, py: Python<'_>, depth: u32) -> PyResult<BTreeMap<String, u64>> {
        Ok(divide(py, &self.0.record(), depth)?.1.into_iter().collect())
    }

    /// Returns a picture of the board.
    #[pyo3(signature = (*, width = 480, view = "white", coordinates = true, numbers = None,
        marked = Vec::new(), arrows = Vec::new()))]
    fn svg(
        &self,
        width: u32,
        view: &str,
        coordinates: bool,
        numbers: Option<&str>,
        marked: Vec<String>,
        arrows: Vec<(String, String)>,
    ) -> PyResult<String> {
        let game = self.0.record();
        draw(&game, width, view, coordinates, numbers, marked, arrows)
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.0.record(), &SvgOptions::default())
    }

    /// Returns a diagram of the board as text.
    fn diagram(&self) -> String {
        self.0.record().diagram()
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.variant(), self.0.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| self.0 == other.get().0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.key(), self.variant()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (&'static str, String)) {
        let class = slf.get_type().into_any();
        (class, (slf.get().variant(), slf.get().0.text()))
    }
}
