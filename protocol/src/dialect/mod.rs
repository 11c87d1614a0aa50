//! The dialects: the text protocols that a conversation can use.
//!
//! A conversation uses one dialect, which the host's first command picks. One
//! table (`properties`) lists the differences between the dialects, so the
//! compiler rejects a new dialect without a row. Apart from the printers of
//! replies, no other code in this crate compares dialects.

mod properties;

use nom::Parser;

use crate::{
    limits::ClockParameter,
    option::{OptionSpec, is_ushi_word},
    text::{is_blank, keyword, word},
};
pub use properties::{ClockForm, LimitCount};
pub(crate) use properties::{DialectProperties, NameMatching, SessionOption, SetOptionForm};

/// Declares the dialects, each with its row of properties, so that no list of
/// dialects can omit one.
macro_rules! dialects {
    ($($(#[$attribute:meta])* $name:ident => $properties:expr,)*) => {
        /// A text protocol. [`Dialect::Uci`] applies until the host has picked
        /// a dialect.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub enum Dialect {
            $($(#[$attribute])* $name,)*
        }

        impl Dialect {
            /// All dialects, each at its [index](Dialect::index).
            pub const ALL: [Self; [$(Self::$name),*].len()] = [$(Self::$name),*];

            pub(crate) const fn properties(self) -> &'static DialectProperties {
                match self {
                    $(Self::$name => &$properties,)*
                }
            }
        }
    };
}

dialects! {
    /// The Universal Chess Interface of April 2006, with the console commands
    /// common in chess engines.
    #[default]
    Uci => properties::UCI,
    /// The Universal Chinese Chess Interface 3.0, used for Xiangqi.
    Ucci => properties::UCCI,
    /// The dialect of the Shatra GUI ShatraBase: close to UCI, but each move is
    /// a single step or jump, and replies have fewer fields.
    Ushi => properties::USHI,
}

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

impl Dialect {
    /// Returns the index of the dialect in [`Dialect::ALL`], for tables with a
    /// column for each dialect.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the human-readable name of the dialect.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.properties().name
    }

    /// Returns the command that begins the handshake and picks the dialect.
    #[must_use]
    pub const fn handshake(self) -> &'static str {
        self.properties().handshake
    }

    /// Returns the reply that ends the handshake.
    #[must_use]
    pub const fn handshake_done(self) -> &'static str {
        self.properties().handshake_done
    }

    /// Returns the command that announces a new game.
    #[must_use]
    pub const fn new_game(self) -> &'static str {
        self.properties().new_game
    }

    /// Returns the notation of moves in this dialect.
    #[must_use]
    pub const fn notation(self) -> Notation {
        self.properties().notation
    }

    /// Returns whether the time that the host spends after a move is charged to
    /// the engine that made the move.
    #[must_use]
    pub const fn host_is_on_clock(self) -> bool {
        self.properties().host_is_on_clock
    }

    /// Returns the keyword before a position text.
    #[must_use]
    pub const fn position_key(self) -> &'static str {
        self.properties().position_key
    }

    /// Returns whether `go` sends the clocks by colour or by player.
    #[must_use]
    pub fn clock_form(self) -> ClockForm {
        match self.clock_word(ClockParameter::OwnTime) {
            Some(_) => ClockForm::Players,
            None => ClockForm::Colors,
        }
    }

    /// Returns the keywords of `go` for the values of the clocks, in the order in
    /// which they are printed.
    #[must_use]
    pub const fn clock_words(self) -> &'static [(&'static str, ClockParameter)] {
        self.properties().clock_words
    }

    /// Returns the keyword of `go` for a value of the clocks; `None` if the
    /// dialect can't send that value.
    #[must_use]
    pub fn clock_word(self, parameter: ClockParameter) -> Option<&'static str> {
        let mut words = self.properties().clock_words.iter();
        words
            .find(|(_, meaning)| *meaning == parameter)
            .map(|(word, _)| *word)
    }

    /// Returns whether hosts always send both clocks, and never an increment.
    #[must_use]
    pub const fn has_bare_clocks(self) -> bool {
        self.properties().bare_clocks
    }

    /// Returns how many limits a `go` may have according to the specification.
    #[must_use]
    pub const fn limit_count(self) -> LimitCount {
        self.properties().limit_count
    }

    /// Returns the option that makes clocks count milliseconds; `None` if they
    /// always do.
    #[must_use]
    pub fn milliseconds_option(self) -> Option<&'static str> {
        let mut own = self.properties().session_options.iter();
        own.find(|(_, option)| *option == SessionOption::Milliseconds)
            .map(|(name, _)| *name)
    }

    /// Returns whether hosts let the engine ponder.
    #[must_use]
    pub const fn has_pondering(self) -> bool {
        self.properties().hosts_ponder
    }

    /// Returns whether `go` and `ponderhit` can offer a draw.
    #[must_use]
    pub const fn has_draw_offers(self) -> bool {
        self.properties().draw_offers
    }

    /// Returns whether the dialect has this command, which other dialects lack:
    /// `banmoves` or `probe`.
    #[must_use]
    pub fn has_command(self, command: &str) -> bool {
        self.properties().commands.contains(&command)
    }

    /// Returns whether `setoption` has the keywords `name` and `value`.
    #[must_use]
    pub const fn has_option_keys(self) -> bool {
        matches!(self.properties().set_option_form, SetOptionForm::Keyed)
    }

    /// Returns whether hosts also set options that belong to other engines, so
    /// that an unknown option is not an error.
    #[must_use]
    pub const fn has_foreign_options(self) -> bool {
        self.properties().foreign_options
    }

    /// Returns whether the announcement of a new game makes the engine forget
    /// what it has learned. If not, hosts send it before every search.
    #[must_use]
    pub const fn new_game_forgets(self) -> bool {
        self.properties().new_game_forgets
    }

    /// Returns whether `go` after a refused position searches the last valid
    /// position.
    #[must_use]
    pub const fn searches_last_position(self) -> bool {
        self.properties().searches_last_position
    }

    /// Returns whether there is a reply for a search that found no move.
    #[must_use]
    pub const fn has_reply_without_move(self) -> bool {
        self.properties().has_reply_without_move
    }

    /// Returns whether `stop` is answered even if no search is running.
    #[must_use]
    pub const fn answers_idle_stop(self) -> bool {
        self.properties().answers_idle_stop
    }

    /// Returns whether `go depth 0` requests the static evaluation instead of a
    /// search.
    #[must_use]
    pub const fn depth_zero_is_static(self) -> bool {
        self.properties().depth_zero_is_static
    }

    /// Returns whether `info` includes `multipv` even if the search reports only
    /// one variation.
    #[must_use]
    pub const fn shows_multipv_of_one(self) -> bool {
        self.properties().multipv_of_one
    }

    /// Returns the option that selects the variant by name.
    #[must_use]
    pub const fn variant_option(self) -> &'static str {
        self.properties().variant_option
    }

    /// Returns the option that selects the rules of Shatra by version number.
    /// Hosts of a dialect that has it set it even if the engine has not declared
    /// it.
    #[must_use]
    pub const fn version_option(self) -> Option<&'static str> {
        self.properties().version_option
    }

    /// Returns the option that selects Fairy-Stockfish's rules for a game.
    #[must_use]
    pub const fn fairy_rules_option(self) -> &'static str {
        self.properties().fairy_rules_option
    }

    /// Returns the smallest number of threads that a host can set; 0 stands for
    /// one per core.
    #[must_use]
    pub const fn min_threads(self) -> u8 {
        self.properties().min_threads
    }

    /// Returns whether hosts can send this choice of a combo option unchanged.
    #[must_use]
    pub fn can_send_choice(self, choice: &str) -> bool {
        match self.properties().name_matching {
            NameMatching::Words => true,
            NameMatching::Alphanumeric => is_ushi_word(choice),
        }
    }

    /// Returns the options of the conversation itself. A
    /// [`Session`](crate::Session) declares them before the engine's options
    /// and handles them itself.
    #[must_use]
    pub fn session_options(self) -> Vec<OptionSpec> {
        let spec = |(name, option): &(&str, SessionOption)| match option {
            SessionOption::Milliseconds | SessionOption::Batch | SessionOption::Debug => {
                OptionSpec::check(*name, false)
            }
            SessionOption::NewGame => OptionSpec::button(*name).waiting(),
        };
        self.properties().session_options.iter().map(spec).collect()
    }

    /// Returns the dialect that the first line of a conversation picks: by the
    /// handshake command, or by `ushinewgame` or `position spn`, with which
    /// ShatraBase's engine tester starts. `None` if the line picks none.
    #[must_use]
    pub fn detect(line: &str) -> Option<Self> {
        let (_, first) = word(line).ok()?;
        let sets_position = |dialect: &Self| {
            let key = keyword(dialect.position_key());
            (keyword("position"), key).parse(line).is_ok()
        };
        Self::from_handshake(first)
            .or_else(|| Self::detect_by_new_game(line))
            .or_else(|| Self::with_optional_handshake().find(sets_position))
    }

    /// Returns the dialect that a line picks even after console commands: one
    /// that announces a new game in a dialect whose hosts may skip the
    /// handshake.
    pub(crate) fn detect_by_new_game(line: &str) -> Option<Self> {
        let announces_game = |dialect: &Self| keyword(dialect.new_game()).parse(line).is_ok();
        Self::with_optional_handshake().find(announces_game)
    }

    /// Returns the dialects whose hosts may skip the handshake.
    fn with_optional_handshake() -> impl Iterator<Item = Self> {
        let all = Self::ALL.into_iter();
        all.filter(|dialect| dialect.properties().handshake_optional)
    }

    /// Returns the dialect with this handshake command.
    #[must_use]
    pub fn from_handshake(word: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|dialect| dialect.handshake() == word)
    }
}

