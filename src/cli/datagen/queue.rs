//! `batyr datagen --queue`: plays the games that other processes leave.
//!
//! A game depends only on its number, so the samples of all games are the same whoever plays them.

use std::fmt::Write as _;
use std::ops::Range;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

use super::args::{BAR, DatagenArgs};
use crate::cli::bar::bar;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::eval::Networks;
use crate::files::PackedSample;
use crate::game::Variant;
use crate::tournament::cluster::Stage;
use crate::training::self_play_samples;

/// The name of the only stage.
const STAGE: &str = "games";

/// A game in the folder.
#[derive(Serialize, Deserialize)]
struct GameLine {
    /// The number of the game, from 0.
    game: u32,
    /// The records of its samples, as in a file of samples, in hexadecimal digits.
    samples: String,
}

/// Plays games until all are complete, and writes their samples if there is an output file.
pub fn play(
    args: &DatagenArgs,
    networks: Networks,
    interrupt: &Interrupt,
) -> Result<ExitCode, CliError> {
    let header = args.header(&networks);
    let work = format!(
        "datagen {}, {} games in chunks of {}, {}",
        header.variant.id(),
        args.games,
        args.chunk,
        header.settings
    );
    let Some(work) = args.queue.join(&work, args.variant, &networks)? else {
        return Err(CliError::usage("--queue DIR is missing"));
    };
    // An output that can't be written is found before the first game.
    let output = match &args.output {
        Some(_) => Some(args.open_output(&networks)?.0),
        None => None,
    };
    let chunks = args.games.div_ceil(args.chunk);
    let stage = work.stage(STAGE, chunks)?;
    let bar = bar(args.games.into(), BAR);
    let settings = args.settings(networks);
    let worker = |chunk: u32| -> Result<Option<Vec<GameLine>>, CliError> {
        let mut lines = Vec::new();
        for game in games_of(args, chunk) {
            if interrupt.is_raised() {
                return Ok(None);
            }
            let samples = self_play_samples(&settings, game.into())?;
            let samples = to_hexadecimal(args.variant, &samples);
            lines.push(GameLine { game, samples });
            bar.inc(1);
        }
        Ok(Some(lines))
    };
    let is_complete = stage.run(vec![worker; args.jobs()], &|| interrupt.is_raised());
    let here = bar.position();
    bar.finish_and_clear();
    if !is_complete? {
        let message = format!("interrupted after {here} games of this process");
        return Err(CliError::Interrupted(Some(message)));
    }
    if let Some(mut output) = output {
        for chunk in 1..=chunks {
            for (game, samples) in read_chunk(args, &stage, chunk)? {
                output.write_game(game, &samples)?;
            }
        }
        output.commit()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the numbers of the games of a chunk.
fn games_of(args: &DatagenArgs, chunk: u32) -> Range<u32> {
    let first = chunk.saturating_sub(1).saturating_mul(args.chunk);
    first..first.saturating_add(args.chunk).min(args.games)
}

fn read_chunk(
    args: &DatagenArgs,
    stage: &Stage,
    chunk: u32,
) -> Result<Vec<(u32, Vec<PackedSample>)>, CliError> {
    let lines: Vec<GameLine> = stage.result(chunk)?;
    let has_its_games = lines.iter().map(|line| line.game).eq(games_of(args, chunk));
    let games: Option<Vec<_>> = lines
        .iter()
        .map(|line| {
            let samples = from_hexadecimal(args.variant, &line.samples)?;
            Some((line.game, samples))
        })
        .collect();
    games.filter(|_| has_its_games).ok_or_else(|| {
        CliError::failure(format_args!(
            "chunk {chunk} in the folder of --queue is damaged"
        ))
    })
}

fn to_hexadecimal(variant: Variant, samples: &[PackedSample]) -> String {
    let length = PackedSample::record_length(variant);
    let mut bytes = Vec::new();
    for sample in samples {
        sample.write(length, &mut bytes);
    }
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a `String` can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn from_hexadecimal(variant: Variant, text: &str) -> Option<Vec<PackedSample>> {
    let length = PackedSample::record_length(variant);
    let (digits, rest) = text.as_bytes().as_chunks::<2>();
    let bytes = digits.iter().map(|digits| {
        let digits = std::str::from_utf8(digits).ok()?;
        u8::from_str_radix(digits, 16).ok()
    });
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    let is_whole = rest.is_empty() && bytes.len().is_multiple_of(length);
    let records = bytes.chunks_exact(length);
    is_whole.then(|| records.map(PackedSample::read).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::SelfPlaySettings;

    #[test]
    fn samples_are_read_as_they_were_written() {
        for variant in [Variant::Extended, Variant::Shatranj] {
            let settings = SelfPlaySettings {
                variant,
                nodes: 50,
                random_turns: 4..=6,
                seed: 1,
                networks: Networks::default(),
            };
            let samples = self_play_samples(&settings, 3).unwrap();
            assert!(!samples.is_empty());
            let text = to_hexadecimal(variant, &samples);
            assert_eq!(from_hexadecimal(variant, &text), Some(samples));
            for damaged in [&text[1..], &text[2..], &text.replace('0', "g")] {
                assert_eq!(from_hexadecimal(variant, damaged), None);
            }
        }
    }
}
