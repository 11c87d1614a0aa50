//! The text of `help`, built from a table.

use crate::{
    dialect::{ClockForm, Dialect, SetOptionForm},
    limits::ClockParameter,
};

/// The usage of a command, and its meaning.
type Row = (&'static str, &'static str);

/// The rows about the handshake; `%` stands for the dialect's handshake command.
const HANDSHAKE: &[Row] = &[
    ("%", "open the conversation: list names and options"),
    (
        "isready",
        "answer readyok when all earlier input has taken effect",
    ),
];

const SET: &str = "set an option or press a button";

const POSITION: &[Row] = &[
    (
        "position startpos | fen F | spn S [moves M…]",
        "set the position",
    ),
    (
        "go [depth N] [nodes N] [movetime MS] [mate N]",
        "search; the first limit reached ends it",
    ),
];

const SEARCH: &[Row] = &[
    (
        "go infinite | ponder",
        "search until stop, or until ponderhit",
    ),
    ("go … searchmoves M…", "consider these moves only"),
    ("go … ignoremoves M…", "do not consider these moves"),
    (
        "go perft N",
        "count the leaves of the game tree, by first move",
    ),
    ("stop", "end the search and answer"),
];

const WITHOUT_DRAWS: &[Row] = &[("ponderhit", "report that the expected move was played")];

const WITH_DRAWS: &[Row] = &[
    (
        "ponderhit [draw]",
        "report that the expected move was played",
    ),
    ("go draw …", "search while the opponent offers a draw"),
];

const STATIC_SCORE: &[Row] = &[("go depth 0", "show the static evaluation")];

/// The rows of the commands that some dialects lack.
const OWN_COMMANDS: &[Row] = &[
    ("banmoves M…", "forbid turns until the next position"),
    (
        "probe startpos | fen F | spn S [moves M…]",
        "show the hash table's entry for a position",
    ),
];

const CONSOLE: &[Row] = &[
    ("state", "show the position, the result and the legal turns"),
    ("moves", "list the turns played so far"),
    ("why M", "say why a move is not legal"),
    ("book", "show what the opening book says of the turns"),
    ("games J", "list the games in the text of a file"),
    ("readgame J", "read a game from the text of a file"),
    ("writegame J", "write a game as text of a file"),
    ("annotate J", "score every turn of a game"),
    ("protocol", "show the version of the protocol"),
    ("d", "show the position"),
    ("eval", "show the static evaluation"),
    ("flip", "change the side to move"),
    ("bench", "run the benchmark"),
    ("wait", "read no further command until the search has ended"),
    ("help", "show this list"),
    ("quit", "end the program"),
];

/// The width of the usage column, in characters. A longer usage gets a line of its
/// own.
const USAGE_WIDTH: usize = 20;

/// Returns the rows about the clocks, with the dialect's keywords.
fn clock_rows(dialect: Dialect) -> Vec<(String, String)> {
    use ClockParameter as P;
    let usage = |parameter| {
        let unit = match parameter {
            P::MovesToGo | P::OpponentMovesToGo => "N",
            _ if dialect.properties().clock_in_seconds => "T",
            _ => "MS",
        };
        let word = dialect.clock_word(parameter)?;
        Some(format!("{word} {unit}"))
    };
    let usages = |parameters: &[P]| -> Vec<String> {
        parameters.iter().copied().filter_map(usage).collect()
    };
    let meaning = match dialect.milliseconds_option() {
        Some(option) => format!("search by the clock, in seconds unless {option} is on"),
        None => "search by the clock".to_owned(),
    };
    match dialect.clock_form() {
        ClockForm::Colors => {
            let times = usages(&[P::WhiteTime, P::BlackTime]).join(" ");
            let controls = usages(&[P::WhiteIncrement, P::BlackIncrement, P::MovesToGo]);
            let controls: String = controls.iter().map(|usage| format!(" [{usage}]")).collect();
            vec![(format!("go {times}{controls}"), meaning)]
        }
        ClockForm::Players => {
            let own = usages(&[P::OwnTime]).concat();
            let own_control = one_of(&usages(&[P::MovesToGo, P::OwnIncrement]));
            let opponent = usages(&[P::OpponentTime]).concat();
            let opponent_control = one_of(&usages(&[P::OpponentMovesToGo, P::OpponentIncrement]));
            vec![
                (format!("go {own}{own_control}"), meaning),
                (
                    format!("go … {opponent}{opponent_control}"),
                    "also give the opponent's clock".to_owned(),
                ),
            ]
        }
    }
}