/// Returns the one line that an engine may print before the conversation:
/// `text`, trimmed, if no host can mistake it for a reply.
///
/// ShatraBase's engine tester waits for some output before it sends its first
/// command, and some hosts look for keywords anywhere in a line. Returns `None`
/// if the text is empty, contains a control character, or contains `id`,
/// `option` or `ok` in upper or lower case.
#[must_use]
pub fn banner(text: &str) -> Option<String> {
    let line = text.trim_matches(is_blank);
    let lower = line.to_ascii_lowercase();
    let is_ambiguous = line.is_empty()
        || line.contains(char::is_control)
        || ["id", "option", "ok"]
            .iter()
            .any(|word| lower.contains(word));
    (!is_ambiguous).then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_picks_the_dialect() {
        let ushi = Some(Dialect::Ushi);
        assert_eq!(Dialect::detect(" \tuci"), Some(Dialect::Uci));
        assert_eq!(Dialect::detect("ucci "), Some(Dialect::Ucci));
        assert_eq!(Dialect::detect("ushi"), ushi);
        assert_eq!(Dialect::detect("ushinewgame"), ushi);
        assert_eq!(Dialect::detect("position  spn 9/1/7 w"), ushi);
        for undecided in [
            "",
            "isready",
            "position startpos",
            "position fen 8/8",
            "quit",
            "ucix",
            "ucinewgame",
            "setoption newgame",
        ] {
            assert_eq!(Dialect::detect(undecided), None, "{undecided}");
        }
    }

    #[test]
    fn a_banner_contains_no_word_that_hosts_wait_for() {
        assert_eq!(banner("Batyr 0.1.0\n").as_deref(), Some("Batyr 0.1.0"));
        for text in ["", "  ", "uciok", "Book", "Idle", "no options", "a\nb"] {
            assert_eq!(banner(text), None, "{text}");
        }
    }
}
