//! Prints replies: the table of what each dialect can express.

use super::{Reply, book, facts, pophash, ucci, uci, ushi};
use crate::{
    dialect::Dialect::{self, Ucci, Uci, Ushi},
    text::one_line,
};

impl Reply {
    /// Returns the line for this reply, without a line end, or `None` if the dialect
    /// cannot express it. Parsing the line yields the reply again, as far as the dialect
    /// can express it, provided that parsing can yield every text in it.
    ///
    /// USHI expresses less than UCI. An `info` line has either a message or a
    /// score and a `pv`, and only the fields that the GUI understands, without the
    /// mark of a bound; depth and time are at least 1. USHI has no `ponder` move
    /// and no `bestmove (none)`. Option names have spaces in place of characters
    /// that the GUI cannot read.
    ///
    /// In UCCI, `info` has either depth, `multipv`, score, time, nodes and `pv`, or
    /// only `currmove`; a message can follow. A score is a bare number without the mark
    /// of a bound; a win in n turns of the side to move is 32000 − n. A
    /// [`GameAction`](crate::GameAction) needs a move, and the name of an option must be one word.
    #[must_use]
    pub fn to_line(&self, dialect: Dialect) -> Option<String> {
        let line = match (self, dialect) {
            (Self::Name(name), _) => format!("id name {name}"),
            (Self::Author(author), _) => format!("id author {author}"),
            (Self::Copyright(text), Ucci) if !text.is_empty() => format!("id copyright {text}"),
            (Self::User(text), Ucci) if !text.is_empty() => format!("id user {text}"),
            (Self::Option(spec), Uci) => uci::option(spec)?,
            (Self::Option(spec), Ucci) => ucci::option(spec)?,
            (Self::Option(spec), Ushi) => ushi::option(spec)?,
            (Self::HandshakeDone, _) => dialect.properties().handshake_done.to_owned(),
            (Self::ReadyOk, _) => "readyok".to_owned(),
            (Self::Version { supported: true }, Uci | Ushi) => "version supported".to_owned(),
            (Self::Version { supported: false }, Uci | Ushi) => "version unsupported".to_owned(),
            (Self::CopyProtection(state), Uci) => format!("copyprotection {}", state.word()),
            (Self::Registration(state), Uci) => format!("registration {}", state.word()),
            (Self::Info(info), Uci) => uci::info(info),
            (Self::Info(info), Ucci) => ucci::info(info)?,
            (Self::Info(info), Ushi) => ushi::info(info)?,
            (Self::BestMove { best: None, .. }, Ucci) => "nobestmove".to_owned(),
            (
                Self::BestMove {
                    best,
                    ponder,
                    action,
                },
                Uci | Ucci,
            ) => {
                let action = action.filter(|_| dialect.properties().draw_offers);
                uci::best_move(best.as_deref(), ponder.as_deref(), action)
            }
            // The GUI requests the jumps of a chain one by one, and never ponders.
            (Self::BestMove { best, .. }, Ushi) => format!("bestmove {}", best.as_ref()?),
            (Self::PopHash(entry), Ucci) => pophash::line(entry),
            (Self::Bye, Ucci) => "bye".to_owned(),
            (Self::Other(text), _) => text.clone(),
            (Self::Book(line), _) => book::line(line),
            (
                Self::ProtocolVersion(_)
                | Self::Position { .. }
                | Self::Result { .. }
                | Self::Reserves(_)
                | Self::Turns(_)
                | Self::Moves(_)
                | Self::Why(_)
                | Self::GameFile { .. },
                _,
            ) => facts::line(self)?,
            (
                Self::Copyright(_)
                | Self::User(_)
                | Self::Version { .. }
                | Self::CopyProtection(_)
                | Self::Registration(_)
                | Self::PopHash(_)
                | Self::Bye,
                _,
            ) => return None,
        };
        Some(one_line(line))
    }
}
