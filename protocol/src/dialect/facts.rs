//! The differences between the dialects.
//!
//! **The decision:** one row of facts for each dialect, written out in full.
//! Grammar and session ask for a fact and never for a dialect's name, so a
//! further dialect is a further row here, a printer in `reply`, and nothing
//! else.

use super::Notation;

/// The way in which `go` assigns the clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClockForm {
    /// By colour: White's and Black's.
    Colors,
    /// By player: the engine's own and the opponent's.
    Players,
}

/// The form of `setoption`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettingForm {
    /// `setoption name <words> value <text>`.
    Keyed,
    /// `setoption <word> <text>`.
    Plain,
}

/// The rule by which two option names are the same, apart from case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SameName {
    /// The same words.
    Words,
    /// The same letters and digits: the host sends spaces for all other
    /// characters.
    Letters,
}

/// An option of the conversation and not of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OwnOption {
    /// Whether clocks count milliseconds instead of seconds.
    Milliseconds,
    /// Whether input waits while the engine thinks.
    Batch,
    /// Whether debugging is on.
    Debug,
    /// A button: another game begins.
    NewGame,
}

/// The facts in which one dialect differs from another.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The host's opening word.
    pub(crate) handshake: &'static str,
    /// The engine's word that ends the opening.
    pub(crate) handshake_done: &'static str,
    /// The command that announces another game.
    pub(crate) new_game: &'static str,
    /// The first words of the commands that this dialect has and the others do
    /// not.
    pub(crate) commands: &'static [&'static str],
    pub(crate) notation: Notation,
    /// The word before a position text.
    pub(crate) position_key: &'static str,
    pub(crate) setting: SettingForm,
    pub(crate) clock: ClockForm,
    /// Clocks count seconds unless [`OwnOption::Milliseconds`] is set.
    pub(crate) clock_in_seconds: bool,
    /// `movestogo` does not count the move that is asked for, so before the
    /// last move of a stage it is that of the next stage.
    pub(crate) moves_to_go_after: bool,
    /// The host's own work between two moves runs on the engine's clock.
    pub(crate) host_on_clock: bool,
    /// `go` and `ponderhit` may offer a draw.
    pub(crate) draw_offers: bool,
    pub(crate) same_name: SameName,
    pub(crate) own_options: &'static [(&'static str, OwnOption)],
    /// The option that chooses the rules; the answer to setting it is
    /// `version …`.
    pub(crate) version_option: Option<&'static str>,
    /// Hosts also set options that belong to other engines.
    pub(crate) foreign_options: bool,
    /// Answers to console commands are printed unchanged, not as messages.
    pub(crate) console: bool,
    /// The announcement of a new game clears what the engine has learned;
    /// otherwise the host sends it before each search.
    pub(crate) new_game_forgets: bool,
    /// After a refused position, `go` searches the last good one.
    pub(crate) searches_last_position: bool,
    /// A score can be marked as a bound.
    pub(crate) bounds: bool,
    /// There is a reply for a search that found no move.
    pub(crate) answers_no_move: bool,
    /// `stop` is answered even when no search is running.
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
