//! Strategies that generate commands and replies in all their forms, for property tests.

use batyr_protocol::{
    CheckState, Clock, ClockForm, Command, CurrentLine, Dialect, EngineScore, FileQuestion,
    GameAction, GoLimits, HashEntry, InfoLine, OptionKind, OptionSpec, PositionStart, Query,
    Register, Reply, ScoreBound, ScoreValue, SetOptionForm, SideClock, Wdl,
};
use proptest::{collection::vec, option::of, prelude::*, strategy::Union};

pub fn dialect() -> impl Strategy<Value = Dialect> {
    prop::sample::select(Dialect::ALL.to_vec())
}

fn move_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-g][1-9][-:][a-g]1[0-4](=Q)?",
        "[1-9][0-9]?[-:x×–][1-9][0-9]?",
        "[KQRBS]?([a-g][1-9]){2,4}(=?[QRBqr]|\\([QRB]\\))?[x+#]?",
        Just("pass".into())
    ]
}

fn game_file() -> impl Strategy<Value = Command> {
    let question = prop::sample::select(FileQuestion::ALL.to_vec());
    (question, "\\{\"[a-z]{1,4}\":\"[a-z \\[\\]]{0,9}\"\\}")
        .prop_map(|(question, json)| Command::GameFile { question, json })
}

/// Words that are not keywords in any dialect, because they start with a capital.
fn capitalized_words() -> impl Strategy<Value = String> {
    "[A-Z][a-z0-9_]{0,7}( [A-Z][a-z0-9_./-]{0,7}){0,2}"
}

/// Free text, which may contain spaces but neither begins nor ends with one.
fn text() -> impl Strategy<Value = String> {
    "([!-~ж]([ -~ж]{0,12}[!-~ж])?)?"
}

fn side_clock() -> impl Strategy<Value = SideClock> {
    (of(any::<i64>()), of(any::<i64>())).prop_map(|(time, increment)| SideClock { time, increment })
}

/// Clocks that the dialect can express.
fn clock(dialect: Dialect) -> BoxedStrategy<Clock> {
    let sides = (side_clock(), side_clock(), of(any::<u32>()));
    sides
        .prop_map(move |(one, other, movestogo)| match dialect.clock_form() {
            ClockForm::Colors => Clock::Colors {
                white: one,
                black: other,
            },
            ClockForm::Players if (one, other, movestogo) == Default::default() => Clock::default(),
            ClockForm::Players => Clock::Players {
                own: one,
                opponent: other,
                opponent_movestogo: movestogo,
            },
        })
        .boxed()
}

prop_compose! {
    pub fn limits(dialect: Dialect)(
        depth in of(any::<u32>()),
        nodes in of(any::<u64>()),
        movetime in of(any::<u64>()),
        clock in clock(dialect),
        movestogo in of(any::<u32>()),
        mate in of(any::<u32>()),
        (infinite, ponder, draw) in any::<(bool, bool, bool)>(),
        (searchmoves, ignoremoves) in (vec(move_text(), 0..4), vec(move_text(), 0..4)),
    ) -> GoLimits {
        let draw = draw && dialect.properties().draw_offers;
        let mut limits = GoLimits {
            depth, nodes, movetime, clock, movestogo, mate, infinite, ponder, draw, searchmoves,
            ignoremoves,
        };
        // Parsed limits are never empty: without a limit, the search is infinite.
        limits.infinite |= !limits.is_limited();
        limits
    }
}

/// A `setoption` command.
fn set_option(dialect: Dialect) -> BoxedStrategy<Command> {
    let set = |(name, value)| Command::SetOption { name, value };
    if dialect.properties().set_option_form == SetOptionForm::Keyed {
        return (capitalized_words(), of(text())).prop_map(set).boxed();
    }
    let value = text().prop_filter("an empty text is not a value", |text| !text.is_empty());
    ("[a-m][a-z]{0,9}[0-9]", of(value)).prop_map(set).boxed()
}

/// The commands of a dialect that not every dialect has.
fn own_commands(dialect: Dialect) -> Vec<BoxedStrategy<Command>> {
    let mut commands = Vec::new();
    if dialect.has_command("banmoves") {
        commands.push(vec(move_text(), 1..4).prop_map(Command::BanMoves).boxed());
    }
    if dialect.has_command("probe") {
        let probe = |(start, moves)| Command::Probe { start, moves };
        commands.push(
            (position_start(), vec(move_text(), 0..6))
                .prop_map(probe)
                .boxed(),
        );
    }
    if dialect.properties().draw_offers {
        commands.push(Just(Command::PonderHit { draw: true }).boxed());
    }
    commands
}

fn position_start() -> impl Strategy<Value = PositionStart> {
    prop_oneof![
        Just(PositionStart::StartPos),
        "[1-9a-zA-Z/!]{1,20}( [wb]( (T|t|Tt|-)( [1-9-]){0,4})?)?".prop_map(PositionStart::Text),
    ]
}

pub fn command_in(dialect: Dialect) -> BoxedStrategy<(Dialect, Command)> {
    let own = own_commands(dialect);
    let command = if own.is_empty() {
        command(dialect).boxed()
    } else {
        prop_oneof![4 => command(dialect), 1 => Union::new(own)].boxed()
    };
    command.prop_map(move |command| (dialect, command)).boxed()
}

