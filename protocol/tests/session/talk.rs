//! A backend without a game, which records its calls; the tests supply the events of its searches.

use batyr_protocol::{
    Backend, BackendEvent, Dialect, EngineId, EngineScore, Flow, GameAction, HashEntry, InfoLine,
    OptionSpec, OptionValue, PositionStart, Query, ScoreValue, Session, Task, TaskId,
};

#[derive(Default)]
pub struct Fake {
    /// The calls since [`Talk::calls`] last returned them, as text.
    pub calls: Vec<String>,
    /// The tasks, in the order of their start.
    pub tasks: Vec<(TaskId, Task)>,
}

impl Backend for Fake {
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
        }
        options
    }

    fn select_dialect(&mut self, dialect: Dialect) {
        self.calls
            .push(format!("notation {:?}", dialect.notation()));
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), String> {
        if *value == OptionValue::Spin(4096) {
            return Err("no memory for 4096 MB".into());
        }
        self.calls.push(format!("set {name} {value:?}"));
        Ok(())
    }

    fn set_position(&mut self, start: &PositionStart, moves: &[String]) -> Result<(), String> {
        if let PositionStart::Spn(text) = start
            && (text.starts_with("9/1/") || text.starts_with("bad"))
        {
            return Err(format!("'{text}' has no biy"));
        }
        legal(moves)?;
        let moves = moves.join(" ");
        self.calls
            .push(format!("position {start:?} {moves}").trim_end().to_owned());
        Ok(())
    }

    fn ban_moves(&mut self, moves: &[String]) -> Result<(), String> {
        legal(moves)?;
        self.calls.push(format!("ban {}", moves.join(" ")));
        Ok(())
    }

    fn probe(
        &mut self,
        start: &PositionStart,
        moves: &[String],
    ) -> Result<Option<HashEntry>, String> {
        legal(moves)?;
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

    fn start(&mut self, id: TaskId, task: &Task) -> Result<(), String> {
        self.calls.push("start".into());
        if *task == Task::Perft(99) {
            return Err("depth 99 is too deep".into());
        }
        self.tasks.push((id, task.clone()));
        Ok(())
    }

    fn stop(&mut self) {
        self.calls.push("stop".into());
    }

    fn ponder_hit(&mut self, draw: bool) {
        let offer = if draw { " draw" } else { "" };
        self.calls.push(format!("ponder hit{offer}"));
    }

    fn set_debug(&mut self, on: bool) {
        self.calls.push(format!("debug {on}"));
    }

    fn show(&mut self, query: Query) -> String {
        format!("{query:?}\nof two lines")
    }
}

fn legal(moves: &[String]) -> Result<(), String> {
    match moves.iter().find(|m| *m == "a1-a1") {
        Some(bad) => Err(format!("illegal move '{bad}'")),
        None => Ok(()),
    }
}

/// A conversation with the fake backend.
pub struct Talk {
    pub session: Session<Fake>,
    pub flow: Flow,
}

#[allow(dead_code)] // Each test file uses its part.
impl Talk {
    pub fn new() -> Self {
        let session = Session::new(Fake::default());
        let flow = Flow::Continue;
        Self { session, flow }
    }

    /// Starts a conversation with this handshake.
    pub fn open(word: &str) -> Self {
        let mut talk = Self::new();
        talk.send(word);
        talk.calls();
        talk
    }

    /// Sends one line and returns the answers.
    pub fn send(&mut self, line: &str) -> Vec<String> {
        let mut out = Vec::new();
        self.flow = self.session.line(line, &mut out);
        out
    }

    /// Sends several lines and returns the answers.
    pub fn burst(&mut self, lines: &[&str]) -> Vec<String> {
        lines.iter().flat_map(|line| self.send(line)).collect()
    }

    pub fn end(&mut self) -> Vec<String> {
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

    pub fn event(&mut self, task: usize, event: BackendEvent) -> Vec<String> {
        let (id, _) = self.session.backend().tasks[task];
        let mut out = Vec::new();
        self.flow = self.session.event(id, event, &mut out);
        out
    }

    /// Ends the n-th task with this move.
    pub fn done(&mut self, task: usize, best: &str) -> Vec<String> {
        self.finish(task, Some(best), None, None)
    }

    /// Ends the n-th task with all parts of an answer.
    pub fn finish(
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
        self.event(task, done)
    }

    /// Reports that the game is over.
    pub fn over(&mut self, number: usize) -> Vec<String> {
        let info = InfoLine {
            depth: Some(0),
            score: Some(EngineScore::mate(0)),
            ..InfoLine::default()
        };
        self.event(number, BackendEvent::Info(Box::new(info)))
    }

    /// Ends the n-th task without a move.
    pub fn done_without(&mut self, task: usize) -> Vec<String> {
        self.finish(task, None, None, None)
    }

    /// Sends an `info` event of the n-th task.
    pub fn info(&mut self, task: usize) -> Vec<String> {
        let info = InfoLine {
            depth: Some(1),
            score: Some(EngineScore::cp(38)),
            time: Some(2),
            nodes: Some(3),
            pv: vec!["19-25".into()],
            ..InfoLine::default()
        };
        self.event(task, BackendEvent::Info(Box::new(info)))
    }

    /// Returns the backend's calls since this function last returned them.
    pub fn calls(&mut self) -> Vec<String> {
        std::mem::take(&mut self.session.backend_mut().calls)
    }

    pub fn started(&self) -> usize {
        self.session.backend().tasks.len()
    }

    pub fn limits(&self, task: usize) -> &batyr_protocol::GoLimits {
        match &self.session.backend().tasks[task].1 {
            Task::Search(limits) => limits,
            other => panic!("{other:?}"),
        }
    }
}
