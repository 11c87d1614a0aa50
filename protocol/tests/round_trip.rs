//! Reading what was written gives the same value back, for commands and
//! replies of all dialects; and no input makes a reader or a session fail.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use batyr_protocol::{
    Bound, Clock, Command, CurrentLine, Dialect, Info, Limits, LineSplitter, OptionKind,
    OptionSpec, PositionStart, Query, Register, Reply, Score, ScoreValue, Side, Wdl,
};
use common::Talk;
use proptest::{collection::vec, option::of, prelude::*};

fn dialect() -> impl Strategy<Value = Dialect> {
    prop_oneof![Just(Dialect::Uci), Just(Dialect::Ushi)]
}

fn a_move() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-g][1-9][-:][a-g]1[0-4](=Q)?",
        "[1-9][0-9]?[-:][1-9][0-9]?",
        Just("pass".into())
    ]
}

/// Words that are no key of any grammar: they start with a capital.
fn words() -> impl Strategy<Value = String> {
    "[A-Z][a-z0-9_]{0,7}( [A-Z][a-z0-9_./-]{0,7}){0,2}"
}

/// Free text: blanks inside are kept.
fn text() -> impl Strategy<Value = String> {
    "([!-~ж]([ -~ж]{0,12}[!-~ж])?)?"
}

fn side() -> impl Strategy<Value = Side> {
    (of(any::<i64>()), of(any::<i64>())).prop_map(|(time, increment)| Side { time, increment })
}

prop_compose! {
    fn limits()(
        depth in of(any::<u32>()),
        nodes in of(any::<u64>()),
        movetime in of(any::<u64>()),
        (white, black) in (side(), side()),
        movestogo in of(any::<u32>()),
        mate in of(any::<u32>()),
        (infinite, ponder) in any::<(bool, bool)>(),
        searchmoves in vec(a_move(), 0..4),
    ) -> Limits {
        let clock = Clock { white, black };
        let mut limits =
            Limits { depth, nodes, movetime, clock, movestogo, mate, infinite, ponder, searchmoves };
        // What is read always has an end, or none on purpose.
        limits.infinite |= !limits.is_limited();
        limits
    }
}

fn command() -> impl Strategy<Value = Command> {
    let start = prop_oneof![
        Just(PositionStart::StartPos),
        "[1-9a-zA-Z/!]{1,20}( [wb]( (T|t|Tt|-)( [1-9-]){0,4})?)?".prop_map(PositionStart::Spn),
    ];
    let name_and_code = (of(words()), of(words()))
        .prop_filter("register says something", |(name, code)| {
            name.is_some() || code.is_some()
        })
        .prop_map(|(name, code)| Register::As { name, code });
    prop_oneof![
        dialect().prop_map(Command::Handshake),
        any::<bool>().prop_map(Command::Debug),
        (words(), of(text())).prop_map(|(name, value)| Command::SetOption { name, value }),
        prop_oneof![Just(Register::Later), name_and_code].prop_map(Command::Register),
        (start, vec(a_move(), 0..6)).prop_map(|(start, moves)| Command::Position { start, moves }),
        limits().prop_map(Command::Go),
        any::<u32>().prop_map(Command::Perft),
        vec("[!-~]{1,6}", 0..3).prop_map(Command::Bench),
        prop_oneof![
            Just(Command::IsReady),
            Just(Command::NewGame),
            Just(Command::Stop),
            Just(Command::PonderHit),
            Just(Command::Quit),
            Just(Command::Show(Query::Board)),
            Just(Command::Show(Query::Eval)),
            Just(Command::Flip),
            Just(Command::Help),
            Just(Command::Wait),
        ],
    ]
}

