//! `batyr samples`: prints files of samples as text, counts them, and packs text and the games of
//! matches into files.

mod match_games;
pub mod text;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::batch::conflict::check_not_input;
use super::error::CliError;
use super::stdout;
use super::variant::variant_parser;
use crate::files::{MAX_GAME_SAMPLES, PackedSample, SampleHeader, SampleReader, SampleWriter};
use crate::game::Variant;
use crate::util::text::{printable, shorten};
use match_games::MatchGames;

const DETAILS: &str = "\
Without an option, the samples of all files are printed, each as a line
'POSITION | score | result': the position as SPN or FEN, the score in hundredths
of a shatra or a pawn, and the result 1, 0.5 or 0, both from White's point of
view.

With --pack, the files contain such lines, and are packed into one file of
samples for 'batyr train'. A new game begins where the number of the move falls
or the result changes, and at the start of each file.

With --pack and --engine, each FILE is a folder written by 'batyr match'. The
samples are the quiet positions in which that engine was to move and saw no
forced win, with its score and the result of the game. Games that ended by a
fault, and copies of earlier games, are left out.

Examples:
  batyr samples shatra.samples > samples.txt
  batyr samples --count *.samples
  batyr samples --pack more.samples --variant shatra samples.txt";

/// Print, count or pack samples
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct SamplesArgs {
    /// Files of samples; with --pack, files of text or folders of matches
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Print what each file contains instead of its samples
    #[arg(long, conflicts_with = "pack")]
    count: bool,

    /// Pack files of text, or games of matches, into this file
    #[arg(long, value_name = "FILE")]
    pack: Option<PathBuf>,

    /// Replace the file to pack into if it is not empty
    #[arg(long, requires = "pack")]
    overwrite: bool,

    /// Variant of the text to pack
    #[arg(long, value_name = "ID", default_value = "shatra", ignore_case = true,
          value_parser = variant_parser(), requires = "pack", conflicts_with = "engine")]
    variant: Variant,

    /// Take the samples of this engine from folders of matches
    #[arg(long, value_name = "NAME", requires = "pack")]
    engine: Option<String>,
}

/// Returns the error for files that contain no samples.
pub fn no_samples() -> CliError {
    CliError::failure(
        "the files contain no samples; expected samples written by 'batyr datagen' or \
         'batyr samples --pack'",
    )
}

/// Prints, counts or packs the samples.
pub fn run(args: SamplesArgs) -> Result<ExitCode, CliError> {
    match &args.pack {
        Some(output) => {
            check_not_input(output, &args.files)?;
            for folder in &args.files {
                let inside = ["match.json", "games.jsonl"].map(|name| folder.join(name));
                check_not_input(output, inside)?;
            }
            match &args.engine {
                Some(engine) => pack_matches(&args, output, engine)?,
                None => pack_text(&args, output)?,
            }
        }
        None if args.count => count_all(&args.files)?,
        None => print_all(&args.files)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print_all(files: &[PathBuf]) -> Result<(), CliError> {
    for path in files {
        let mut file = SampleReader::open(path)?;
        let variant = file.header().variant;
        while let Some(game) = file.next_game()? {
            text::print(variant, &game.samples)?;
        }
    }
    Ok(())
}

fn count_all(files: &[PathBuf]) -> Result<(), CliError> {
    for path in files {
        let mut file = SampleReader::open(path)?;
        let places = file.places()?;
        let samples: u64 = places.iter().map(|place| u64::from(place.samples)).sum();
        let SampleHeader { variant, settings } = file.header();
        let path = printable(&path.display().to_string());
        let (games, variant, settings) = (places.len(), variant.id(), printable(settings));
        stdout::print(format_args!(
            "{path}: {samples} samples of {games} games of {variant}; {settings}\n"
        ))?;
    }
    Ok(())
}

fn pack_text(args: &SamplesArgs, output: &Path) -> Result<(), CliError> {
    let header = SampleHeader {
        variant: args.variant,
        settings: "packed from text".to_owned(),
    };
    let mut writer = SampleWriter::create_whole(output, &header, args.overwrite)?;
    let (mut number, mut game) = (0, Vec::new());
    let mut write_game = |game: &mut Vec<PackedSample>| -> Result<(), CliError> {
        if !game.is_empty() {
            writer.write_game(number, game)?;
            number += 1;
            game.clear();
        }
        Ok(())
    };
    for path in &args.files {
        text::for_each(path, args.variant, |sample, begins_game| {
            if begins_game || game.len() == MAX_GAME_SAMPLES {
                write_game(&mut game)?;
            }
            game.push(*sample);
            Ok(())
        })?;
        write_game(&mut game)?;
    }
    writer.commit()?;
    print_count(number)
}

fn pack_matches(args: &SamplesArgs, output: &Path, engine: &str) -> Result<(), CliError> {
    let matches = args.files.iter().map(|path| MatchGames::read(path, engine));
    let matches: Vec<MatchGames> = matches.collect::<Result<_, _>>()?;
    // The command line requires at least one folder.
    let variant = matches.first().map_or(args.variant, |first| first.variant);
    for games in &matches {
        games.expect_variant(variant)?;
    }
    let header = SampleHeader {
        variant,
        settings: format!("packed from games of {}", shorten(engine)),
    };
    let mut writer = SampleWriter::create_whole(output, &header, args.overwrite)?;
    let mut number = 0;
    for games in &matches {
        games.for_each(|samples| {
            writer.write_game(number, samples)?;
            number += 1;
            Ok(())
        })?;
    }
    writer.commit()?;
    print_count(number)
}

fn print_count(games: u32) -> Result<(), CliError> {
    Ok(stdout::print(format_args!("packed {games} games\n"))?)
}
