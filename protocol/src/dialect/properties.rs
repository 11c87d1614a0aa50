//! The differences between the dialects.
//!
//! One row of properties for each dialect, written out in full.
//! Grammar, session, hosts and tournaments use a fact and never compare
//! dialects, so a further dialect is a further row here and a printer in
//! `reply`; an engine adds a column to the names of its options.

use super::Notation;
use crate::limits::ClockParameter;

/// The form in which `go` sends the clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockForm {
    /// By colour.
    Colors,
    /// By player: the engine's own and the opponent's.
    Players,
}

/// How many limits one `go` may have by the specification. This crate accepts
/// any number in every dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitCount {
    /// Any number; a `go` without one searches until `stop`.
    Any,
    /// At least one.
    AtLeastOne,
    /// Exactly one.
    One,
}

/// The form of `setoption`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SetOptionForm {
    /// `setoption name <words> value <text>`.
    Keyed,
    /// `setoption <word> <text>`.
    Plain,
}

/// The rule by which two option names are the same, apart from case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameMatching {
    /// The same words.
    Words,
    /// The same letters and digits: the host sends spaces for all other
    /// characters.
    Alphanumeric,
}

/// An option of the conversation and not of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionOption {
    /// Whether clocks count milliseconds instead of seconds.
    Milliseconds,
    /// Whether input waits while the engine thinks.
    Batch,
    /// Whether debugging is on.
    Debug,
    /// A button: another game begins.
    NewGame,
}

/// The properties in which one dialect differs from another.
#[derive(Debug)]
pub(crate) struct DialectProperties {
    /// The name of the dialect, for people.
    pub(crate) name: &'static str,
    /// The host's opening word.
    pub(crate) handshake: &'static str,
    /// The engine's word that ends the opening.
    pub(crate) handshake_done: &'static str,
    /// The command that announces another game.
    pub(crate) new_game: &'static str,
    /// A host may skip the opening: it is recognised by the command of a new
    /// game, or by a first `position` with the key of this dialect.
    pub(crate) handshake_optional: bool,
    /// The first words of the commands that this dialect has and the others do
    /// not.
    pub(crate) commands: &'static [&'static str],
    pub(crate) notation: Notation,
    /// The word before a position text.
    pub(crate) position_key: &'static str,
    pub(crate) set_option_form: SetOptionForm,
    /// The words of `go` for the values of the clocks, in the order in which
    /// they are printed. They are either by colour or by player, apart from
    /// [`ClockParameter::MovesToGo`].
    pub(crate) clock_words: &'static [(&'static str, ClockParameter)],
    /// Hosts always send both clocks, and never an increment.
    pub(crate) bare_clocks: bool,
    pub(crate) limit_count: LimitCount,
    /// Hosts send the limit on nodes before the limit on depth.
    pub(crate) nodes_before_depth: bool,
    /// Hosts let the engine ponder.
    pub(crate) hosts_ponder: bool,
    /// Clocks count seconds unless [`SessionOption::Milliseconds`] is set.
    pub(crate) clock_in_seconds: bool,
    /// `movestogo` does not count the move to be played now, so before the last
    /// move of a stage it is the number for the next stage.
    pub(crate) movestogo_excludes_next_move: bool,
    /// The host's own work between two moves runs on the engine's clock.
    pub(crate) host_is_on_clock: bool,
    /// `go` and `ponderhit` may offer a draw.
    pub(crate) draw_offers: bool,
    pub(crate) name_matching: NameMatching,
    pub(crate) session_options: &'static [(&'static str, SessionOption)],
    /// The option that chooses the game by its name.
    pub(crate) variant_option: &'static str,
    /// The option that chooses the rules of Shatra by their version; the answer
    /// to setting it is `version …`. Hosts set it even if the engine has not
    /// declared it.
    pub(crate) version_option: Option<&'static str>,
    /// The option that chooses Fairy-Stockfish's rules of a game.
    pub(crate) fairy_rules_option: &'static str,
    /// The minimum number of threads that a host can set; 0 means one for each
    /// core.
    pub(crate) min_threads: u8,
    /// Hosts also set options that belong to other engines.
    pub(crate) foreign_options: bool,
    /// Answers to console commands are printed unchanged, not as messages.
    pub(crate) plain_console: bool,
    /// The announcement of a new game clears what the engine has learned;
    /// otherwise the host sends it before each search.
    pub(crate) new_game_forgets: bool,
    /// After a refused position, `go` searches the last good one.
    pub(crate) searches_last_position: bool,
    /// A line of play shows its rank even if the search reports only one.
    pub(crate) multipv_of_one: bool,
    /// A score can be marked as a bound.
    pub(crate) marks_bounds: bool,
    /// There is a reply for a search that found no move.
    pub(crate) answers_no_move: bool,
    /// `stop` is answered even when no search is running.
    pub(crate) answers_idle_stop: bool,
    /// `go depth 0` asks for the static evaluation.
    pub(crate) depth_zero_is_static: bool,
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
    min_threads: 1,
    foreign_options: false,
    plain_console: true,
    new_game_forgets: true,
    searches_last_position: true,
    multipv_of_one: true,
    marks_bounds: true,
    answers_no_move: true,
    answers_idle_stop: false,
    depth_zero_is_static: false,
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
    min_threads: 0,
    foreign_options: true,
    plain_console: false,
    new_game_forgets: true,
    searches_last_position: true,
    multipv_of_one: false,
    marks_bounds: false,
    answers_no_move: true,
    answers_idle_stop: true,
    depth_zero_is_static: true,
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
    min_threads: 1,
    foreign_options: true,
    plain_console: false,
    new_game_forgets: false,
    searches_last_position: false,
    multipv_of_one: true,
    marks_bounds: false,
    answers_no_move: false,
    answers_idle_stop: false,
    depth_zero_is_static: false,
};
