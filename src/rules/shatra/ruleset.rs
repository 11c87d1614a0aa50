//! The five rule sets as lists of compile-time constants.
//!
//! The compiler evaluates each `if R::CONSTANT` when it compiles
//! [`Position<R>`](super::Position) for a rule set, so the special rules of one rule set
//! cost the others nothing. RULES.md section 8 lists the differences of the first four
//! and their sources, RULES-ONLINE.md section 1 those of the fifth.

use std::fmt::Debug;
use std::hash::Hash;

/// The en-passant capture of a shatra that has just made a two-square step (section 5).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EnPassant {
    /// No capture, as there is no two-square step.
    None,
    /// A capture from any square that is next to the passed square but not on its file.
    /// A shatra that can capture in this way may not jump over the man itself.
    Around,
    /// Only a capture diagonally forward. Jumping over the man itself remains legal.
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

/// The men that are in reserve: they keep the temdek of their side on and leave their
/// squares only by drops and captures (section 3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ReserveRule {
    /// All men in their side's fortress and on its gate while the temdek is on, the biy
    /// included: it belongs to the reserve on the gate or, in a set-up position, in the
    /// fortress, and may become urgent.
    AllMen,
    /// The same men except the biy: a biy there neither keeps the temdek on nor becomes
    /// urgent.
    AllButBiy,
    /// The shatras in their side's fortress. The temdek is on exactly while there is one
    /// (RULES-ONLINE.md section 1, point 6).
    FortressShatras,
}

/// How long captured men stay on the board as ghosts (section 4).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ghosts {
    /// Not at all: captured men leave the board at once.
    None,
    /// Until the chain ends.
    UntilChainEnds,
    /// Until the chain ends or the capturing shatra is promoted (RULES-ONLINE.md section
    /// 1, point 3).
    UntilPromotion,
}

/// The men that may be dropped from the enemy's fortress; from the enemy's gate, too,
/// where the rule set has drops from gates (section 3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EnemyFortressDrops {
    /// No man.
    None,
    /// All men but shatras.
    AllButShatras,
    /// All men.
    AllMen,
}

/// The rules of a rule set as compile-time constants. Section numbers refer to RULES.md,
/// points to RULES-ONLINE.md section 1.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rule set of Shatra",
    note = "state its rules: implement `RuleSet` for `{Self}` in src/rules/shatra/ruleset.rs"
)]
pub trait RuleSet: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The id of the game, also a value of the option `UCI_Variant`.
    const ID: &'static str;
    /// The full name of the game.
    const NAME: &'static str;
    /// The file in the folder `protocol` that defines the rules.
    const DOCUMENT: &'static str;
    /// The start position as SPN (section 2).
    const START: &'static str;
    /// Whether shatras step forward, diagonally forward and sideways on every
    /// rank, and never make a two-square step (section 3).
    const SHATRA_STEPS_FREELY: bool;
    /// The men that are in reserve (section 3).
    const RESERVE: ReserveRule;
    /// Whether a reserve man that captures within its own fortress and gate becomes
    /// urgent, so that it must be dropped next (section 3).
    const URGENT_MEN: bool;
    /// Whether, while the temdek is on, the biy and the officers may never end a move in
    /// their own fortress or on their own gate, wherever they come from. Otherwise the biy may
    /// return to the gate, and jumps that start in the fortress may end there (section
    /// 4; point 7).
    const HOME_CLOSED_FROM_INSIDE: bool;
    /// Whether reserve shatras are dropped in the order of their SPN numbers (section
    /// 3).
    const DROP_ORDER: bool;
    /// Whether dropping men onto file d is forbidden (section 3).
    const GREAT_ROAD_CLOSED: bool;
    /// Whether men may be dropped from gates as they are from fortresses (section 3).
    const DROPS_FROM_GATES: bool;
    /// The men that may be dropped from the enemy's fortress (section 3; point 5).
    const ENEMY_FORTRESS_DROPS: EnemyFortressDrops;
    /// Whether the squares on which a biy that may decline to capture could land with its
    /// first jump are closed to its drops (point 9).
    const BIY_LANDINGS_CLOSED: bool;
    /// Whether a tura in its own fortress or gate is barred from the enemy's (section 3).
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
    /// How long captured men stay on the board as ghosts (section 4).
    const GHOSTS: Ghosts;
    /// Whether an officer must land on the nearest square from which it can continue to
    /// capture, if there is one. Otherwise it may land on any empty square up to the next
    /// man (section 4; point 1).
    const NEAREST_SQUARE: bool;
    /// Whether, while the temdek is off, a shatra outside its own fortress may capture
    /// into its own fortress or gate (section 4).
    const SHATRA_ENTERS_OWN_ZONE: bool;
    /// The rule of en passant (section 5).
    const EN_PASSANT: EnPassant;
    /// The right to decline a capture at a gate (section 7).
    const GATE_RIGHTS: GateRights;
    /// The half-move clock at which the game is drawn when only the biys are left, if
    /// there is such a rule (section 9; point 10).
    const BARE_BIYS_DRAW: Option<u16>;
    /// Whether the two squares of a quiet turn or of one jump identify it, so that game
    /// files write every one with `-` and without a promotion letter, as the live site
    /// does (RULES-ONLINE.md section 2).
    const SQUARES_SUFFICE_IN_NOTATION: bool;
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

