//! The four rule sets and their differences (protocol/RULES.md, introduction and section 8).

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// Extended Shatra, whose id is `shatra`.
    Extended,
    Original,
    Kurin,
    Pritchard,
}

impl RuleSet {
    pub const ALL: [RuleSet; 4] = [
        RuleSet::Extended,
        RuleSet::Original,
        RuleSet::Kurin,
        RuleSet::Pritchard,
    ];

    pub fn id(self) -> &'static str {
        match self {
            RuleSet::Extended => "shatra",
            RuleSet::Original => "shatra-original",
            RuleSet::Kurin => "shatra-kurin",
            RuleSet::Pritchard => "shatra-pritchard",
        }
    }

    pub fn from_id(id: &str) -> Option<RuleSet> {
        RuleSet::ALL
            .into_iter()
            .find(|rule_set| rule_set.id() == id)
    }

    /// Returns whether these are Kurin's rules, with or without Pritchard's ban on drops onto the
    /// great road.
    pub fn follows_kurin(self) -> bool {
        matches!(self, RuleSet::Kurin | RuleSet::Pritchard)
    }

    /// Returns the SPN of the start position (section 2).
    pub(super) fn start_spn(self) -> &'static str {
        match self {
            RuleSet::Original => {
                "SSSSSSSSS/K/SSSSSSS/SSSSSSS/7/7/sssssss/sssssss/k/sssssssss w Tt - - - 1"
            }
            _ => "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1",
        }
    }

    /// Section 4: returns whether captured men stay on the board as ghosts until the chain ends.
    pub(super) fn captured_men_stay(self) -> bool {
        !self.follows_kurin()
    }

    /// Section 4: returns whether a shatra outside its own fortress may capture into its own
    /// fortress or gate once the temdek is off.
    pub(super) fn shatra_may_capture_into_home(self) -> bool {
        self == RuleSet::Extended
    }

    /// Section 3, "Drops later in the game": returns whether men may be dropped from their own
    /// gate with the temdek off, and from the enemy's gate.
    pub(super) fn drops_from_gates(self) -> bool {
        self != RuleSet::Extended
    }

    /// Section 3, "Drops later in the game": returns whether shatras may be dropped from the
    /// enemy's fortress.
    pub(super) fn drops_shatras_from_enemy_fortress(self) -> bool {
        self != RuleSet::Extended
    }

    /// Section 3: returns whether a tura is barred from going from its own fortress or gate into
    /// the enemy's.
    pub(super) fn bars_tura_between_fortresses(self) -> bool {
        self.follows_kurin()
    }

    /// Section 3, "Teleport": returns whether shatras can teleport.
    pub(super) fn has_teleport(self) -> bool {
        self == RuleSet::Extended
    }

    /// Section 5: returns whether shatras can capture en passant.
    pub(super) fn has_en_passant(self) -> bool {
        self != RuleSet::Original
    }

    /// Section 3, "Promotion": returns whether there is late promotion.
    pub(super) fn has_late_promotion(self) -> bool {
        self != RuleSet::Original
    }
}
