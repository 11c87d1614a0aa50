//! Who begins: the colours of a player so far and what is due to him.
//!
//! After the FIDE rules for Swiss systems (Handbook C.04.1 and C.04.3): nobody's
//! colours shall differ by more than two, or be the same three times running.
//! "First" stands for White in the first game of an encounter.

use std::cmp::Ordering;

/// The colours that a player had.
#[derive(Clone, Debug, Default)]
pub(super) struct Colours {
    /// Round by round, true for first; nothing for a bye.
    history: Vec<bool>,
    /// How often first, less how often second.
    surplus: i32,
}

/// How badly a colour is due; the order is that of urgency.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Urgency {
    /// No game yet: either will do.
    None,
    /// Balanced: the other one than last.
    Mild,
    /// One colour was had once more.
    Strong,
    /// The last two were the same.
    Run,
    /// One colour was had twice more: a third is ruled out.
    Absolute,
}

impl Colours {
    pub(super) fn record(&mut self, first: bool) {
        self.history.push(first);
        self.surplus += if first { 1 } else { -1 };
    }

    /// Whether to be first is due, and how badly.
    pub(super) fn due(&self) -> (bool, Urgency) {
        let Some(&last) = self.history.last() else {
            return (false, Urgency::None);
        };
        let run = self.history.len() >= 2 && self.history[self.history.len() - 2] == last;
        let urgency = match self.surplus.abs() {
            2.. => Urgency::Absolute,
            _ if run => Urgency::Run,
            1 => Urgency::Strong,
            _ => Urgency::Mild,
        };
        let first = match self.surplus.cmp(&0) {
            Ordering::Less => true,
            Ordering::Equal => !last,
            Ordering::Greater => false,
        };
        (first, urgency)
    }

    /// Whether two players want the same colour, and how badly the one does who
    /// wants it less.
    pub(super) fn clash(&self, other: &Self) -> Urgency {
        let ((mine, my), (its, their)) = (self.due(), other.due());
        match mine == its {
            true => my.min(their),
            false => Urgency::None,
        }
    }

    /// Whether this player, the higher ranked of two, is to be first. If nothing
    /// is due to either, `default` decides.
    pub(super) fn begins_against(&self, lower: &Self, default: bool) -> bool {
        let ((mine, my), (its, their)) = (self.due(), lower.due());
        match (my, their) {
            (Urgency::None, Urgency::None) => default,
            (Urgency::None, _) => !its,
            (_, Urgency::None) => mine,
            _ if mine != its => mine,
            _ => match (my, self.surplus.abs()).cmp(&(their, lower.surplus.abs())) {
                Ordering::Greater => mine,
                Ordering::Less => !its,
                // Swap the colours of the last round in which they differed.
                Ordering::Equal => self.last_difference(lower).map_or(mine, |first| !first),
            },
        }
    }

    /// This player's colour in the last game in which the other's differed.
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

    fn colours(history: &str) -> Colours {
        let mut colours = Colours::default();
        for letter in history.chars() {
            colours.record(letter == 'W');
        }
        colours
    }

    #[test]
    fn what_is_due_follows_from_the_history() {
        assert_eq!(colours("").due().1, Urgency::None);
        assert_eq!(colours("W").due(), (false, Urgency::Strong));
        assert_eq!(colours("WB").due(), (true, Urgency::Mild));
        assert_eq!(colours("WW").due(), (false, Urgency::Absolute));
        assert_eq!(colours("WBB").due(), (true, Urgency::Run));
        assert_eq!(colours("BBWW").due(), (false, Urgency::Run));
    }

    #[test]
    fn the_more_urgent_wish_is_granted() {
        // Both want to be second; the one who had two Whites is.
        assert!(!colours("BWW").begins_against(&colours("BW"), true));
        assert!(colours("BW").begins_against(&colours("BWW"), true));
        // Wishes that agree.
        assert!(colours("WB").begins_against(&colours("BW"), false));
        // A newcomer takes what is left.
        assert!(colours("").begins_against(&colours("W"), false));
        assert!(!colours("W").begins_against(&colours(""), true));
        // Equal wishes: the last difference is swapped.
        assert!(!colours("BWB").begins_against(&colours("WBB"), true));
        // Equal histories: the higher ranked gets his due.
        assert!(!colours("W").begins_against(&colours("W"), true));
    }

    #[test]
    fn a_clash_is_as_bad_as_the_weaker_wish() {
        assert_eq!(colours("WW").clash(&colours("WW")), Urgency::Absolute);
        assert_eq!(colours("WW").clash(&colours("W")), Urgency::Strong);
        assert_eq!(colours("WW").clash(&colours("B")), Urgency::None);
        assert_eq!(colours("WW").clash(&colours("")), Urgency::None);
    }
}
