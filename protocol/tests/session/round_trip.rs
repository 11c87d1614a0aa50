//! Commands and replies that are written and parsed again stay the same in every dialect, and no
//! input makes a parser or session panic.

use crate::strategies::{command_in, dialect, limits, reply};
use crate::test_session::TestSession;
use batyr_protocol::{
    Command, Dialect, EngineScore, InfoLine, LineSplitter, OptionKind, Reply, ScoreBound,
    ScoreValue,
};
use proptest::{collection::vec, prelude::*};

/// Returns the same answer without what only UCCI can express.
fn without_action(reply: Reply) -> Reply {
    match reply {
        Reply::BestMove { best, ponder, .. } => Reply::BestMove {
            best,
            ponder,
            action: None,
        },
        other => other,
    }
}

/// Returns the part of a reply that UCCI can express.
fn as_expressed_in_ucci(reply: Reply) -> Reply {
    match reply {
        Reply::Info(info) if info.pv.is_empty() && info.currmove.is_some() => InfoLine {
            currmove: info.currmove,
            string: info.string,
            ..InfoLine::default()
        }
        .into(),
        Reply::Info(info) => InfoLine {
            depth: info.depth,
            multipv: info.multipv,
            score: info.score.map(|score| EngineScore {
                value: match score.value {
                    ScoreValue::Cp(cp) => ScoreValue::Cp(cp.clamp(-30_999, 30_999)),
                    mate => mate,
                },
                bound: None,
            }),
            time: info.time,
            nodes: info.nodes,
            pv: info.pv,
            string: info.string,
            ..InfoLine::default()
        }
        .into(),
        other => other,
    }
}

/// Returns the part of a reply that USHI can express.
fn as_expressed_in_ushi(reply: Reply) -> Reply {
    match reply {
        Reply::Info(info) if info.score.is_none() || info.pv.is_empty() => InfoLine {
            string: info.string,
            ..InfoLine::default()
        }
        .into(),
        Reply::Info(info) => InfoLine {
            depth: Some(info.depth.unwrap_or(1).max(1)),
            time: Some(info.time.unwrap_or(1).max(1)),
            nodes: Some(info.nodes.unwrap_or(0)),
            multipv: info.multipv,
            score: info.score.map(|score| EngineScore {
                bound: None,
                ..score
            }),
            nps: info.nps,
            pv: info.pv,
            ..InfoLine::default()
        }
        .into(),
        Reply::BestMove { best, .. } => Reply::BestMove {
            best,
            ponder: None,
            action: None,
        },
        Reply::Option(mut spec) => {
            let plain = |c: char| {
                if c.is_ascii_alphanumeric() || c == '_' {
                    c
                } else {
                    ' '
                }
            };
            let name: String = spec.name.chars().map(plain).collect();
            spec.name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            if let OptionKind::Text { default } = &mut spec.kind
                && !default
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'_')
            {
                default.clear();
            }
            Reply::Option(spec)
        }
        other => other,
    }
}

/// Returns what remains of a reply after a dialect has printed it.
fn as_expressed_in(dialect: Dialect, reply: Reply) -> Reply {
    match dialect {
        Dialect::Uci => without_action(reply),
        Dialect::Ucci => as_expressed_in_ucci(reply),
        Dialect::Ushi => as_expressed_in_ushi(reply),
    }
}

/// Checks that a reply, if it is printed at all, is read back as far as the
/// dialect shows it.
fn check_read_back(dialect: Dialect, reply: &Reply) -> Result<(), TestCaseError> {
    if let Some(line) = reply.to_line(dialect) {
        let expected = as_expressed_in(dialect, reply.clone());
        let parsed = Reply::parse(dialect, &line);
        prop_assert_eq!(parsed.warnings, [], "{}", line);
        prop_assert_eq!(parsed.value, Some(expected), "{}", line);
    }
    Ok(())
}

