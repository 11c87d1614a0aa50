//! Many positions at once, as arrays for learning. A call for each position would cost more than
//! its work.

use batyr::base::Color;
use batyr::game::{BoardContents, GamePosition};
use batyr::rules::board8::Kind as Board8Kind;
use batyr::rules::shatra::{Kind, Occupant, SQUARES};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};

use crate::convert;
use crate::position::position_of;

/// The numbers of planes and squares of a board.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Shape {
    planes: usize,
    squares: usize,
}

/// The planes of Shatra after those of the men.
const SHATRA_FACTS: [&str; 7] = [
    "captured",
    "urgent",
    "white temdek",
    "black temdek",
    "black to move",
    "mid-chain",
    "en passant",
];

impl Shape {
    /// Returns the shape of the arrays of a variant.
    pub const fn of(is_shatra: bool) -> Self {
        if is_shatra {
            Self {
                planes: 2 * Kind::ALL.len() + SHATRA_FACTS.len(),
                squares: SQUARES,
            }
        } else {
            Self {
                planes: 2 * Board8Kind::ALL.len() + 1,
                squares: 64,
            }
        }
    }

    /// Returns the number of bytes of a position.
    pub const fn bytes(self) -> usize {
        self.planes * self.squares
    }
}

/// Returns the names of the planes of `features`.
#[pyfunction]
pub fn plane_names(variant: &str) -> PyResult<Vec<String>> {
    let men: Vec<String> = match convert::variant(variant)?.is_shatra() {
        true => Kind::ALL.map(|kind| kind.name().to_owned()).to_vec(),
        false => Board8Kind::ALL
            .map(|kind| format!("{kind:?}").to_lowercase())
            .to_vec(),
    };
    let facts: &[&str] = match men.len() == Kind::ALL.len() {
        true => &SHATRA_FACTS,
        false => &["black to move"],
    };
    let of_side =
        |side: &str| -> Vec<String> { men.iter().map(|man| format!("{side} {man}")).collect() };
    let mut names = of_side("white");
    names.extend(of_side("black"));
    names.extend(facts.iter().map(|&fact| fact.to_owned()));
    Ok(names)
}

/// Writes the planes of a position, which are 0 so far.
pub fn write_planes(position: &GamePosition, planes: &mut [u8]) {
    let shape = Shape::of(position.variant().is_shatra());
    let mut set = |plane: usize, square: usize| {
        if let Some(value) = planes.get_mut(plane * shape.squares + square) {
            *value = 1;
        }
    };
    let side = position.side_to_move();
    match position.contents() {
        BoardContents::Shatra(setup) => {
            let facts = 2 * Kind::ALL.len();
            for (square, occupant) in setup.occupants() {
                match occupant {
                    Occupant::Ghost(_) => set(facts, square.index()),
                    Occupant::Man { man, urgent } => {
                        let kind = Kind::ALL.iter().position(|&kind| kind == man.kind);
                        let plane = man.color.index() * Kind::ALL.len() + kind.unwrap_or_default();
                        set(plane, square.index());
                        if urgent {
                            set(facts + 1, square.index());
                        }
                    }
                }
            }
            let [white, black] = setup.temdeks;
            let whole = [(2, white), (3, black), (4, side == Color::Black)];
            for (plane, _) in whole.into_iter().filter(|&(_, is_set)| is_set) {
                for square in 0..shape.squares {
                    set(facts + plane, square);
                }
            }
            for (plane, square) in [(5, setup.transit), (6, setup.en_passant)] {
                if let Some(square) = square {
                    set(facts + plane, square.index());
                }
            }
        }
        BoardContents::Board8(board) => {
            let kinds = Board8Kind::ALL;
            for (square, man) in board.men.iter().enumerate() {
                if let Some(man) = man {
                    let kind = kinds.iter().position(|&kind| kind == man.kind);
                    set(
                        man.color.index() * kinds.len() + kind.unwrap_or_default(),
                        square,
                    );
                }
            }
            if side == Color::Black {
                for square in 0..shape.squares {
                    set(2 * kinds.len(), square);
                }
            }
        }
    }
}

/// Returns the positions of boards and positions, which must be on the same board.
fn positions(boards: &Bound<'_, PyList>) -> PyResult<(Vec<GamePosition>, Shape)> {
    let mut positions = Vec::with_capacity(boards.len());
    let mut shape = None;
    for board in boards {
        let position = position_of(&board)?;
        let own = Shape::of(position.variant().is_shatra());
        if *shape.get_or_insert(own) != own {
            return Err(PyValueError::new_err(
                "positions of Shatra and of games on the chessboard can't share an array",
            ));
        }
        positions.push(position);
    }
    Ok((positions, shape.unwrap_or(Shape::of(true))))
}

/// Calls `write` with each position and its part of an array of bytes.
fn array<'py>(
    py: Python<'py>,
    positions: &[GamePosition],
    bytes: usize,
    write: impl Fn(&GamePosition, &mut [u8]) + Send + Sync,
) -> Bound<'py, PyByteArray> {
    let array = py.detach(|| {
        let mut array = vec![0; positions.len() * bytes];
        for (position, part) in positions.iter().zip(array.chunks_exact_mut(bytes)) {
            write(position, part);
        }
        array
    });
    PyByteArray::new(py, &array)
}

/// Returns the planes of positions, and their number and size.
#[pyfunction]
pub fn batch_features<'py>(
    boards: &Bound<'py, PyList>,
) -> PyResult<(Bound<'py, PyByteArray>, usize, usize)> {
    let (positions, shape) = positions(boards)?;
    let features = array(boards.py(), &positions, shape.bytes(), write_planes);
    Ok((features, shape.planes, shape.squares))
}

/// Returns, for each position, square and square, whether a turn leads from one to the other.
#[pyfunction]
pub fn batch_mask<'py>(boards: &Bound<'py, PyList>) -> PyResult<(Bound<'py, PyByteArray>, usize)> {
    let (positions, shape) = positions(boards)?;
    let squares = shape.squares;
    let mask = array(
        boards.py(),
        &positions,
        squares * squares,
        |position, mask| {
            position.for_each_turn(|turn| {
                let (from, to) = turn.squares();
                if let Some(value) = mask.get_mut(from.index() * squares + to.index()) {
                    *value = 1;
                }
            });
        },
    );
    Ok((mask, squares))
}

/// Returns the numbers of legal turns, eight bytes each.
#[pyfunction]
pub fn batch_counts<'py>(boards: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyByteArray>> {
    let (positions, _) = positions(boards)?;
    Ok(array(
        boards.py(),
        &positions,
        size_of::<u64>(),
        |position, part| {
            part.copy_from_slice(&position.count_turns().to_ne_bytes());
        },
    ))
}
