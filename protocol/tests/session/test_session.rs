//! A session with a backend that only records its calls; the tests supply the events of its
//! searches.

use batyr_protocol::{
    Backend, BackendEvent, Dialect, EngineId, EngineScore, Explanation, FileAnswer, FileQuestion,
    Flow, GameAction, GameScore, GameState, HashEntry, InfoLine, LegalTurn, LegalTurns, OptionSpec,
    OptionValue, PlayedMove, PositionNotation, PositionStart, Query, Reserve, ScoreValue, Session,
    Task, TaskId, TurnEffect, VariantDescription,
};

/// A backend without rules or a search.
#[derive(Default)]
pub struct FakeBackend {
    /// The calls since [`TestSession::take_calls`] last removed them, as text.
    pub calls: Vec<String>,
    /// The tasks, in the order in which they were started.
    pub tasks: Vec<(TaskId, Task)>,
}

impl Backend for FakeBackend {
    type Error = String;

    fn engine_id(&self) -> EngineId {
        EngineId {
            name: "Fake 1".into(),
            author: "nobody".into(),
            copyright: "nobody's".into(),
            user: String::new(),
        }
    }

    fn options(&self, dialect: Dialect) -> Vec<OptionSpec> {
        if dialect == Dialect::Ucci {
            return vec![
                OptionSpec::spin("hashsize", 16, 1, 4096).waiting(),
                OptionSpec::check("usebook", true),
                OptionSpec::combo("style", "normal", &["solid", "normal", "risky"]),
                OptionSpec::text("bookfiles", ""),
                OptionSpec::combo("variant", "shatra", &["shatra", "shatar"]).waiting(),
            ];
        }
        let mut options = vec![
            OptionSpec::spin("Hash", 16, 1, 4096).waiting(),
            OptionSpec::spin("MultiPV", 1, 1, 8),
            OptionSpec::button("Clear Hash").waiting(),
            OptionSpec::text("Book-File", ""),
        ];
        options.push(match dialect {
            Dialect::Uci | Dialect::Ucci => {
                OptionSpec::combo("UCI_Variant", "shatra", &["shatra", "shatar"]).waiting()
            }
            Dialect::Ushi => OptionSpec::combo("Shatra version", "2", &["1", "2"]).waiting(),
        });
        if dialect == Dialect::Ushi {
            options.push(OptionSpec::check("USHI_AnalyseMode", false));
            options.push(OptionSpec::combo("Variant", "shatra", &["shatra", "shatar"]).waiting());
        }
        options
    }

    fn select_dialect(&mut self, dialect: Dialect) {
        self.calls
            .push(format!("notation {:?}", dialect.properties().notation));
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), String> {
        if *value == OptionValue::Spin(4096) {
            return Err("no memory for 4096 MB".into());
        }
        self.calls.push(format!("set {name} {value:?}"));
        Ok(())
    }

    fn set_position(&mut self, start: &PositionStart, moves: &[String]) -> Result<(), String> {
        if let PositionStart::Text(text) = start
            && (text.starts_with("9/1/") || text.starts_with("bad"))
        {
            return Err(format!("'{text}' has no biy"));
        }
        check_legal(moves)?;
        let moves = moves.join(" ");
        self.calls
            .push(format!("position {start:?} {moves}").trim_end().to_owned());
        Ok(())
    }

    fn ban_moves(&mut self, moves: &[String]) -> Result<(), String> {
        check_legal(moves)?;
        self.calls.push(format!("ban {}", moves.join(" ")));
        Ok(())
    }

    fn probe(
        &mut self,
        start: &PositionStart,
        moves: &[String],
    ) -> Result<Option<HashEntry>, String> {
        check_legal(moves)?;
        self.calls.push(format!("probe {start:?}"));
        Ok((*start == PositionStart::StartPos).then(|| HashEntry {
            best: Some("d4-d6".into()),
            lower: Some((ScoreValue::Cp(-5), 7)),
            upper: None,
        }))
    }

    fn static_score(&mut self) -> i32 {
        self.calls.push("static".into());
        -17
    }

    fn flip(&mut self) -> Result<(), String> {
        self.calls.push("flip".into());
        Ok(())
    }

    fn new_game(&mut self) {
        self.calls.push("new game".into());
    }

    fn start(&mut self, id: TaskId, task: Task) -> Result<(), String> {
        self.calls.push("start".into());
        if task == Task::Perft(99) {
            return Err("depth 99 is too deep".into());
        }
        self.tasks.push((id, task));
        Ok(())
    }

    fn stop(&mut self) {
        self.calls.push("stop".into());
    }

    fn ponder_hit(&mut self, draw: bool) {
        let offer = if draw { " draw" } else { "" };
        self.calls.push(format!("ponder hit{offer}"));
    }

    fn variant_description(&self) -> Option<VariantDescription> {
        Some(VariantDescription {
            name: "shatar".into(),
            files: 8,
            ranks: 8,
            start: "8/8 w - - 0 1".into(),
        })
    }

    fn set_debug(&mut self, on: bool) {
        self.calls.push(format!("debug {on}"));
    }

    fn state(&mut self) -> GameState {
        GameState {
            notation: PositionNotation::Spn,
            position: "9/K/7/7/7/7/7/7/k/9 w".into(),
            score: GameScore::Unfinished,
            reason: None,
            reserves: Some([Reserve::default(), Reserve::default()]),
            turns: LegalTurns {
                count: 1,
                listed: vec![LegalTurn {
                    text: "d4-d5".into(),
                    effect: TurnEffect::Quiet,
                }],
            },
        }
    }

