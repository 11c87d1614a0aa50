//! The five rule sets and their differences (protocol/RULES.md, introduction and section 8;
//! protocol/RULES-ONLINE.md section 1).

use super::man::Kind;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// Extended Shatra, whose id is `shatra`.
    Extended,
    Original,
    Kurin,
    Pritchard,
    /// The rules of the live online site: Original with the ten differences of RULES-ONLINE.md.
    Online,
}

impl RuleSet {
    pub const ALL: [RuleSet; 5] = [
        RuleSet::Extended,
        RuleSet::Original,
        RuleSet::Kurin,
        RuleSet::Pritchard,
        RuleSet::Online,
    ];

    pub fn id(self) -> &'static str {
        match self {
            RuleSet::Extended => "shatra",
            RuleSet::Original => "shatra-original",
            RuleSet::Kurin => "shatra-kurin",
            RuleSet::Pritchard => "shatra-pritchard",
            RuleSet::Online => "shatra-online",
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

    /// Returns whether these are Original's rules, with or without the differences of Online.
    pub fn follows_original(self) -> bool {
        matches!(self, RuleSet::Original | RuleSet::Online)
    }

    /// Returns the SPN of the start position (section 2).
    pub(super) fn start_spn(self) -> &'static str {
        match self {
            RuleSet::Original | RuleSet::Online => {
                "SSSSSSSSS/K/SSSSSSS/SSSSSSS/7/7/sssssss/sssssss/k/sssssssss w Tt - - - 1"
            }
            RuleSet::Extended | RuleSet::Kurin | RuleSet::Pritchard => {
                "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1"
            }
        }
    }

    /// Section 4, "Nearest square", and RULES-ONLINE.md section 1, point 1: returns whether an
    /// officer has to land on the nearest square from which it can capture again.
    pub(super) fn has_nearest_square_rule(self) -> bool {
        self != RuleSet::Online
    }

    /// Section 4: returns whether captured men stay on the board as ghosts until the chain ends.
    pub(super) fn captured_men_stay(self) -> bool {
        !self.follows_kurin()
    }

    /// RULES-ONLINE.md section 1, point 3: returns whether the ghosts leave the board when the
    /// capturing shatra is promoted.
    pub(super) fn promotion_removes_ghosts(self) -> bool {
        self == RuleSet::Online
    }

    /// Section 3, "Promotion", and RULES-ONLINE.md section 1, point 2: returns whether a chain that
    /// reaches the final rank continues if the promoted man can capture, rather than the shatra.
    pub(super) fn continues_as_promoted(self) -> bool {
        self.follows_kurin() || self == RuleSet::Online
    }

    /// Section 4: returns whether a shatra outside its own fortress may capture into its own
    /// fortress or gate once the temdek is off.
    pub(super) fn shatra_may_capture_into_home(self) -> bool {
        self == RuleSet::Extended
    }

    /// RULES-ONLINE.md section 1, point 7: returns whether, while the temdek is on, a biy or batyr
    /// may not end a quiet move or a jump on its own gate or in its own fortress, wherever it
    /// starts.
    pub(super) fn closes_home_to_biy_and_batyrs(self) -> bool {
        self == RuleSet::Online
    }

    /// RULES-ONLINE.md section 1, point 6: returns whether a side's temdek is on exactly while a
    /// shatra of that side stands in its own fortress.
    pub(super) fn temdek_follows_from_board(self) -> bool {
        self == RuleSet::Online
    }

    /// RULES-ONLINE.md section 1, point 6: returns whether only the shatras in their own fortress
    /// are reserve men, so that every other man has its ordinary moves.
    pub(super) fn confines_only_fortress_shatras(self) -> bool {
        self == RuleSet::Online
    }

    /// Section 3, "Urgent men", and RULES-ONLINE.md section 1, point 8: returns whether men become
    /// urgent.
    pub(super) fn has_urgent_men(self) -> bool {
        self != RuleSet::Online
    }

    /// Section 3, "Drops later in the game": returns whether men that are not confined may be
    /// dropped from their own gate. In Online (RULES-ONLINE.md section 1, point 6), they always
    /// may.
    pub(super) fn drops_from_own_gate(self) -> bool {
        self != RuleSet::Extended
    }

    /// Section 3, "Drops later in the game", and RULES-ONLINE.md section 1, point 5: returns
    /// whether men may be dropped from the enemy's gate.
    pub(super) fn drops_from_enemy_gate(self) -> bool {
        match self {
            RuleSet::Original | RuleSet::Kurin | RuleSet::Pritchard => true,
            RuleSet::Extended | RuleSet::Online => false,
        }
    }

    /// Section 3, "Drops later in the game", and RULES-ONLINE.md section 1, point 5: returns
    /// whether men of this kind may be dropped from the enemy's fortress.
    pub(super) fn drops_from_enemy_fortress(self, kind: Kind) -> bool {
        match self {
            RuleSet::Original | RuleSet::Kurin | RuleSet::Pritchard => true,
            RuleSet::Extended => kind != Kind::Shatra,
            RuleSet::Online => false,
        }
    }

    /// RULES-ONLINE.md section 1, point 9: returns whether a biy that declines to capture may not
    /// be dropped onto a square on which its first jump could land.
    pub(super) fn biy_drop_yields_to_capture(self) -> bool {
        self == RuleSet::Online
    }

    /// Section 7 and RULES-ONLINE.md section 1, point 4: returns whether a man of this kind that
    /// stands on its own gate may decline to capture. (The biy's right does not come from the
    /// gate.)
    pub(super) fn may_decline_on_own_gate(self, kind: Kind) -> bool {
        match self {
            RuleSet::Original => matches!(kind, Kind::Shatra | Kind::Batyr),
            RuleSet::Extended | RuleSet::Kurin | RuleSet::Pritchard | RuleSet::Online => false,
        }
    }

    /// Section 7 and RULES-ONLINE.md section 1, point 4: returns whether a man of this kind that
    /// stands on the enemy's gate may decline to capture.
    pub(super) fn may_decline_on_enemy_gate(self, kind: Kind) -> bool {
        match self {
            RuleSet::Original => matches!(kind, Kind::Shatra | Kind::Batyr),
            RuleSet::Kurin | RuleSet::Pritchard => kind == Kind::Shatra,
            RuleSet::Extended | RuleSet::Online => false,
        }
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
        !self.follows_original()
    }

    /// Section 5: returns whether a shatra captures en passant in any direction but along the
    /// file, and not only diagonally forward.
    pub(super) fn captures_en_passant_from_all_around(self) -> bool {
        self == RuleSet::Extended
    }

    /// Section 3: returns whether men may not be dropped onto the great road (file d).
    pub(super) fn closes_great_road(self) -> bool {
        self == RuleSet::Pritchard
    }

    /// Section 3, "Promotion": returns whether a shatra that can capture again is not promoted.
    pub(super) fn passes_final_rank_unpromoted(self) -> bool {
        self == RuleSet::Extended
    }

    /// Section 3, "Promotion": returns whether there is late promotion.
    pub(super) fn has_late_promotion(self) -> bool {
        !self.follows_original()
    }

    /// Section 9 and RULES-ONLINE.md section 1, point 10: returns the halfmove clock with which a
    /// game is drawn when only the two biys are left, if the rule set has this draw.
    pub(super) fn bare_biy_limit(self) -> Option<u32> {
        match self {
            RuleSet::Original => Some(6),
            RuleSet::Online => Some(3),
            RuleSet::Extended | RuleSet::Kurin | RuleSet::Pritchard => None,
        }
    }
}
