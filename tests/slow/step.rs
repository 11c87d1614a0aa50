//! Single steps: which are legal (protocol/RULES.md sections 3, 6 and 7; protocol/RULES-ONLINE.md
//! section 1, points 4 and 9), and their notation (section 11, one jump at a time).

use super::{
    capture::Jump,
    man::Kind,
    position::Position,
    square::{Square, square_name},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A quiet move, drop or teleport.
    Quiet,
    /// One jump of a chain, with the square of the captured man.
    Jump { captured: Square },
    /// The man stops in mid-chain; `from` and `to` are both its square.
    Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    pub from: Square,
    pub to: Square,
    pub action: Action,
    pub promotion: Option<Kind>,
}

impl Step {
    /// Returns the notation, such as `d4-d6`, `a5:a7`, `d13-d14Q` or `pass`.
    pub fn text(&self) -> String {
        let promotion = self.promotion.map(Kind::letter).map(String::from);
        let separator = match self.action {
            Action::Quiet => '-',
            Action::Jump { .. } => ':',
            Action::Pass => return "pass".to_string(),
        };
        let (from, to) = (square_name(self.from), square_name(self.to));
        format!("{from}{separator}{to}{}", promotion.unwrap_or_default())
    }
}

impl Position {
    /// Returns all legal steps. There are none once a biy has been captured.
    pub fn steps(&self) -> Vec<Step> {
        if self.side_without_biy().is_some() {
            Vec::new()
        } else if let Some(transit) = self.transit {
            self.steps_in_mid_chain(transit)
        } else {
            self.steps_at_start_of_turn()
        }
    }

    /// Section 10: returns the jumps of the man in mid-chain and, if it may stop, `pass`.
    fn steps_in_mid_chain(&self, transit: Square) -> Vec<Step> {
        let mut steps = self.jump_steps(transit);
        if self.may_stop(transit) {
            steps.push(Step {
                from: transit,
                to: transit,
                action: Action::Pass,
                promotion: None,
            });
        }
        steps
    }

    /// Section 3: returns the legal steps of a side that has not begun its turn. If it can capture,
    /// these are only captures, unless the only man that can capture may decline (sections 6 and
    /// 7).
    fn steps_at_start_of_turn(&self) -> Vec<Step> {
        let mut capturers = self.own_squares();
        capturers.retain(|&from| self.can_capture(from));
        if capturers.is_empty() {
            return self.quiet_steps();
        }
        let mut steps: Vec<Step> = capturers
            .iter()
            .flat_map(|&from| self.jump_steps(from))
            .collect();
        if let [only] = capturers[..]
            && self.may_decline(only)
        {
            let mut declining = self.quiet_steps_of(only);
            if self.rule_set.biy_drop_yields_to_capture() {
                // Only a drop can have a square in common with a jump; an ordinary step of the biy
                // is too short.
                declining.retain(|quiet| !steps.iter().any(|jump| jump.to == quiet.to));
            }
            steps.extend(declining);
        }
        steps
    }

    /// Returns the quiet steps when no capture is available. If there are urgent men, these are
    /// only their drops, unless no drop square is empty (section 3, "Urgent men").
    fn quiet_steps(&self) -> Vec<Step> {
        let urgent = self.urgent_squares();
        let drop_squares = self.drop_squares(self.side_to_move);
        let mut steps = Vec::new();
        if urgent.is_empty() || drop_squares.is_empty() {
            for from in self.own_squares() {
                steps.extend(self.quiet_steps_of(from));
            }
        } else {
            for from in urgent {
                steps.extend(drop_squares.iter().map(|&to| Step {
                    from,
                    to,
                    action: Action::Quiet,
                    promotion: None,
                }));
            }
        }
        steps
    }

    fn quiet_steps_of(&self, from: Square) -> Vec<Step> {
        let mut steps = Vec::new();
        for to in self.quiet_targets(from) {
            for promotion in self.quiet_promotions(from, to) {
                steps.push(Step {
                    from,
                    to,
                    action: Action::Quiet,
                    promotion,
                });
            }
        }
        steps
    }

    fn jump_steps(&self, from: Square) -> Vec<Step> {
        let mut steps = Vec::new();
        for jump in self.jumps(from) {
            let Jump { from, captured, to } = jump;
            for promotion in self.jump_promotions(jump) {
                steps.push(Step {
                    from,
                    to,
                    action: Action::Jump { captured },
                    promotion,
                });
            }
        }
        steps
    }

    /// Returns whether the man may make a quiet turn although it can capture, given that no other
    /// man can: the biy, by section 6; some men on a gate, by section 7.
    fn may_decline(&self, square: Square) -> bool {
        let man = self.man(square);
        let own_gate = man.side.owns_gate(square);
        let enemy_gate = man.side.other().owns_gate(square);
        man.kind == Kind::Biy
            || (own_gate && self.rule_set.may_decline_on_own_gate(man.kind))
            || (enemy_gate && self.rule_set.may_decline_on_enemy_gate(man.kind))
    }

    /// Returns whether the man may stop in mid-chain: the biy, by section 6; in Kurin and
    /// Pritchard a shatra that the chain has brought onto the enemy's gate, by section 7.
    fn may_stop(&self, square: Square) -> bool {
        let man = self.man(square);
        let enemy_gate = man.side.other().owns_gate(square);
        man.kind == Kind::Biy
            || (self.rule_set.follows_kurin() && man.kind == Kind::Shatra && enemy_gate)
    }
}
