//! A server process, and hosts that connect to it over TCP or WebSocket.
//!
//! All calls block, but a wait longer than [`RESPONSE_TIMEOUT`] fails the test.

#![allow(dead_code)] // each test program uses only part of this module

pub mod http;
mod stream;

use std::{
    fs,
    io::{BufRead, BufReader, ErrorKind, Lines, Read, Write},
    net::{SocketAddr, TcpStream},
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    thread::{JoinHandle, sleep, spawn},
    time::{Duration, Instant},
};

use tungstenite::{
    Error, Message, WebSocket, client::IntoClientRequest, handshake::client::Request,
};

use crate::program::{memory_kilobytes, send_signal, wait_for_exit};

pub use stream::HostStream;

/// The time without output after which a test fails.
pub const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// The token of the servers that require one.
pub const TOKEN: &str = "correct-horse-battery";

/// The transport of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Tcp,
    WebSocket,
}

/// Both transports.
pub const TRANSPORTS: [Transport; 2] = [Transport::Tcp, Transport::WebSocket];

/// A running server, which is killed on drop.
pub struct Server {
    child: Child,
    /// The thread that collects the log from stderr.
    log: Option<JoinHandle<String>>,
    /// The rest of the output, which stays open as long as the server runs.
    _output: Lines<BufReader<ChildStdout>>,
    pub tcp_address: SocketAddr,
    pub websocket_address: SocketAddr,
}

/// The options with which a server listens on free local ports.
const LOCAL_PORTS: [&str; 4] = ["--tcp", "127.0.0.1:0", "--websocket", "127.0.0.1:0"];

/// Returns the command that starts a server with these arguments.
pub fn serve_command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_batyr"));
    command
        .arg("serve")
        .args(args)
        .env_remove("RUST_LOG")
        .env_remove("BATYR_TOKEN")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a server that must fail to start; returns its exit status and its stderr.
pub fn run_failing_server(args: &[&str], token: Option<&str>) -> (ExitStatus, String) {
    let output = serve_command(args)
        .envs(token.map(|token| ("BATYR_TOKEN", token)))
        .output()
        .unwrap();
    (output.status, String::from_utf8(output.stderr).unwrap())
}

impl Server {
    /// Starts a server on free local ports with these arguments.
    pub fn start(args: &[&str]) -> Self {
        Self::start_with_token(args, None)
    }

    /// Starts a server that requires this token, if one is given.
    pub fn start_with_token(args: &[&str], token: Option<&str>) -> Self {
        Self::start_with_log(args, token, None)
    }

    /// Starts a server with this token and this value of `RUST_LOG`.
    pub fn start_with_log(args: &[&str], token: Option<&str>, log: Option<&str>) -> Self {
        let mut command = serve_command(&LOCAL_PORTS);
        command
            .args(args)
            .envs(token.map(|token| ("BATYR_TOKEN", token)))
            .envs(log.map(|level| ("RUST_LOG", level)));
        Self::spawn(command)
    }

    /// Starts a server that is bound to one core.
    pub fn start_on_one_core() -> Self {
        let serve = serve_command(&LOCAL_PORTS);
        let mut command = Command::new("taskset");
        command
            .args(["-c", "0"])
            .arg(serve.get_program())
            .args(serve.get_args())
            .env_remove("RUST_LOG")
            .env_remove("BATYR_TOKEN")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Self::spawn(command)
    }

