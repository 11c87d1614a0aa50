//! `batyr board`: the board in the browser.
//!
//! The page talks to the engine as any other host does, over a WebSocket on the port that
//! serves the page, with the line and buffer limits of `batyr serve`. But the board's one user
//! may use the whole machine without a time limit, so only the board's own page and pages of
//! allowed origins may connect.

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use super::error::CliError;
use super::http_probe::{fetch_root, reachable};
use super::serve::{MAX_LINE, MAX_OUTPUT, MAX_QUEUE};
use super::stderr::eprint_line;
use crate::host::limits::{ConversationLimits, HostLimits};
use crate::host::network::{self, Endpoint, Origin, ServerConfig, TokenSource};
use crate::util::sync::processors;

/// The maximum number of conversations: a page has two.
const MAX_SESSIONS: usize = 32;
/// The maximum number of lines per second. It is higher than that of `batyr serve`: for a
/// file with many variations, the page asks about each of them as soon as the previous one
/// is answered, which comes to a few thousand lines per second.
const MAX_RATE: u32 = 10_000;

/// An address elsewhere, of those that are for documentation.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

const DETAILS: &str = "\
The board plays and analyses all games of the engine. Its address is printed on
stdout and opened in the browser. The program runs until it is interrupted
(Ctrl+C), or with --close-after until the page has been closed. If a board is
open at the address already, that one is shown.

Browsers let any page connect to any address. The board therefore admits only
its own page, at the address by which the browser reached it, and pages of
origins named with --allow-origin. Pages on other ports of this machine must be
named, and so must the board itself behind a proxy that changes the Host field.

Only this machine can reach the board unless --listen names another address. A
token is then required: a new one from --new-token, or one from --token-file or
the environment variable BATYR_TOKEN. A browser is given it behind the address:
http://192.0.2.1:3537/#token=TOKEN. Nothing is encrypted: on a network that
others can read, put a TLS proxy in front.

Examples:
  batyr board
  batyr board --no-open --listen 127.0.0.1:0
  batyr board --listen 0.0.0.0:3537 --new-token    # for a phone in this network";

/// Play and analyse on a board in the browser
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct BoardArgs {
    /// Address and port of the board; port 0 picks a free port
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:3537")]
    listen: Endpoint,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// End when no page has been open for this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    close_after: Option<u32>,

    /// Require the token in this file
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// Make a new token, which the address of the board then has, unless
    /// BATYR_TOKEN is set
    #[arg(long, conflicts_with = "token_file")]
    new_token: bool,

    /// Let web pages of this origin (scheme://host[:port] or null) connect, too;
    /// may be given more than once
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<Origin>,

    /// Maximum size of the hash table of an analysis in MB
    #[arg(long, value_name = "MB", default_value_t = 1024,
          value_parser = clap::value_parser!(u32).range(1..=1 << 25))]
    max_hash: u32,

    /// Maximum number of search threads of an analysis [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4_096))]
    max_threads: Option<u32>,
}

/// Serves the board until a signal or `--close-after` ends it, or shows the one already open.
pub fn run(args: BoardArgs) -> Result<ExitCode, CliError> {
    let opens_browser = !args.no_open;
    let listen = args.listen.clone();
    let token = TokenSource::of_options(args.token_file.clone(), args.new_token)?;
    let fragment = token
        .new_token()
        .map_or(String::new(), |token| format!("#token={token}"));
    let run = network::run(args.config(token), |addresses| {
        let Some(first) = addresses.first() else {
            return Ok(());
        };
        let address = reachable(first.address);
        announce(&format!("{address}/{fragment}"), opens_browser)?;
        match own_address(first.address) {
            Some(own) => print_url(&format!("{own}/{fragment}")),
            None => Ok(()),
        }
    });
    match run {
        Err(error) if error.is_in_use() && is_board(&listen) => {
            announce(&format!("{}/", local_address(&listen)), opens_browser)?;
            eprint_line!(
                "batyr board: a board is already open, with the options of its first start"
            );
        }
        run => run?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns whether a board is served at an endpoint of this machine.
fn is_board(endpoint: &Endpoint) -> bool {
    fetch_root(endpoint.host_and_port()).is_ok_and(|page| page.contains("<title>Batyr</title>"))
}

/// Returns the address at which a browser on this machine reaches an endpoint.
fn local_address(endpoint: &Endpoint) -> String {
    let (host, port) = endpoint.host_and_port();
    match host.parse() {
        Ok(address) => reachable(SocketAddr::new(address, port)).to_string(),
        Err(_) => format!("{host}:{port}"),
    }
}

/// Returns the address at which other machines reach a board that listens on all addresses; `None`
/// if it listens on one, or if this machine has no network.
fn own_address(listen: SocketAddr) -> Option<SocketAddr> {
    if !listen.ip().is_unspecified() {
        return None;
    }
    // Nothing is sent: the system only chooses the address from which it would be.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let own = socket.local_addr().ok()?.ip();
    Some(SocketAddr::new(own, listen.port())).filter(|address| !address.ip().is_loopback())
}

/// Prints an address of the board.
fn print_url(address: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "http://{address}")?;
    out.flush()
}

/// Prints the address of the board, and opens it in the browser if `opens_browser` is set.
fn announce(address: &str, opens_browser: bool) -> io::Result<()> {
    print_url(address)?;
    let url = format!("http://{address}");
    if opens_browser && let Err(error) = open::that_detached(&url) {
        eprint_line!("batyr board: can't open the browser: {error}");
    }
    Ok(())
}

impl BoardArgs {
    fn config(self, token: TokenSource) -> ServerConfig {
        let max_threads = self
            .max_threads
            .map_or_else(processors, |threads| threads as usize);
        ServerConfig {
            tcp: Vec::new(),
            websocket: vec![self.listen],
            offers_board: true,
            token,
            allowed_origins: self.allow_origin,
            allows_local_pages: false,
            max_sessions: MAX_SESSIONS,
            max_line: MAX_LINE as usize,
            max_rate: MAX_RATE,
            host_limits: HostLimits {
                max_hash: self.max_hash as usize,
                max_threads,
                allows_files: false,
                allows_bench: false,
                shares_cores: false,
            },
            conversation_limits: ConversationLimits {
                // A page may stay open for days; its timers do not run while it is hidden.
                idle: None,
                // An analysis has no limit: it may run through the night.
                search: None,
                queue: Some(MAX_QUEUE as usize),
                output: Some(MAX_OUTPUT as usize),
            },
            close_after: self
                .close_after
                .map(|seconds| Duration::from_secs(seconds.into())),
        }
    }
}
