//! How a game ends (RULES.md section 9, and section 4 for the capture of the biy).

use batyr::base::Color;
use batyr::game::Record;
use batyr::rules::shatra::{Extended, Numbering, Original, Position, RuleSet};
use batyr::rules::{DrawReason, End, Game, Outcome, WinReason};

use crate::support::picture::{Scene, board};
use crate::support::rule_sets::{ALL, KURINS, OFFICERS, ORIGINALS, for_each_rule_set};

/// Returns a game that starts with this scene.
pub(super) fn record<R: RuleSet>(scene: &Scene) -> Record<Position<R>> {
    Record::new(scene.position())
}

/// Plays turns, which are separated by spaces.
pub(super) fn play<R: RuleSet>(record: &mut Record<Position<R>>, turns: &str) {
    for text in turns.split_whitespace() {
        let turn = record.position().parse_turn(text, Numbering::Official);
        record.play(turn.unwrap());
    }
}

const BIY_IN_REACH: &str = "
      ...
      ...
      ...
       .
    .......
    ..s....
    .......
    k......
    .......
    Q......
       .
      ...
      ...
      ..K
    ";

#[test]
fn capturing_the_biy_wins_at_once() {
    fn check<R: RuleSet>() {
        for (scene, text, winner) in [
            (board(BIY_IN_REACH), "a5:a9", Color::White),
            (board(BIY_IN_REACH).half_turn(), "g10:g6", Color::Black),
        ] {
            let mut game = record::<R>(&scene);
            assert_eq!(game.outcome(), None);
            play(&mut game, text);
            let win = Outcome::Win(winner, WinReason::BiyCaptured);
            assert_eq!(game.outcome(), Some(win), "{}", R::RULES.id);
            assert_eq!(game.position().count(), 0);
            assert!(game.position().paths().is_empty());
        }
    }
    // The chain ends with the biy, although the batyr could go on to capture the man on c9.
    board(BIY_IN_REACH).expect_all(ALL, "a5:a8..a10");
    for_each_rule_set!(R => check::<R>());
}

#[test]
fn the_end_of_a_won_game_is_written_and_parsed() {
    fn check<R: RuleSet>() {
        let mut game = record::<R>(&board(BIY_IN_REACH));
        play(&mut game, "a5:a9");
        let text = game.position().to_string();
        assert_eq!(text, "K8/1/7/7/7/7/4s1Q/7/1/9 b - - - - 1");
        let parsed: Position<R> = text.parse().unwrap();
        assert_eq!(parsed, *game.position());
        assert_eq!(parsed.key(), game.position().key());
    }
    for_each_rule_set!(R => check::<R>());
}

const BLACK_HAS_NO_BIY: &str = "
      ...
      ...
      ...
       .
    .......
    .......
    ..s....
    .......
    Q......
    .......
       .
      ...
      ...
      ..K
    ";

/// As one of the biys is gone, no turn is legal, although Black's shatra could move and White's
/// batyr could capture it. The counter of the draw by bare biys does not matter.
#[test]
fn a_side_without_a_biy_has_lost_whoever_is_to_move() {
    fn check<R: RuleSet>(scene: &Scene, winner: Color) {
        let mut setup = scene.position::<R>().setup();
        for halfmoves in [0, 6] {
            setup.halfmoves = halfmoves;
            for to_move in Color::ALL {
                setup.to_move = to_move;
                let position = setup.position::<R>().unwrap();
                let win = Outcome::Win(winner, WinReason::BiyCaptured);
                assert_eq!(position.outcome(), Some(win), "{}: {position}", R::RULES.id);
                assert_eq!(position.count(), 0, "{}: {position}", R::RULES.id);
                assert!(position.paths().is_empty() && !position.is_drawn());
                let (is_winner, end) = (to_move == winner, position.end_without_turns());
                assert_eq!(end == End::Won, is_winner, "{}: {position}", R::RULES.id);
                assert_eq!(position.loss_reason().is_none(), is_winner);
                let again: Position<R> = position.to_string().parse().unwrap();
                assert_eq!(again, position);
            }
        }
    }
    fn check_both<R: RuleSet>() {
        let scene = board(BLACK_HAS_NO_BIY);
        check::<R>(&scene, Color::White);
        check::<R>(&scene.half_turn(), Color::Black);
    }
    for_each_rule_set!(R => check_both::<R>());
}

/// White has no man left; this is not the draw of bare biys.
#[test]
fn a_lone_biy_has_won() {
    for text in ["w", "b"] {
        let text = format!("9/1/7/7/7/7/3k3/7/1/9 {text} - - - 9 40");
        let position: Position<Original> = text.parse().unwrap();
        let win = Outcome::Win(Color::Black, WinReason::BiyCaptured);
        assert_eq!(position.outcome(), Some(win), "{text}");
        assert!(!position.is_drawn(), "{text}");
    }
}

#[test]
fn a_chain_that_captures_the_biy_on_the_final_rank_promotes() {
    let scene = board(
        "
          S..
          .sk
          ..S
           .
        .......
        .......
        .......
        .......
        .......
        .......
           K
          ...
          ...
          ...
        ",
    );
    // The chain does not continue over d13.
    scene.expect_all(OFFICERS, "e12:e14=Q,e14=R,e14=B");
    scene.expect_all(ORIGINALS, "e12:e14=Q");
}

