//! Colour allocation: the colours that a player has had, and the colour that is
//! due next.
//!
//! The aims are FIDE's for Swiss systems (Handbook C.04.1 and C.04.3): no player's surplus
//! of one colour exceeds two, and no player has the same colour three times in a row.
//! `swiss` ranks both aims among its other criteria. The colour of an encounter is that of
//! its first game; "first" means White in that game.

use std::cmp::Ordering;

/// The colours that a player has had.
#[derive(Clone, Debug, Default)]
pub(super) struct ColorHistory {
    /// The colours round by round, `true` for first; a bye adds nothing.
    history: Vec<bool>,
    /// The number of times that the player was first, minus the number of times
    /// that it was second.
    surplus: i32,
}

/// The strength of the preference for a colour, in ascending order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Preference {
    /// No game yet: neither colour is due.
    None,
    /// The colours are balanced: the opposite of the last one is due.
    Mild,
    /// One colour occurred once more than the other.
    Strong,
    /// The last two colours were the same.
    Run,
    /// One colour occurred at least two more times than the other.
    Absolute,
}

impl ColorHistory {
    pub(super) fn record(&mut self, was_first: bool) {
        self.history.push(was_first);
        self.surplus += if was_first { 1 } else { -1 };
    }

    /// Returns whether the player is due to be first, and how strong the preference is.
    pub(super) fn due(&self) -> (bool, Preference) {
        let Some(&last) = self.history.last() else {
            return (false, Preference::None);
        };
        let run = self.history.len() >= 2 && self.history[self.history.len() - 2] == last;
        let strength = match self.surplus.abs() {
            2.. => Preference::Absolute,
            _ if run => Preference::Run,
            1 => Preference::Strong,
            _ => Preference::Mild,
        };
        let first_is_due = match self.surplus.cmp(&0) {
            Ordering::Less => true,
            Ordering::Equal => !last,
            Ordering::Greater => false,
        };
        (first_is_due, strength)
    }

    /// Returns the weaker of the two preferences if the same colour is due to
    /// both players, otherwise [`Preference::None`].
    pub(super) fn clash(&self, other: &Self) -> Preference {
        let (own_color, own_strength) = self.due();
        let (other_color, other_strength) = other.due();
        match own_color == other_color {
            true => own_strength.min(other_strength),
            false => Preference::None,
        }
    }

    /// Returns whether this player, who is ranked higher than the opponent, is
    /// first. If no colour is due to either player, returns `default`.
    pub(super) fn begins_against(&self, lower: &Self, default: bool) -> bool {
        let (own_color, own_strength) = self.due();
        let (lower_color, lower_strength) = lower.due();
        let own = (own_strength, self.surplus.abs());
        match (own_strength, lower_strength) {
            (Preference::None, Preference::None) => default,
            (Preference::None, _) => !lower_color,
            (_, Preference::None) => own_color,
            _ if own_color != lower_color => own_color,
            _ => match own.cmp(&(lower_strength, lower.surplus.abs())) {
                Ordering::Greater => own_color,
                Ordering::Less => !lower_color,
                // Swap the colours of the last round in which the players' colours differed.
                Ordering::Equal => self
                    .last_difference(lower)
                    .map_or(own_color, |first| !first),
            },
        }
    }

    /// Returns this player's latest colour that differs from the opponent's, with
    /// both histories compared from the end.
    fn last_difference(&self, other: &Self) -> Option<bool> {
        self.history
            .iter()
            .rev()
            .zip(other.history.iter().rev())
            .find(|(own, other)| own != other)
            .map(|(&own, _)| own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colours(history: &str) -> ColorHistory {
        let mut colours = ColorHistory::default();
        for letter in history.chars() {
            colours.record(letter == 'W');
        }
        colours
    }

    #[test]
    fn the_colour_due_follows_from_the_history() {
        assert_eq!(colours("").due().1, Preference::None);
        assert_eq!(colours("W").due(), (false, Preference::Strong));
        assert_eq!(colours("WB").due(), (true, Preference::Mild));
        assert_eq!(colours("WW").due(), (false, Preference::Absolute));
        assert_eq!(colours("WBB").due(), (true, Preference::Run));
        assert_eq!(colours("BBWW").due(), (false, Preference::Run));
    }

    #[test]
    fn the_stronger_preference_is_satisfied() {
        // Both are due to be second; the player who was first twice in a row is.
        assert!(!colours("BWW").begins_against(&colours("BW"), true));
        assert!(colours("BW").begins_against(&colours("BWW"), true));
        // The colours due do not clash.
        assert!(colours("WB").begins_against(&colours("BW"), false));
        // A player without games takes the remaining colour.
        assert!(colours("").begins_against(&colours("W"), false));
        assert!(!colours("W").begins_against(&colours(""), true));
        // Equal strength: the last difference is swapped.
        assert!(!colours("BWB").begins_against(&colours("WBB"), true));
        // Equal histories: the higher-ranked player gets the colour due.
        assert!(!colours("W").begins_against(&colours("W"), true));
    }

    #[test]
    fn a_clash_is_as_bad_as_the_weaker_preference() {
        assert_eq!(colours("WW").clash(&colours("WW")), Preference::Absolute);
        assert_eq!(colours("WW").clash(&colours("W")), Preference::Strong);
        assert_eq!(colours("WW").clash(&colours("B")), Preference::None);
        assert_eq!(colours("WW").clash(&colours("")), Preference::None);
    }
}
