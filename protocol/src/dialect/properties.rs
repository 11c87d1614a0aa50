//! The properties in which the dialects differ.
//!
//! Each dialect has one row, written out in full. Parsers, sessions, hosts and
//! tournaments check a property and never compare dialects, so a new dialect
//! needs a row here and a printer in `reply`; an engine adds a column to the
//! names of its options.

use crate::limits::ClockParameter;

/// The notation of moves, in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// A move is a complete turn with all its jumps; squares are named by file
    /// and rank, such as `a5`.
    #[default]
    Turns,
    /// A move is a single step or jump; squares are numbers, as in the position
    /// text. In a variation, each jump of a chain is a separate word.
    Jumps,
}

/// The way in which `go` distinguishes the clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockForm {
    /// By colour: White's and Black's.
    Colors,
    /// By player: the engine's own and the opponent's.
    Players,
}

/// The number of limits that a `go` may have according to the specification.
/// The parser accepts any number in every dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitCount {
    /// Any number; a `go` without a limit searches until `stop`.
    Any,
    /// At least one.
    AtLeastOne,
    /// Exactly one.
    One,
}

/// The form of `setoption`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOptionForm {
    /// `setoption name <words> value <text>`.
    Keyed,
    /// `setoption <word> <text>`.
    Plain,
}

/// The rule for comparing two option names; case never matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameMatching {
    /// The names consist of the same words.
    Words,
    /// The names consist of the same letters and digits: the host sends spaces
    /// in place of all other characters.
    Alphanumeric,
}

/// An option that belongs to the conversation rather than to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionOption {
    /// Whether clocks count milliseconds instead of seconds.
    Milliseconds,
    /// Whether input waits while the engine thinks.
    Batch,
    /// Whether debugging is on.
    Debug,
    /// A button that announces a new game.
    NewGame,
}

/// The row of a dialect, which [`Dialect::properties`](super::Dialect::properties) returns.
#[derive(Debug)]
#[non_exhaustive]
pub struct DialectProperties {
    /// The human-readable name of the dialect.
    pub name: &'static str,
    /// The command that begins the handshake and picks the dialect.
    pub handshake: &'static str,
    /// The reply that ends the handshake.
    pub handshake_done: &'static str,
    /// The command that announces a new game.
    pub new_game: &'static str,
    /// Whether hosts may skip the handshake; the dialect is then recognized by
    /// `new_game`, or by a `position` with `position_key` in the first line.
    pub handshake_optional: bool,
    /// The names of the commands that other dialects lack.
    pub commands: &'static [&'static str],
    /// The notation of moves.
    pub notation: Notation,
    /// The keyword before a position text.
    pub position_key: &'static str,
    /// The form of `setoption`.
    pub set_option_form: SetOptionForm,
    /// The keywords of `go` for the values of the clocks, in the order in which
    /// they are printed. Apart from [`ClockParameter::MovesToGo`], all are by
    /// colour or all are by player.
    pub clock_words: &'static [(&'static str, ClockParameter)],
    /// Whether hosts always send both clocks, and never an increment.
    pub bare_clocks: bool,
    /// How many limits a `go` may have according to the specification.
    pub limit_count: LimitCount,
    /// Whether hosts send the node limit before the depth limit.
    pub nodes_before_depth: bool,
    /// Whether hosts let the engine ponder.
    pub hosts_ponder: bool,
    /// Whether clocks count seconds unless [`SessionOption::Milliseconds`] is
    /// set.
    pub clock_in_seconds: bool,
    /// Whether `movestogo` does not count the move to be played next. Before the
    /// last move of a time control, `movestogo` is therefore the number of moves
    /// in the next time control.
    pub movestogo_excludes_next_move: bool,
    /// Whether the time that the host spends after a move is charged to the
    /// engine that made the move.
    pub host_is_on_clock: bool,
    /// Whether `go` and `ponderhit` can offer a draw.
    pub draw_offers: bool,
    /// How the names of options are compared.
    pub name_matching: NameMatching,
    /// The options of the conversation itself, each with its name.
    pub session_options: &'static [(&'static str, SessionOption)],
    /// The option that selects the variant by name.
    pub variant_option: &'static str,
    /// The option that selects the rules of Shatra by version number; setting it
    /// is answered with `version …`. Hosts set it even if the engine has not
    /// declared it.
    pub version_option: Option<&'static str>,
    /// The option that selects Fairy-Stockfish's rules for a game.
    pub fairy_rules_option: &'static str,
    /// Whether setting the variant is answered with a description of it, for
    /// adapters to other protocols.
    pub describes_variant: bool,
    /// The smallest number of threads that a host can set; 0 stands for one per
    /// core.
    pub min_threads: u8,
    /// Whether hosts also set options that belong to other engines, so that an
    /// unknown option is not an error.
    pub foreign_options: bool,
    /// Whether answers to console commands are printed unchanged rather than as
    /// messages.
    pub plain_console: bool,
    /// Whether `new_game` clears what the engine has stored from earlier searches.
    /// If not, hosts send `new_game` before every search.
    pub new_game_forgets: bool,
    /// Whether `go` after a refused position searches the last valid position.
    pub searches_last_position: bool,
    /// Whether `info` includes `multipv` even if the search reports only one
    /// variation.
    pub multipv_of_one: bool,
    /// Whether a score can be marked as a bound.
    pub marks_bounds: bool,
    /// Whether `stop` is answered even if no search is running.
    pub answers_idle_stop: bool,
    /// Whether `go depth 0` requests the static evaluation instead of a search.
    pub depth_zero_is_static: bool,
    /// Whether hosts call the game a draw as soon as a position occurs a second time.
    pub second_occurrence_draws: bool,
}

