//! A game of any variant, as it was played.
//!
//! **The decision:** whatever referees, files or shows games knows turns as
//! texts and the game at run time; here that meets [`Record`], which the
//! compiler makes for each rule set.

use super::shatra::{Extended, Kurin, Numbering, Original, Position, Pritchard, Setup, SvgOptions};
use super::turn_in_steps::{Board, TurnInSteps};
use super::{Outcome, Playable, PlayedTurn, PositionError, Record, TurnError, Variant};
use crate::base::Color;

/// Stands for the start of the game wherever a position text is read.
pub const START: &str = "startpos";

/// A game from its start to where it stands.
#[derive(Clone, Debug)]
pub struct GameRecord {
    game: Game,
    turns: Vec<PlayedTurn>,
}

#[derive(Clone, Debug)]
enum Game {
    Extended(Record<Position<Extended>>),
    Original(Record<Position<Original>>),
    Kurin(Record<Position<Kurin>>),
    Pritchard(Record<Position<Pritchard>>),
}

macro_rules! each {
    ($game:expr, $record:ident => $work:expr) => {
        match $game {
            Game::Extended($record) => $work,
            Game::Original($record) => $work,
            Game::Kurin($record) => $work,
            Game::Pritchard($record) => $work,
        }
    };
}

impl GameRecord {
    /// A game from the start position.
    pub fn new(variant: Variant) -> Self {
        Self::of(match variant {
            Variant::Extended => Game::Extended(Record::new(Position::start())),
            Variant::Original => Game::Original(Record::new(Position::start())),
            Variant::Kurin => Game::Kurin(Record::new(Position::start())),
            Variant::Pritchard => Game::Pritchard(Record::new(Position::start())),
        })
    }

    /// A game from a position text: SPN, or [`START`].
    ///
    /// # Errors
    /// If the text is no position of the variant.
    pub fn from_text(variant: Variant, text: &str) -> Result<Self, PositionError> {
        if text == START {
            return Ok(Self::new(variant));
        }
        let setup: Setup = text.parse()?;
        Ok(Self::of(match variant {
            Variant::Extended => Game::Extended(Record::new(setup.position()?)),
            Variant::Original => Game::Original(Record::new(setup.position()?)),
            Variant::Kurin => Game::Kurin(Record::new(setup.position()?)),
            Variant::Pritchard => Game::Pritchard(Record::new(setup.position()?)),
        }))
    }

    /// The game as it stood after so many turns; the whole game if it has no
    /// more.
    #[must_use]
    pub fn first(&self, turns: usize) -> Self {
        let game = match &self.game {
            Game::Extended(record) => Game::Extended(record.first(turns)),
            Game::Original(record) => Game::Original(record.first(turns)),
            Game::Kurin(record) => Game::Kurin(record.first(turns)),
            Game::Pritchard(record) => Game::Pritchard(record.first(turns)),
        };
        Self {
            game,
            turns: self.turns.iter().take(turns).cloned().collect(),
        }
    }

    const fn of(game: Game) -> Self {
        Self {
            game,
            turns: Vec::new(),
        }
    }

    /// The game that is played.
    pub const fn variant(&self) -> Variant {
        match self.game {
            Game::Extended(_) => Variant::Extended,
            Game::Original(_) => Variant::Original,
            Game::Kurin(_) => Variant::Kurin,
            Game::Pritchard(_) => Variant::Pritchard,
        }
    }

    /// The text of the position in which the game began.
    pub fn start_text(&self) -> String {
        each!(&self.game, record => record.start().to_string())
    }

    /// Whether the game began where games of the variant begin.
    pub fn is_from_start(&self) -> bool {
        each!(&self.game, record => *record.start() == Position::start())
    }

    /// The side that had the first turn.
    pub fn first_to_move(&self) -> Color {
        each!(&self.game, record => record.start().side_to_move())
    }

    /// The number of the move with which the game began.
    pub fn first_move_number(&self) -> u16 {
        each!(&self.game, record => record.start().move_number())
    }

    /// The text of the position that stands on the board (section 10).
    pub fn position_text(&self) -> String {
        each!(&self.game, record => record.position().to_string())
    }

    /// A key of that position; positions with the same key repeat each other.
    pub fn key(&self) -> u64 {
        each!(&self.game, record => record.position().key())
    }

    /// The side whose turn it is.
    pub fn side_to_move(&self) -> Color {
        each!(&self.game, record => record.position().side_to_move())
    }

    /// Turns since the last capture or promotion.
    pub fn halfmoves(&self) -> u32 {
        each!(&self.game, record => record.position().halfmoves().into())
    }

