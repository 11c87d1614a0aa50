//! The identity of positions in a book.

use crate::game::GameRecord;

/// Returns a key of the position on the board, shared with the position in
/// which the sides are exchanged.
pub fn identity(game: &GameRecord) -> u64 {
    game.key().min(game.exchanged_key())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::rules::shatra::Numbering;

    const OPEN: &str = "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR";

    #[test]
    fn turns_that_mirror_each_other_lead_to_one_identity() {
        for (variant, white, black, start) in [
            (Variant::Extended, "d5-d6", "d10-d9", None),
            (Variant::Shatranj, "a2a3", "a7a6", None),
            (Variant::Shatar, "g1f3", "g8f6", Some(OPEN)),
        ] {
            let side = |first| match start {
                None => GameRecord::new(variant),
                Some(text) => {
                    GameRecord::from_text(variant, &format!("{text} {first} - - 0 1")).unwrap()
                }
            };
            let mut game = side("w");
            let before = identity(&game);
            game.play(white, Numbering::Official).unwrap();
            assert_ne!(identity(&game), before);
            let text = side("b").position_text().replacen(" w ", " b ", 1);
            let mut other = GameRecord::from_text(variant, &text).unwrap();
            other.play(black, Numbering::Official).unwrap();
            assert_eq!(identity(&other), identity(&game), "{variant:?}");
        }
    }
}
