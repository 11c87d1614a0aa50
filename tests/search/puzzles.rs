//! Puzzles agree with the suites of forced wins (`tests/data/wins`), and with the solver.

use batyr::game::{GameRecord, Variant};
use batyr::puzzles::{Effort, Goal, Proof, Puzzle, PuzzleMaker, PuzzleVerifier};
use batyr::rules::shatra::Numbering;
use batyr::solver::{ProofLimits, solve_game};

const EFFORT: Effort = Effort {
    candidate: 10_000,
    check: 20_000,
    proof: 200_000,
};

fn puzzle(maker: &mut PuzzleMaker, variant: Variant, position: &str) -> Option<Puzzle> {
    let game = GameRecord::from_text(variant, position).unwrap();
    maker.of_position(&game, "", &|| false).unwrap()
}

/// A suite lists all turns that win in the shortest way. A puzzle with such a win has one solution,
/// so that its texts are all of them.
fn check_suite(variant: Variant) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wins");
    let text = std::fs::read_to_string(format!("{folder}/{variant}.wins")).unwrap();
    let mut maker = PuzzleMaker::new(EFFORT, None);
    let mut found = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let [position, moves, turns] = fields[..] else {
            panic!("{line}");
        };
        let Some(puzzle) = puzzle(&mut maker, variant, position) else {
            continue;
        };
        let moves: u32 = moves.parse().unwrap();
        assert!(puzzle.wins_in.is_none_or(|found| found >= moves), "{line}");
        if puzzle.wins_in == Some(moves) {
            let first = &puzzle.line[0];
            assert!(
                turns.split(' ').all(|turn| first.is(turn)),
                "{line}: {first:?}"
            );
            found += 1;
        }
        let mut verifier = PuzzleVerifier::new(10_000);
        let mut faults = verifier.faults(&puzzle, &|| false).unwrap();
        // A short search may take a second turn for a win, or not see the win.
        faults.retain(|fault| !fault.is_found_by_search());
        assert_eq!(faults, [], "{line}");
    }
    assert!(found > 2, "{variant}: {found}");
}

#[test]
fn puzzles_of_forced_wins_have_the_solutions_of_the_suite() {
    check_suite(Variant::Online);
}

/// Of the three captures of the tura, all but one lose the biy.
#[test]
fn every_other_turn_of_a_proved_save_is_proved_to_lose() {
    let position = "2SS5/1/SSS1KSS/7/7/S3s2/6S/ssskBsr/1/2bsr4 b Tt - - 5 15";
    let mut maker = PuzzleMaker::new(EFFORT, None);
    let puzzle = puzzle(&mut maker, Variant::Extended, position).unwrap();
    assert_eq!((puzzle.goal, puzzle.proof), (Goal::Save, Proof::Proved));
    let start = GameRecord::from_text(Variant::Extended, position).unwrap();
    assert_eq!(puzzle.wrong.len() + puzzle.line[0].texts().len(), 3);
    for turn in puzzle.wrong.keys() {
        let mut game = start.clone();
        game.play(turn, Numbering::Official).unwrap();
        let limits = ProofLimits {
            moves: 8,
            nodes: 1_000_000,
        };
        let solved = solve_game(&game, None, limits, 16, false, &|| false).unwrap();
        assert!(solved.win_within.is_some(), "{turn}");
    }
}

/// One drop wins. With a second shatra beside the one that is dropped, both drops are the solution.
#[test]
fn a_drop_with_an_equal_man_beside_it_is_one_solution() {
    let mut maker = PuzzleMaker::new(EFFORT, None);
    for (row, also) in [("5s3", &[][..]), ("4ss3", &["d13-b9"][..])] {
        let position = format!("8Q/1/5S1/S6/6K/7/4S2/6k/1/{row} b t - - - 29");
        let puzzle = puzzle(&mut maker, Variant::Extended, &position).unwrap();
        let first = &puzzle.line[0];
        let mut texts = first.texts();
        texts.sort();
        assert_eq!(texts, [&["c13-b9"], also].concat(), "{row}");
        assert_eq!((puzzle.proof, puzzle.wins_in), (Proof::Proved, Some(2)));
        assert!(puzzle.wrong.keys().all(|turn| !first.is(turn)));
    }
}

#[test]
fn a_mirror_image_with_the_sides_exchanged_has_the_same_id() {
    let mut maker = PuzzleMaker::new(EFFORT, None);
    let position = "9/1/Bq1BS1K/4S2/2S3S/s6/7/2sss2/k/8s w t - - - 27";
    // The board turned around, with each man given to the other side.
    let exchanged = "S8/K/2SSS2/7/6S/s3s2/2s4/k1sb1Qb/1/9 b T - - - 27";
    let ids = [position, exchanged].map(|text| {
        let puzzle = puzzle(&mut maker, Variant::Extended, text);
        puzzle.map(|puzzle| puzzle.id)
    });
    assert!(ids[0].is_some() && ids[0] == ids[1], "{ids:?}");
}
