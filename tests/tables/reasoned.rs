//! Endings whose value a person can find by reasoning, with the reasoning. They rest on the tables
//! that come with the program.
//!
//! In Shatra, a man is captured by jumping over it, so one at the edge of the board is safe from
//! every line that ends there, and one in a corner of the field is safe altogether.

use batyr::game::{GameRecord, Variant};
use batyr::tables::{GameProbe, NotCovered, OpenTables, Value};

fn probe(variant: Variant, position: &str) -> GameProbe {
    let game = GameRecord::from_position_text(variant, position).unwrap();
    let tables = OpenTables::shipped().of(variant).unwrap();
    tables.probe(&game).unwrap()
}

fn shatra(position: &str) -> GameProbe {
    probe(Variant::Extended, position)
}

/// Returns the turns of a value, in alphabetical order.
fn turns(probe: &GameProbe, value: Value) -> Vec<&str> {
    let turns = probe.turns.iter().filter(|(_, found)| *found == value);
    let mut texts: Vec<&str> = turns.map(|(text, _)| text.as_str()).collect();
    texts.sort_unstable();
    texts
}

/// Two bare biys stand side by side, and the square behind the enemy's is empty: it is captured.
/// Whoever steps beside the other instead is captured itself.
#[test]
fn a_biy_captures_the_one_beside_it() {
    let probe = shatra("9/1/7/7/3K3/3k3/7/7/1/9 w");
    assert_eq!(probe.value, Value::Win(1));
    assert_eq!(turns(&probe, Value::Win(1)), ["d7:d9"]);
    let steps_beside = ["d7-c7", "d7-c8", "d7-e7", "d7-e8"];
    assert_eq!(turns(&probe, Value::Loss(2)), steps_beside);
    assert_eq!(turns(&probe, Value::Draw), ["d7-c6", "d7-d6", "d7-e6"]);
}

/// A square lies between the biys. Neither is ever forced to step beside the other, as there are
/// always other squares, so nobody wins.
#[test]
fn bare_biys_keep_apart() {
    let probe = shatra("9/1/7/3K3/7/3k3/7/7/1/9 w");
    assert_eq!(probe.value, Value::Draw);
    let steps_beside = ["d6-c7", "d6-d7", "d6-e7"];
    assert_eq!(turns(&probe, Value::Loss(2)), steps_beside);
}

/// Black's biy on g7 has the edge behind it, so White's biy on f7 can't jump over it; the other way
/// the jump goes.
#[test]
fn a_biy_at_the_edge_is_safe_from_the_one_before_it() {
    let probe = shatra("9/1/7/7/kK5/7/7/7/1/9 w");
    assert_eq!(probe.value, Value::Draw);
    // From here White's biy is neither beside the other nor captured by it.
    assert_eq!(turns(&probe, Value::Draw), ["f7-e6", "f7-e7", "f7-e8"]);
    let probe = shatra("9/1/7/7/kK5/7/7/7/1/9 b");
    assert_eq!(turns(&probe, Value::Win(1)), ["g7:e7"]);
}

/// The batyr sees the biy along file d, and all squares behind it are empty: it lands on any.
#[test]
fn a_batyr_captures_from_afar() {
    let probe = shatra("9/1/3Q3/7/K6/7/3k3/7/1/9 w");
    let landings = ["d5:d10", "d5:d11", "d5:d12", "d5:d13", "d5:d14"];
    assert_eq!(turns(&probe, Value::Win(1)), landings);
}

/// Black's biy in the corner g10 can't be captured there, but it must step. White's biy on e10
/// captures it on f9 and f10, the man on file g on g9. If White is to move, that man waits on its
/// file, so the win takes a turn more.
fn assert_corner_is_a_trap(man: char) {
    let probe = shatra(&format!("9/1/{man}6/7/7/7/7/k1K4/1/9 b"));
    assert_eq!(probe.value, Value::Loss(2));
    assert_eq!(
        turns(&probe, Value::Loss(2)),
        ["g10-f10", "g10-f9", "g10-g9"]
    );
    let probe = shatra(&format!("9/1/{man}6/7/7/7/7/k1K4/1/9 w"));
    assert_eq!(probe.value, Value::Win(3));
    assert_eq!(turns(&probe, Value::Win(3)), ["g5-g6", "g5-g7"]);
}

