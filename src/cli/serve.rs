//! `batyr serve`: lets hosts use the engine over TCP and WebSocket.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use super::error::CliError;
use super::http_probe::{fetch_root, reachable};
use crate::host::limits::{ConversationLimits, HostLimits};
use crate::host::network::{
    self, Endpoint, ListenAddress, Origin, ServerConfig, TokenSource, Transport,
};

/// The default address for plain TCP.
const DEFAULT_TCP: &str = "127.0.0.1:3535";
/// The default address for WebSockets.
const DEFAULT_WEBSOCKET: &str = "127.0.0.1:3536";

/// The default maximum number of lines per second.
const MAX_RATE: u32 = 500;
/// The default maximum length of a line, in bytes.
pub(super) const MAX_LINE: u32 = 1 << 20;
/// The default maximum size of the lines that wait for the end of a search, in bytes.
pub(super) const MAX_QUEUE: u32 = 2 << 20;
/// The default maximum size of the output that a host has not read, in bytes.
pub(super) const MAX_OUTPUT: u32 = 4 << 20;

const DETAILS: &str = "\
Every connection is a session with its own engine, which has its own position,
options and hash table. TCP carries the same lines as stdin and stdout; a
WebSocket carries one line in each text message. Without --tcp and --websocket,
the server listens on both; with one of them, only on that one. Each may be
given more than once. A host name stands for all of its addresses. The server
prints the addresses on which it listens on stdout.

A token is required on every address that other machines can reach. It is read
from --token-file or from the environment variable BATYR_TOKEN, and consists of
16 to 1024 visible ASCII characters; or --new-token makes one. A TCP host then
sends 'auth TOKEN' as its first line, which gets no answer; a WebSocket host may
send the header 'Authorization: Bearer TOKEN' instead. Nothing is encrypted: on
a network that others can read, put a TLS proxy in front of the server.

A host that exceeds a limit is sent the name of the limit before it is
disconnected, unless it does not read. Lines that arrive faster than --max-rate
are read only at that rate, and a host that exceeds it for 10 seconds is
disconnected; each chunk read, of at most 8 KiB, counts as a line. On SIGINT,
SIGTERM or SIGHUP, the running searches are answered and the server exits.
RUST_LOG sets the level of the log, which is written to stderr.";

/// Serve hosts over TCP and WebSocket
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct ServeArgs {
    /// Listen for TCP connections; port 0 picks a free port [default: 127.0.0.1:3535]
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = DEFAULT_TCP)]
    pub tcp: Vec<Endpoint>,

    /// Listen for WebSocket connections [default: 127.0.0.1:3536]
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = DEFAULT_WEBSOCKET)]
    pub websocket: Vec<Endpoint>,

    /// Offer the board to browsers, on the addresses for WebSockets
    #[arg(long)]
    pub board: bool,

    /// Require every host to send the token in this file
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,

    /// Make a new token, and print it, unless BATYR_TOKEN is set
    #[arg(long, conflicts_with = "token_file")]
    pub new_token: bool,

    /// Do not serve, but ask the server at this address for WebSockets whether it
    /// answers; exit status 1 if it does not [default: 127.0.0.1:3536]
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = DEFAULT_WEBSOCKET)]
    pub check: Option<Endpoint>,

    /// Let web pages of this origin (scheme://host[:port] or null) connect; pages of
    /// localhost may connect from any port; may be given more than once
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<Origin>,

    /// Maximum number of concurrent sessions
    #[arg(long, value_name = "N", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub max_sessions: u32,

    /// Maximum size of the hash table of a session in MB
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1 << 25))]
    pub max_hash: u32,

    /// Maximum number of search threads of a session
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=4_096))]
    pub max_threads: u32,

    /// Maximum length of a line in bytes; a longer line is refused, and a WebSocket
    /// message more than twice as long ends the session
    #[arg(long, value_name = "BYTES", default_value_t = MAX_LINE,
          value_parser = clap::value_parser!(u32).range(256..=1 << 30))]
    pub max_line: u32,

    /// Maximum number of lines per second, twice as many in a burst; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = MAX_RATE)]
    pub max_rate: u32,

    /// Maximum memory in bytes of the lines that wait for the end of a search
    #[arg(long, value_name = "BYTES", default_value_t = MAX_QUEUE)]
    pub max_queue: u32,

    /// Maximum size in bytes of output that the host has not read; beyond a quarter
    /// of it, reports on the progress of a search are dropped
    #[arg(long, value_name = "BYTES", default_value_t = MAX_OUTPUT,
          value_parser = clap::value_parser!(u32).range(65_536..))]
    pub max_output: u32,

    /// Maximum duration in seconds of a search, even an infinite one; 0 for no
    /// limit
    #[arg(long, value_name = "SECONDS", default_value_t = 3_600)]
    pub max_search: u32,

    /// Maximum time in seconds without a line or a search; 0 for no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 1_800)]
    pub idle_timeout: u32,
}

