//! Starts an engine, lists its options, and asks it for a turn.
//!
//! ```sh
//! cargo run --package batyr-protocol --example host -- path/to/engine
//! ```

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Program, Stdio};

use batyr_protocol::{Command, Dialect, GoLimits, PositionStart, Reply};

const DIALECT: Dialect = Dialect::Uci;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("expected the path of an engine")?;
    let mut engine = Program::new(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = engine.stdin.take().ok_or("no stdin")?;
    let output = BufReader::new(engine.stdout.take().ok_or("no stdout")?);
    let mut send = |command: Command| writeln!(input, "{}", command.to_line(DIALECT));

    send(Command::Handshake(DIALECT))?;
    for line in output.lines() {
        let parsed = Reply::parse(DIALECT, &line?);
        for warning in parsed.warnings {
            eprintln!("{warning}");
        }
        match parsed.value {
            Some(Reply::Name(name)) => println!("{name}"),
            Some(Reply::Option(option)) => println!("  {}: {:?}", option.name, option.kind),
            Some(Reply::HandshakeDone) => {
                send(Command::Position {
                    start: PositionStart::StartPos,
                    moves: vec!["d4-d6".to_owned()],
                })?;
                send(Command::Go(GoLimits::depth(8)))?;
            }
            Some(Reply::Info(info)) => {
                println!("depth {:?}: {:?} {:?}", info.depth, info.score, info.pv)
            }
            Some(Reply::BestMove { best, .. }) => {
                println!("{}", best.as_deref().unwrap_or("no move"));
                send(Command::Quit)?;
            }
            _ => {}
        }
    }
    engine.wait()?;
    Ok(())
}
