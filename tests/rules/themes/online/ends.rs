//! Bare biys in Online (RULES-ONLINE.md section 1, point 10, and section 3).

use batyr::base::Color;
use batyr::rules::shatra::{Online, Original};
use batyr::rules::{DrawReason, Outcome, WinReason};

use crate::support::picture::board;
use crate::themes::ends::{TWO_BIYS, play, record};

const DRAW: Option<Outcome> = Some(Outcome::Draw(DrawReason::BareBiys));

#[test]
fn bare_biys_draw_after_three_turns() {
    for (scene, turns) in [
        (board(TWO_BIYS), ["d4-d5", "d11-d10", "d5-c5"]),
        (board(TWO_BIYS).black(), ["d11-d10", "d4-d5", "d10-c10"]),
    ] {
        let mut game = record::<Online>(&scene);
        for text in &turns[..2] {
            play(&mut game, text);
            assert_eq!(game.outcome(), None, "{text}");
        }
        play(&mut game, turns[2]);
        assert_eq!(game.outcome(), DRAW);
    }
    // In Original, it takes six.
    let mut game = record::<Original>(&board(TWO_BIYS));
    play(&mut game, "d4-d5 d11-d10 d5-c5");
    assert_eq!(game.outcome(), None);
    // Another man on the board prevents the draw.
    let mut game = record::<Online>(&board(TWO_BIYS).with("a5", 'S'));
    play(&mut game, "d4-d5 d11-d10 d5-c5 d10-c10 c5-b5 c10-b10");
    assert_eq!(game.outcome(), None);
}

#[test]
fn the_three_turns_follow_the_last_capture() {
    let mut game = record::<Online>(&board(TWO_BIYS).with("d5", 's'));
    play(&mut game, "d4:d6 d11-c10 d6-c6");
    assert_eq!(game.outcome(), None);
    play(&mut game, "c10-b10");
    assert_eq!(game.outcome(), DRAW);
}

#[test]
fn a_biy_taken_on_the_third_turn_still_wins() {
    let scene = board(TWO_BIYS).with("d4", '.').with("d11", '.');
    let mut game = record::<Online>(&scene.with("d6", 'K').with("d9", 'k'));
    play(&mut game, "d6-d7 d9-d8");
    assert_eq!(game.outcome(), None);
    play(&mut game, "d7:d9");
    let win = Outcome::Win(Color::White, WinReason::BiyCaptured);
    assert_eq!(game.outcome(), Some(win));
}
