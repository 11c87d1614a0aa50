//! A game in progress.
//!
//! Its record lies behind a lock, so that threads can share a board. A turn that was found to be
//! legal in the current position is played as it is; any other is read again, so that nothing
//! illegal ever reaches the record.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use batyr::diagram::board::{SvgOptions, svg};
use batyr::game::{GameRecord, LegalTurn};
use batyr::rules::shatra::Numbering;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::{self, Outcome, side};
use crate::errors::{PositionError, position_error, turn_error};
use crate::legal_turns::LegalTurns;
use crate::partial_turn::PartialTurn;
use crate::position::{Position, divide, draw, men, position_of, read_turn, text_in};
use crate::turn::Turn;

/// A game: a start position and the turns played from it.
#[pyclass(frozen, module = "batyr")]
pub struct Board(Mutex<GameRecord>);

impl Board {
    /// Calls `body` with the record, which must not call Python.
    pub fn with<T>(&self, body: impl FnOnce(&mut GameRecord) -> T) -> T {
        body(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns a copy of the record.
    pub fn record(&self) -> GameRecord {
        self.with(|game| game.clone())
    }

    fn last(game: &GameRecord) -> Option<LegalTurn> {
        game.turn_at(game.turns().len().checked_sub(1)?)
    }

    /// Plays a turn, and returns it as it is in the current position.
    fn play(&self, py: Python<'_>, turn: &Turn) -> PyResult<()> {
        if self.with(|game| game.play_legal(turn.legal())) {
            return Ok(());
        }
        // The turn was found in another position: it may be legal here, too.
        let text = &turn.details().text;
        let played = self.with(|game| {
            let played = game.play(text, Numbering::Official);
            played.map_err(|error| (game.variant(), error))
        });
        played.map_err(|(variant, error)| turn_error(py, variant, &error))
    }
}

/// What a pickle keeps of a board: the variant, the start position and the turns.
type State = (&'static str, String, Vec<String>);

fn no_turn() -> PyErr {
    PyIndexError::new_err("no turn has been played")
}

#[pymethods]
impl Board {
    /// Begins a game of a variant, in its start position or in another: SPN, FEN, or a `Position`,
    /// whose variant need not be repeated.
    #[new]
    #[pyo3(signature = (variant = None, position = None))]
    fn new(variant: Option<&str>, position: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let variant = variant.map(convert::variant).transpose()?;
        let text: Option<String> = position.and_then(|position| position.extract().ok());
        let game = match (position, text) {
            (None, _) => GameRecord::new(variant.unwrap_or_default()),
            (Some(_), Some(text)) => GameRecord::from_text(variant.unwrap_or_default(), &text)
                .map_err(|error| position_error(&error))?,
            (Some(position), None) => {
                let position = position_of(position)?;
                if variant.is_some_and(|variant| variant != position.variant()) {
                    let own = position.variant().id();
                    return Err(PositionError::new_err(format!(
                        "the position is one of {own}"
                    )));
                }
                position.record()
            }
        };
        Ok(Self(Mutex::new(game)))
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.with(|game| game.variant().id())
    }

    /// The current position, which stays as it is when the game goes on.
    #[getter]
    fn position(&self) -> Position {
        self.with(|game| game.position()).into()
    }

    /// The text of the current position: SPN in Shatra, FEN on the chessboard.
    #[getter]
    fn text(&self) -> String {
        self.with(|game| game.position_text())
    }

    /// The text in SPN; a `ValueError` in games on the chessboard.
    #[getter]
    fn spn(&self) -> PyResult<String> {
        text_in(self.position().inner(), "SPN")
    }

    /// The text in FEN; a `ValueError` in Shatra.
    #[getter]
    fn fen(&self) -> PyResult<String> {
        text_in(self.position().inner(), "FEN")
    }

    /// The text of the position in which the game began.
    #[getter]
    fn start(&self) -> String {
        self.with(|game| game.start_text())
    }

    /// The key of the current position; see `Position.key`.
    #[getter]
    fn key(&self) -> u64 {
        self.with(|game| game.key())
    }

    /// The side to move: `"white"` or `"black"`.
    #[getter]
    fn side_to_move(&self) -> &'static str {
        self.with(|game| side(game.side_to_move()))
    }

    /// The number of the current move.
    #[getter]
    fn move_number(&self) -> u16 {
        self.with(|game| game.move_number())
    }

    /// The number of turns since the last irreversible one.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.with(|game| game.halfmove_clock())
    }

    /// The letters of the men by their squares: `{"d4": "K"}`, capitals for White.
    #[getter]
    fn men(&self) -> BTreeMap<String, char> {
        men(self.position().inner())
    }

    /// The turns played so far.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let turns = self.with(|game| {
            let turns = (0..game.turns().len()).filter_map(|ply| game.turn_at(ply));
            turns.map(Turn::from).collect::<Vec<_>>()
        });
        PyTuple::new(py, turns)
    }

    /// The legal turns, which are counted or listed when that is asked for.
    #[getter]
    fn legal_turns(&self) -> LegalTurns {
        self.with(|game| game.position()).into()
    }

    /// Returns the legal turn that a text denotes. A short form is accepted if one turn fits.
    #[pyo3(signature = (text, numbering = "official"))]
    fn parse(&self, py: Python<'_>, text: &str, numbering: &str) -> PyResult<Turn> {
        read_turn(py, self.position().inner(), text, numbering)
    }

    /// Returns the sentence that says why a turn is not legal; `None` if it is.
    #[pyo3(signature = (text, numbering = "official"))]
    fn why_illegal(&self, text: &str, numbering: &str) -> PyResult<Option<String>> {
        let numbering = convert::numbering(numbering)?;
        let turn = self.position().inner().read_turn(text, numbering);
        Ok(turn.err().map(|error| error.to_string()))
    }

    /// Plays a turn, a `Turn` or a text, and returns it. Raises `TurnError`, and leaves the
    /// board as it is, unless exactly one legal turn fits.
    fn push<'py>(&self, turn: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Turn>> {
        let py = turn.py();
        if let Ok(turn) = turn.cast::<Turn>() {
            self.play(py, turn.get())?;
            return Ok(turn.clone());
        }
        let turn = self.parse(py, turn.extract()?, "official")?;
        self.play(py, &turn)?;
        Bound::new(py, turn)
    }

    /// Takes back the last turn, and returns it. Raises `IndexError` if there is none.
    fn pop(&self) -> PyResult<Turn> {
        let last = self.with(|game| {
            let turn = Self::last(game);
            game.undo();
            turn
        });
        last.map(Turn::from).ok_or_else(no_turn)
    }

    /// Returns the last turn. Raises `IndexError` if there is none.
    fn peek(&self) -> PyResult<Turn> {
        let last = self.with(|game| Self::last(game));
        last.map(Turn::from).ok_or_else(no_turn)
    }

    /// Begins a turn that is played step by step; push it when it is complete.
    fn begin_turn(&self) -> PartialTurn {
        PartialTurn::new(self.with(|game| game.position()))
    }

    /// Returns how the game has ended, repetitions included; `None` if it goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.with(|game| game.outcome()).map(Outcome::from)
    }

    /// Returns a board with the same game, or one that begins in the current position.
    #[pyo3(signature = (*, history = true))]
    fn copy(&self, history: bool) -> Self {
        let game = self.with(|game| match history {
            true => game.clone(),
            false => game.without_history(),
        });
        Self(Mutex::new(game))
    }

    fn __copy__(&self) -> Self {
        self.copy(true)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(true)
    }

    /// Returns the number of leaves at a depth in turns (RULES.md section 12).
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let game = self.with(|game| game.without_history());
        Ok(divide(py, &game, depth)?.0)
    }

    /// Returns the number of leaves after each turn.
    fn divide(&self, py: Python<'_>, depth: u32) -> PyResult<BTreeMap<String, u64>> {
        let game = self.with(|game| game.without_history());
        Ok(divide(py, &game, depth)?.1.into_iter().collect())
    }

    /// Returns a picture of the board, with the last turn highlighted.
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
        let game = self.record();
        draw(&game, width, view, coordinates, numbers, marked, arrows)
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.record(), &SvgOptions::default())
    }

    /// Returns a diagram of the board as text.
    fn diagram(&self) -> String {
        self.with(|game| game.diagram())
    }

    fn __str__(&self) -> String {
        self.diagram()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.variant(), self.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let position = |board: &Self| board.with(|game| game.position());
        other
            .cast::<Self>()
            .is_ok_and(|other| position(self) == position(other.get()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, State)> {
        let restore = slf.get_type().getattr("_restore")?;
        let game = slf.get().record();
        let turns = game.turns().iter().map(|turn| turn.text.clone());
        let state = (game.variant().id(), game.start_text(), turns.collect());
        Ok((restore, state))
    }

    /// Makes a board from what `__reduce__` returns.
    #[staticmethod]
    fn _restore(py: Python<'_>, variant: &str, start: &str, turns: Vec<String>) -> PyResult<Self> {
        let variant = convert::variant(variant)?;
        let game = GameRecord::from_text(variant, start);
        let mut game = game.map_err(|error| position_error(&error))?;
        for turn in turns {
            let played = game.play(&turn, Numbering::Official);
            played.map_err(|error| turn_error(py, variant, &error))?;
        }
        Ok(Self(Mutex::new(game)))
    }
}
