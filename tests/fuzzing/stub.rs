//! A stub engine, whose searches end when and as the fuzzer dictates. It applies the real rules,
//! but does not search.
//!
//! The stub also checks that the session keeps the guarantees that [`Backend`] gives to an engine.

use batyr::rules::shatra::{Extended, Numbering, Original, RuleSet};
use batyr::rules::{Game, MoveList};
use batyr_protocol::{
    Backend, Dialect, EngineId, Explanation, FileAnswer, FileQuestion, GameScore, GameState,
    HashEntry, LegalTurns, Notation, OptionSpec, OptionValue, PlayedMove, PositionNotation,
    PositionStart, Query, ScoreValue, Task, TaskId,
};

use super::any::{AnyPosition, RULE_SET_IDS, with_position};

/// A task that was requested, whether or not it could be started.
#[derive(Debug)]
pub struct RequestedTask {
    pub is_search: bool,
    /// The ID of the task, or `None` if it could not be started.
    pub id: Option<TaskId>,
    /// The move with which a search will be answered.
    pub best: Option<String>,
    /// The notation of the answer. The dialect can change while the task runs, because a handshake
    /// may be queued.
    pub notation: Notation,
    /// Whether the engine was asked to stop the task.
    pub stopped: bool,
    infinite: bool,
    pondering: bool,
}

impl RequestedTask {
    /// Returns whether the session may answer the task once it has ended.
    pub const fn may_answer(&self) -> bool {
        self.stopped || !(self.infinite || self.pondering)
    }
}

/// The engine of a fuzzed conversation.
#[derive(Debug)]
pub struct Stub {
    rule_set_id: &'static str,
    position: AnyPosition,
    notation: Notation,
    /// All tasks, in the order of their start.
    pub tasks: Vec<RequestedTask>,
    /// Whether the last task is running.
    pub is_running: bool,
    /// Whether starting the next task fails.
    pub fail_next_start: bool,
    /// The number of requests for the static evaluation.
    pub evaluations: usize,
}

impl Stub {
    pub fn new() -> Self {
        Self {
            rule_set_id: Extended::RULES.id,
            position: AnyPosition::start(Extended::RULES.id),
            notation: Notation::Turns,
            tasks: Vec::new(),
            is_running: false,
            fail_next_start: false,
            evaluations: 0,
        }
    }

    fn select_rule_set(&mut self, id: &'static str) {
        if self.rule_set_id != id {
            self.rule_set_id = id;
            self.position = AnyPosition::start(id);
        }
    }

    const fn numbering(&self) -> Numbering {
        match self.notation {
            Notation::Turns => Numbering::Official,
            Notation::Jumps => Numbering::Spn,
        }
    }

    /// Returns the text of the first legal turn, or of its first step, in the current notation.
    fn first_turn(&self) -> Option<String> {
        with_position!(&self.position, position => {
            let mut turns = MoveList::new();
            position.generate_distinct(&mut turns);
            let turn = turns.first().copied()?;
            match self.notation {
                Notation::Turns => Some(position.turn_text(turn)),
                Notation::Jumps => position.step_texts(turn).into_iter().next(),
            }
        })
    }

    fn read_position(
        &self,
        start: &PositionStart,
        moves: &[String],
    ) -> Result<AnyPosition, String> {
        let mut position = match start {
            PositionStart::StartPos => AnyPosition::start(self.rule_set_id),
            PositionStart::Text(text) => AnyPosition::parse(self.rule_set_id, text)?,
        };
        let numbering = self.numbering();
        for text in moves {
            with_position!(&mut position, position => {
                let turn = position.parse_turn(text, numbering);
                position.play(turn.map_err(|error| error.to_string())?);
            });
        }
        Ok(position)
    }

    #[track_caller]
    fn assert_idle(&self, call: &str) {
        assert!(!self.is_running, "{call} while a task runs");
    }

    #[track_caller]
    fn running(&mut self, call: &str) -> &mut RequestedTask {
        assert!(self.is_running, "{call}, but no task runs");
        self.tasks.last_mut().unwrap()
    }
}

impl Backend for Stub {
    type Error = String;

    fn engine_id(&self) -> EngineId {
        EngineId {
            name: "Stub 1".into(),
            author: "nobody".into(),
            copyright: "nobody's".into(),
            user: String::new(),
        }
    }

    fn options(&self, dialect: Dialect) -> Vec<OptionSpec> {
        let variant = match dialect {
            Dialect::Ushi => OptionSpec::combo("Shatra version", "2", &["1", "2"]),
            Dialect::Uci => OptionSpec::combo("UCI_Variant", Extended::RULES.id, &RULE_SET_IDS),
            Dialect::Ucci => OptionSpec::combo("variant", Extended::RULES.id, &RULE_SET_IDS),
        };
        if dialect == Dialect::Ucci {
            return vec![
                OptionSpec::spin("hashsize", 16, 0, 4096).waiting(),
                OptionSpec::check("ponder", false),
                OptionSpec::text("bookfiles", ""),
                variant.waiting(),
            ];
        }
        vec![
            OptionSpec::spin("Hash", 16, 1, 4096).waiting(),
            OptionSpec::spin("MultiPV", 1, 1, 8),
            OptionSpec::button("Clear Hash").waiting(),
            OptionSpec::check("Ponder", false),
            OptionSpec::text("Debug Log File", ""),
            variant.waiting(),
        ]
    }