/// The rules of the live online site: Original Shatra with the ten differences of
/// RULES-ONLINE.md.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Online;

const EXTENDED_START: &str = "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1";

impl RuleSet for Extended {
    const ID: &'static str = "shatra";
    const NAME: &'static str = "Extended Shatra";
    const DOCUMENT: &'static str = "RULES.md";
    const START: &'static str = EXTENDED_START;
    const SHATRA_STEPS_FREELY: bool = false;
    const RESERVE: ReserveRule = ReserveRule::AllMen;
    const URGENT_MEN: bool = true;
    const HOME_CLOSED_FROM_INSIDE: bool = false;
    const DROP_ORDER: bool = false;
    const GREAT_ROAD_CLOSED: bool = false;
    const DROPS_FROM_GATES: bool = false;
    const ENEMY_FORTRESS_DROPS: EnemyFortressDrops = EnemyFortressDrops::AllButShatras;
    const BIY_LANDINGS_CLOSED: bool = false;
    const TURA_BARRED_FROM_ENEMY_ZONE: bool = false;
    const TELEPORT: bool = true;
    const OFFICERS_LIMITED: bool = true;
    const PASSING_PROMOTION: PassingPromotion = PassingPromotion::None;
    const GHOSTS: Ghosts = Ghosts::UntilChainEnds;
    const NEAREST_SQUARE: bool = true;
    const SHATRA_ENTERS_OWN_ZONE: bool = true;
    const EN_PASSANT: EnPassant = EnPassant::Around;
    const GATE_RIGHTS: GateRights = GateRights::None;
    const BARE_BIYS_DRAW: Option<u16> = None;
    const SQUARES_SUFFICE_IN_NOTATION: bool = false;
    const USHI_VERSION: Option<u8> = Some(2);
}

impl RuleSet for Original {
    const ID: &'static str = "shatra-original";
    const NAME: &'static str = "Original Shatra";
    const DOCUMENT: &'static str = "RULES.md";
    const START: &'static str =
        "SSSSSSSSS/K/SSSSSSS/SSSSSSS/7/7/sssssss/sssssss/k/sssssssss w Tt - - - 1";
    const SHATRA_STEPS_FREELY: bool = true;
    const RESERVE: ReserveRule = ReserveRule::AllButBiy;
    const URGENT_MEN: bool = true;
    const HOME_CLOSED_FROM_INSIDE: bool = false;
    const DROP_ORDER: bool = true;
    const GREAT_ROAD_CLOSED: bool = false;
    const DROPS_FROM_GATES: bool = true;
    const ENEMY_FORTRESS_DROPS: EnemyFortressDrops = EnemyFortressDrops::AllMen;
    const BIY_LANDINGS_CLOSED: bool = false;
    const TURA_BARRED_FROM_ENEMY_ZONE: bool = false;
    const TELEPORT: bool = false;
    const OFFICERS_LIMITED: bool = false;
    const PASSING_PROMOTION: PassingPromotion = PassingPromotion::IfCanContinue;
    const GHOSTS: Ghosts = Ghosts::UntilChainEnds;
    const NEAREST_SQUARE: bool = true;
    const SHATRA_ENTERS_OWN_ZONE: bool = false;
    const EN_PASSANT: EnPassant = EnPassant::None;
    const GATE_RIGHTS: GateRights = GateRights::DeclineAtEither;
    const BARE_BIYS_DRAW: Option<u16> = Some(6);
    const SQUARES_SUFFICE_IN_NOTATION: bool = false;
    const USHI_VERSION: Option<u8> = Some(1);
}

impl RuleSet for Kurin {
    const ID: &'static str = "shatra-kurin";
    const NAME: &'static str = "Kurin's Shatra";
    const DOCUMENT: &'static str = "RULES.md";
    const START: &'static str = EXTENDED_START;
    const SHATRA_STEPS_FREELY: bool = false;
    const RESERVE: ReserveRule = ReserveRule::AllMen;
    const URGENT_MEN: bool = true;
    const HOME_CLOSED_FROM_INSIDE: bool = false;
    const DROP_ORDER: bool = false;
    const GREAT_ROAD_CLOSED: bool = false;
    const DROPS_FROM_GATES: bool = true;
    const ENEMY_FORTRESS_DROPS: EnemyFortressDrops = EnemyFortressDrops::AllMen;
    const BIY_LANDINGS_CLOSED: bool = false;
    const TURA_BARRED_FROM_ENEMY_ZONE: bool = true;
    const TELEPORT: bool = false;
    const OFFICERS_LIMITED: bool = true;
    const PASSING_PROMOTION: PassingPromotion = PassingPromotion::AtOnce;
    const GHOSTS: Ghosts = Ghosts::None;
    const NEAREST_SQUARE: bool = true;
    const SHATRA_ENTERS_OWN_ZONE: bool = false;
    const EN_PASSANT: EnPassant = EnPassant::DiagonallyForward;
    const GATE_RIGHTS: GateRights = GateRights::ShatraAsBiy;
    const BARE_BIYS_DRAW: Option<u16> = None;
    const SQUARES_SUFFICE_IN_NOTATION: bool = false;
    const USHI_VERSION: Option<u8> = None;
}