/// A generated case that once failed: neither UCCI nor USHI can express a bound.
#[test]
fn a_bound_is_left_out_where_the_dialect_has_no_mark_for_it() {
    let reply: Reply = InfoLine {
        score: Some(EngineScore {
            value: ScoreValue::Cp(0),
            bound: Some(ScoreBound::Lower),
        }),
        pv: vec!["a1:a10".to_owned()],
        ..InfoLine::default()
    }
    .into();
    for dialect in Dialect::ALL {
        check_read_back(dialect, &reply).unwrap();
    }
}

proptest! {
    #[test]
    fn commands_are_read_back((dialect, command) in dialect().prop_flat_map(command_in)) {
        let line = command.to_line(dialect);
        let parsed = Command::parse(dialect, &line);
        prop_assert_eq!(parsed.warnings, [], "{}", line);
        prop_assert_eq!(parsed.value, Some(command), "{}", line);
    }

    #[test]
    fn replies_are_read_back(dialect in dialect(), reply in reply()) {
        check_read_back(dialect, &reply)?;
    }

    #[test]
    fn uci_prints_all_replies_but_those_of_ucci(reply in reply()) {
        let is_inexpressible = match &reply {
            Reply::Copyright(_) | Reply::User(_) | Reply::PopHash(_) | Reply::Bye => true,
            Reply::Option(spec) => spec.kind == OptionKind::Label,
            _ => false,
        };
        prop_assert_eq!(reply.to_line(Dialect::Uci).is_none(), is_inexpressible);
    }

    #[test]
    fn ucci_prints_all_replies_that_have_a_form_in_it(reply in reply()) {
        let is_inexpressible = match &reply {
            Reply::Copyright(text) | Reply::User(text) => text.is_empty(),
            Reply::Version { .. } | Reply::CopyProtection(_) | Reply::Registration(_) => true,
            Reply::Option(spec) => spec.name.contains(' '),
            Reply::Info(_) => as_expressed_in_ucci(reply.clone()) == InfoLine::default().into(),
            _ => false,
        };
        prop_assert_eq!(reply.to_line(Dialect::Ucci).is_none(), is_inexpressible);
    }

    #[test]
    fn go_clauses_may_come_in_any_order(
        (dialect, limits) in dialect().prop_flat_map(|d| (Just(d), limits(d))),
        rotation in 0..20_usize,
    ) {
        let line = Command::Go(limits.clone()).to_line(dialect);
        // Cuts the line into its clauses and rotates them.
        let mut keys = vec![
            "searchmoves", "ignoremoves", "ponder", "depth", "nodes", "mate", "movetime", "infinite", "draw",
        ];
        keys.extend(dialect.properties().clock_words.iter().map(|(word, _)| *word));
        let mut clauses: Vec<Vec<&str>> = Vec::new();
        for word in line.split(' ').skip(1) {
            if keys.contains(&word) {
                clauses.push(Vec::new());
            }
            clauses.last_mut().unwrap().push(word);
        }
        let count = clauses.len().max(1);
        clauses.rotate_left(rotation % count);
        let rotated = format!("go {}", clauses.concat().join(" "));
        let parsed = Command::parse(dialect, &rotated);
        prop_assert_eq!(parsed.value, Some(Command::Go(limits)), "{}", rotated);
    }

    #[test]
    fn any_text_can_be_parsed(dialect in dialect(), line in any::<String>()) {
        let _ = Command::parse(dialect, &line);
        let _ = Reply::parse(dialect, &line);
    }

    #[test]
    fn any_sequence_of_keywords_can_be_parsed(
        dialect in dialect(),
        line in "((go|position|setoption|name|value|option|type|spin|var|info|score|cp|pv|depth|moves|fen|spn|startpos|id|bestmove|ponder|searchmoves|ignoremoves|register|code|debug|wdl|default|min|banmoves|probe|ponderhit|draw|time|opptime|pophash|lowerbound|newgame|message|5|-1|d4-d6) ?){0,9}",
    ) {
        let _ = Command::parse(dialect, &line);
        let _ = Reply::parse(dialect, &line);
    }

    #[test]
    fn lines_do_not_depend_on_how_the_bytes_arrive(
        bytes in vec(prop_oneof![Just(b'\n'), Just(b'\r'), Just(b'a'), any::<u8>()], 0..60),
        chunk_size in 1..9_usize,
        limit in 1..9_usize,
    ) {
        let split = |size| {
            let mut splitter = LineSplitter::with_limit(limit);
            let mut lines = Vec::new();
            for chunk in bytes.chunks(size) {
                splitter.push(chunk, &mut lines);
            }
            lines.extend(splitter.finish());
            lines
        };
        prop_assert_eq!(split(chunk_size), split(1000));
    }

    /// In any conversation, once the input has ended and the last task is done, there are as many
    /// answers as `go` commands.
    #[test]
    fn each_go_gets_one_answer(
        script in vec(prop_oneof![
            Just("go depth 3"), Just("go infinite"), Just("go ponder depth 1"), Just("stop"),
            Just("ponderhit"), Just("isready"), Just("position startpos"), Just("ucinewgame"),
            Just("setoption name Hash value 8"), Just("setoption name MultiPV value 2"),
            Just("wait"), Just("position fen bad"), Just("go depth x"), Just("!done"), Just("!info"),
        ], 0..40),
    ) {
        let (go_count, out) = converse("uci", &script)?;
        prop_assert_eq!(count_starting_with(&out, "bestmove"), go_count);
    }

    /// The same in UCCI. The script has no `stop`, because one without a search is also answered
    /// there; batch mode may hold back all input.
    #[test]
    fn each_go_gets_one_answer_in_ucci(
        script in vec(prop_oneof![
            Just("go depth 3"), Just("go infinite"), Just("go ponder time 1"), Just("go draw"),
            Just("ponderhit draw"), Just("isready"), Just("position startpos"),
            Just("setoption newgame"), Just("setoption hashsize 8"), Just("banmoves a1-a2"),
            Just("probe startpos"), Just("setoption batch true"), Just("setoption batch false"),
            Just("wait"), Just("position fen bad"), Just("go depth x"), Just("go depth 0"),
            Just("!done"), Just("!info"),
        ], 0..40),
    ) {
        let (go_count, out) = converse("ucci", &script)?;
        prop_assert_eq!(count_starting_with(&out, "bestmove") + count_starting_with(&out, "nobestmove"), go_count);
        let pings = script.iter().filter(|line| **line == "isready").count();
        prop_assert_eq!(count_starting_with(&out, "readyok"), pings);
        let probes = script.iter().filter(|line| **line == "probe startpos").count();
        prop_assert_eq!(count_starting_with(&out, "pophash"), probes);
    }
}

