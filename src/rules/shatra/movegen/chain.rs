//! Walks over complete capture chains, depth first (RULES.md section 4).
//!
//! The state of a chain is small and is copied at each landing: the man's square, kind (a
//! shatra may be promoted during the chain) and urgency, the men captured so far, the late
//! promotions that they cause, and the occupied squares. The chains are visited in a fixed
//! order, so an ordinal identifies a chain.

use std::collections::HashMap;

use super::super::geometry::{LANDING, NEIGHBOURS, RAYS, blocker, directions, outward, reach};
use super::super::kind::{Kind, OfficerSet};
use super::super::path::LandingSquare;
use super::super::ruleset::{EnPassant, PassingPromotion, ReserveRule, RuleSet};
use super::super::turn::{ChainEffect, LatePromotions, Turn};
use super::jump::JumpBoard;
use super::{Generator, TurnSink};
use crate::base::{Bitboard, Square};

/// A partial chain: its state and the data from which its turn is created.
#[derive(Copy, Clone)]
struct Chain {
    at: Square,
    kind: Kind,
    promotion: Option<Kind>,
    captured: Bitboard,
    late_promotions: LatePromotions,
    urgent: bool,
    jump_board: JumpBoard,
}

/// The part of a partial chain that determines how it can continue and what effect its
/// turns have.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct ChainState {
    at: Square,
    kind: Kind,
    captured: Bitboard,
    late_promotions: LatePromotions,
    urgent: bool,
    /// The occupied squares. If a promotion removes ghosts, the occupied squares depend on when
    /// the man was promoted.
    occupied: Bitboard,
}

/// The minimum number of captures in a cached state. The number of orders in which men
/// can be captured is practically unbounded (positions with millions of chains from one
/// square can be set up), but the number of states is not.
const MIN_CACHED_CAPTURES: u32 = 5;

/// A walk over the chains of one man.
struct ChainWalker<'g, 'p, R: RuleSet, S: TurnSink> {
    generator: &'g Generator<'p, R>,
    sink: &'g mut S,
    from: Square,
    ordinal: u32,
    /// The number of turns found from each cached state.
    turn_counts: HashMap<ChainState, u32>,
}

impl<R: RuleSet> Generator<'_, R> {
    /// Passes to `sink` all chains with which the man on `from` can start a turn.
    pub(super) fn generate_chains<S: TurnSink>(&self, from: Square, sink: &mut S) {
        let Some(chain) = self.initial_chain(from) else {
            return;
        };
        let mut barred = Bitboard::EMPTY;
        let mut walker = ChainWalker::new(self, from, sink);
        if R::RULES.en_passant != EnPassant::None
            && chain.kind == Kind::Shatra
            && let Some(to) = self.en_passant_landing(from)
            && let Some(en_passant_victim) = self.position.en_passant_victim()
        {
            walker.land(walker.capture(&chain, en_passant_victim), to, false);
            if R::RULES.en_passant == EnPassant::Around {
                barred = en_passant_victim.bit();
            }
        }
        walker.walk(&chain, barred);
    }

    /// Passes to `sink` all continuations of the chain of the man on `from`, which is in
    /// mid-chain.
    pub(super) fn generate_continuations<S: TurnSink>(&self, from: Square, sink: &mut S) {
        let Some(chain) = self.initial_chain(from) else {
            return;
        };
        let mut walker = ChainWalker::new(self, from, sink);
        if self.may_stop(chain.kind, from) {
            walker.end_turn(&chain, false);
        }
        walker.walk(&chain, Bitboard::EMPTY);
    }

    fn initial_chain(&self, from: Square) -> Option<Chain> {
        let board = self.position.board();
        Some(Chain {
            at: from,
            kind: board.kind_at(from)?,
            promotion: None,
            captured: Bitboard::EMPTY,
            late_promotions: LatePromotions::NONE,
            urgent: board.urgent().has(from),
            jump_board: self.jump_board(Some(from)),
        })
    }
}

impl<'g, 'p, R: RuleSet, S: TurnSink> ChainWalker<'g, 'p, R, S> {
    fn new(generator: &'g Generator<'p, R>, from: Square, sink: &'g mut S) -> Self {
        Self {
            generator,
            sink,
            from,
            ordinal: 0,
            turn_counts: HashMap::new(),
        }
    }

