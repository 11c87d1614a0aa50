//! The report of a tournament, as Markdown or as an HTML page.
//!
//! A report is made from the spec, the game reports and the record of programs, so that
//! it can be regenerated at any time, even for a tournament that was interrupted. Its
//! contents are built once, as a [`Document`]; the two output formats differ only
//! in their markup.

mod contents;
mod document;
mod games;
mod html;
mod markdown;
mod plots;
mod replays;
mod settings;
mod summary;
mod time_use;

pub use document::{Document, Plot};
pub use plots::PLOT_NAMES;

use super::programs::ProgramList;
use super::{GameReport, Spec};
use summary::Summary;

/// Builds the report of these games, with the programs that played them if `programs` is given.
/// Games of engines that the spec does not name are left out.
pub fn report<'g>(
    spec: &Spec,
    programs: Option<&ProgramList>,
    games: impl IntoIterator<Item = &'g GameReport>,
) -> Document {
    contents::document(spec, programs, &Summary::new(spec, games))
}
