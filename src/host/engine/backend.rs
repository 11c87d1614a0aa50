//! Implements the [`Backend`] interface, through which the session uses the engine.

use std::sync::atomic::Ordering;

use batyr_protocol::{
    Backend, BookAnswer, Dialect, EngineId, Explanation, FileAnswer, FileQuestion, GameState,
    HashEntry, Notation, OptionSpec, OptionValue, PlayedMove, PositionStart, Query, Task, TaskId,
    VariantDescription,
};

use super::event_sender::hash_entry;
use super::refusal::Refusal;
use super::verdict::VerdictPolicy;
use super::{HostedEngine, facts, game_files, options};
use crate::engine::TurnNotation;
use crate::util::sync::lock;

/// Returns the text of a position as the engine expects it; `None` for the start position.
fn position_text(start: &PositionStart) -> Option<&str> {
    match start {
        PositionStart::StartPos => None,
        PositionStart::Text(text) => Some(text),
    }
}

impl Backend for HostedEngine {
    type Error = Refusal;

    fn engine_id(&self) -> EngineId {
        EngineId {
            name: concat!("Batyr ", env!("CARGO_PKG_VERSION")).to_owned(),
            author: "the Batyr authors".to_owned(),
            copyright: "2026 the Batyr authors, MIT or Apache-2.0".to_owned(),
            user: String::new(),
        }
    }

    fn options(&self, dialect: Dialect) -> Vec<OptionSpec> {
        options::declarations(dialect, &self.limits)
    }

    fn select_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.engine
            .set_notation(match dialect.properties().notation {
                Notation::Turns => TurnNotation::Complete,
                Notation::Jumps => TurnNotation::Jumps,
            });
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), Refusal> {
        options::set(self, name, value)
    }

    fn set_position(&mut self, start: &PositionStart, moves: &[String]) -> Result<(), Refusal> {
        let text = position_text(start);
        let plays_jumps = self.dialect.properties().notation == Notation::Jumps;
        if let Some(text) = text.filter(|_| plays_jumps && !self.is_variant_chosen) {
            self.select_variant_for(text)?;
        }
        self.engine.set_position(text, moves)?;
        self.record_position();
        Ok(())
    }

    fn ban_moves(&mut self, moves: &[String]) -> Result<(), Refusal> {
        Ok(self.engine.ban(moves)?)
    }

    fn probe(
        &mut self,
        start: &PositionStart,
        moves: &[String],
    ) -> Result<Option<HashEntry>, Refusal> {
        let entry = self.engine.probe(position_text(start), moves)?;
        Ok(entry.map(hash_entry))
    }

    fn static_score(&mut self) -> i32 {
        self.take_shipped_files();
        self.engine.static_score()
    }

    fn flip(&mut self) -> Result<(), Refusal> {
        Ok(self.engine.flip()?)
    }

    fn new_game(&mut self) {
        self.engine.clear();
        *lock(&self.shared.verdict_policy) = VerdictPolicy::default();
    }

    fn start(&mut self, id: TaskId, task: Task) -> Result<(), Refusal> {
        self.start_task(id, task)
    }

    fn stop(&mut self) {
        self.begin_waiting_task();
        self.annotation.stop();
        self.engine.stop();
    }

    fn ponder_hit(&mut self, draw: bool) {
        if draw {
            self.shared.draw_offered.store(true, Ordering::Relaxed);
        }
        self.shared.pondering.store(false, Ordering::Relaxed);
        self.waiting_ponder_hit();
        self.engine.ponder_hit();
    }

    fn show(&mut self, query: Query) -> String {
        match query {
            Query::Board => self.engine.board_text(),
            Query::Eval => self.evaluation_text(),
        }
    }

    fn state(&mut self) -> GameState {
        facts::state(self.engine.game())
    }

    fn moves(&mut self) -> Vec<PlayedMove> {
        facts::moves(self.engine.game())
    }

    fn why(&mut self, text: &str) -> Result<Explanation, Refusal> {
        let numbering = self.engine.notation().numbering();
        Ok(facts::explanation(self.engine.game(), text, numbering)?)
    }

    fn book(&mut self) -> Result<Option<BookAnswer>, Refusal> {
        self.book_answer()
    }

    fn game_file(
        &mut self,
        question: FileQuestion,
        json: &str,
    ) -> Result<Vec<(FileAnswer, String)>, Refusal> {
        Ok(game_files::answer(question, json)?)
    }

    fn variant_description(&self) -> Option<VariantDescription> {
        facts::variant_description(self.engine.variant())
    }

    fn set_debug(&mut self, on: bool) {
        self.debug = on;
    }
}
