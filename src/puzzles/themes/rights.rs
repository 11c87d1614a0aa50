//! Themes of the rights not to capture (RULES.md sections 6 and 7).

use std::ops::ControlFlow;

use super::captures::can_capture;
use crate::game::BoardContents;
use crate::puzzles::played_line::{PlayedLine, Ply};
use crate::rules::shatra::{Kind, Occupant};

/// Returns whether the biy declines a capture, or stops its chain early.
pub fn has_declining_biy(line: &PlayedLine) -> bool {
    line.to_find()
        .any(|(_, ply)| moved_kind(ply) == Some(Kind::Biy) && uses_right(ply))
}

/// Returns whether another man does.
pub fn has_gate_right(line: &PlayedLine) -> bool {
    let is_other = |ply: &Ply| moved_kind(ply).is_some_and(|kind| kind != Kind::Biy);
    line.to_find()
        .any(|(_, ply)| is_other(ply) && uses_right(ply))
}

/// Returns whether a turn captures less than it might: nothing, although a capture is there, or only the
/// first part of a chain.
fn uses_right(ply: &Ply) -> bool {
    if ply.turn.captures.is_empty() {
        return can_capture(&ply.before);
    }
    let mut is_part = false;
    ply.before.for_each_turn(|turn| {
        let (path, own) = (&turn.path, &ply.turn.path);
        is_part = path.len() > own.len() && path.starts_with(own);
        if is_part {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    is_part
}

/// Returns the kind of the man that a turn of Shatra moves.
pub fn moved_kind(ply: &Ply) -> Option<Kind> {
    let from = ply.turn.path.first()?;
    let BoardContents::Shatra(setup) = ply.before.contents() else {
        return None;
    };
    match setup.squares.get(from.index()) {
        Some(Some(Occupant::Man { man, .. })) => Some(man.kind),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_lines::line;
    use super::*;
    use crate::game::Variant;

    #[test]
    fn a_biy_declines_or_stops() {
        let text = "9/K/2s4/7/7/7/7/6k/1/9 w";
        let declines = line(Variant::Extended, text, "d4-d5");
        assert!(has_declining_biy(&declines) && !has_gate_right(&declines));
        assert!(!has_declining_biy(&line(Variant::Extended, text, "d4:f6")));
        let text = "9/1/7/7/2s1s2/7/2s1s2/3K3/k/9 w";
        assert!(has_declining_biy(&line(Variant::Extended, text, "d10:f8")));
        let whole = line(Variant::Extended, text, "d10:f8:d6:b8:d10:d12");
        assert!(!has_declining_biy(&whole));
    }

    #[test]
    fn a_batyr_declines_on_its_gate() {
        let text = "9/Q/3s3/5K1/7/7/7/6k/1/9 w";
        let declines = line(Variant::Original, text, "d4-d1");
        assert!(has_gate_right(&declines) && !has_declining_biy(&declines));
        assert!(!has_gate_right(&line(Variant::Original, text, "d4:d6")));
    }
}