pub(super) const UCI: DialectProperties = DialectProperties {
    name: "UCI",
    handshake: "uci",
    handshake_done: "uciok",
    new_game: "ucinewgame",
    handshake_optional: false,
    commands: &[],
    notation: Notation::Turns,
    position_key: "fen",
    set_option_form: SetOptionForm::Keyed,
    clock_words: &[
        ("wtime", ClockParameter::WhiteTime),
        ("btime", ClockParameter::BlackTime),
        ("winc", ClockParameter::WhiteIncrement),
        ("binc", ClockParameter::BlackIncrement),
        ("movestogo", ClockParameter::MovesToGo),
    ],
    bare_clocks: false,
    limit_count: LimitCount::Any,
    nodes_before_depth: false,
    hosts_ponder: true,
    clock_in_seconds: false,
    movestogo_excludes_next_move: false,
    host_is_on_clock: false,
    draw_offers: false,
    name_matching: NameMatching::Words,
    session_options: &[],
    variant_option: "UCI_Variant",
    version_option: None,
    fairy_rules_option: "Fairy Rules",
    describes_variant: true,
    min_threads: 1,
    foreign_options: false,
    plain_console: true,
    new_game_forgets: true,
    searches_last_position: true,
    multipv_of_one: true,
    marks_bounds: true,
    answers_idle_stop: false,
    depth_zero_is_static: false,
    second_occurrence_draws: false,
};

pub(super) const UCCI: DialectProperties = DialectProperties {
    name: "UCCI",
    handshake: "ucci",
    handshake_done: "ucciok",
    new_game: "setoption newgame",
    handshake_optional: false,
    commands: &["banmoves", "probe"],
    notation: Notation::Turns,
    position_key: "fen",
    set_option_form: SetOptionForm::Plain,
    clock_words: &[
        ("time", ClockParameter::OwnTime),
        ("movestogo", ClockParameter::MovesToGo),
        ("increment", ClockParameter::OwnIncrement),
        ("opptime", ClockParameter::OpponentTime),
        ("oppmovestogo", ClockParameter::OpponentMovesToGo),
        ("oppincrement", ClockParameter::OpponentIncrement),
    ],
    bare_clocks: false,
    limit_count: LimitCount::One,
    nodes_before_depth: false,
    hosts_ponder: true,
    clock_in_seconds: true,
    movestogo_excludes_next_move: false,
    host_is_on_clock: false,
    draw_offers: true,
    name_matching: NameMatching::Words,
    session_options: &[
        ("usemillisec", SessionOption::Milliseconds),
        ("batch", SessionOption::Batch),
        ("debug", SessionOption::Debug),
        ("newgame", SessionOption::NewGame),
    ],
    variant_option: "variant",
    version_option: None,
    fairy_rules_option: "fairyrules",
    describes_variant: false,
    min_threads: 0,
    foreign_options: true,
    plain_console: false,
    new_game_forgets: true,
    searches_last_position: true,
    multipv_of_one: false,
    marks_bounds: false,
    answers_idle_stop: true,
    depth_zero_is_static: true,
    second_occurrence_draws: false,
};

pub(super) const USHI: DialectProperties = DialectProperties {
    name: "USHI",
    handshake: "ushi",
    handshake_done: "ushiok",
    new_game: "ushinewgame",
    handshake_optional: true,
    commands: &[],
    notation: Notation::Jumps,
    position_key: "spn",
    set_option_form: SetOptionForm::Keyed,
    clock_words: &[
        ("btime", ClockParameter::BlackTime),
        ("wtime", ClockParameter::WhiteTime),
        ("winc", ClockParameter::WhiteIncrement),
        ("binc", ClockParameter::BlackIncrement),
        ("movestogo", ClockParameter::MovesToGo),
    ],
    bare_clocks: true,
    limit_count: LimitCount::AtLeastOne,
    nodes_before_depth: true,
    hosts_ponder: false,
    clock_in_seconds: false,
    movestogo_excludes_next_move: true,
    host_is_on_clock: true,
    draw_offers: false,
    name_matching: NameMatching::Alphanumeric,
    session_options: &[],
    variant_option: "Variant",
    version_option: Some("Shatra version"),
    fairy_rules_option: "Fairy Rules",
    describes_variant: false,
    min_threads: 1,
    foreign_options: true,
    plain_console: false,
    new_game_forgets: false,
    searches_last_position: false,
    multipv_of_one: true,
    marks_bounds: false,
    answers_idle_stop: false,
    depth_zero_is_static: false,
    second_occurrence_draws: true,
};
