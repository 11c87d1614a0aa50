//! The four rule sets as lists of compile-time constants.
//!
//! The compiler evaluates each `if R::CONSTANT` when it compiles
//! [`Position<R>`](super::Position) for a rule set, so the special rules of one rule set
//! cost the others nothing. RULES.md section 8 lists the differences and their sources.

use std::fmt::Debug;
use std::hash::Hash;

/// The en-passant capture of a shatra that has just made a two-square step (section 5).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EnPassant {
    /// No capture, as there is no two-square step.
    None,
    /// A capture from any square that is next to the passed square but not on its file.
    /// The direct capture is then illegal.
    Around,
    /// Only a capture diagonally forward. The direct capture remains legal.
    DiagonallyForward,
}

/// The promotion of a shatra on the final rank in the middle of a chain (section 3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PassingPromotion {
    /// No promotion, unless the chain ends there.
    None,
    /// Promotion to a batyr if the shatra itself can continue to capture; it must then
    /// continue as a batyr. Otherwise the turn ends with the promotion.
    IfCanContinue,
    /// Promotion at once. The new officer must continue if it can capture.
    AtOnce,
}

/// The men that, like the biy, may decline to capture when they are on a gate (section
/// 7).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GateRights {
    /// No man.
    None,
    /// A shatra or batyr on either gate, if no other man can capture.
    DeclineAtEither,
    /// A shatra on the enemy's gate has the biy's rights.
    ShatraAsBiy,
}

/// The rules of a rule set as compile-time constants. Section numbers refer to RULES.md.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rule set of Shatra",
    note = "state its rules: implement `RuleSet` for `{Self}` in src/rules/shatra/ruleset.rs"
)]
pub trait RuleSet: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The id of the game, also a value of the option `UCI_Variant`.
    const ID: &'static str;
    /// The full name of the game.
    const NAME: &'static str;
    /// The start position as SPN (section 2).
    const START: &'static str;
    /// Whether shatras step forward, diagonally forward and sideways on every
    /// rank, and never make a two-square step (section 3).
    const SHATRA_STEPS_FREELY: bool;
    /// Whether a biy on its gate (or, in a set-up position, in its fortress) belongs to
    /// the reserve and may become urgent (section 3).
    const BIY_IS_RESERVE: bool;
    /// Whether reserve shatras are dropped in the order of their SPN numbers (section
    /// 3).
    const DROP_ORDER: bool;
    /// Whether men must not be dropped onto file d (section 3).
    const GREAT_ROAD_CLOSED: bool;
    /// Whether men may be dropped from their own gate while the temdek is off, and from
    /// the enemy's gate (section 3).
    const DROPS_FROM_GATES: bool;
    /// Whether shatras may be dropped from the enemy's fortress (section 3).
    const SHATRA_DROPS_FROM_ENEMY_FORTRESS: bool;
    /// Whether a tura in its own fortress or gate must not go to the enemy's (section
    /// 3).
    const TURA_BARRED_FROM_ENEMY_ZONE: bool;
    /// Whether a shatra on one of the enemy's tower squares may teleport into the
    /// enemy's fortress (section 3).
    const TELEPORT: bool;
    /// Whether a side has at most one batyr, two turas and two yalkyns, so that shatras
    /// are promoted only to missing officers. Otherwise batyrs are the only officers,
    /// and shatras are always promoted to batyrs (sections 3 and 10).
    const OFFICERS_LIMITED: bool;
    /// The promotion of a shatra whose chain passes through the final rank (section 3).
    const PASSING_PROMOTION: PassingPromotion;
    /// Whether captured men stay on the board as ghosts until the chain ends (section 4).
    const GHOSTS: bool;
    /// Whether, while the temdek is off, a shatra outside its own fortress may capture
    /// into its own fortress or gate (section 4).
    const SHATRA_ENTERS_OWN_ZONE: bool;
    /// The rule of en passant (section 5).
    const EN_PASSANT: EnPassant;
    /// The right to decline a capture at a gate (section 7).
    const GATE_RIGHTS: GateRights;
    /// Whether the game is drawn when only the biys are left and the half-move
    /// clock is at least six (section 9).
    const BARE_BIYS_DRAW: bool;
    /// The value of USHI's option `Shatra version` that selects the rule set, if there
    /// is one.
    const USHI_VERSION: Option<u8>;
}

/// Extended Shatra (Taushkanov, 1985), the default.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Extended;

/// Original Shatra (1979).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Original;

/// Extended Shatra as Kurin's article of 1988 describes it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Kurin;

/// Pritchard's Shatra: Kurin's rules with the great road closed to drops.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pritchard;

const EXTENDED_START: &str = "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1";

