//! What the commands do.

use std::io::ErrorKind;
use std::path::Path;

use super::{Reply, Session};
use crate::base::Color;
use crate::base::score::DRAW;
use crate::cli::play::args::{Sides, SquareNames};
use crate::cli::play::game::Ending;
use crate::cli::play::texts::{LIST_WIDTH, chances_text, score_text};
use crate::cli::play::view::{resolve_square, shown_level, variant_key};
use crate::cli::play::{help_pages, refusal, save};
use crate::cli::position_text;
use crate::engine::Strength;
use crate::eval::wdl::WdlCurve;
use crate::game::{GameRecord, Variant};
use crate::host::engine::FULL_LEVEL;
use crate::page::Place;
use crate::util::text::{in_rows, printable};

/// The minimum number of turns in a game from the start position before Batyr accepts a
/// draw.
const MIN_TURNS_FOR_DRAW: usize = 40;

impl Session {
    /// Plays the turn that `text` denotes.
    pub(super) fn turn(&mut self, text: &str) -> Reply {
        self.check_running()?;
        self.game.play(text).map_err(|error| {
            let (game, view) = (&self.game, &self.view);
            refusal::message(&error, game, view, &self.texts)
        })?;
        (self.is_board_stale, self.is_paused) = (true, false);
        Ok(String::new())
    }

    /// Lists the legal turns, only those from a square if `word` names one.
    pub(super) fn moves(&mut self, word: &str) -> Reply {
        self.check_running()?;
        let variant = self.game.record().variant();
        let from = resolve_square(variant, word);
        if from.is_none() && !word.is_empty() {
            let square = self.text(match variant.is_shatra() {
                true => "terminal.expected.square-shatra",
                false => "terminal.expected.square-chess",
            });
            return Err(self.expected("moves", word, &square));
        }
        let mut turns = self.game.legal_turns();
        turns.retain(|turn| from.is_none() || turn.path.first().copied() == from);
        let count = turns.len() as u64;
        let shown = turns.iter().map(|turn| self.view.shown_turn(&turn.text));
        let mut rows = in_rows(shown, "  ", LIST_WIDTH);
        let square = self.view.shown_squares(variant, from, "");
        rows.push(match from {
            None => self.texts.count("terminal.legal", count, &[]),
            Some(_) => {
                let place: Place<'_> = ("square", &square);
                self.texts.count("terminal.legal-from", count, &[place])
            }
        });
        Ok(rows.join("\n"))
    }

    pub(super) fn undo(&mut self, _: &str) -> Reply {
        let count = self.game.undo(self.view.sides);
        let count = count.ok_or_else(|| self.text("terminal.nothing-to-undo"))?;
        self.is_board_stale = true;
        // Otherwise an engine that plays both sides would play the same turn again.
        self.is_paused = self.view.sides == Sides::None;
        Ok(match count {
            0 => self.text("terminal.goes-on"),
            _ => self.texts.count("terminal.undone", count as u64, &[]),
        })
    }

    pub(super) fn redo(&mut self, _: &str) -> Reply {
        if self.game.redo() == 0 {
            return Err(self.text("terminal.nothing-to-redo"));
        }
        self.is_board_stale = true;
        Ok(String::new())
    }