#[test]
fn a_side_without_a_turn_loses() {
    fn check<R: RuleSet>(scene: &Scene) {
        for (scene, winner) in [
            (scene.clone(), Color::Black),
            (scene.half_turn(), Color::White),
        ] {
            let win = Outcome::Win(winner, WinReason::NoLegalTurn);
            assert_eq!(record::<R>(&scene).outcome(), Some(win), "{}", R::RULES.id);
        }
    }
    let scene = board(
        "
          ...
          ...
          ...
           k
        .......
        .......
        .......
        s.s....
        ss.....
        Kss....
           .
          ...
          ...
          ...
        ",
    );
    scene.expect_all(ALL, "");
    for_each_rule_set!(R => check::<R>(&scene));
}

#[test]
fn there_is_no_check() {
    let scene = board(
        "
          ...
          ...
          ...
           .
        ......k
        .......
        r......
        .K.....
        .......
        ....S..
           .
          ...
          ...
          ...
        ",
    );
    // The biy may step onto the tura's line and stay there.
    scene.allows(OFFICERS, "b7-b8");
    for &rules in OFFICERS {
        let attacked = scene.after(rules, "b7-b8");
        attacked.expect_all(&[rules], "a8:c8..g8");
        let attacked = scene.clone().with("b7", '.').with("b8", 'K');
        attacked.allows(&[rules], "e5-e6");
    }
    scene.expect(KURINS, "e5-e6,e7");
}

pub(super) const TWO_BIYS: &str = "
      ...
      ...
      ...
       k
    .......
    .......
    .......
    .......
    .......
    .......
       K
      ...
      ...
      ...
    ";

const BACK_AND_FORTH: &str = "d4-d5 d11-d10 d5-d4 d10-d11";

#[test]
fn bare_biys_draw_in_original_after_three_turns_each() {
    let mut game = record::<Original>(&board(TWO_BIYS));
    for text in "d4-d5 d11-d10 d5-c5 d10-c10 c5-b5".split(' ') {
        play(&mut game, text);
        assert_eq!(game.outcome(), None, "{text}");
    }
    play(&mut game, "c10-b10");
    let draw = Some(Outcome::Draw(DrawReason::BareBiys));
    assert_eq!(game.outcome(), draw);
    // There is no such draw with another man on the board or in the other rule sets of RULES.md.
    let with_shatra = board(TWO_BIYS).with("a5", 'S');
    let mut game = record::<Original>(&with_shatra);
    play(&mut game, "d4-d5 d11-d10 d5-c5 d10-c10 c5-b5 c10-b10");
    assert_eq!(game.outcome(), None);
    fn check_not_drawn<R: RuleSet>() {
        let mut game = record::<R>(&board(TWO_BIYS));
        play(&mut game, "d4-d5 d11-d10 d5-c5 d10-c10 c5-b5 c10-b10");
        assert_eq!(game.outcome(), None, "{}", R::RULES.id);
    }
    for_each_rule_set!(R => if R::RULES.bare_biys_draw.is_none() {
        check_not_drawn::<R>();
    });
}

#[test]
fn the_third_occurrence_is_a_draw() {
    fn check<R: RuleSet>() {
        let mut game = record::<R>(&board(TWO_BIYS).with("a5", 'S'));
        play(&mut game, BACK_AND_FORTH);
        assert_eq!((game.occurrences(), game.outcome()), (2, None));
        play(&mut game, "d4-d5 d11-d10 d5-d4");
        assert_eq!((game.occurrences(), game.outcome()), (2, None));
        play(&mut game, "d10-d11");
        let draw = Some(Outcome::Draw(DrawReason::Repetition));
        assert_eq!(game.outcome(), draw, "{}", R::RULES.id);
    }
    for_each_rule_set!(R => check::<R>());
}

#[test]
fn the_key_covers_everything_that_can_affect_the_rest_of_the_game() {
    fn key(scene: &Scene) -> u64 {
        let position: Position<Extended> = scene.position();
        position.key()
    }
    let scene = board(
        "
          ..k
          ...
          ...
           .
        .......
        .......
        .Ss....
        .......
        .......
        .......
           .
          S..
          ...
          ..K
        ",
    );
    let base_key = key(&scene);
    assert_ne!(key(&scene.clone().black()), base_key);
    assert_ne!(key(&scene.clone().with("b8", 'R')), base_key);
    assert_ne!(key(&scene.clone().with("b8", '.')), base_key);
    let temdek_on = scene.clone().temdeks("T");
    assert_ne!(key(&temdek_on), base_key);
    let urgent = temdek_on.clone().urgent("c3");
    assert_ne!(key(&urgent), key(&temdek_on));
    // The passed square is part of the key if a shatra can capture en passant.
    assert_ne!(key(&scene.clone().passed("c9")), base_key);
    let tura = scene.with("b8", 'R');
    assert_eq!(key(&tura.clone().passed("c9")), key(&tura));
}