/// Commands that every dialect has.
fn command(of_dialect: Dialect) -> impl Strategy<Value = Command> {
    let name_and_code = (of(capitalized_words()), of(capitalized_words()))
        .prop_filter("register needs a name or a code", |(name, code)| {
            name.is_some() || code.is_some()
        })
        .prop_map(|(name, code)| Register::As { name, code });
    prop_oneof![
        dialect().prop_map(Command::Handshake),
        any::<bool>().prop_map(Command::Debug),
        set_option(of_dialect),
        prop_oneof![Just(Register::Later), name_and_code].prop_map(Command::Register),
        (position_start(), vec(move_text(), 0..6))
            .prop_map(|(start, moves)| Command::Position { start, moves }),
        limits(of_dialect).prop_map(Command::Go),
        any::<u32>().prop_map(Command::Perft),
        vec("[!-~]{1,6}", 0..3).prop_map(Command::Bench),
        prop_oneof![
            Just(Command::IsReady),
            Just(Command::NewGame),
            Just(Command::Stop),
            Just(Command::PonderHit { draw: false }),
            Just(Command::Quit),
            Just(Command::Show(Query::Board)),
            Just(Command::Show(Query::Eval)),
            Just(Command::Flip),
            Just(Command::Help),
            Just(Command::Wait),
            Just(Command::ProtocolVersion),
            Just(Command::State),
            Just(Command::Moves),
            move_text().prop_map(Command::Why),
            Just(Command::Book),
            game_file(),
            "\\{\"[a-z]{1,4}\":[0-9]{1,3}\\}".prop_map(Command::Annotate),
        ],
    ]
}

fn option_kind() -> impl Strategy<Value = OptionKind> {
    prop_oneof![
        any::<[i64; 3]>().prop_map(|[default, min, max]| OptionKind::Spin { default, min, max }),
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        (capitalized_words(), vec(capitalized_words(), 0..4))
            .prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        Just(OptionKind::Button),
        Just(OptionKind::Label),
        text().prop_map(|default| OptionKind::Text { default }),
    ]
}

fn score() -> impl Strategy<Value = EngineScore> {
    let moves = -1000..1000_i32;
    let value = prop_oneof![
        any::<i32>().prop_map(ScoreValue::Cp),
        moves.prop_map(ScoreValue::Mate)
    ];
    let bound = of(prop_oneof![
        Just(ScoreBound::Lower),
        Just(ScoreBound::Upper)
    ]);
    (value, bound).prop_map(|(value, bound)| EngineScore { value, bound })
}

prop_compose! {
    fn info()(
        (depth, seldepth, multipv, currmovenumber) in
            (of(any::<u32>()), of(any::<u32>()), of(any::<u32>()), of(any::<u32>())),
        (hashfull, cpuload) in (of(any::<u32>()), of(any::<u32>())),
        (time, nodes, nps) in (of(any::<u64>()), of(any::<u64>()), of(any::<u64>())),
        (tbhits, sbhits) in (of(any::<u64>()), of(any::<u64>())),
        (score, wdl) in (of(score()), of(any::<[u16; 3]>())),
        currmove in of(move_text()),
        (pv, refutation) in (vec(move_text(), 0..4), vec(move_text(), 0..4)),
        currline in of((of(any::<u32>()), vec(move_text(), 1..4))),
        string in of(text()),
    ) -> InfoLine {
        let wdl = wdl.map(|[win, draw, loss]| Wdl { win, draw, loss });
        let currline = currline.map(|(cpu, moves)| CurrentLine { cpu, moves });
        InfoLine {
            depth, seldepth, multipv, score, wdl, time, nodes, nps, hashfull, tbhits, sbhits,
            cpuload, currmove, currmovenumber, refutation, currline, pv, string,
        }
    }
}

fn check_state() -> impl Strategy<Value = CheckState> {
    prop::sample::select(vec![
        CheckState::Checking,
        CheckState::Ok,
        CheckState::Error,
    ])
}

fn answer() -> impl Strategy<Value = Reply> {
    let action = of(prop_oneof![
        Just(GameAction::Draw),
        Just(GameAction::Resign)
    ]);
    (of(move_text()), of(move_text()), action).prop_map(|(best, ponder, action)| Reply::BestMove {
        ponder: ponder.filter(|_| best.is_some()),
        action: action.filter(|_| best.is_some()),
        best,
    })
}

fn hash_entry() -> impl Strategy<Value = HashEntry> {
    // Scores that a bare number can express, including mate scores.
    let value = || {
        prop_oneof![
            (-30_999..=30_999).prop_map(ScoreValue::Cp),
            (1..=1000).prop_map(ScoreValue::Mate),
            (-1000..=0).prop_map(ScoreValue::Mate),
        ]
    };
    let bound = || of((value(), any::<u32>()));
    (of(move_text()), bound(), bound()).prop_map(|(best, lower, upper)| HashEntry {
        best,
        lower,
        upper,
    })
}

pub fn reply() -> impl Strategy<Value = Reply> {
    let name = prop_oneof![capitalized_words(), "[a-m][a-z]{0,9}"];
    prop_oneof![
        text().prop_map(Reply::Name),
        text().prop_map(Reply::Author),
        text().prop_map(Reply::Copyright),
        text().prop_map(Reply::User),
        (name, option_kind()).prop_map(|(name, kind)| Reply::Option(OptionSpec::new(name, kind))),
        Just(Reply::HandshakeDone),
        Just(Reply::ReadyOk),
        Just(Reply::Bye),
        any::<bool>().prop_map(|supported| Reply::Version { supported }),
        check_state().prop_map(Reply::CopyProtection),
        check_state().prop_map(Reply::Registration),
        info().prop_map(Reply::from),
        answer(),
        hash_entry().prop_map(Reply::PopHash),
        capitalized_words().prop_map(Reply::Other),
    ]
}
