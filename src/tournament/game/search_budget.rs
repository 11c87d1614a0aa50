//! The limits on a search, in the form in which `go` sends them to an engine.

use std::time::Duration;

use batyr_protocol::{Clock, ClockForm, Dialect, GoLimits, SideClock};

use super::clock::GameClock;
use crate::base::Color;
use crate::tournament::Budget;

/// The divisor of a turn's nodes and time for each further jump of a chain, since the complete turn
/// was already searched when its first jump was chosen.
const FURTHER_JUMP_DIVISOR: u64 = 4;

/// The part of a turn that has been played, if the engine sends single jumps (USHI).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnProgress {
    /// The number of jumps played so far in the turn.
    pub jumps_played: usize,
    /// The time used for these jumps.
    pub time_used: Duration,
}

/// Everything that limits a search of one side.
#[derive(Clone, Debug)]
pub struct SearchBudget<'a> {
    /// The side to move.
    pub side: Color,
    /// The budget of that side.
    pub budget: &'a Budget,
    /// The clocks of both sides, White's first.
    pub clocks: [Option<GameClock>; 2],
    /// The part of the turn that has been played.
    pub progress: TurnProgress,
}

impl SearchBudget<'_> {
    /// Returns the time for the next jump or turn, if the time for each move is limited or the side
    /// has a clock.
    pub fn time_limit(&self) -> Option<Duration> {
        let movetime = self.budget.movetime_ms.map(|time| self.share(time));
        let clock = self.clock(self.side);
        let left = clock.map(|clock| clock.left().saturating_sub(self.progress.time_used));
        let limits = [movetime.map(Duration::from_millis), left];
        limits.into_iter().flatten().min()
    }

    /// Returns how much of the margin of the clock the earlier jumps of the turn have used: a turn
    /// has one clock, and one margin beyond it. A limit on the time of each jump has its own.
    pub fn margin_used(&self) -> Duration {
        let clock = self.clock(self.side);
        clock.map_or(Duration::ZERO, |clock| {
            self.progress.time_used.saturating_sub(clock.left())
        })
    }

    /// Returns the limits in the form that a dialect uses. A depth applies to each jump; the
    /// first jump of a turn gets the full nodes and time per move, each further jump a quarter.
    pub fn limits(&self, dialect: Dialect, counts_milliseconds: bool) -> GoLimits {
        let budget = self.budget;
        let limits = GoLimits {
            depth: budget.depth,
            nodes: budget.nodes.map(|nodes| self.share(nodes)),
            movetime: budget.movetime_ms.map(|time| self.share(time)),
            ..GoLimits::default()
        };
        if self.clock(Color::White).is_none() && self.clock(Color::Black).is_none() {
            return limits;
        }
        let own = self.clock(self.side);
        let movestogo = own.and_then(GameClock::to_go);
        let clock = match dialect.clock_form() {
            ClockForm::Colors if dialect.properties().bare_clocks => self.bare_by_color(),
            ClockForm::Colors => Clock::Colors {
                white: self.by_color(Color::White),
                black: self.by_color(Color::Black),
            },
            ClockForm::Players => self.by_player(counts_milliseconds),
        };
        // The opponent's clock alone would limit the engine's search.
        if own.is_none() {
            return limits;
        }
        GoLimits {
            clock,
            movestogo,
            ..limits
        }
    }

    const fn clock(&self, side: Color) -> Option<&GameClock> {
        let [white, black] = &self.clocks;
        match side {
            Color::White => white.as_ref(),
            Color::Black => black.as_ref(),
        }
    }

    /// Returns the share of a turn's nodes or time for the next jump.
    fn share(&self, total: u64) -> u64 {
        if self.progress.jumps_played == 0 {
            total
        } else {
            (total / FURTHER_JUMP_DIVISOR).max(1)
        }
    }

    /// Returns the time left in milliseconds, at least 1 because with less the game is lost
    /// anyway; `None` for a side without a clock.
    fn time(&self, side: Color) -> Option<i64> {
        let used = if side == self.side {
            self.progress.time_used
        } else {
            Duration::ZERO
        };
        let left = self.clock(side)?.left().saturating_sub(used);
        Some(whole_milliseconds(left).max(1))
    }

    fn by_color(&self, side: Color) -> SideClock {
        let increment = self.clock(side).map(GameClock::increment);
        SideClock {
            time: self.time(side),
            increment: increment.map(whole_milliseconds),
        }
    }

    /// Returns both clocks without increments, as the USHI GUI sends them. An opponent without a
    /// clock gets the time of the side to move.
    fn bare_by_color(&self) -> Clock {
        let own = self.time(self.side);
        let side = |color| SideClock {
            time: self.time(color).or(own),
            increment: None,
        };
        Clock::Colors {
            white: side(Color::White),
            black: side(Color::Black),
        }
    }

    /// Returns the clocks by player. With moves to go, an increment of zero is left out.
    fn by_player(&self, counts_milliseconds: bool) -> Clock {
        let unit = if counts_milliseconds { 1 } else { 1000 };
        let side = |color| {
            let SideClock { time, increment } = self.by_color(color);
            let has_control = self
                .clock(color)
                .is_some_and(|clock| clock.to_go().is_some());
            let increment = increment.filter(|&time| time > 0 || !has_control);
            SideClock {
                time: time.map(|time| time / unit),
                increment: increment.map(|time| time / unit),
            }
        };
        let opponent = self.clock(!self.side);
        Clock::Players {
            own: side(self.side),
            opponent: side(!self.side),
            opponent_movestogo: opponent.and_then(GameClock::to_go),
        }
    }
}

