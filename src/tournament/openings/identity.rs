//! A key that identifies positions in a book up to exchange of the sides.

use crate::game::GameRecord;

/// Returns a key of the current position, which it shares with the position in
/// which the sides are exchanged.
pub fn symmetric_key(game: &GameRecord) -> u64 {
    game.key().min(game.exchanged_key())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::rules::shatra::Numbering;

    const OPEN: &str = "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR";

    #[test]
    fn mirrored_turns_lead_to_the_same_key() {
        for (variant, white, black, start) in [
            (Variant::Extended, "d5-d6", "d10-d9", None),
            (Variant::Shatranj, "a2a3", "a7a6", None),
            (Variant::Shatar, "g1f3", "g8f6", Some(OPEN)),
        ] {
            let new_game = |side_to_move| match start {
                None => GameRecord::new(variant),
                Some(text) => {
                    GameRecord::from_text(variant, &format!("{text} {side_to_move} - - 0 1"))
                        .unwrap()
                }
            };
            let mut game = new_game("w");
            let before = symmetric_key(&game);
            game.play(white, Numbering::Official).unwrap();
            assert_ne!(symmetric_key(&game), before);
            let text = new_game("b").position_text().replacen(" w ", " b ", 1);
            let mut other = GameRecord::from_text(variant, &text).unwrap();
            other.play(black, Numbering::Official).unwrap();
            assert_eq!(symmetric_key(&other), symmetric_key(&game), "{variant:?}");
        }
    }
}