    fn select_dialect(&mut self, dialect: Dialect) {
        self.notation = dialect.properties().notation;
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), String> {
        let mut specs = Dialect::ALL.into_iter().flat_map(|d| self.options(d));
        let spec = specs.find(|spec| spec.name == name);
        let spec = spec.unwrap_or_else(|| panic!("{name} was never declared"));
        if spec.waits {
            self.assert_idle(name);
        }
        match (name, value) {
            ("Hash" | "hashsize", OptionValue::Spin(4096)) => {
                return Err("not enough memory for 4096 MB".into());
            }
            ("Shatra version", OptionValue::Combo(version)) => {
                self.select_rule_set(if version == "1" {
                    Original::RULES.id
                } else {
                    Extended::RULES.id
                });
            }
            ("UCI_Variant" | "variant", OptionValue::Combo(id)) => {
                let rule_set = RULE_SET_IDS.into_iter().find(|choice| choice == id);
                self.select_rule_set(rule_set.expect("one of the choices"));
            }
            _ => {}
        }
        Ok(())
    }

    fn set_position(&mut self, start: &PositionStart, moves: &[String]) -> Result<(), String> {
        self.position = self.read_position(start, moves)?;
        Ok(())
    }

    fn ban_moves(&mut self, moves: &[String]) -> Result<(), String> {
        let numbering = self.numbering();
        let is_legal = |text: &String| {
            with_position!(&self.position, position => {
                let turn = position.parse_turn(text, numbering);
                turn.map(|_| ()).map_err(|error| error.to_string())
            })
        };
        moves.iter().try_for_each(is_legal)
    }

    fn probe(
        &mut self,
        start: &PositionStart,
        moves: &[String],
    ) -> Result<Option<HashEntry>, String> {
        self.assert_idle("probe");
        let position = self.read_position(start, moves)?;
        let has_moves = with_position!(&position, position => position.count() > 0);
        Ok(has_moves.then_some(HashEntry {
            best: None,
            lower: Some((ScoreValue::Cp(-5), 7)),
            upper: None,
        }))
    }

    fn static_score(&mut self) -> i32 {
        self.assert_idle("static_score");
        self.evaluations += 1;
        -17
    }

    fn flip(&mut self) -> Result<(), String> {
        let mut setup = with_position!(&self.position, position => position.setup());
        setup.to_move = !setup.to_move;
        self.position = AnyPosition::from_setup(self.rule_set_id, &setup)?;
        Ok(())
    }

    fn new_game(&mut self) {
        self.assert_idle("new_game");
    }

    fn start(&mut self, id: TaskId, task: Task) -> Result<(), String> {
        self.assert_idle("start");
        let fails = std::mem::take(&mut self.fail_next_start);
        let (infinite, pondering) = match &task {
            Task::Search(limits) => (limits.infinite, limits.ponder),
            Task::Perft(_) | Task::Bench(_) | Task::Annotate(_) => (false, false),
        };
        self.tasks.push(RequestedTask {
            is_search: matches!(task, Task::Search(_)),
            id: (!fails).then_some(id),
            best: self.first_turn(),
            notation: self.notation,
            stopped: false,
            infinite,
            pondering,
        });
        self.is_running = !fails;
        if fails {
            return Err("failed as the fuzzer requested".into());
        }
        Ok(())
    }

    fn stop(&mut self) {
        self.running("stop").stopped = true;
    }

    fn ponder_hit(&mut self, _draw: bool) {
        let task = self.running("ponder_hit");
        assert!(
            task.pondering,
            "ponder_hit for a search that no longer ponders"
        );
        task.pondering = false;
    }

    fn state(&mut self) -> GameState {
        GameState {
            notation: PositionNotation::Spn,
            position: with_position!(&self.position, p => p.to_string()),
            score: GameScore::Unfinished,
            reason: None,
            reserves: None,
            turns: LegalTurns::default(),
        }
    }

    fn moves(&mut self) -> Vec<PlayedMove> {
        Vec::new()
    }

    fn game_file(
        &mut self,
        _question: FileQuestion,
        json: &str,
    ) -> Result<Vec<(FileAnswer, String)>, String> {
        match json.starts_with('{') {
            true => Ok(vec![(FileAnswer::Game, "{}".to_owned())]),
            false => Err("expected a JSON object".to_owned()),
        }
    }

    fn why(&mut self, text: &str) -> Result<Explanation, String> {
        let numbering = self.numbering();
        let turn = with_position!(&self.position, p => p.parse_turn(text, numbering).map(|_| ()));
        turn.map_err(|error| error.to_string())?;
        Ok(Explanation {
            word: "legal".into(),
            squares: Vec::new(),
        })
    }

    fn show(&mut self, query: Query) -> String {
        match query {
            Query::Board => with_position!(&self.position, p => format!("{}\n{p}", p.diagram())),
            Query::Eval => "0 cp".into(),
        }
    }
}
