//! The expectations of the checks. Each function sends or reads lines, and fails unless its
//! expectation is met.

use std::time::{Duration, Instant};

use batyr_protocol::Notation;

use super::cases::FaultyGo;
use super::{
    CheckResult, EngineUnderTest, SILENCE_TIME, SearchResult, ensure, ensure_none, fail, first_word,
};
use crate::game::GameRecord;
use crate::rules::shatra::Numbering;
use crate::util::text::shorten;

impl EngineUnderTest {
    /// Fails if the engine sends a line before it answers `isready`.
    pub fn must_be_silent(&mut self) -> CheckResult {
        ensure_none(self.ready()?.first(), |line| format!("it sends {line:?}"))
    }

    /// Fails unless the engine reports exactly one error for what was sent last,
    /// and the report contains `token`.
    pub fn must_name_error(&mut self, sent: &str, token: &str) -> CheckResult {
        let replies = self.ready()?;
        let is_named =
            matches!(&replies[..], [one] if one.contains("error") && one.contains(token));
        ensure(is_named, || {
            format!(
                "{}: expected one error that names {token}: {replies:?}",
                shorten(sent)
            )
        })
    }

    /// Searches the start position with each of these commands, and fails unless the answer is
    /// legal, each fault is reported, and the search has the expected depth.
    pub fn must_search_despite_faults(&mut self, cases: &[FaultyGo]) -> CheckResult {
        let game = self.new_game()?;
        for &FaultyGo { line, named, depth } in cases {
            let result = self.must_answer(&game, line)?;
            let (errors, reached) = (&result.errors, result.depth());
            let mut pairs = errors.iter().zip(named);
            let are_named =
                errors.len() == named.len() && pairs.all(|(error, word)| error.contains(word));
            ensure(are_named, || {
                format!("\"{line}\": expected one error for each of {named:?}: {errors:?}")
            })?;
            ensure(reached == Some(depth), || {
                format!("\"{line}\": expected a search of depth {depth}: {reached:?}")
            })?;
        }
        Ok(())
    }

    /// Fails unless the engine reports an error for what was sent last. `sent` is
    /// for the message.
    pub fn must_report_error(&mut self, sent: &str) -> CheckResult {
        ensure(self.reported_error()?.is_some(), || {
            format!("{}: expected an error report", shorten(sent))
        })
    }

    /// Fails if the engine sends a line that begins with `word` within
    /// `SILENCE_TIME`.
    pub fn must_not_send(&mut self, word: &str) -> CheckResult {
        let deadline = Instant::now() + SILENCE_TIME;
        while Instant::now() < deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.next_reply(left)? {
                Some(line) if first_word(&line) == word => {
                    return fail(format!("it sends {line:?}"));
                }
                Some(_) => {}
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// Fails unless the answer contains a legal move.
    pub fn must_be_legal(&self, game: &GameRecord, result: &SearchResult) -> CheckResult {
        let Some(best) = &result.best else {
            return fail(format!("{:?} in a position with legal moves", result.line));
        };
        match self.dialect().properties().notation {
            Notation::Turns => game.clone().play(best, Numbering::Official)?,
            Notation::Jumps => drop(game.turn_in_steps().play(best)?),
        }
        Ok(())
    }

    /// Fails unless a running search is answered with a legal move within this time.
    pub fn must_answer_within(&mut self, limit: Duration, game: &GameRecord) -> CheckResult {
        let result = self.answer(limit)?;
        self.must_be_legal(game, &result)
    }

    /// Searches the start position, and fails unless the answer is legal. Returns the game and the
    /// result.
    pub fn search_start(&mut self, line: &str) -> CheckResult<(GameRecord, SearchResult)> {
        let game = self.new_game()?;
        let result = self.must_answer(&game, line)?;
        Ok((game, result))
    }

    /// Searches, and fails unless the answer is legal.
    pub fn must_answer(&mut self, game: &GameRecord, line: &str) -> CheckResult<SearchResult> {
        let result = self.go(line)?;
        let legal = self.must_be_legal(game, &result);
        legal.map_err(|error| error.after(line))?;
        Ok(result)
    }
}
