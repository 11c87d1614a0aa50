//! Parses the text of turns, and accepts many spellings (RULES.md section 11).
//!
//! The text becomes a pattern, which is compared with every legal turn. An exact match
//! is preferred; otherwise the only turn that matches loosely is chosen. If the squares
//! are not separated (`d4d6`), the text does not show whether the turn captures; two
//! turns can then match exactly, which makes the text ambiguous.

use std::ops::ControlFlow;

use super::notation::{Numbering, square_name};
use super::path::{Path, Step};
use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use super::turn_pattern::{MatchKind, TurnPattern};
use crate::rules::{DescribedReason, IllegalReason, TurnError};

/// The maximum number of turns that an error message lists.
const LISTED_TURNS: usize = 6;

impl<R: RuleSet> Position<R> {
    /// Returns the legal turn that `text` denotes. `numbering` determines which squares
    /// bare numbers denote.
    ///
    /// # Errors
    /// Returns an error if the text can't be parsed, or if it matches no legal turn or
    /// more than one.
    pub fn parse_turn(&self, text: &str, numbering: Numbering) -> Result<Turn, TurnError> {
        self.parse_path(text, numbering).map(|(turn, _)| turn)
    }

    /// Returns the legal turn that `text` denotes, with its path.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Position::parse_turn`].
    pub fn parse_path(&self, text: &str, numbering: Numbering) -> Result<(Turn, Path), TurnError> {
        let pattern = TurnPattern::parse(text, numbering)?;
        let mut matches = Matches::EMPTY;
        self.for_each_path(|turn, path| {
            let kind_of_match = pattern.match_path(self, turn, &path);
            matches.add(&pattern, kind_of_match, turn, &path)
        });
        matches.choose(text, || pattern.why_illegal(self))
    }

    /// Returns the legal step that `text` denotes: a quiet turn, a single jump,
    /// or `pass`.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Position::parse_turn`].
    pub fn parse_step(&self, text: &str, numbering: Numbering) -> Result<Step<R>, TurnError> {
        let pattern = TurnPattern::parse(text, numbering)?;
        let mut matches = Matches::EMPTY;
        self.for_each_step(|step| {
            let path = step.path.clone();
            let kind_of_match = pattern.match_step(self, &path);
            matches.add(&pattern, kind_of_match, step, &path)
        });
        matches
            .choose(text, || pattern.why_illegal(self))
            .map(|(step, _)| step)
    }
}

/// The legal turns or steps of a position, grouped by how they match the text.
struct Matches<T> {
    exact: TurnGroup<T>,
    loose: TurnGroup<T>,
    /// The legal turns or steps seen so far, matching or not; complete if no turn or step
    /// matches.
    legal: TurnGroup<T>,
}

impl<T: Clone> Matches<T> {
    const EMPTY: Self = Self {
        exact: TurnGroup::EMPTY,
        loose: TurnGroup::EMPTY,
        legal: TurnGroup::EMPTY,
    };

    /// Records a legal turn or step. Returns `Break` if no later turn can change the result.
    fn add(
        &mut self,
        pattern: &TurnPattern,
        kind_of_match: Option<MatchKind>,
        turn: T,
        path: &Path,
    ) -> ControlFlow<()> {
        self.legal.add(turn.clone(), path);
        match kind_of_match {
            Some(MatchKind::Exact) => self.exact.add(turn, path),
            Some(MatchKind::Loose) => self.loose.add(turn, path),
            None => {}
        }
        if self.exact.count > 0 && pattern.matches_at_most_one() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Returns the only exact match or, if there is no exact match, the only loose one;
    /// otherwise an error.
    fn choose(
        self,
        text: &str,
        reason: impl FnOnce() -> IllegalReason,
    ) -> Result<(T, Path), TurnError> {
        let matching = if self.exact.count > 0 {
            self.exact
        } else {
            self.loose
        };
        if matching.count == 0 {
            let illegal = DescribedReason::new(reason(), square_name);
            return Err(TurnError::illegal(text, Some(illegal), self.legal.hint()));
        }
        let list = matching.list();
        matching
            .first
            .filter(|_| matching.count == 1)
            .ok_or_else(|| TurnError::ambiguous(text, list))
    }
}

/// A group of turns or steps: the first one, their number, and the texts of the first
/// few.
struct TurnGroup<T> {
    first: Option<(T, Path)>,
    count: usize,
    texts: Vec<String>,
}

impl<T> TurnGroup<T> {
    const EMPTY: Self = Self {
        first: None,
        count: 0,
        texts: Vec::new(),
    };

    fn add(&mut self, turn: T, path: &Path) {
        self.first.get_or_insert_with(|| (turn, path.clone()));
        self.count += 1;
        if self.texts.len() < LISTED_TURNS {
            self.texts.push(path.text());
        }
    }

    fn list(&self) -> String {
        let ellipsis = if self.count > self.texts.len() {
            " …"
        } else {
            ""
        };
        self.texts.join(" ") + ellipsis
    }

    fn hint(&self) -> String {
        match &self.first {
            None => "no turn, because the game is over".to_owned(),
            Some((_, path)) if path.is_capture => {
                format!("a compulsory capture such as {}", self.list())
            }
            Some(_) => format!("a legal turn such as {}", self.list()),
        }
    }
}
