//! Colour allocation: the colours that a player has had, and the colour due
//! next.
//!
//! This follows the FIDE rules for Swiss systems (Handbook C.04.1 and C.04.3):
//! no player's colours may differ by more than two, or be the same three times
//! running. "First" stands for White in the first game of an encounter.

use std::cmp::Ordering;

/// The colours that a player has had.
#[derive(Clone, Debug, Default)]
pub(super) struct ColorHistory {
    /// The colours round by round, true for `first`; a bye adds nothing.
    history: Vec<bool>,
    /// The number of times first minus the number of times second.
    surplus: i32,
}

/// The strength of the preference for a colour, in ascending order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Preference {
    /// No game yet: either colour will do.
    None,
    /// The colours are balanced: the opposite of the last one is due.
    Mild,
    /// One colour occurred one more time than the other.
    Strong,
    /// The last two colours were the same.
    Run,
    /// One colour occurred two more times than the other: a third time is ruled out.
    Absolute,
}

impl ColorHistory {
    pub(super) fn record(&mut self, first: bool) {
        self.history.push(first);
        self.surplus += if first { 1 } else { -1 };
    }

    /// Returns whether first is due, and the strength.
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
        let first = match self.surplus.cmp(&0) {
            Ordering::Less => true,
            Ordering::Equal => !last,
            Ordering::Greater => false,
        };
        (first, strength)
    }

    /// Returns the weaker preference of two players to whom the same colour is
    /// due; `None` if their preferences do not clash.
    pub(super) fn clash(&self, other: &Self) -> Preference {
        let ((mine, my), (its, their)) = (self.due(), other.due());
        match mine == its {
            true => my.min(their),
            false => Preference::None,
        }
    }

    /// Returns whether this player, the higher ranked of two, is to be first.
    /// If neither is due a colour, `default` decides.
    pub(super) fn begins_against(&self, lower: &Self, default: bool) -> bool {
        let ((mine, my), (its, their)) = (self.due(), lower.due());
        match (my, their) {
            (Preference::None, Preference::None) => default,
            (Preference::None, _) => !its,
            (_, Preference::None) => mine,
            _ if mine != its => mine,
            _ => match (my, self.surplus.abs()).cmp(&(their, lower.surplus.abs())) {
                Ordering::Greater => mine,
                Ordering::Less => !its,
                // Swap the colours of the last round in which they differed.
                Ordering::Equal => self.last_difference(lower).map_or(mine, |first| !first),
            },
        }
    }

    /// Returns this player's colour in the last round in which the other's
    /// differed.
    fn last_difference(&self, other: &Self) -> Option<bool> {
        self.history
            .iter()
            .rev()
            .zip(other.history.iter().rev())
            .find(|(mine, its)| mine != its)
            .map(|(&mine, _)| mine)
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
    fn the_stronger_preference_is_granted() {
        // Both are due to be second; the player with two Whites is.
        assert!(!colours("BWW").begins_against(&colours("BW"), true));
        assert!(colours("BW").begins_against(&colours("BWW"), true));
        // The colours due do not clash.
        assert!(colours("WB").begins_against(&colours("BW"), false));
        // A player without games takes the remaining colour.
        assert!(colours("").begins_against(&colours("W"), false));
        assert!(!colours("W").begins_against(&colours(""), true));
        // Equal strength: the last difference is swapped.
        assert!(!colours("BWB").begins_against(&colours("WBB"), true));
        // Equal histories: the higher ranked player gets the colour due.
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
