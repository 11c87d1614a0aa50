//! Who was asked what, and what was answered.
//!
//! **The decision:** every search that the engine was asked for owes its
//! dialect's number of answers, and the next one may not begin before. So one
//! sum over the searches says whether the answers counted so far are right.

use batyr_protocol::Dialect;

use super::stub::Asked;

/// What a search owes, when it has ended.
#[derive(Clone, Copy, Debug)]
struct Debt {
    dialect: Dialect,
    /// `None` while it runs.
    answers: Option<usize>,
}

/// The books of one conversation.
#[derive(Debug, Default)]
pub struct Ledger {
    debts: Vec<Debt>,
    /// Lines that answer a search.
    pub answers: usize,
    /// Searches that the host asked for.
    pub gos: usize,
    /// Those that the session refused itself.
    pub refusals: usize,
    pub isreadys: usize,
    pub readyoks: usize,
}

impl Ledger {
    /// Writes down tasks that were asked for since the last look.
    pub fn note(&mut self, tasks: &[Asked], dialect: Dialect) {
        for task in &tasks[self.debts.len()..] {
            let answers = match task.id {
                Some(_) => None,
                None => Some(owed(task, None, dialect)),
            };
            self.debts.push(Debt { dialect, answers });
        }
    }

    /// The last task has ended.
    pub fn end(&mut self, task: &Asked, best: Option<&str>) {
        let debt = self.debts.last_mut().expect("a task");
        debt.answers = Some(owed(task, best, debt.dialect));
    }

    /// Nothing is owed by any search but the last, and nothing was answered
    /// twice.
    pub fn check(&self) {
        let Some((last, before)) = self.debts.split_last() else {
            assert_eq!(self.answers, 0, "an answer to nothing");
            return;
        };
        let due: usize = before
            .iter()
            .map(|debt| debt.answers.expect("an end"))
            .sum();
        let most = due + last.answers.unwrap_or(0);
        let answers = self.answers;
        assert!(
            due <= answers && answers <= most,
            "{due} ≤ {answers} ≤ {most}"
        );
    }

    /// The conversation has come to its natural end: nothing is open.
    pub fn close(&self, tasks: &[Asked]) {
        let owed: usize = self
            .debts
            .iter()
            .map(|debt| debt.answers.expect("an end"))
            .sum();
        assert_eq!(self.answers, owed, "answers");
        let searches = tasks.iter().filter(|task| task.is_search).count();
        assert_eq!(searches + self.refusals, self.gos, "searches");
        assert_eq!(self.readyoks, self.isreadys, "readyok");
    }
}

/// How many answers the task owes when it has ended with this move.
const fn owed(task: &Asked, best: Option<&str>, dialect: Dialect) -> usize {
    match dialect {
        _ if !task.is_search => 0,
        // It has no words for "no move".
        Dialect::Ushi => best.is_some() as usize,
        Dialect::Uci => 1,
    }
}