    fn moves(&mut self) -> Vec<PlayedMove> {
        Vec::new()
    }

    fn game_file(
        &mut self,
        question: FileQuestion,
        json: &str,
    ) -> Result<Vec<(FileAnswer, String)>, String> {
        match question {
            FileQuestion::Games => Ok(vec![
                (FileAnswer::Listed, json.to_owned()),
                (FileAnswer::Games, "{}".to_owned()),
            ]),
            FileQuestion::ReadGame => Ok(vec![(FileAnswer::Game, json.to_owned())]),
            FileQuestion::WriteGame => Err("no game".to_owned()),
        }
    }

    fn why(&mut self, text: &str) -> Result<Explanation, String> {
        check_legal(&[text.to_owned()])?;
        Ok(Explanation {
            word: "legal".into(),
            squares: Vec::new(),
        })
    }

    fn show(&mut self, query: Query) -> String {
        format!("{query:?}\nof two lines")
    }
}

/// Returns an error if the moves include `a1-a1`, which counts as illegal.
fn check_legal(moves: &[String]) -> Result<(), String> {
    match moves.iter().find(|m| *m == "a1-a1") {
        Some(bad) => Err(format!("illegal move '{bad}'")),
        None => Ok(()),
    }
}

/// A session with the fake backend, and whether its conversation goes on.
pub struct TestSession {
    pub session: Session<FakeBackend>,
    pub flow: Flow,
}

#[allow(dead_code)] // no test file uses all of it
impl TestSession {
    pub fn new() -> Self {
        Self::of(Session::new(FakeBackend::default()))
    }

    /// Starts a session in UCI, without a handshake.
    pub fn in_uci() -> Self {
        Self::of(Session::in_uci(FakeBackend::default()))
    }

    fn of(session: Session<FakeBackend>) -> Self {
        let flow = Flow::Continue;
        Self { session, flow }
    }

    /// Starts a session with this handshake.
    pub fn open(handshake: &str) -> Self {
        let mut test = Self::new();
        test.send(handshake);
        test.take_calls();
        test
    }

    /// Sends one line and returns the answers.
    pub fn send(&mut self, line: &str) -> Vec<String> {
        let mut out = Vec::new();
        self.flow = self.session.line(line, &mut out);
        out
    }

    /// Sends several lines and returns the answers.
    pub fn send_all(&mut self, lines: &[&str]) -> Vec<String> {
        lines.iter().flat_map(|line| self.send(line)).collect()
    }

    /// Ends the input and returns the answers.
    pub fn end_input(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        self.flow = self.session.end_of_input(&mut out);
        out
    }

    /// Ends the conversation from the engine's side.
    pub fn shut_down(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        self.flow = self.session.shut_down(&mut out);
        out
    }

    /// Passes an event of a task to the session and returns the answers.
    pub fn send_event(&mut self, task: usize, event: BackendEvent) -> Vec<String> {
        let (id, _) = self.session.backend().tasks[task];
        let mut out = Vec::new();
        self.flow = self.session.event(id, event, &mut out);
        out
    }

    /// Finishes a task, counted from 0, with this move.
    pub fn finish(&mut self, task: usize, best: &str) -> Vec<String> {
        self.finish_with(task, Some(best), None, None)
    }

    /// Finishes a task with all parts of an answer.
    pub fn finish_with(
        &mut self,
        task: usize,
        best: Option<&str>,
        ponder: Option<&str>,
        action: Option<GameAction>,
    ) -> Vec<String> {
        let (best, ponder) = (best.map(Into::into), ponder.map(Into::into));
        let done = BackendEvent::Done {
            best,
            ponder,
            action,
        };
        self.send_event(task, done)
    }

    /// Sends the `info` event of a task whose position has no legal turn.
    pub fn report_game_over(&mut self, task: usize) -> Vec<String> {
        let info = InfoLine {
            depth: Some(0),
            score: Some(EngineScore::mate(0)),
            ..InfoLine::default()
        };
        self.send_event(task, BackendEvent::Info(Box::new(info)))
    }

    /// Finishes a task without a move.
    pub fn finish_without_move(&mut self, task: usize) -> Vec<String> {
        self.finish_with(task, None, None, None)
    }

    /// Sends an `info` event with a line of play of a task.
    pub fn report_info(&mut self, task: usize) -> Vec<String> {
        let info = InfoLine {
            depth: Some(1),
            score: Some(EngineScore::cp(38)),
            time: Some(2),
            nodes: Some(3),
            pv: vec!["19-25".into()],
            ..InfoLine::default()
        };
        self.send_event(task, BackendEvent::Info(Box::new(info)))
    }

    /// Removes and returns the recorded calls of the backend.
    pub fn take_calls(&mut self) -> Vec<String> {
        std::mem::take(&mut self.session.backend_mut().calls)
    }

    /// Returns the number of tasks that were started.
    pub fn task_count(&self) -> usize {
        self.session.backend().tasks.len()
    }

    /// Returns the limits of a task, which must be a search.
    pub fn limits(&self, task: usize) -> &batyr_protocol::GoLimits {
        match &self.session.backend().tasks[task].1 {
            Task::Search(limits) => limits,
            other => panic!("{other:?}"),
        }
    }
}