    pub(super) fn hint(&mut self, _: &str) -> Reply {
        self.check_running()?;
        let mover = self.game.record().side_to_move();
        let answer = self.advise()?;
        let turn = answer.turn.map(|turn| self.view.shown_turn(&turn));
        let turn = turn.ok_or_else(|| self.text("terminal.no-legal-turn"))?;
        let score = answer
            .score
            .map(|score| score_text(score, mover, &self.texts));
        let hint = match score {
            Some(score) => {
                let places: [Place<'_>; 2] = [("turn", &turn), ("score", &score)];
                self.fill("terminal.hint-with-score", &places)
            }
            None => self.fill("sentence.hint", &[("turn", &turn)]),
        };
        let line = answer
            .lines
            .first()
            .map_or(&[][..], |line| line.pv.as_slice());
        let line = line.iter().map(|turn| self.view.shown_turn(turn));
        Ok(match in_rows(line, "  ", LIST_WIDTH - 10).first() {
            Some(row) => hint + "\n" + &self.fill("terminal.expects", &[("line", row)]),
            None => hint,
        })
    }

    /// Shows the score and the chances of the side to move.
    pub(super) fn score(&mut self, _: &str) -> Reply {
        self.check_running()?;
        let Some(score) = self.advise()?.score else {
            return Ok(String::new());
        };
        let record = self.game.record();
        let curve = WdlCurve::for_variant(record.variant(), record.man_count());
        let mover = record.side_to_move();
        Ok(chances_text(score, mover, curve, &self.texts))
    }

    /// Makes the engine play a turn for the side to move, whoever plays that side.
    pub(super) fn go(&mut self, _: &str) -> Reply {
        self.check_running()?;
        self.play_engine_turn()
    }

    pub(super) fn draw(&mut self, _: &str) -> Reply {
        self.check_running()?;
        let own = self.own_side("terminal.cannot-offer-draw")?;
        if self.view.sides == Sides::Both || self.engine_accepts_draw(own)? {
            self.game.end(Ending::Agreed);
            return Ok(String::new());
        }
        Ok(self.text("sentence.draw-declined"))
    }

    /// Returns whether the engine accepts a draw with the user, who plays `own`. It declines early
    /// in a game from the start position, and if its own score is above that of a draw.
    fn engine_accepts_draw(&mut self, own: Color) -> Result<bool, String> {
        let record = self.game.record();
        let is_own_turn = record.side_to_move() == own;
        if record.is_from_start() && record.turns().len() < MIN_TURNS_FOR_DRAW {
            return Ok(false);
        }
        let score = self.advise()?.score;
        let score = score.map(|score| if is_own_turn { -score } else { score });
        Ok(score.is_some_and(|score| score <= DRAW))
    }

    pub(super) fn resign(&mut self, _: &str) -> Reply {
        self.check_running()?;
        let own = self.own_side("terminal.cannot-resign")?;
        self.game.end(Ending::Resigned(own));
        Ok(String::new())
    }

    pub(super) fn new_game(&mut self, id: &str) -> Reply {
        let variant = match id {
            "" => self.game.record().variant(),
            id => Variant::from_id(id).ok_or_else(|| {
                let list: Place<'_> = ("list", &Variant::id_list());
                let one = self.fill("terminal.expected.one-of", &[list]);
                self.expected("new", id, &one)
            })?,
        };
        self.begin(GameRecord::new(variant));
        let name = self.text(&variant_key(variant));
        Ok(self.fill("terminal.new-game", &[("game", &name)]))
    }

    pub(super) fn position(&mut self, text: &str) -> Reply {
        if text.is_empty() {
            return Ok(self.game.record().position_text());
        }
        let current = self.game.record().variant();
        // If no variant accepts the position, the current one reports why.
        let record = position_text::read(Some(current), text)
            .or_else(|error| position_text::read(None, text).map_err(|_| error.to_string()))?;
        let variant = record.variant();
        self.begin(record);
        if variant == current {
            return Ok(self.text("terminal.position-set"));
        }
        let name = self.text(&variant_key(variant));
        Ok(self.fill("terminal.position-set-in", &[("game", &name)]))
    }

    /// Saves the game. A file that this session has not written is replaced only if
    /// `may_replace` is set.
    pub(super) fn save(&mut self, path: &str, may_replace: bool) -> Reply {
        let shown = printable(path);
        let path = Path::new(path);
        let may_replace = may_replace || self.saved.iter().any(|saved| saved == path);
        match save::write(path, &self.game, &self.view, may_replace) {
            Ok(()) => {
                self.saved.push(path.into());
                Ok(self.fill("terminal.saved", &[("path", &shown)]))
            }
            Err(error) => {
                let key = match error.kind() {
                    ErrorKind::AlreadyExists => "terminal.already-exists",
                    _ => "terminal.cannot-save",
                };
                Err(self.fill(key, &[("path", &shown), ("message", &error)]))
            }
        }
    }

    pub(super) fn load(&mut self, path: &str) -> Reply {
        let loaded = save::read(Path::new(path)).map_err(|error| {
            let places: [Place<'_>; 2] = [("path", &printable(path)), ("message", &error)];
            self.fill("terminal.cannot-load", &places)
        })?;
        let record = loaded.game.record_before(loaded.game.turns().len());
        let name = self.text(&variant_key(record.variant()));
        let count = record.turns().len() as u64;
        self.begin(record);
        let place: Place<'_> = ("game", &name);
        let sentence = self.texts.count("terminal.loaded", count, &[place]);
        if loaded.faults.is_empty() {
            return Ok(sentence);
        }
        // The game was loaded, but a script must learn that something was left out.
        let warnings = loaded.faults.iter().map(|fault| fault.as_warning() + "\n");
        Err(warnings.collect::<String>() + &sentence)
    }

    /// Lets the user play the other side.
    pub(super) fn switch(&mut self, _: &str) -> Reply {
        let (sides, own) = match self.view.sides {
            Sides::White => (Sides::Black, Color::Black),
            Sides::Black => (Sides::White, Color::White),
            Sides::Both | Sides::None => return Err(self.text("terminal.cannot-switch")),
        };
        (self.view.sides, self.is_paused) = (sides, false);
        self.flip("")?;
        Ok(self.texts.of_side("terminal.you-play", own, &[]))
    }

    pub(super) fn flip(&mut self, _: &str) -> Reply {
        self.view.is_flipped = !self.view.is_flipped;
        self.is_board_stale = true;
        Ok(String::new())
    }

    /// Switches the names of squares between official numbers and letters.
    pub(super) fn numbers(&mut self, _: &str) -> Reply {
        if !self.game.record().variant().is_shatra() {
            return Err(self.text("terminal.no-numbers"));
        }
        self.view.names = match self.view.names {
            SquareNames::Letters => SquareNames::Official,
            SquareNames::Official => SquareNames::Letters,
        };
        self.is_board_stale = true;
        Ok(String::new())
    }

    /// Sets the level of the engine if `word` is not empty, and shows the current level.
    pub(super) fn level(&mut self, word: &str) -> Reply {
        if !word.is_empty() {
            let Ok(level @ 0..=FULL_LEVEL) = word.parse::<i64>() else {
                let range: [Place<'_>; 2] = [("min", &0), ("max", &FULL_LEVEL)];
                let number = self.fill("terminal.expected.number", &range);
                return Err(self.expected("level", word, &number));
            };
            self.view.strength = Strength::Level(level as f64);
        }
        Ok(match self.view.strength {
            Strength::Level(level) => {
                let level = shown_level(level);
                self.fill("terminal.level", &[("level", &level)])
            }
            Strength::Full | Strength::Varied(_) | Strength::Seeded(_) => {
                self.text("terminal.full-strength")
            }
        })
    }

    pub(super) fn rules(&mut self, _: &str) -> Reply {
        let variant = self.game.record().variant();
        Ok(help_pages::rules(variant, &self.texts))
    }

    pub(super) fn legend(&mut self, _: &str) -> Reply {
        let variant = self.game.record().variant();
        Ok(help_pages::legend(variant, &self.texts))
    }

    pub(super) fn quit(&mut self, _: &str) -> Reply {
        self.has_quit = true;
        Ok(String::new())
    }

    /// Returns an error if the game is over.
    fn check_running(&self) -> Result<(), String> {
        match self.game.ending() {
            Some(_) => Err(self.text("terminal.is-over")),
            None => Ok(()),
        }
    }
}
