//! `batyr solve --collect`: a file of wins from self-play.

use rayon::prelude::*;

use super::{SolveError, SolveRun};
use crate::cli::interrupt::Interrupt;
use crate::training::{SelfPlaySettings, WonPositionSelection, WonPositionSettings, won_positions};

/// The minimum and the maximum number of random turns in an opening.
const RANDOM_TURNS: [usize; 2] = [4, 12];
/// The maximum number of games for each requested win. If they are not enough,
/// the missing lengths of win are too rare.
const GAMES_PER_WIN: u64 = 50;

impl SolveRun<'_> {
    /// Plays games, batch by batch, until there are enough wins.
    pub(super) fn collect(&mut self, count: usize) -> Result<(), SolveError> {
        let args = self.args;
        let settings = WonPositionSettings {
            games: SelfPlaySettings {
                variant: args.variant.unwrap_or_default(),
                nodes: args.play,
                random_turns: RANDOM_TURNS,
                seed: args.seed,
            },
            limits: args.limits(),
            hash_megabytes: args.hash as usize,
        };
        self.output.write(&self.head(count), &self.progress)?;
        let mut selection = WonPositionSelection::new(count);
        let requested = selection.missing();
        self.progress.expect_items(Some(requested as u64));
        let batch = self.pool.current_num_threads() as u64;
        let max_games = GAMES_PER_WIN * count as u64;
        let mut next = 0;
        while next < max_games && selection.missing() > 0 && !self.interrupt.is_raised() {
            let interrupt: &Interrupt = &self.interrupt;
            let stop = || interrupt.is_raised();
            let games: Vec<_> = self.pool.install(|| {
                let games = (next..next + batch).into_par_iter();
                games
                    .map(|number| won_positions(&settings, number, &stop))
                    .collect()
            });
            next += batch;
            for game in games {
                for win in selection.select(game?) {
                    self.output.write(&format!("{win}\n"), &self.progress)?;
                    self.progress.item_done();
                }
            }
        }
        let missing = selection.missing();
        if missing > 0 && !self.interrupt.is_raised() {
            self.report_fault(&format!(
                "{missing} of {requested} wins are missing after {next} games; expected more nodes, \
                 more moves, or another seed"
            ));
        }
        Ok(())
    }

    /// Returns the comment at the head of the file.
    fn head(&self, count: usize) -> String {
        let (args, version) = (self.args, env!("CARGO_PKG_VERSION"));
        let (variant, moves, nodes) = (
            args.variant.unwrap_or_default().id(),
            args.moves,
            args.nodes,
        );
        let (hash, seed, play) = (args.hash, args.seed, args.play);
        format!(
            "# Wins of {variant}, proved: position ; the moves that the side to move needs ; all turns \
             that win so soon.\n# Made by batyr {version}:\n# batyr solve --collect {count} \
             --variant {variant} --seed {seed} --play {play} --moves {moves} --nodes {nodes} \
             --hash {hash}\n"
        )
    }
}