/// Serves until a signal ends the server; with `--check`, only asks whether a server answers.
pub fn run(args: ServeArgs) -> Result<ExitCode, CliError> {
    if let Some(server) = &args.check {
        return match fetch_root(server.host_and_port()) {
            Ok(_) => Ok(ExitCode::SUCCESS),
            Err(error) => Err(CliError::failure(format!(
                "{server} does not answer: {error}"
            ))),
        };
    }
    let offers_board = args.board;
    let token = TokenSource::of_options(args.token_file.clone(), args.new_token)?;
    let new_token = token.new_token().map(str::to_owned);
    network::run(args.config(token), |addresses| {
        announce(addresses, offers_board, new_token.as_deref())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the addresses on which the server listens, the token if it is new, and the
/// addresses of the board if it is offered.
fn announce(
    addresses: &[ListenAddress],
    offers_board: bool,
    new_token: Option<&str>,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for ListenAddress { transport, address } in addresses {
        writeln!(out, "listening on {} {address}", transport.name())?;
    }
    if let Some(token) = new_token {
        writeln!(out, "token {token}")?;
    }
    let fragment = new_token.map_or(String::new(), |token| format!("#token={token}"));
    let is_board = |listen: &&ListenAddress| listen.transport == Transport::WebSocket;
    for listen in addresses.iter().filter(is_board).filter(|_| offers_board) {
        writeln!(out, "board http://{}/{fragment}", reachable(listen.address))?;
    }
    out.flush()
}

impl ServeArgs {
    /// Returns the configuration of the server. If no endpoint is given, the server
    /// listens on the default endpoints.
    fn config(mut self, token: TokenSource) -> ServerConfig {
        if self.tcp.is_empty() && self.websocket.is_empty() {
            self.tcp.extend(DEFAULT_TCP.parse::<Endpoint>());
            self.websocket.extend(DEFAULT_WEBSOCKET.parse::<Endpoint>());
        }
        ServerConfig {
            max_sessions: self.max_sessions as usize,
            max_line: self.max_line as usize,
            max_rate: self.max_rate,
            host_limits: self.host_limits(),
            conversation_limits: self.conversation_limits(),
            tcp: self.tcp,
            websocket: self.websocket,
            offers_board: self.board,
            token,
            allowed_origins: self.allow_origin,
            // The server is meant for authors of local pages. A local page by someone else is
            // limited like any host, and a token keeps it out.
            allows_local_pages: true,
            close_after: None,
        }
    }

    /// Returns the limits on a host's use of its engine.
    const fn host_limits(&self) -> HostLimits {
        HostLimits {
            max_hash: self.max_hash as usize,
            max_threads: self.max_threads as usize,
            allows_files: false,
            allows_bench: false,
            shares_cores: true,
        }
    }

    /// Returns the time and size limits of a conversation.
    fn conversation_limits(&self) -> ConversationLimits {
        let limit = |seconds: u32| (seconds > 0).then(|| Duration::from_secs(seconds.into()));
        ConversationLimits {
            idle: limit(self.idle_timeout),
            search: limit(self.max_search),
            queue: Some(self.max_queue as usize),
            output: Some(self.max_output as usize),
        }
    }
}
