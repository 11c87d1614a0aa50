//! `batyr solve --collect`: makes a file of wins from self-play.

use rayon::prelude::*;

use super::{SolveError, SolveRun};
use crate::cli::interrupt::Interrupt;
use crate::eval::Networks;
use crate::training::{SelfPlaySettings, WonPositionSelection, WonPositionSettings, won_positions};

/// The minimum and maximum number of random turns in an opening.
const RANDOM_TURNS: [usize; 2] = [4, 12];
/// The maximum number of games for each requested win. If wins are still missing
/// after these games, wins of the missing lengths are too rare.
const MAX_GAMES_PER_WIN: u64 = 50;

impl SolveRun<'_> {
    /// Plays games in batches until there are enough wins.
    pub(super) fn collect(&mut self, count: usize) -> Result<(), SolveError> {
        let args = self.args;
        let settings = WonPositionSettings {
            games: SelfPlaySettings {
                variant: args.variant.unwrap_or_default(),
                nodes: args.play,
                random_turns: RANDOM_TURNS,
                seed: args.seed,
                networks: Networks::default(),
            },
            limits: args.limits(),
            hash_megabytes: args.hash as usize,
        };
        self.output
            .write(&self.file_header(count), &self.progress)?;
        let mut selection = WonPositionSelection::new(count);
        let requested = selection.missing();
        self.progress.expect_items(Some(requested as u64));
        let batch = self.pool.current_num_threads() as u64;
        let max_games = MAX_GAMES_PER_WIN * count as u64;
        let mut next_game = 0;
        while next_game < max_games && selection.missing() > 0 && !self.interrupt.is_raised() {
            let interrupt: &Interrupt = &self.interrupt;
            let stop = || interrupt.is_raised();
            let wins_by_game: Vec<_> = self.pool.install(|| {
                let numbers = (next_game..next_game + batch).into_par_iter();
                numbers
                    .map(|number| won_positions(&settings, number, &stop))
                    .collect()
            });
            next_game += batch;
            for wins in wins_by_game {
                for win in selection.select(wins?) {
                    self.output.write(&format!("{win}\n"), &self.progress)?;
                    self.progress.finish_item();
                }
            }
        }
        let missing = selection.missing();
        if missing > 0 && !self.interrupt.is_raised() {
            self.report_fault(&format!(
                "{missing} of {requested} wins are missing after {next_game} games; try a larger \
                 --nodes or --moves, or a different --seed"
            ));
        }
        Ok(())
    }

    /// Returns the comment at the start of the file.
    fn file_header(&self, count: usize) -> String {
        let (args, version) = (self.args, env!("CARGO_PKG_VERSION"));
        let (variant, moves, nodes) = (
            args.variant.unwrap_or_default().id(),
            args.moves,
            args.nodes,
        );
        let (hash, seed, play) = (args.hash, args.seed, args.play);
        format!(
            "# Proved wins in {variant}: position ; number of moves that the side to move needs ; all \
             turns that win in that number of moves.\n# Made by batyr {version}:\n# batyr solve --collect {count} \
             --variant {variant} --seed {seed} --play {play} --moves {moves} --nodes {nodes} \
             --hash {hash}\n"
        )
    }
}
