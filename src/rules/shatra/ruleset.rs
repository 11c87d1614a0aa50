//! The five rule sets as values, each stated as its differences from an earlier one.
//!
//! A [`RuleSet`] makes a value a parameter of types. The value is a constant, so the
//! compiler evaluates each `if R::RULES.teleport` when it compiles
//! [`Position<R>`](super::Position) for a rule set, and the special rules of one rule set
//! cost the others nothing. RULES.md section 8 lists the differences of the first four
//! and their sources, RULES-ONLINE.md section 1 those of the fifth.

use std::fmt::Debug;
use std::hash::Hash;

/// The en-passant capture of a shatra that has just made a two-square step (section 5).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EnPassant {
    /// No capture, because no shatra makes a two-square step.
    None,
    /// A capture from any square that is next to the passed square but not on its file. A
    /// shatra that can capture in this way may not jump over the man that made the step.
    Around,
    /// Only a capture diagonally forward. Jumping over the man that made the step remains legal.
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

/// The men that may be dropped from the enemy's fortress and, where the rule set has drops
/// from gates, from the enemy's gate (section 3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EnemyFortressDrops {
    /// No man.
    None,
    /// All men but shatras.
    AllButShatras,
    /// All men.
    AllMen,
}

/// The rules of a rule set. Section numbers refer to RULES.md, points to RULES-ONLINE.md
/// section 1.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The id of the game, also a value of the option `UCI_Variant`.
    pub id: &'static str,
    /// The full name of the game.
    pub name: &'static str,
    /// The file in the folder `protocol` that defines the rules.
    pub document: &'static str,
    /// The start position as SPN (section 2).
    pub start: &'static str,
    /// Whether shatras step forward, diagonally forward and sideways on every
    /// rank, and never make a two-square step (section 3).
    pub shatra_steps_freely: bool,
    /// The men that are in reserve (section 3).
    pub reserve: ReserveRule,
    /// Whether a reserve man that captures within its own fortress and gate becomes
    /// urgent, that is, must be dropped next (section 3).
    pub has_urgent_men: bool,
    /// Whether, while the temdek is on, the biy and the officers may never end a move in
    /// their own fortress or on their own gate, wherever they come from. Otherwise the biy may
    /// return to the gate, and jumps that start in the fortress may end there (section
    /// 4; point 7).
    pub home_closed_from_inside: bool,
    /// Whether reserve shatras are dropped in the order of their SPN numbers (section
    /// 3).
    pub drops_in_order: bool,
    /// Whether dropping men onto file d is forbidden (section 3).
    pub great_road_closed: bool,
    /// Whether men may be dropped from gates as they are from fortresses (section 3).
    pub drops_from_gates: bool,
    /// The men that may be dropped from the enemy's fortress (section 3; point 5).
    pub enemy_fortress_drops: EnemyFortressDrops,
    /// Whether the squares on which a biy that may decline to capture could land with its
    /// first jump are closed to its drops (point 9).
    pub biy_landings_closed: bool,
    /// Whether a tura in its own fortress or on its gate is barred from the enemy's (section 3).
    pub tura_barred_from_enemy_zone: bool,
    /// Whether a shatra on one of the enemy's tower squares may teleport into the
    /// enemy's fortress (section 3).
    pub teleport: bool,
    /// Whether a side has at most one batyr, two turas and two yalkyns, so that shatras
    /// are promoted only to missing officers. Otherwise batyrs are the only officers,
    /// and shatras are always promoted to batyrs (sections 3 and 10).
    pub officers_limited: bool,
    /// The promotion of a shatra whose chain passes through the final rank (section 3).
    pub passing_promotion: PassingPromotion,
    /// How long captured men stay on the board as ghosts (section 4).
    pub ghosts: Ghosts,
    /// Whether an officer must land on the nearest square, if any, from which it can continue
    /// to capture. Otherwise it may land on any empty square up to the next
    /// man (section 4; point 1).
    pub must_land_on_nearest: bool,
    /// Whether, while the temdek is off, a shatra outside its own fortress may capture
    /// into its own fortress or onto its own gate (section 4).
    pub shatra_enters_own_zone: bool,
    /// The rule of en passant (section 5).
    pub en_passant: EnPassant,
    /// The right to decline a capture at a gate (section 7).
    pub gate_rights: GateRights,
    /// The half-move clock at which the game is drawn when only the biys are left; `None`
    /// without such a rule (section 9; point 10).
    pub bare_biys_draw: Option<u16>,
    /// Whether two squares identify a quiet turn or a jump, so game files write each turn
    /// and jump with `-` and without a promotion letter, as the live site
    /// does (RULES-ONLINE.md section 2).
    pub squares_suffice_in_notation: bool,
    /// The value of USHI's option `Shatra version` that selects the rule set; `None` if no
    /// value does.
    pub ushi_version: Option<u8>,
}