#[test]
fn a_biy_in_the_corner_is_lost_against_biy_and_batyr() {
    assert_corner_is_a_trap('Q');
}

#[test]
fn a_biy_in_the_corner_is_lost_against_biy_and_tura() {
    assert_corner_is_a_trap('R');
}

/// A yalkyn moves diagonally, and no diagonal passes through a man at the edge, so g9 and f10 are
/// safe from it. White's biy attacks f10 from e10 or g9 from g8, never both, and the corner itself
/// is safe: Black's biy always has a square.
#[test]
fn a_biy_in_the_corner_is_safe_from_biy_and_yalkyn() {
    let probe = shatra("9/1/B6/7/7/7/7/k1K4/1/9 b");
    assert_eq!(turns(&probe, Value::Draw), ["g10-g9"]);
    assert_eq!(turns(&probe, Value::Loss(2)), ["g10-f10", "g10-f9"]);
    assert_eq!(shatra("9/1/B6/7/7/7/7/k1K4/1/9 w").value, Value::Draw);
}

/// The biy takes the only shatra, and bare biys far apart draw. It may decline, but then the shatra
/// takes the biy if it stays in reach, and becomes a batyr if it does not.
#[test]
fn a_biy_that_takes_the_last_shatra_draws() {
    let probe = shatra("9/1/7/7/3S3/3k3/7/6K/1/9 b");
    assert_eq!(turns(&probe, Value::Draw), ["d8:d6"]);
    let lost_at_once = ["d8-c7", "d8-c8", "d8-e7", "d8-e8"];
    assert_eq!(turns(&probe, Value::Loss(2)), lost_at_once);
    assert_eq!(probe.turns.len(), 8);
}

/// In `shatra-original`, two bare biys draw with the sixth turn: the capture comes in time with
/// five turns counted, and too late with six. With five, a step beside the other is not punished.
#[test]
fn bare_biys_of_original_have_six_turns() {
    let probe = |clock: u32| {
        let position = format!("9/1/7/7/3K3/3k3/7/7/1/9 w - - - {clock} 20");
        probe(Variant::Original, &position)
    };
    let in_time = probe(5);
    assert_eq!(turns(&in_time, Value::Win(1)), ["d7:d9"]);
    assert_eq!(turns(&in_time, Value::Draw).len(), in_time.turns.len() - 1);
    let too_late = probe(6);
    assert_eq!((too_late.value, too_late.turns.len()), (Value::Draw, 0));
}

/// In Shatranj, a bared king has lost, unless it bares the other king with its next move: it takes
/// a rook that nobody protects, but not one that the king on f4 protects.
#[test]
fn a_bared_king_of_shatranj_may_bare_the_other() {
    let unprotected = probe(Variant::Shatranj, "8/8/8/3kR3/8/8/8/K7 b - - 0 1");
    assert_eq!(unprotected.value, Value::Draw);
    let protected = probe(Variant::Shatranj, "8/8/8/3kR3/5K2/8/8/8 b - - 0 1");
    assert_eq!(protected.value, Value::Loss(0));
}

/// In Shatar, a bare king draws, whatever the other side has.
#[test]
fn a_bare_king_of_shatar_draws() {
    for rook_or_bers in ['R', 'J'] {
        let position = format!("k7/8/K7/8/8/8/8/7{rook_or_bers} w - - 0 1");
        assert_eq!(probe(Variant::Shatar, &position).value, Value::Draw);
    }
}

/// White wins with its next turn, as the rules alone show. But the position has ten men, and no table more
/// than three.
#[test]
fn a_position_of_more_men_than_any_table_is_in_none() {
    let position = "9/1/K6/6S/6k/7/sssssss/7/1/9 w";
    let game = GameRecord::from_position_text(Variant::Extended, position).unwrap();
    let tables = OpenTables::shipped().of(Variant::Extended).unwrap();
    assert_eq!(tables.value(&game), None);
    let error = tables.probe(&game).unwrap_err();
    assert!(matches!(error, NotCovered::NoTable(_)), "{error}");
}
