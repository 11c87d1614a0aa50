//! Determines whether a game has ended, and its result.

use super::geometry::KING_STEPS;
use super::kind::Kind;
use super::position::Position;
use super::ruleset::{BaringRule, MateRule, RuleSet};
use crate::base::{Color, Square};
use crate::rules::{DrawReason, End, Game, Outcome, WinReason};

impl<R: RuleSet> Position<R> {
    /// Returns whether baring has ended the game, even if legal moves remain.
    #[inline]
    pub fn has_ended(&self) -> bool {
        Color::ALL.iter().any(|&side| self.is_bare(side)) && self.end_by_baring().is_some()
    }

    /// Returns the result for the side to move if baring (the loss of all men except the
    /// king) has ended the game.
    #[inline]
    pub fn end_by_baring(&self) -> Option<End> {
        let me = self.to_move;
        let [mine, theirs] = [me, !me].map(|side| self.board.men(side).count());
        if mine > 1 && theirs > 1 {
            return None;
        }
        match R::RULES.baring {
            BaringRule::Draws => Some(End::Drawn),
            _ if mine == 1 && theirs == 1 => R::RULES.bare_kings_draw.then_some(End::Drawn),
            // The bared side has already had its reply.
            _ if theirs == 1 => Some(End::Won),
            _ if theirs > 2 => Some(End::Lost),
            BaringRule::LosesUnlessItBares => None,
            BaringRule::Loses => Some(if self.can_bare() {
                End::Drawn
            } else {
                End::Lost
            }),
        }
    }

    /// Returns whether the side to move, which is bare, can capture the opponent's last man
    /// other than the king.
    fn can_bare(&self) -> bool {
        let (me, enemy) = (self.to_move, !self.to_move);
        let kings = self.board.all(Kind::King);
        let steps = KING_STEPS[self.king(me).index()];
        let last = self.board.men(enemy).without(kings) & steps;
        last.first()
            .is_some_and(|square| !self.attackers(enemy, square).any())
    }

    /// Returns the result for the side to move, which is mated.
    pub(super) fn mate_result(&self) -> End {
        let by_mori = match R::RULES.mate {
            MateRule::Wins => return End::Lost,
            MateRule::WinsAfterShak if self.series.is_check_by_mori() => return End::Drawn,
            MateRule::WinsAfterShak => false,
            MateRule::WinsAfterShakNotByMori => {
                let moris = self.board.all(Kind::Knight);
                self.checkers.without(moris).is_empty()
            }
        };
        if by_mori {
            End::Won
        } else if self.series.has_shak(!self.to_move) {
            End::Lost
        } else {
            End::Drawn
        }
    }

    /// Returns whether the game is drawn by the limit of turns without a capture or a pawn
    /// move.
    #[inline]
    pub fn is_turn_limit_reached(&self) -> bool {
        self.halfmoves >= R::RULES.turn_limit
            && !self.has_ended()
            && (self.has_move() || R::RULES.turn_limit_before_stalemate && self.checkers.is_empty())
    }

    /// Returns the outcome of the game, if it has ended; repetition is not considered.
    pub fn outcome(&self) -> Option<Outcome> {
        let (me, in_check) = (self.to_move, self.checkers.any());
        let is_bare = self.is_bare(me) || self.is_bare(!me);
        if self.is_lost() {
            return Some(Outcome::Win(!me, WinReason::Bared));
        }
        if self.is_drawn() {
            return Some(Outcome::Draw(self.draw_reason()));
        }
        if self.has_move() {
            return None;
        }
        Some(match self.end_without_turns() {
            End::Drawn => Outcome::Draw(self.draw_reason()),
            End::Won if is_bare => Outcome::Win(me, WinReason::Bared),
            End::Won => Outcome::Win(me, WinReason::MoriMateLoses),
            End::Lost if in_check => Outcome::Win(!me, WinReason::Mate),
            End::Lost => Outcome::Win(!me, WinReason::NoLegalTurn),
        })
    }

    /// Returns the reason for the draw of a drawn game.
    fn draw_reason(&self) -> DrawReason {
        if self.end_by_baring() == Some(End::Drawn) {
            let both = self.is_bare(self.to_move) && self.is_bare(!self.to_move);
            return match R::RULES.baring {
                BaringRule::Draws => DrawReason::Robado,
                BaringRule::Loses | BaringRule::LosesUnlessItBares if both => DrawReason::BareKings,
                BaringRule::Loses | BaringRule::LosesUnlessItBares => DrawReason::BaredInReturn,
            };
        }
        if self.is_turn_limit_reached() {
            return DrawReason::TurnLimit;
        }
        if self.checkers.is_empty() {
            return DrawReason::Stalemate;
        }
        match R::RULES.mate {
            MateRule::WinsAfterShak if self.series.is_check_by_mori() => DrawReason::MoriMateDraws,
            // Under `MateRule::Wins`, no mate is a draw.
            MateRule::Wins | MateRule::WinsAfterShak | MateRule::WinsAfterShakNotByMori => {
                DrawReason::Niol
            }
        }
    }

    /// Returns the king of the side to move, if it is in check.
    pub fn checked_king(&self) -> Option<Square> {
        self.checkers.any().then(|| self.king(self.to_move))
    }
}
