//! The command line of the server.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::listen::Endpoint;
use super::origin::Origin;
use crate::host::allowance::Allowance;
use crate::host::terms::Terms;

/// The default address for lines over TCP.
pub const TCP: &str = "127.0.0.1:3535";
/// The default address for WebSockets.
pub const WEBSOCKET: &str = "127.0.0.1:3536";

const DETAILS: &str = "\
Every connection is a session with an engine of its own: position, options,
hash table. Over TCP the lines are those of stdin and stdout; a WebSocket
carries one line in each text message. Without --tcp and --websocket the server
listens on both, with one of them on that one alone; each may be given more
than once. A host name stands for all of its addresses. Where it listens is
printed on stdout, a line each.

A token is needed on every address that other machines can reach. It comes from
--token-file or from the environment variable BATYR_TOKEN and has 16 to 1024
visible ASCII characters. A TCP host then sends 'auth TOKEN' as first line, to
which there is no answer; a WebSocket host does that, too, or sends the header
'Authorization: Bearer TOKEN'. Nothing is encrypted: put a proxy that speaks TLS
in front where others can listen.

A host that reaches a limit is told so by the limit's name before it is left; a
host that does not read cannot be told. A host that sends faster than --max-rate
is read no faster than that, and left if it goes on for 10 seconds; each piece
read, of at most 8 KiB, counts as a line. SIGINT and SIGTERM answer the running
searches and end the server. RUST_LOG sets how much is logged, on stderr.";

/// Serve hosts over TCP and WebSocket
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct ServeArgs {
    /// Listen for lines over TCP; port 0 picks a free one [default: 127.0.0.1:3535]
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = TCP)]
    pub tcp: Vec<Endpoint>,

    /// Listen for WebSockets [default: 127.0.0.1:3536]
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = WEBSOCKET)]
    pub websocket: Vec<Endpoint>,

    /// Ask every host for the token in this file
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,

    /// Let pages of this origin, scheme://host[:port] or null, open WebSockets;
    /// pages of localhost may on any port; may be given more than once
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<Origin>,

    /// Sessions at a time
    #[arg(long, value_name = "N", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub max_sessions: u32,

    /// Greatest hash table of a session, in MB
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1 << 25))]
    pub max_hash: u32,

    /// Most search threads of a session
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=4_096))]
    pub max_threads: u32,

    /// Longest line in bytes; a longer one is refused, a WebSocket message of
    /// more than twice the length ends the session
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20,
          value_parser = clap::value_parser!(u32).range(256..=1 << 30))]
    pub max_line: u32,

    /// Lines a second, with twice as many in a burst; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub max_rate: u32,

    /// Bytes of lines that wait for the end of a search
    #[arg(long, value_name = "BYTES", default_value_t = 2 << 20)]
    pub max_queue: u32,

    /// Bytes of answers that wait for a host to read them; news of a search is
    /// dropped at a quarter of it
    #[arg(long, value_name = "BYTES", default_value_t = 4 << 20,
          value_parser = clap::value_parser!(u32).range(65_536..))]
    pub max_output: u32,

    /// Longest search in seconds up to its answer, infinite ones included; 0 for
    /// no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 3_600)]
    pub max_search: u32,

    /// Longest time in seconds without a line and a search; 0 for no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 1_800)]
    pub idle_timeout: u32,
}

impl ServeArgs {
    /// Returns the limits on what a host may ask of its engine.
    pub const fn allowance(&self) -> Allowance {
        Allowance {
            max_hash: self.max_hash as usize,
            max_threads: self.max_threads as usize,
            files: false,
            bench: false,
            shares_cores: true,
        }
    }

    /// Returns the time and size limits of a conversation.
    pub fn terms(&self) -> Terms {
        let time = |seconds: u32| (seconds > 0).then(|| Duration::from_secs(seconds.into()));
        Terms {
            idle: time(self.idle_timeout),
            search: time(self.max_search),
            queue: Some(self.max_queue as usize),
            output: Some(self.max_output as usize),
        }
    }
}