    /// Men on the board, the biys aside.
    pub fn men(&self) -> i32 {
        each!(&self.game, record => record.position().men())
    }

    /// The turns played.
    pub fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// How the game has ended, if it has (section 9).
    pub fn outcome(&self) -> Option<Outcome> {
        each!(&self.game, record => record.outcome())
    }

    /// How many legal turns there are.
    pub fn count_turns(&self) -> u64 {
        each!(&self.game, record => record.position().count_turns())
    }

    /// The texts of legal turns, `most` of them at the most.
    pub fn legal_texts(&self, most: usize) -> Vec<String> {
        each!(&self.game, record => record.position().turn_texts(most))
    }

    /// A picture of the board in letters.
    pub fn diagram(&self) -> String {
        each!(&self.game, record => record.position().diagram().to_string())
    }

    /// The position that stands on the board, field by field.
    pub fn setup(&self) -> Setup {
        each!(&self.game, record => record.position().setup())
    }

    /// The position as an SVG document. If the options name no last turn, the
    /// last turn played is shown.
    pub fn svg(&self, options: &SvgOptions) -> String {
        let mut options = options.clone();
        if let Some(turn) = self.turns.last()
            && options.last_turn.is_empty()
        {
            options.last_turn.clone_from(&turn.squares);
        }
        self.setup().svg(&options)
    }

    /// Plays the legal turn that a text means. `numbering` says what bare
    /// numbers are.
    ///
    /// # Errors
    /// If the text does not read, fits no legal turn, or fits several; nothing
    /// has changed then.
    pub fn play(&mut self, text: &str, numbering: Numbering) -> Result<(), TurnError> {
        let turn = each!(&mut self.game, record => play(record, text, numbering))?;
        self.turns.push(turn);
        Ok(())
    }

    /// Takes the last turn back. `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let is_undone = each!(&mut self.game, record => record.undo());
        is_undone && self.turns.pop().is_some()
    }

    /// Begins a turn of the side to move that is made step by step. The record
    /// does not change; play the whole turn when it is known.
    pub fn turn_in_steps(&self) -> TurnInSteps {
        TurnInSteps::new(match &self.game {
            Game::Extended(record) => Board::Extended(*record.position(), *record.position()),
            Game::Original(record) => Board::Original(*record.position(), *record.position()),
            Game::Kurin(record) => Board::Kurin(*record.position(), *record.position()),
            Game::Pritchard(record) => Board::Pritchard(*record.position(), *record.position()),
        })
    }
}

fn play<P: Playable>(
    record: &mut Record<P>,
    text: &str,
    numbering: Numbering,
) -> Result<PlayedTurn, TurnError> {
    let (turn, written) = record.position().read_turn(text, numbering)?;
    record.play(turn);
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Progress;

    /// Kurin's example of a chain (section 12), about to be played.
    fn chain_at_hand() -> GameRecord {
        let spn = "9/K/6R/5S1/1k1S3/7/7/4q2/1/9 w";
        let mut game = GameRecord::from_text(Variant::Kurin, spn).unwrap();
        game.play("d7-c8", Numbering::Official).unwrap();
        game
    }

    #[test]
    fn a_turn_is_written_in_three_ways() {
        let mut game = chain_at_hand();
        game.play("c10:a6", Numbering::Official).unwrap();
        let [quiet, chain] = game.turns() else {
            panic!("two turns were played");
        };
        assert_eq!((quiet.jumps.len(), quiet.file_tokens.len()), (1, 1));
        assert_eq!(chain.text, "c10:c6:a6");
        assert_eq!(chain.jumps, ["50:22", "22:24"]);
        assert_eq!(chain.file_tokens, ["13:41", ":39"]);
    }

    #[test]
    fn what_is_undone_never_was() {
        let mut game = GameRecord::new(Variant::Original);
        let before = game.position_text();
        game.play("d6-d7", Numbering::Official).unwrap();
        assert_ne!(game.position_text(), before);
        assert!(game.undo());
        assert_eq!((game.position_text(), game.turns().len()), (before, 0));
        assert!(!game.undo());
    }

    #[test]
    fn a_chain_is_made_jump_by_jump() {
        let game = chain_at_hand();
        let mut turn = game.turn_in_steps();
        assert!(turn.play("50:35").is_err());
        assert_eq!(turn.play("50:22"), Ok(Progress::GoesOn));
        assert_eq!(turn.position_text().split(' ').nth(3), Some("22"));
        assert_eq!(turn.play("22:24"), Ok(Progress::Whole("c10:c6:a6".into())));
    }
}