fn whole_milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use batyr_protocol::Command;

    use super::*;
    use crate::tournament::TimeControl;

    fn go(dialect: Dialect, milliseconds: bool, words: &[&str], progress: TurnProgress) -> String {
        let words: Vec<&str> = words.iter().copied().chain(["cmd=x"]).collect();
        let spec = crate::tournament::EngineSpec::from_words(&[""; 0], &words).unwrap();
        let black: TimeControl = "40/60".parse().unwrap();
        let white = spec.budget.clock.clone().map(GameClock::new);
        let search_budget = SearchBudget {
            side: Color::White,
            budget: &spec.budget,
            clocks: [white, Some(GameClock::new(black))],
            progress,
        };
        Command::Go(search_budget.limits(dialect, milliseconds)).to_line(dialect)
    }

    const TURN_START: TurnProgress = TurnProgress {
        jumps_played: 0,
        time_used: Duration::ZERO,
    };

    #[test]
    fn the_jumps_of_a_turn_share_the_margin_of_the_clock() {
        let used = |words: &[&str], ms| {
            let words: Vec<&str> = words.iter().copied().chain(["cmd=x"]).collect();
            let spec = crate::tournament::EngineSpec::from_words(&[""; 0], &words).unwrap();
            let search_budget = SearchBudget {
                side: Color::White,
                budget: &spec.budget,
                clocks: [spec.budget.clock.clone().map(GameClock::new), None],
                progress: TurnProgress {
                    jumps_played: 1,
                    time_used: Duration::from_millis(ms),
                },
            };
            let margin_used = search_budget.margin_used().as_millis();
            (search_budget.time_limit().unwrap().as_millis(), margin_used)
        };
        assert_eq!(used(&["tc=1"], 900), (100, 0));
        assert_eq!(used(&["tc=1"], 1030), (0, 30));
        assert_eq!(used(&["st=1"], 1030), (250, 0));
        assert_eq!(used(&["st=1", "tc=1"], 1030), (0, 30));
    }

    #[test]
    fn each_dialect_gets_clocks_in_its_own_form() {
        let words = ["tc=9.5+2.5"];
        assert_eq!(
            go(Dialect::Uci, true, &words, TURN_START),
            "go wtime 9500 btime 60000 winc 2500 binc 0"
        );
        assert_eq!(
            go(Dialect::Ushi, true, &words, TURN_START),
            "go btime 60000 wtime 9500"
        );
        assert_eq!(
            go(Dialect::Ucci, true, &words, TURN_START),
            "go time 9500 increment 2500 opptime 60000 oppmovestogo 40"
        );
        assert_eq!(
            go(Dialect::Ucci, false, &words, TURN_START),
            "go time 9 increment 2 opptime 60 oppmovestogo 40"
        );
    }

    #[test]
    fn a_delay_is_sent_as_an_increment() {
        for (words, time) in [(["tc=9+0.5d2"], "11000"), (["tc=9+0.5b2"], "9000")] {
            let line = format!("go wtime {time} btime 60000 winc 2500 binc 0");
            assert_eq!(go(Dialect::Uci, true, &words, TURN_START), line);
        }
    }

    #[test]
    fn no_clock_is_sent_to_an_engine_without_one() {
        assert_eq!(
            go(Dialect::Uci, true, &["nodes=500"], TURN_START),
            "go nodes 500"
        );
        let several = ["depth=3", "st=0.25"];
        assert_eq!(
            go(Dialect::Ushi, true, &several, TURN_START),
            "go depth 3 movetime 250"
        );
    }

    #[test]
    fn a_further_jump_gets_the_time_left() {
        let progress = TurnProgress {
            jumps_played: 2,
            time_used: Duration::from_millis(1500),
        };
        assert_eq!(
            go(Dialect::Ushi, true, &["tc=9.5"], progress),
            "go btime 60000 wtime 8000"
        );
        let several = ["nodes=1000", "depth=3", "st=0.002"];
        assert_eq!(
            go(Dialect::Ushi, true, &several, progress),
            "go nodes 250 depth 3 movetime 1"
        );
    }
}