impl RuleSet for Pritchard {
    const ID: &'static str = "shatra-pritchard";
    const NAME: &'static str = "Pritchard's Shatra";
    const DOCUMENT: &'static str = Kurin::DOCUMENT;
    const START: &'static str = Kurin::START;
    const SHATRA_STEPS_FREELY: bool = Kurin::SHATRA_STEPS_FREELY;
    const RESERVE: ReserveRule = Kurin::RESERVE;
    const URGENT_MEN: bool = Kurin::URGENT_MEN;
    const HOME_CLOSED_FROM_INSIDE: bool = Kurin::HOME_CLOSED_FROM_INSIDE;
    const DROP_ORDER: bool = Kurin::DROP_ORDER;
    const GREAT_ROAD_CLOSED: bool = true;
    const DROPS_FROM_GATES: bool = Kurin::DROPS_FROM_GATES;
    const ENEMY_FORTRESS_DROPS: EnemyFortressDrops = Kurin::ENEMY_FORTRESS_DROPS;
    const BIY_LANDINGS_CLOSED: bool = Kurin::BIY_LANDINGS_CLOSED;
    const TURA_BARRED_FROM_ENEMY_ZONE: bool = Kurin::TURA_BARRED_FROM_ENEMY_ZONE;
    const TELEPORT: bool = Kurin::TELEPORT;
    const OFFICERS_LIMITED: bool = Kurin::OFFICERS_LIMITED;
    const PASSING_PROMOTION: PassingPromotion = Kurin::PASSING_PROMOTION;
    const GHOSTS: Ghosts = Kurin::GHOSTS;
    const NEAREST_SQUARE: bool = Kurin::NEAREST_SQUARE;
    const SHATRA_ENTERS_OWN_ZONE: bool = Kurin::SHATRA_ENTERS_OWN_ZONE;
    const EN_PASSANT: EnPassant = Kurin::EN_PASSANT;
    const GATE_RIGHTS: GateRights = Kurin::GATE_RIGHTS;
    const BARE_BIYS_DRAW: Option<u16> = Kurin::BARE_BIYS_DRAW;
    const SQUARES_SUFFICE_IN_NOTATION: bool = Kurin::SQUARES_SUFFICE_IN_NOTATION;
    const USHI_VERSION: Option<u8> = None;
}

impl RuleSet for Online {
    const ID: &'static str = "shatra-online";
    const NAME: &'static str = "Online Shatra";
    const DOCUMENT: &'static str = "RULES-ONLINE.md";
    const START: &'static str = Original::START;
    const SHATRA_STEPS_FREELY: bool = Original::SHATRA_STEPS_FREELY;
    const RESERVE: ReserveRule = ReserveRule::FortressShatras;
    const URGENT_MEN: bool = false;
    const HOME_CLOSED_FROM_INSIDE: bool = true;
    const DROP_ORDER: bool = Original::DROP_ORDER;
    const GREAT_ROAD_CLOSED: bool = Original::GREAT_ROAD_CLOSED;
    const DROPS_FROM_GATES: bool = Original::DROPS_FROM_GATES;
    const ENEMY_FORTRESS_DROPS: EnemyFortressDrops = EnemyFortressDrops::None;
    const BIY_LANDINGS_CLOSED: bool = true;
    const TURA_BARRED_FROM_ENEMY_ZONE: bool = Original::TURA_BARRED_FROM_ENEMY_ZONE;
    const TELEPORT: bool = Original::TELEPORT;
    const OFFICERS_LIMITED: bool = Original::OFFICERS_LIMITED;
    const PASSING_PROMOTION: PassingPromotion = PassingPromotion::AtOnce;
    const GHOSTS: Ghosts = Ghosts::UntilPromotion;
    const NEAREST_SQUARE: bool = false;
    const SHATRA_ENTERS_OWN_ZONE: bool = Original::SHATRA_ENTERS_OWN_ZONE;
    const EN_PASSANT: EnPassant = Original::EN_PASSANT;
    const GATE_RIGHTS: GateRights = GateRights::None;
    const BARE_BIYS_DRAW: Option<u16> = Some(3);
    const SQUARES_SUFFICE_IN_NOTATION: bool = true;
    const USHI_VERSION: Option<u8> = None;
}
