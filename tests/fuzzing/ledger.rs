//! Who was asked what, and what was answered.
//!
//! **The decision:** every search that the engine was asked for owes a number of
//! answers, and the next one may not begin before. So one sum over the searches
//! says whether the answers counted so far are right.

use batyr_protocol::Dialect;

use super::stub::Asked;

/// The books of one conversation.
#[derive(Debug, Default)]
pub struct Ledger {
    /// How many answers each task owes; `None` while it runs.
    debts: Vec<Option<usize>>,
    /// Lines that answer a search.
    pub answers: usize,
    /// Lines that say that there is no move: they answer what had none, but
    /// also an idle `stop` and a question for the static score.
    pub no_moves: usize,
    pub stops: usize,
    /// Searches that the host asked for.
    pub gos: usize,
    /// Those that the session refused itself.
    pub refusals: usize,
    pub isreadys: usize,
    pub readyoks: usize,
}

impl Ledger {
    /// Writes down tasks that were asked for since the last look.
    pub fn note(&mut self, tasks: &[Asked]) {
        for task in &tasks[self.debts.len()..] {
            let has_failed = task.id.is_none();
            self.debts.push(has_failed.then(|| owed(task, None)));
        }
    }

    /// The last task has ended.
    pub fn end(&mut self, task: &Asked, best: Option<&str>) {
        *self.debts.last_mut().expect("a task") = Some(owed(task, best));
    }

    /// Nothing is owed by any search but the last, and nothing was answered
    /// twice.
    pub fn check(&self) {
        let Some((last, before)) = self.debts.split_last() else {
            assert_eq!(self.answers, 0, "an answer to nothing");
            return;
        };
        let due: usize = before.iter().map(|debt| debt.expect("an end")).sum();
        let most = due + last.unwrap_or(0);
        let answers = self.answers;
        assert!(
            due <= answers && answers <= most,
            "{due} ≤ {answers} ≤ {most}"
        );
    }

    /// The searches of UCCI that ended with a move.
    fn moves_in_ucci(&self, tasks: &[Asked]) -> usize {
        let debts = tasks.iter().zip(&self.debts);
        let of_ucci = debts.filter(|(task, _)| task.dialect == Dialect::Ucci);
        of_ucci.map(|(_, debt)| debt.expect("an end")).sum()
    }

    /// The conversation has come to its natural end: nothing is open.
    pub fn close(&self, tasks: &[Asked], statics: usize) {
        let owed: usize = self.debts.iter().map(|debt| debt.expect("an end")).sum();
        assert_eq!(self.answers, owed, "answers");
        let searches = tasks.iter().filter(|task| task.is_search).count();
        assert_eq!(searches + self.refusals + statics, self.gos, "searches");
        let in_words = |task: &&Asked| task.is_search && task.dialect == Dialect::Ucci;
        let without = tasks.iter().filter(in_words).count() + statics - self.moves_in_ucci(tasks);
        let most = without + self.stops;
        let found = self.no_moves;
        assert!(
            (without..=most).contains(&found),
            "{without} ≤ {found} ≤ {most}"
        );
        assert_eq!(self.readyoks, self.isreadys, "readyok");
    }
}

/// How many answers the task owes when it has ended with this move. USHI has no
/// words for "no move", and those of UCCI are counted apart.
const fn owed(task: &Asked, best: Option<&str>) -> usize {
    match task.dialect {
        _ if !task.is_search => 0,
        Dialect::Ushi | Dialect::Ucci => best.is_some() as usize,
        Dialect::Uci => 1,
    }
}