    /// Walks over every continuation of a chain, except jumps over the men in `barred`.
    fn walk(&mut self, chain: &Chain, barred: Bitboard) {
        let generator = self.generator;
        let landing_squares = generator.landing_squares(chain.kind, chain.at, &chain.jump_board);
        if chain.kind.is_officer() {
            for &direction in directions(chain.kind) {
                self.slide(chain, direction, landing_squares);
            }
            return;
        }
        let from = chain.at.index();
        for over in NEIGHBOURS[from] & chain.jump_board.enemies.without(barred) {
            let to = LANDING[from][over.index()];
            if landing_squares.has(to) {
                let is_last = self.is_biy(over);
                self.land(self.capture(chain, over), to, is_last);
            }
        }
    }

    /// Walks over the jumps of an officer in one direction: over the next man, onto any
    /// landing square behind that man or, under the nearest-square rule, only onto the
    /// nearest one from which the officer can continue, if any.
    fn slide(&mut self, chain: &Chain, direction: usize, landing_squares: Bitboard) {
        let from = chain.at;
        let over = blocker(direction, from, chain.jump_board.occupied);
        if !(RAYS[from.index()][direction] & chain.jump_board.enemies).has(over) {
            return;
        }
        let squares = landing_squares & reach(direction, over, chain.jump_board.occupied);
        if squares.is_empty() {
            return;
        }
        let next = self.capture(chain, over);
        let can_jump_from =
            |to: &Square| self.generator.can_jump(chain.kind, *to, &next.jump_board);
        let is_last = self.is_biy(over);
        if R::RULES.must_land_on_nearest
            && !is_last
            && let Some(to) = outward(direction, squares).find(can_jump_from)
        {
            let next = next.moved_to(to, self.becomes_urgent(&next, to));
            self.visit(next, None, true, false);
            return;
        }
        for to in outward(direction, squares) {
            let continues = !R::RULES.must_land_on_nearest && !is_last && can_jump_from(&to);
            let next = next.moved_to(to, self.becomes_urgent(&next, to));
            self.visit(next, None, continues, !continues);
        }
    }

    /// Lands a shatra or biy on `to`, behind the man over which it has jumped. `is_last`
    /// is set if that man is the enemy's biy, whose capture ends the chain.
    fn land(&mut self, chain: Chain, to: Square, is_last: bool) {
        let chain = chain.moved_to(to, self.becomes_urgent(&chain, to));
        let continues = !is_last && self.can_continue(&chain);
        if chain.kind == Kind::Shatra && self.generator.side.final_rank.has(to) {
            self.land_on_final_rank(&chain, continues, is_last);
            return;
        }
        let ends = !continues || self.generator.may_stop(chain.kind, to);
        self.visit(chain, None, continues, ends);
    }

    /// Visits the landing of a shatra on the final rank, at the end or in the middle of
    /// a chain (section 3, "promotion").
    fn land_on_final_rank(&mut self, chain: &Chain, continues: bool, is_last: bool) {
        let kinds = self.generator.position.promotions(self.generator.me);
        match R::RULES.passing_promotion {
            PassingPromotion::None if continues => self.visit(*chain, None, true, false),
            PassingPromotion::None => self.promote(chain, kinds, |_, _| false),
            PassingPromotion::IfCanContinue => self.promote(chain, kinds, |_, _| continues),
            PassingPromotion::AtOnce if kinds.is_empty() => {
                self.visit(*chain, None, continues, !continues);
            }
            PassingPromotion::AtOnce => self.promote(chain, kinds, |walker, officer| {
                !is_last && walker.can_continue(officer)
            }),
        }
    }

    /// Promotes the shatra to each of `kinds`. The chain continues with the officers for
    /// which `continues` returns `true`, and ends with the others. If `kinds` is empty,
    /// the chain ends without a promotion.
    fn promote(
        &mut self,
        chain: &Chain,
        kinds: OfficerSet,
        continues: impl Fn(&Self, &Chain) -> bool,
    ) {
        if kinds.is_empty() {
            self.visit(*chain, None, false, true);
        }
        let ghosts = self.generator.position.board().ghosts() | chain.captured;
        for kind in kinds.iter() {
            let officer = Chain {
                kind,
                promotion: Some(kind),
                jump_board: chain.jump_board.after_promotion::<R>(ghosts),
                ..*chain
            };
            let continues = continues(self, &officer);
            self.visit(officer, Some(kind), continues, !continues);
        }
    }

    /// Returns whether the chain can continue from its current square.
    fn can_continue(&self, chain: &Chain) -> bool {
        self.generator
            .can_jump(chain.kind, chain.at, &chain.jump_board)
    }