fn count_starting_with(out: &[String], prefix: &str) -> usize {
    out.iter().filter(|line| line.starts_with(prefix)).count()
}

/// Sends the lines of a script and then the end of the input; `!done` and
/// `!info` stand for events of the running task. Returns the number of `go` commands and all
/// output.
fn converse(handshake: &str, script: &[&str]) -> Result<(usize, Vec<String>), TestCaseError> {
    let mut test = TestSession::open(handshake);
    let mut out = Vec::new();
    let mut go_count = 0;
    for line in script {
        match *line {
            "!done" | "!info" if test.task_count() == 0 => {}
            "!done" => out.extend(test.finish(test.task_count() - 1, "a1-a2")),
            "!info" => out.extend(test.report_info(test.task_count() - 1)),
            _ => {
                go_count += usize::from(line.starts_with("go"));
                out.extend(test.send(line));
            }
        }
    }
    out.extend(test.end_input());
    while test.session.is_busy() {
        out.extend(test.finish(test.task_count() - 1, "a1-a2"));
    }
    let static_evaluations = script.iter().filter(|line| **line == "go depth 0").count();
    prop_assert_eq!(test.task_count() + static_evaluations, go_count);
    prop_assert_eq!(test.flow, batyr_protocol::Flow::Exit);
    Ok((go_count, out))
}