    fn spawn(mut command: Command) -> Self {
        let mut child = command.spawn().expect("the server can be started");
        let mut stderr = child.stderr.take().unwrap();
        let log = spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).unwrap();
            text
        });
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut address = |prefix: &str| {
            let line = lines.next().expect("a line for each listener").unwrap();
            let address = line.strip_prefix(prefix).expect(prefix);
            address.parse().unwrap()
        };
        let tcp_address = address("listening on tcp ");
        let websocket_address = address("listening on websocket ");
        Self {
            tcp_address,
            websocket_address,
            child,
            log: Some(log),
            _output: lines,
        }
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Opens a connection without sending anything.
    pub fn connect(&self, transport: Transport) -> HostConnection {
        self.try_connect(transport, &[])
            .expect("the server accepts the connection")
    }

    /// Opens a connection; over WebSocket, the request has these headers.
    ///
    /// # Errors
    ///
    /// Returns an error if the connection or the WebSocket handshake fails.
    pub fn try_connect(
        &self,
        transport: Transport,
        headers: &[(&'static str, &str)],
    ) -> Result<HostConnection, Error> {
        let address = match transport {
            Transport::Tcp => self.tcp_address,
            Transport::WebSocket => self.websocket_address,
        };
        HostConnection::open(transport, address, headers)
    }

    /// Opens a connection and completes the UCI handshake.
    pub fn connect_uci(&self, transport: Transport) -> HostConnection {
        let mut host = self.connect(transport);
        host.send("uci");
        host.skip_to("uciok");
        host
    }

    /// Returns the number of the server's threads.
    pub fn thread_count(&self) -> usize {
        fs::read_dir(format!("/proc/{}/task", self.id()))
            .unwrap()
            .count()
    }

    /// Returns the resident memory, in bytes.
    pub fn memory_use(&self) -> usize {
        (memory_kilobytes(self.id(), "VmRSS") << 10) as usize
    }

    /// Returns the peak of the resident memory, in bytes.
    pub fn peak_memory_use(&self) -> usize {
        (memory_kilobytes(self.id(), "VmHWM") << 10) as usize
    }

    /// Waits until the server has exactly this many threads.
    #[track_caller]
    pub fn wait_for_thread_count(&self, threads: usize) {
        let from = Instant::now();
        while self.thread_count() != threads {
            assert!(
                from.elapsed() < RESPONSE_TIMEOUT,
                "expected {threads} threads, found {}",
                self.thread_count()
            );
            sleep(Duration::from_millis(10));
        }
    }

    /// Sends a signal, given by its name without `SIG`.
    pub fn send_signal(&self, name: &str) {
        send_signal(self.id(), name);
    }

    /// Waits for the server to exit; returns its exit status and its log.
    pub fn wait_for_exit(mut self) -> (ExitStatus, String) {
        let status = wait_for_exit(&mut self.child, RESPONSE_TIMEOUT);
        let log = self.log.take().unwrap().join().unwrap();
        (status, log)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(log) = self.log.take()
            && std::thread::panicking()
        {
            eprintln!("the server's log:\n{}", log.join().unwrap());
        }
    }
}

/// Returns whether an error means that the peer has closed the connection.
fn is_disconnection(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe
    )
}

/// The host's side of a connection.
pub enum HostConnection {
    /// A stream, with the bytes received that do not form a complete line yet.
    Tcp {
        stream: HostStream,
        unread: Vec<u8>,
    },
    WebSocket(Box<WebSocket<HostStream>>),
}

impl HostConnection {
    /// Opens a connection to an address; over WebSocket, the request has these headers.
    ///
    /// # Errors
    ///
    /// Returns an error if the connection or the WebSocket handshake fails.
    pub fn open(
        transport: Transport,
        address: SocketAddr,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, Error> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(RESPONSE_TIMEOUT))?;
        stream.set_write_timeout(Some(RESPONSE_TIMEOUT))?;
        let stream = HostStream(stream);
        if transport == Transport::Tcp {
            let unread = Vec::new();
            return Ok(Self::Tcp { stream, unread });
        }
        let mut request: Request = format!("ws://{address}/").into_client_request()?;
        for &(name, value) in headers {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        match tungstenite::client::client(request, stream) {
            Ok((socket, _)) => Ok(Self::WebSocket(Box::new(socket))),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(error),
            Err(interrupted) => panic!("{interrupted}"),
        }
    }

