//! Which positions are the same for a book.

use crate::base::Color;
use crate::rules::GameRecord;

/// A key of the position on the board that it shares with its half turn, in
/// which the colours are exchanged.
pub fn identity(game: &GameRecord) -> u64 {
    let turned = half_turn(&game.position_text());
    let other = GameRecord::from_text(game.variant(), &turned).map(|turned| turned.key());
    game.key().min(other.unwrap_or(u64::MAX))
}

/// The position text after a half turn of the board (RULES.md section 10).
fn half_turn(text: &str) -> String {
    let mut fields = text.split(' ');
    let board: String = men(fields.next().unwrap_or_default())
        .into_iter()
        .rev()
        .collect();
    let side = match fields.next() {
        Some("w") => "b",
        _ => "w",
    };
    let temdeks = match fields.next() {
        Some("T") => "t",
        Some("t") => "T",
        Some(both_or_none) => both_or_none,
        None => "-",
    };
    // Nobody is in mid-chain between turns.
    let _transit = fields.next();
    let passed = fields.next().and_then(|number| number.parse::<u32>().ok());
    let passed = passed.map_or("-".to_owned(), |number| (63 - number).to_string());
    format!("{board} {side} {temdeks} - {passed}")
}

/// The signs of a board, those of a man together, in the other colour.
fn men(board: &str) -> Vec<String> {
    let mut signs: Vec<String> = Vec::new();
    for letter in board.chars() {
        let other = if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        };
        match signs.last_mut() {
            Some(sign) if sign == "!" => sign.push(other),
            _ => signs.push(other.to_string()),
        }
    }
    signs
}

/// The score as White sees it.
pub const fn for_white(score: i32, side: Color) -> i32 {
    match side {
        Color::White => score,
        Color::Black => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;
    use crate::rules::shatra::Numbering;

    #[test]
    fn a_half_turn_exchanges_colours_and_sides() {
        let text = "9/K/!S5R/5S1/1k1S3/7/7/4q2/1/9 w T - 13";
        let turned = "9/1/2Q4/7/7/3s1K1/1s5/r5!s/k/9 b t - 50";
        assert_eq!(half_turn(text), turned);
        assert_eq!(half_turn(turned), text);
    }

    #[test]
    fn the_start_is_itself_with_the_other_side_to_move() {
        for variant in Variant::ALL {
            let start = GameRecord::new(variant);
            let turned = half_turn(&start.position_text());
            let turned = GameRecord::from_text(variant, &turned).unwrap();
            assert_ne!(turned.key(), start.key());
            assert_eq!(
                turned.position_text().replace(" b ", " w "),
                start.position_text()
            );
            assert_eq!(identity(&turned), identity(&start));
        }
    }

    #[test]
    fn turns_that_mirror_each_other_lead_to_one_identity() {
        let mut game = GameRecord::new(Variant::Extended);
        let before = identity(&game);
        game.play("d5-d6", Numbering::Official).unwrap();
        assert_ne!(identity(&game), before);
        let turned = half_turn(&game.position_text());
        let turned = GameRecord::from_text(Variant::Extended, &turned).unwrap();
        assert_eq!(identity(&turned), identity(&game));
    }
}
