//! The four rule sets as lists of compile-time facts.
//!
//! [`Position<R>`](super::Position) folds each `if R::FACT` away, so no rule
//! set pays for the rules of another. RULES.md section 8 lists where they
//! differ and why.

use std::fmt::Debug;
use std::hash::Hash;

/// How a shatra may capture a man that has just stepped twice (section 5).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EnPassant {
    /// There is no two-square step.
    None,
    /// From any square beside the passed one and off its file; the direct
    /// capture is then barred.
    Around,
    /// Diagonally forward only; the direct capture stays free.
    DiagonallyForward,
}

/// What happens to a shatra whose chain touches the final rank (section 3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Passing {
    /// Nothing, unless the chain ends there.
    Unchanged,
    /// If it can capture on it goes on as a batyr, otherwise the turn ends.
    BatyrGoesOn,
    /// It is promoted at once and goes on if the new officer can.
    OfficerGoesOn,
}

/// Which men besides the biy may decline to capture at a gate (section 7).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GateRights {
    /// None.
    None,
    /// A shatra or batyr on either gate, if it alone can capture.
    DeclineAtEither,
    /// A shatra on the enemy's gate has the biy's rights.
    ShatraAsBiy,
}

/// The facts of a rule set. The section numbers are those of RULES.md.
pub trait RuleSet: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The id, also a value of the option `UCI_Variant`.
    const ID: &'static str;
    /// What people call the game.
    const NAME: &'static str;
    /// The start position (section 2).
    const START: &'static str;
    /// Shatras step forward, diagonally forward and sideways on every rank,
    /// never twice (section 3).
    const SHATRA_STEPS_FREELY: bool;
    /// A biy on its gate (or, set up so, in its fortress) counts as reserve,
    /// and may become urgent (section 3).
    const BIY_IS_RESERVE: bool;
    /// Fortress shatras are dropped in the order of their numbers (section 3).
    const DROP_ORDER: bool;
    /// No drop may land on file d.
    const GREAT_ROAD_CLOSED: bool;
    /// Men may be dropped from the own gate with the temdek off, and from the
    /// enemy's gate (section 3).
    const DROPS_FROM_GATES: bool;
    /// Shatras may be dropped from the enemy's fortress (section 3).
    const SHATRA_DROPS_FROM_ENEMY_FORTRESS: bool;
    /// A tura in its own fortress or gate may not go to the enemy's
    /// (section 3).
    const TURA_BARRED_FROM_ENEMY_ZONE: bool;
    /// A shatra on an enemy tower may go into that side's fortress (section 3).
    const TELEPORT: bool;
    /// Men may be turas and yalkyns, and a side has one batyr at most; shatras
    /// become what is missing. Otherwise they always become batyrs, and there
    /// are no other officers (sections 3 and 10).
    const OFFICERS_LIMITED: bool;
    /// What a chain through the final rank does to a shatra (section 3).
    const PASSING: Passing;
    /// Captured men stay on the board until the chain ends (section 4).
    const GHOSTS: bool;
    /// With the temdek off a shatra may capture from outside into its own
    /// fortress or gate (section 4).
    const SHATRA_ENTERS_OWN_ZONE: bool;
    /// En passant (section 5).
    const EN_PASSANT: EnPassant;
    /// Rights at a gate (section 7).
    const GATE_RIGHTS: GateRights;
    /// The game is drawn when only the biys are left and the halfmove clock
    /// stands at six (section 9).
    const BARE_BIYS_DRAW: bool;
    /// The value of USHI's option `Shatra version`, for those that have one.
    const USHI_VERSION: Option<u8>;
}

/// Extended Shatra (Taushkanov, 1985), the default.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Extended;

/// Original Shatra (1979).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Original;

/// Extended Shatra as Kurin's article of 1988 tells it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Kurin;

/// Kurin's rules with the great road closed to drops.
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
    const PASSING: Passing = Passing::Unchanged;
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
    const PASSING: Passing = Passing::BatyrGoesOn;
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
    const PASSING: Passing = Passing::OfficerGoesOn;
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
    const PASSING: Passing = Kurin::PASSING;
    const GHOSTS: bool = Kurin::GHOSTS;
    const SHATRA_ENTERS_OWN_ZONE: bool = Kurin::SHATRA_ENTERS_OWN_ZONE;
    const EN_PASSANT: EnPassant = Kurin::EN_PASSANT;
    const GATE_RIGHTS: GateRights = Kurin::GATE_RIGHTS;
    const BARE_BIYS_DRAW: bool = Kurin::BARE_BIYS_DRAW;
    const USHI_VERSION: Option<u8> = None;
}