/// Returns the usage of an optional choice among arguments, after a space; empty without any.
fn one_of(usages: &[String]) -> String {
    match usages {
        [] => String::new(),
        usages => format!(" [{}]", usages.join(" | ")),
    }
}

/// Returns the rows of a dialect.
fn rows(dialect: Dialect) -> impl Iterator<Item = (String, String)> {
    let (set, debug) = match dialect.properties().set_option_form {
        SetOptionForm::Keyed => ("setoption name N [value V]", "debug on | off"),
        SetOptionForm::Plain => ("setoption N [V]", "setoption debug true | false"),
    };
    let properties = dialect.properties();
    let draws = if properties.draw_offers {
        WITH_DRAWS
    } else {
        WITHOUT_DRAWS
    };
    let static_score: &[Row] = if properties.depth_zero_is_static {
        STATIC_SCORE
    } else {
        &[]
    };
    let is_own = |(usage, _): &Row| {
        let mut commands = properties.commands.iter();
        commands.any(|command| usage.split(' ').next() == Some(command))
    };
    let own: Vec<Row> = OWN_COMMANDS.iter().copied().filter(is_own).collect();
    let settings = [
        (set, SET),
        (dialect.properties().new_game, "begin another game"),
    ];
    let debug = [(debug, "report more about each search")];
    let before_clock = [HANDSHAKE, &settings, POSITION].concat();
    let after_clock = [SEARCH, draws, static_score, &own, &debug, CONSOLE].concat();
    let complete = move |(usage, meaning): Row| {
        let usage = usage.replace('%', dialect.properties().handshake);
        (usage, meaning.to_owned())
    };
    let clock = clock_rows(dialect);
    let before_clock = before_clock.into_iter().map(complete);
    before_clock
        .chain(clock)
        .chain(after_clock.into_iter().map(complete))
}

/// Returns the lines of the help text, none longer than 80 characters.
pub(crate) fn lines(dialect: Dialect) -> impl Iterator<Item = String> {
    rows(dialect).flat_map(|(usage, meaning)| {
        if usage.chars().count() <= USAGE_WIDTH {
            vec![format!("{usage:USAGE_WIDTH$}  {meaning}")]
        } else {
            vec![usage, format!("{:USAGE_WIDTH$}  {meaning}", "")]
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Command,
        warning::{Fault, Warning},
    };

    #[test]
    fn every_usage_in_the_table_is_a_command() {
        for dialect in Dialect::ALL {
            for (usage, _) in rows(dialect) {
                let unknown = Command::parse(dialect, &usage)
                    .warnings
                    .into_iter()
                    .find(|warning| matches!(warning.fault, Fault::UnknownCommand(_)));
                assert_eq!(unknown, None, "{usage}");
            }
        }
    }

    #[test]
    fn every_key_in_a_go_usage_is_recognized() {
        let is_key = |word: &&str| word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
        for dialect in Dialect::ALL {
            for (usage, _) in rows(dialect).filter(|(usage, _)| usage.starts_with("go ")) {
                let plain = usage.replace(['[', ']', '|', '…'], " ");
                for key in plain.split_whitespace().skip(1).filter(is_key) {
                    let parsed = Command::parse(dialect, &format!("go {key}"));
                    let unknown = |w: &Warning| matches!(w.fault, Fault::Unexpected(_));
                    assert!(!parsed.warnings.iter().any(unknown), "{dialect:?}: {key}");
                }
            }
        }
    }

    #[test]
    fn every_command_that_some_dialects_lack_has_a_row() {
        for dialect in Dialect::ALL {
            for command in dialect.properties().commands {
                let has_row = rows(dialect).any(|(usage, _)| usage.starts_with(command));
                assert!(has_row, "{dialect:?}: {command}");
            }
        }
    }

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        for dialect in Dialect::ALL {
            assert!(lines(dialect).all(|line| line.chars().count() <= 80));
        }
    }
}