impl RuleSet for Extended {
    const ID: &'static str = "shatra";
    const NAME: &'static str = "Extended Shatra";
    const START: &'static str = EXTENDED_START;
    const SHATRA_STEPS_FREELY: bool = false;
    const BIY_IS_RESERVE: bool = true;
    const DROP_ORDER: bool = false;
    const GREAT_ROAD_CLOSED: bool = false;
    const DROPS_FROM_GATES: bool = false;
    const SHATRA_DROPS_FROM_ENEMY_FORTRESS: bool = false;
    const TURA_BARRED_FROM_ENEMY_ZONE: bool = false;
    const TELEPORT: bool = true;
    const OFFICERS_LIMITED: bool = true;
    const PASSING_PROMOTION: PassingPromotion = PassingPromotion::None;
    const GHOSTS: bool = true;
    const SHATRA_ENTERS_OWN_ZONE: bool = true;
    const EN_PASSANT: EnPassant = EnPassant::Around;
    const GATE_RIGHTS: GateRights = GateRights::None;
    const BARE_BIYS_DRAW: bool = false;
    const USHI_VERSION: Option<u8> = Some(2);
}

impl RuleSet for Original {
    const ID: &'static str = "shatra-original";
    const NAME: &'static str = "Original Shatra";
    const START: &'static str =
        "SSSSSSSSS/K/SSSSSSS/SSSSSSS/7/7/sssssss/sssssss/k/sssssssss w Tt - - - 1";
    const SHATRA_STEPS_FREELY: bool = true;
    const BIY_IS_RESERVE: bool = false;
    const DROP_ORDER: bool = true;
    const GREAT_ROAD_CLOSED: bool = false;
    const DROPS_FROM_GATES: bool = true;
    const SHATRA_DROPS_FROM_ENEMY_FORTRESS: bool = true;
    const TURA_BARRED_FROM_ENEMY_ZONE: bool = false;
    const TELEPORT: bool = false;
    const OFFICERS_LIMITED: bool = false;
    const PASSING_PROMOTION: PassingPromotion = PassingPromotion::IfCanContinue;
    const GHOSTS: bool = true;
    const SHATRA_ENTERS_OWN_ZONE: bool = false;
    const EN_PASSANT: EnPassant = EnPassant::None;
    const GATE_RIGHTS: GateRights = GateRights::DeclineAtEither;
    const BARE_BIYS_DRAW: bool = true;
    const USHI_VERSION: Option<u8> = Some(1);
}

impl RuleSet for Kurin {
    const ID: &'static str = "shatra-kurin";
    const NAME: &'static str = "Kurin's Shatra";
    const START: &'static str = EXTENDED_START;
    const SHATRA_STEPS_FREELY: bool = false;
    const BIY_IS_RESERVE: bool = true;
    const DROP_ORDER: bool = false;
    const GREAT_ROAD_CLOSED: bool = false;
    const DROPS_FROM_GATES: bool = true;
    const SHATRA_DROPS_FROM_ENEMY_FORTRESS: bool = true;
    const TURA_BARRED_FROM_ENEMY_ZONE: bool = true;
    const TELEPORT: bool = false;
    const OFFICERS_LIMITED: bool = true;
    const PASSING_PROMOTION: PassingPromotion = PassingPromotion::AtOnce;
    const GHOSTS: bool = false;
    const SHATRA_ENTERS_OWN_ZONE: bool = false;
    const EN_PASSANT: EnPassant = EnPassant::DiagonallyForward;
    const GATE_RIGHTS: GateRights = GateRights::ShatraAsBiy;
    const BARE_BIYS_DRAW: bool = false;
    const USHI_VERSION: Option<u8> = None;
}

impl RuleSet for Pritchard {
    const ID: &'static str = "shatra-pritchard";
    const NAME: &'static str = "Pritchard's Shatra";
    const START: &'static str = Kurin::START;
    const SHATRA_STEPS_FREELY: bool = Kurin::SHATRA_STEPS_FREELY;
    const BIY_IS_RESERVE: bool = Kurin::BIY_IS_RESERVE;
    const DROP_ORDER: bool = Kurin::DROP_ORDER;
    const GREAT_ROAD_CLOSED: bool = true;
    const DROPS_FROM_GATES: bool = Kurin::DROPS_FROM_GATES;
    const SHATRA_DROPS_FROM_ENEMY_FORTRESS: bool = Kurin::SHATRA_DROPS_FROM_ENEMY_FORTRESS;
    const TURA_BARRED_FROM_ENEMY_ZONE: bool = Kurin::TURA_BARRED_FROM_ENEMY_ZONE;
    const TELEPORT: bool = Kurin::TELEPORT;
    const OFFICERS_LIMITED: bool = Kurin::OFFICERS_LIMITED;
    const PASSING_PROMOTION: PassingPromotion = Kurin::PASSING_PROMOTION;
    const GHOSTS: bool = Kurin::GHOSTS;
    const SHATRA_ENTERS_OWN_ZONE: bool = Kurin::SHATRA_ENTERS_OWN_ZONE;
    const EN_PASSANT: EnPassant = Kurin::EN_PASSANT;
    const GATE_RIGHTS: GateRights = Kurin::GATE_RIGHTS;
    const BARE_BIYS_DRAW: bool = Kurin::BARE_BIYS_DRAW;
    const USHI_VERSION: Option<u8> = None;
}
