//! Options in UCI: which wait, which are refused, and what a choice of the variant says.

use crate::test_session::TestSession;

const NOTHING: [&str; 0] = [];

#[test]
fn some_options_wait_for_the_end_of_the_search() {
    let mut test = TestSession::open("uci");
    test.send_all(&[
        "go infinite",
        "setoption name MultiPV value 2",
        "setoption name hash value 64",
        "setoption name clear hash",
        "setoption name MultiPV value 3",
        "ucinewgame",
    ]);
    assert_eq!(test.take_calls(), ["start", "set MultiPV Spin(2)"]);
    assert_eq!(test.send_all(&["isready", "stop"]), ["readyok"]);
    assert_eq!(test.take_calls(), ["stop"]);
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(
        test.take_calls(),
        [
            "set Hash Spin(64)",
            "set Clear Hash Button",
            "set MultiPV Spin(3)",
            "new game"
        ]
    );
}

#[test]
fn a_position_after_a_new_variant_waits_with_it() {
    let mut test = TestSession::open("uci");
    test.send_all(&[
        "go infinite",
        "setoption name UCI_Variant value Shatar",
        "position fen x",
    ]);
    assert_eq!(test.take_calls(), ["start"]);
    test.send("stop");
    test.finish(0, "a1-a2");
    let expected = [
        "stop",
        "set UCI_Variant Combo(\"shatar\")",
        "position Text(\"x\")",
    ];
    assert_eq!(test.take_calls(), expected);
}

#[test]
fn bad_options_change_nothing() {
    let mut test = TestSession::open("uci");
    let error = |text: &str| vec![format!("info string error: setoption: {text}")];
    assert_eq!(
        test.send("setoption name Hash value 0"),
        error("bad value '0' for Hash, expected a whole number from 1 to 4096")
    );
    assert_eq!(
        test.send("setoption name hash value lots"),
        error("bad value 'lots' for Hash, expected a whole number from 1 to 4096")
    );
    assert_eq!(
        test.send("setoption name Hash"),
        error("missing value for Hash, expected a whole number from 1 to 4096")
    );
    assert_eq!(
        test.send("setoption name UCI_Variant value go"),
        error("bad value 'go' for UCI_Variant, expected one of: shatra, shatar")
    );
    assert_eq!(test.send("setoption name Foo Bar value 1").len(), 1);
    assert_eq!(
        test.send("setoption name Hash value 4096"),
        ["info string error: setoption Hash: no memory for 4096 MB"]
    );
    assert_eq!(test.take_calls(), NOTHING);
}

/// uci2wb hands the description on to XBoard; a refused choice has none.
#[test]
fn a_choice_of_the_variant_is_answered_by_its_description() {
    let mut test = TestSession::open("uci");
    assert_eq!(
        test.send("setoption name UCI_Variant value shatar"),
        [
            "info string variant shatar files 8 ranks 8 pocket 0 template fairy startpos 8/8 w - - 0 1"
        ]
    );
    let refused = test.send("setoption name UCI_Variant value chess");
    assert_eq!(refused.len(), 1);
    assert!(refused[0].starts_with("info string error: "));
    assert_eq!(test.send("setoption name MultiPV value 2"), NOTHING);
    // Hosts of the other dialects do not know the line.
    for (dialect, option) in [
        ("ushi", "setoption name Variant value shatar"),
        ("ucci", "setoption variant shatar"),
    ] {
        let mut test = TestSession::open(dialect);
        assert_eq!(test.send(option), NOTHING);
        assert_eq!(test.take_calls().len(), 1, "{dialect}");
    }
}