fn kind() -> impl Strategy<Value = OptionKind> {
    prop_oneof![
        any::<[i64; 3]>().prop_map(|[default, min, max]| OptionKind::Spin { default, min, max }),
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        (words(), vec(words(), 0..4))
            .prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        Just(OptionKind::Button),
        text().prop_map(|default| OptionKind::Text { default }),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    let moves = -1000..1000_i32;
    let value = prop_oneof![
        any::<i32>().prop_map(ScoreValue::Cp),
        moves.prop_map(ScoreValue::Mate)
    ];
    let bound = of(prop_oneof![Just(Bound::Lower), Just(Bound::Upper)]);
    (value, bound).prop_map(|(value, bound)| Score { value, bound })
}

prop_compose! {
    fn info()(
        (depth, seldepth, multipv, currmovenumber) in
            (of(any::<u32>()), of(any::<u32>()), of(any::<u32>()), of(any::<u32>())),
        (hashfull, cpuload) in (of(any::<u32>()), of(any::<u32>())),
        (time, nodes, nps) in (of(any::<u64>()), of(any::<u64>()), of(any::<u64>())),
        (tbhits, sbhits) in (of(any::<u64>()), of(any::<u64>())),
        (score, wdl) in (of(score()), of(any::<[u16; 3]>())),
        currmove in of(a_move()),
        (pv, refutation) in (vec(a_move(), 0..4), vec(a_move(), 0..4)),
        currline in of((of(any::<u32>()), vec(a_move(), 1..4))),
        string in of(text()),
    ) -> Info {
        let wdl = wdl.map(|[win, draw, loss]| Wdl { win, draw, loss });
        let currline = currline.map(|(cpu, moves)| CurrentLine { cpu, moves });
        Info {
            depth, seldepth, multipv, score, wdl, time, nodes, nps, hashfull, tbhits, sbhits,
            cpuload, currmove, currmovenumber, refutation, currline, pv, string,
        }
    }
}

fn reply() -> impl Strategy<Value = Reply> {
    prop_oneof![
        text().prop_map(Reply::Name),
        text().prop_map(Reply::Author),
        (words(), kind()).prop_map(|(name, kind)| Reply::Option(OptionSpec::new(name, kind))),
        Just(Reply::HandshakeDone),
        Just(Reply::ReadyOk),
        any::<bool>().prop_map(|supported| Reply::Version { supported }),
        info().prop_map(Reply::from),
        (a_move(), of(a_move())).prop_map(|(best, ponder)| Reply::BestMove {
            best: Some(best),
            ponder
        }),
        Just(Reply::BestMove {
            best: None,
            ponder: None
        }),
        words().prop_map(Reply::Other),
    ]
}

/// What is left of a reply when USHI has said it.
fn as_ushi_says(reply: Reply) -> Reply {
    match reply {
        Reply::Info(info) if info.score.is_none() || info.pv.is_empty() => Info {
            string: info.string,
            ..Info::default()
        }
        .into(),
        Reply::Info(info) => Info {
            depth: Some(info.depth.unwrap_or(1).max(1)),
            time: Some(info.time.unwrap_or(1).max(1)),
            nodes: Some(info.nodes.unwrap_or(0)),
            multipv: info.multipv,
            score: info.score.map(|score| Score {
                bound: None,
                ..score
            }),
            nps: info.nps,
            pv: info.pv,
            ..Info::default()
        }
        .into(),
        Reply::BestMove { best, .. } => Reply::BestMove { best, ponder: None },
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

proptest! {
    #[test]
    fn commands(dialect in dialect(), command in command()) {
        let line = command.to_line(dialect);
        let parsed = Command::parse(dialect, &line);
        prop_assert_eq!(parsed.warnings, [], "{}", line);
        prop_assert_eq!(parsed.value, Some(command), "{}", line);
    }

    #[test]
    fn replies_in_uci(reply in reply()) {
        let line = reply.to_line(Dialect::Uci).unwrap();
        let parsed = Reply::parse(Dialect::Uci, &line);
        prop_assert_eq!(parsed.warnings, [], "{}", line);
        prop_assert_eq!(parsed.value, Some(reply), "{}", line);
    }

    #[test]
    fn replies_in_ushi(reply in reply()) {
        if let Some(line) = reply.to_line(Dialect::Ushi) {
            let parsed = Reply::parse(Dialect::Ushi, &line);
            prop_assert_eq!(parsed.warnings, [], "{}", line);
            prop_assert_eq!(parsed.value, Some(as_ushi_says(reply)), "{}", line);
        }
    }

    #[test]
    fn clauses_of_go_in_any_order(limits in limits(), turn in 0..20_usize) {
        let line = Command::Go(limits.clone()).to_line(Dialect::Uci);
        // Cut the line into its clauses and turn them round.
        let keys = ["searchmoves", "ponder", "wtime", "btime", "winc", "binc", "movestogo",
            "depth", "nodes", "mate", "movetime", "infinite"];
        let mut clauses: Vec<Vec<&str>> = Vec::new();
        for word in line.split(' ').skip(1) {
            if keys.contains(&word) {
                clauses.push(Vec::new());
            }
            clauses.last_mut().unwrap().push(word);
        }
        let len = clauses.len().max(1);
        clauses.rotate_left(turn % len);
        let turned = format!("go {}", clauses.concat().join(" "));
        let parsed = Command::parse(Dialect::Uci, &turned);
        prop_assert_eq!(parsed.value, Some(Command::Go(limits)), "{}", turned);
    }

    #[test]
    fn any_text_is_read(dialect in dialect(), line in any::<String>()) {
        let _ = Command::parse(dialect, &line);
        let _ = Reply::parse(dialect, &line);
    }

    #[test]
    fn any_row_of_keys_is_read(
        dialect in dialect(),
        line in "((go|position|setoption|name|value|option|type|spin|var|info|score|cp|pv|depth|moves|fen|spn|startpos|id|bestmove|ponder|searchmoves|register|code|debug|wdl|default|min|5|-1|d4-d6) ?){0,9}",
    ) {
        let _ = Command::parse(dialect, &line);
        let _ = Reply::parse(dialect, &line);
    }

    #[test]
    fn lines_do_not_depend_on_how_the_bytes_arrive(
        bytes in vec(prop_oneof![Just(b'\n'), Just(b'\r'), Just(b'a'), any::<u8>()], 0..60),
        cut in 1..9_usize,
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
        prop_assert_eq!(split(cut), split(1000));
    }

    /// Any conversation: each search that was started gets one answer at most
    /// while it lasts, and exactly one by the end of the input.
    #[test]
    fn one_answer_for_each_go(
        script in vec(prop_oneof![
            Just("go depth 3"), Just("go infinite"), Just("go ponder depth 1"), Just("stop"),
            Just("ponderhit"), Just("isready"), Just("position startpos"), Just("ucinewgame"),
            Just("setoption name Hash value 8"), Just("setoption name MultiPV value 2"),
            Just("wait"), Just("position fen bad"), Just("go depth x"), Just("!done"), Just("!info"),
        ], 0..40),
    ) {
        let mut talk = Talk::open("uci");
        let mut out = Vec::new();
        let mut gos = 0;
        for line in script {
            match line {
                "!done" | "!info" if talk.started() == 0 => {}
                "!done" => out.extend(talk.done(talk.started() - 1, "a1-a2")),
                "!info" => out.extend(talk.info(talk.started() - 1)),
                _ => {
                    gos += usize::from(line.starts_with("go"));
                    out.extend(talk.say(line));
                }
            }
        }
        out.extend(talk.end());
        while talk.session.is_busy() {
            out.extend(talk.done(talk.started() - 1, "a1-a2"));
        }
        let answers = out.iter().filter(|line| line.starts_with("bestmove")).count();
        prop_assert_eq!((answers, talk.started()), (gos, gos));
        prop_assert_eq!(talk.flow, batyr_protocol::Flow::Exit);
    }
}
