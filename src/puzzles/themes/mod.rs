//! How lines show themes.
//!
//! A theme is a function of the line alone, in the file of its group, with a test on a board. All
//! look at the turns that the solver has to find, unless their text says otherwise. One needs a
//! search, zugzwang, and is found where the puzzle is made.

mod board8;
mod captures;
mod chains;
mod results;
mod rights;
#[cfg(test)]
mod test_lines;
mod turns;

pub use captures::must_respond;

use super::played_line::PlayedLine;
use super::theme::Theme;

/// Returns whether a line shows a theme.
type Detector = fn(&PlayedLine) -> bool;

/// The themes that a line alone shows.
const DETECTORS: [(Theme, Detector); 20] = [
    (Theme::LongChain, chains::has_long_chain),
    (Theme::QuietAmongCaptures, chains::has_quiet_among_captures),
    (Theme::SacrificeLadder, chains::has_sacrifice_ladder),
    (Theme::CaptureChoice, chains::has_capture_choice),
    (Theme::BiyHunt, chains::is_biy_hunt),
    (Theme::BiyDeclines, rights::has_declining_biy),
    (Theme::GateRight, rights::has_gate_right),
    (Theme::Drop, turns::has_drop),
    (Theme::UrgentDrop, turns::has_urgent_drop),
    (Theme::Teleport, turns::has_teleport),
    (Theme::Promotion, turns::has_promotion),
    (Theme::PromotionInChain, turns::has_promotion_in_chain),
    (Theme::EnPassant, turns::has_en_passant),
    (Theme::TemdekRace, turns::has_temdek_race),
    (Theme::EscapeToDraw, results::is_escape),
    (Theme::Blockade, results::is_blockade),
    (Theme::Mate, results::is_mate),
    (Theme::Baring, results::is_baring),
    (Theme::Fork, board8::has_fork),
    (Theme::Sacrifice, has_sacrifice),
];

fn has_sacrifice(line: &PlayedLine) -> bool {
    chains::has_offer(line) || board8::has_sacrifice(line)
}

/// Returns the themes of a line, apart from zugzwang.
pub fn of_line(line: &PlayedLine) -> Vec<Theme> {
    let shown = DETECTORS.iter().filter(|(_, shows)| shows(line));
    shown.map(|(theme, _)| *theme).collect()
}
