//! The rights to decline a capture and to stop a chain (RULES.md sections 6 and 7).

use super::super::kind::Kind;
use super::super::ruleset::{GateRights, RuleSet};
use super::{Generator, TurnSink};
use crate::base::{Bitboard, Square};

impl<R: RuleSet> Generator<'_, R> {
    /// Passes to `sink` the quiet turns of `capturer`, the only man that can capture, if
    /// that man may decline to capture.
    pub(super) fn generate_declining_turns<S: TurnSink>(&self, capturer: Bitboard, sink: &mut S) {
        let Some(from) = capturer.first() else { return };
        let Some(kind) = self.position.board().kind_at(from) else {
            return;
        };
        if self.may_decline(kind, from) {
            let targets = self.quiet_targets(kind, from);
            if kind == Kind::Shatra {
                self.generate_shatra_turns(from, targets, sink);
            } else if R::RULES.biy_landings_closed && kind == Kind::Biy {
                sink.add_quiets(from, targets.without(self.short_landings(kind, from)));
            } else {
                sink.add_quiets(from, targets);
            }
        }
    }

    fn may_decline(&self, kind: Kind, from: Square) -> bool {
        match R::RULES.gate_rights {
            _ if kind == Kind::Biy => true,
            GateRights::None => false,
            GateRights::DeclineAtEither => {
                let gates = self.side.gate | self.enemy_side.gate;
                gates.has(from) && matches!(kind, Kind::Shatra | Kind::Batyr)
            }
            GateRights::ShatraAsBiy => self.may_stop(kind, from),
        }
    }

    /// Returns whether a man may stop its chain on `at` although it could continue.
    #[inline]
    pub(super) fn may_stop(&self, kind: Kind, at: Square) -> bool {
        kind == Kind::Biy
            || R::RULES.gate_rights == GateRights::ShatraAsBiy
                && kind == Kind::Shatra
                && self.enemy_side.gate.has(at)
    }
}