/// A rule set as a parameter of types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rule set of Shatra",
    note = "state its rules: implement `RuleSet` for `{Self}` in src/rules/shatra/ruleset.rs"
)]
pub trait RuleSet: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The rules.
    const RULES: &'static Rules;
}

/// Extended Shatra (Taushkanov, 1985), the default.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Extended;

impl RuleSet for Extended {
    const RULES: &'static Rules = &Rules {
        id: "shatra",
        name: "Extended Shatra",
        document: "RULES.md",
        start: "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1",
        shatra_steps_freely: false,
        reserve: ReserveRule::AllMen,
        has_urgent_men: true,
        home_closed_from_inside: false,
        drops_in_order: false,
        great_road_closed: false,
        drops_from_gates: false,
        enemy_fortress_drops: EnemyFortressDrops::AllButShatras,
        biy_landings_closed: false,
        tura_barred_from_enemy_zone: false,
        teleport: true,
        officers_limited: true,
        passing_promotion: PassingPromotion::None,
        ghosts: Ghosts::UntilChainEnds,
        must_land_on_nearest: true,
        shatra_enters_own_zone: true,
        en_passant: EnPassant::Around,
        gate_rights: GateRights::None,
        bare_biys_draw: None,
        squares_suffice_in_notation: false,
        ushi_version: Some(2),
    };
}

/// Original Shatra (1979).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Original;

impl RuleSet for Original {
    const RULES: &'static Rules = &Rules {
        id: "shatra-original",
        name: "Original Shatra",
        start: "SSSSSSSSS/K/SSSSSSS/SSSSSSS/7/7/sssssss/sssssss/k/sssssssss w Tt - - - 1",
        shatra_steps_freely: true,
        reserve: ReserveRule::AllButBiy,
        drops_in_order: true,
        drops_from_gates: true,
        enemy_fortress_drops: EnemyFortressDrops::AllMen,
        teleport: false,
        officers_limited: false,
        passing_promotion: PassingPromotion::IfCanContinue,
        shatra_enters_own_zone: false,
        en_passant: EnPassant::None,
        gate_rights: GateRights::DeclineAtEither,
        bare_biys_draw: Some(6),
        ushi_version: Some(1),
        ..*Extended::RULES
    };
}

/// Extended Shatra as Kurin's article of 1988 describes it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Kurin;

impl RuleSet for Kurin {
    const RULES: &'static Rules = &Rules {
        id: "shatra-kurin",
        name: "Kurin's Shatra",
        drops_from_gates: true,
        enemy_fortress_drops: EnemyFortressDrops::AllMen,
        tura_barred_from_enemy_zone: true,
        teleport: false,
        passing_promotion: PassingPromotion::AtOnce,
        ghosts: Ghosts::None,
        shatra_enters_own_zone: false,
        en_passant: EnPassant::DiagonallyForward,
        gate_rights: GateRights::ShatraAsBiy,
        ushi_version: None,
        ..*Extended::RULES
    };
}

/// Pritchard's Shatra: Kurin's rules with the great road closed to drops.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pritchard;

impl RuleSet for Pritchard {
    const RULES: &'static Rules = &Rules {
        id: "shatra-pritchard",
        name: "Pritchard's Shatra",
        great_road_closed: true,
        ..*Kurin::RULES
    };
}

/// The rules of the live online site: Original Shatra with the ten differences of
/// RULES-ONLINE.md.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Online;

impl RuleSet for Online {
    const RULES: &'static Rules = &Rules {
        id: "shatra-online",
        name: "Online Shatra",
        document: "RULES-ONLINE.md",
        reserve: ReserveRule::FortressShatras,
        has_urgent_men: false,
        home_closed_from_inside: true,
        enemy_fortress_drops: EnemyFortressDrops::None,
        biy_landings_closed: true,
        passing_promotion: PassingPromotion::AtOnce,
        ghosts: Ghosts::UntilPromotion,
        must_land_on_nearest: false,
        gate_rights: GateRights::None,
        bare_biys_draw: Some(3),
        squares_suffice_in_notation: true,
        ushi_version: None,
        ..*Original::RULES
    };
}