    /// Records a landing, and then ends the chain there, continues it, or does both.
    fn visit(&mut self, chain: Chain, promotion: Option<Kind>, continues: bool, ends: bool) {
        if self.sink.is_full() {
            return;
        }
        let landing = LandingSquare {
            at: chain.at,
            promotion,
        };
        let (from, ordinal) = (self.from, self.ordinal);
        self.sink
            .push_landing(landing, || chain.turn_so_far(from, ordinal));
        if ends {
            self.end_turn(&chain, continues);
        }
        if continues && chain.captured.count() >= MIN_CACHED_CAPTURES {
            self.walk_cached(&chain);
        } else if continues {
            self.walk(&chain, Bitboard::EMPTY);
        }
        self.sink.pop_landing();
    }

    /// Continues the chain or, if the sink allows it, skips the turns that were already
    /// found from the same state. The ordinals of later turns are the same in both
    /// cases.
    fn walk_cached(&mut self, chain: &Chain) {
        let state = chain.state();
        if let Some(&turns) = self.turn_counts.get(&state)
            && self.sink.try_skip(self.from, self.ordinal, turns)
        {
            self.ordinal = self.ordinal.saturating_add(turns);
            return;
        }
        let first = self.ordinal;
        self.walk(chain, Bitboard::EMPTY);
        self.turn_counts.insert(state, self.ordinal - first);
    }

    /// Passes the turn that ends here to the sink. `stops` is set if the man could continue.
    fn end_turn(&mut self, chain: &Chain, stops: bool) {
        let turn = chain.turn_so_far(self.from, self.ordinal);
        self.ordinal = self.ordinal.saturating_add(1);
        self.sink.add_chain(turn, stops);
    }

    /// Returns the chain after the capture of the man on `over`, before the capturing
    /// man lands.
    #[inline]
    fn capture(&self, chain: &Chain, over: Square) -> Chain {
        Chain {
            captured: chain.captured | over.bit(),
            jump_board: chain.jump_board.without::<R>(over),
            late_promotions: self.late_promotion(chain, over),
            ..*chain
        }
    }

    /// Returns the late promotions after the capture of the man on `over`
    /// (section 3, "late promotion").
    #[inline]
    fn late_promotion(&self, chain: &Chain, over: Square) -> LatePromotions {
        let Generator {
            position,
            me,
            enemy_side,
            ..
        } = *self.generator;
        let late = chain.late_promotions;
        let board = position.board();
        let waiting = board.of(!me, Kind::Shatra) & enemy_side.final_rank;
        if !R::RULES.officers_limited || waiting.is_empty() {
            return late;
        }
        let kind = if waiting.has(over) {
            late.kind_at(over)
        } else {
            board.kind_at(over)
        };
        let captured = chain.captured | over.bit();
        // The c file comes first; its square has the highest index on either final rank.
        let mut candidates = waiting.without(captured);
        while let Some(square) = candidates.last() {
            if late.kind_at(square).is_none() {
                return match kind {
                    Some(kind) if kind.is_officer() => late.with(square, kind),
                    _ => late,
                };
            }
            candidates ^= square.bit();
        }
        late
    }

    /// Returns whether the man becomes urgent by jumping to `to`, as a reserve man does if
    /// it stays in its own fortress or on its own gate (section 3).
    #[inline]
    fn becomes_urgent(&self, chain: &Chain, to: Square) -> bool {
        let Generator { side, temdek, .. } = *self.generator;
        R::RULES.has_urgent_men
            && temdek
            && side.zone.has(chain.at)
            && side.zone.has(to)
            && (R::RULES.reserve == ReserveRule::AllMen || chain.kind != Kind::Biy)
    }

    #[inline]
    fn is_biy(&self, square: Square) -> bool {
        let Generator { position, me, .. } = *self.generator;
        position.biy(!me) == Some(square)
    }
}

impl Chain {
    const fn state(&self) -> ChainState {
        ChainState {
            at: self.at,
            kind: self.kind,
            captured: self.captured,
            late_promotions: self.late_promotions,
            urgent: self.urgent,
            occupied: self.jump_board.occupied,
        }
    }

    /// Returns the turn that consists of the chain so far, whose man started on `from`.
    fn turn_so_far(&self, from: Square, ordinal: u32) -> Turn {
        let effect = ChainEffect {
            captured: self.captured,
            promotion: self.promotion,
            late_promotions: self.late_promotions,
            urgent: self.urgent,
        };
        Turn::chain(from, self.at, effect, ordinal)
    }

    #[inline]
    fn moved_to(self, to: Square, urgent: bool) -> Self {
        Self {
            at: to,
            urgent,
            ..self
        }
    }
}