    /// Returns the underlying TCP stream.
    pub fn stream(&self) -> &TcpStream {
        match self {
            Self::Tcp { stream, .. } => &stream.0,
            Self::WebSocket(socket) => &socket.get_ref().0,
        }
    }

    /// Sends lines; returns whether they could be written.
    pub fn try_send(&mut self, lines: &str) -> bool {
        match self {
            Self::Tcp { stream, .. } => stream.write_all(format!("{lines}\n").as_bytes()).is_ok(),
            Self::WebSocket(socket) => lines.lines().all(|line| {
                let sent = socket.send(Message::text(line));
                sent.is_ok()
            }),
        }
    }

    /// Sends lines, and panics if they can't be written.
    pub fn send(&mut self, lines: &str) {
        assert!(self.try_send(lines), "can't send: {lines:.60}");
    }

    /// Returns the next line, or `None` when the connection is closed. A WebSocket close frame with
    /// a reason is returned as a line that begins with `close`.
    pub fn next_line(&mut self) -> Option<String> {
        match self {
            Self::Tcp { stream, unread } => loop {
                if let Some(end) = unread.iter().position(|&byte| byte == b'\n') {
                    let line: Vec<u8> = unread.drain(..=end).take(end).collect();
                    return Some(String::from_utf8(line).unwrap());
                }
                let mut chunk = [0; 4096];
                match stream.read(&mut chunk) {
                    Ok(0) => return None,
                    Ok(count) => unread.extend(&chunk[..count]),
                    Err(error) if is_disconnection(&error) => return None,
                    Err(error) => panic!("no line arrived: {error}"),
                }
            },
            Self::WebSocket(socket) => loop {
                match socket.read() {
                    Ok(Message::Text(text)) => return Some(text.to_string()),
                    Ok(Message::Close(Some(frame))) => {
                        return Some(format!("close {}: {}", u16::from(frame.code), frame.reason));
                    }
                    Ok(_) => {}
                    Err(Error::ConnectionClosed | Error::AlreadyClosed | Error::Protocol(_)) => {
                        return None;
                    }
                    Err(Error::Io(error)) if is_disconnection(&error) => return None,
                    Err(error) => panic!("no line arrived: {error}"),
                }
            },
        }
    }

    /// Reads up to the first line with this prefix; returns the lines, including that one.
    #[track_caller]
    pub fn read_until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.next_line() else {
                panic!("the connection was closed before {prefix:?}, after {lines:?}");
            };
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(prefix)) {
                return lines;
            }
        }
    }

    /// Returns the first line with this prefix, and skips the lines before it.
    #[track_caller]
    pub fn skip_to(&mut self, prefix: &str) -> String {
        self.read_until(prefix).pop().unwrap()
    }

    /// Sends a command and `isready`; returns the lines that arrive before `readyok`.
    #[track_caller]
    pub fn ask(&mut self, command: &str) -> Vec<String> {
        self.send(&format!("{command}\nisready"));
        let mut lines = self.read_until("readyok");
        lines.pop();
        lines
    }

    /// Returns all remaining lines until the connection is closed.
    pub fn read_rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.next_line()).collect()
    }

    /// Closes the sending direction, while the receiving direction stays open.
    pub fn half_close(&self) {
        self.stream().shutdown(std::net::Shutdown::Write).unwrap();
    }
}

/// Asserts that the server states this reason for refusing the connection, and then closes it; over
/// WebSocket, with this status code.
#[track_caller]
pub fn assert_refused(host: &mut HostConnection, transport: Transport, code: u16, reason: &str) {
    let lines = host.read_rest();
    let line = format!("info string error: refused: {reason}");
    assert!(lines.contains(&line), "{reason}: {lines:?}");
    if transport == Transport::WebSocket {
        assert_eq!(lines.last().unwrap(), &format!("close {code}: {reason}"));
    }
}
