//! In what the dialects differ.
//!
//! **The decision:** one row of facts for each dialect, written out in full.
//! Grammar and session ask for a fact and never for a name, so a further
//! dialect is a further row here, a printer in `reply`, and nothing else.

use super::Notation;

/// Whose clocks `go` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClockForm {
    /// White's and Black's.
    Colors,
    /// One's own and the opponent's.
    Players,
}

/// How `setoption` is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettingForm {
    /// `setoption name <words> value <text>`.
    Keyed,
    /// `setoption <word> <text>`.
    Plain,
}

/// What makes two option names the same, beside case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SameName {
    /// The same words.
    Words,
    /// The same letters and digits: the host sends blanks for the rest.
    Letters,
}

/// An option that is a matter of the conversation and not of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OwnOption {
    /// Clocks count milliseconds and not seconds.
    Milliseconds,
    /// Input waits while the engine thinks.
    Batch,
    /// Debugging is on.
    Debug,
    /// Another game begins.
    NewGame,
}

/// What is so in one dialect and otherwise in another.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The host's opening word.
    pub(crate) handshake: &'static str,
    /// The engine's last word of the opening.
    pub(crate) handshake_done: &'static str,
    /// The command that announces another game.
    pub(crate) new_game: &'static str,
    /// The first words of the commands that this dialect has and others do not.
    pub(crate) commands: &'static [&'static str],
    pub(crate) notation: Notation,
    /// The word in front of a position text.
    pub(crate) position_key: &'static str,
    pub(crate) setting: SettingForm,
    pub(crate) clock: ClockForm,
    /// Clocks count seconds unless [`OwnOption::Milliseconds`] is set.
    pub(crate) clock_in_seconds: bool,
    /// `movestogo` leaves the move out that is asked for, so that before the last
    /// one of a stage it is that of the next stage.
    pub(crate) moves_to_go_after: bool,
    /// The host's own work between two moves runs on the engine's clock.
    pub(crate) host_on_clock: bool,
    /// `go` and `ponderhit` may offer a draw.
    pub(crate) draw_offers: bool,
    pub(crate) same_name: SameName,
    pub(crate) own_options: &'static [(&'static str, OwnOption)],
    /// The option that chooses the rules and is answered by `version …`.
    pub(crate) version_option: Option<&'static str>,
    /// Hosts set options of other engines, too.
    pub(crate) foreign_options: bool,
    /// What was asked for at a console is shown as it stands, not as a message.
    pub(crate) console: bool,
    /// A new game is a reason to forget; otherwise it comes before each search.
    pub(crate) new_game_forgets: bool,
    /// After a refused position the last good one is searched.
    pub(crate) searches_last_position: bool,
    /// A score can be told as a bound.
    pub(crate) bounds: bool,
    /// There is an answer to a search without a move.
    pub(crate) answers_no_move: bool,
    /// `stop` is answered also when nothing is searched.
    pub(crate) answers_idle_stop: bool,
    /// `go depth 0` asks for the static evaluation.
    pub(crate) depth_zero_is_static: bool,
}

pub(super) const UCI: Facts = Facts {
    handshake: "uci",
    handshake_done: "uciok",
    new_game: "ucinewgame",
    commands: &[],
    notation: Notation::Turns,
    position_key: "fen",
    setting: SettingForm::Keyed,
    clock: ClockForm::Colors,
    clock_in_seconds: false,
    moves_to_go_after: false,
    host_on_clock: false,
    draw_offers: false,
    same_name: SameName::Words,
    own_options: &[],
    version_option: None,
    foreign_options: false,
    console: true,
    new_game_forgets: true,
    searches_last_position: true,
    bounds: true,
    answers_no_move: true,
    answers_idle_stop: false,
    depth_zero_is_static: false,
};

pub(super) const UCCI: Facts = Facts {
    handshake: "ucci",
    handshake_done: "ucciok",
    new_game: "setoption newgame",
    commands: &["banmoves", "probe"],
    notation: Notation::Turns,
    position_key: "fen",
    setting: SettingForm::Plain,
    clock: ClockForm::Players,
    clock_in_seconds: true,
    moves_to_go_after: false,
    host_on_clock: false,
    draw_offers: true,
    same_name: SameName::Words,
    own_options: &[
        ("usemillisec", OwnOption::Milliseconds),
        ("batch", OwnOption::Batch),
        ("debug", OwnOption::Debug),
        ("newgame", OwnOption::NewGame),
    ],
    version_option: None,
    foreign_options: true,
    console: false,
    new_game_forgets: true,
    searches_last_position: true,
    bounds: false,
    answers_no_move: true,
    answers_idle_stop: true,
    depth_zero_is_static: true,
};

pub(super) const USHI: Facts = Facts {
    handshake: "ushi",
    handshake_done: "ushiok",
    new_game: "ushinewgame",
    commands: &[],
    notation: Notation::Jumps,
    position_key: "spn",
    setting: SettingForm::Keyed,
    clock: ClockForm::Colors,
    clock_in_seconds: false,
    moves_to_go_after: true,
    host_on_clock: true,
    draw_offers: false,
    same_name: SameName::Letters,
    own_options: &[],
    version_option: Some("Shatra version"),
    foreign_options: true,
    console: false,
    new_game_forgets: false,
    searches_last_position: false,
    bounds: false,
    answers_no_move: false,
    answers_idle_stop: false,
    depth_zero_is_static: false,
};
