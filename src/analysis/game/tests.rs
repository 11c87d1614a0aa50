use super::*;
use crate::analysis::Settings;
use crate::base::score::win_in;
use crate::search::Limits;

fn analyser(depth: usize) -> Analyser {
    Analyser::new(&Settings {
        limits: Limits::depth(depth),
        multipv: 1,
        threads: 1,
        hash_megabytes: 1,
    })
    .unwrap()
}

fn game(spn: &str, turns: &[&str]) -> GameRecord {
    let mut game = GameRecord::from_text(Variant::Extended, spn).unwrap();
    for turn in turns {
        game.play(turn, Numbering::Official).unwrap();
    }
    game
}

fn analysed(game: &GameRecord, depth: usize) -> GameAnalysis {
    analyse(&mut analyser(depth), game, &|| false, &mut |_, _| {}).unwrap()
}

/// White's shatra stands before the biy that it can take.
const BIY_EN_PRISE: &str = "9/1/K6/7/7/3S3/3k3/7/1/9 w - - - - 40";

#[test]
fn the_capture_of_the_biy_ends_a_game() {
    let start = game(BIY_EN_PRISE, &[]);
    let captures = start.legal_texts(10);
    let capture = captures.iter().find(|text| text.contains(':')).unwrap();
    let found = analysed(&game(BIY_EN_PRISE, &[capture]), 3);
    let [only] = found.moves.as_slice() else {
        panic!("one turn was played: {found:?}");
    };
    assert_eq!((only.number, only.side, only.mark), (40, Side::White, None));
    assert_eq!(
        (only.best, only.played, only.loss),
        (win_in(1), win_in(1), 0)
    );
    let scores: Vec<_> = found.white_scores().collect();
    assert_eq!(scores, [(0, win_in(1)), (1, win_in(0))]);
}
