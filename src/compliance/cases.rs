//! Cases shared by the compliance checks and the robustness tests of this program.
//!
//! A case is data: the line to send, and what is expected of the answer. The compliance checks try
//! the cases on any engine. The robustness tests try them on this program and add requirements
//! specific to it, such as a tighter time limit.

/// A `go` command with errors.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct FaultyGo {
    /// The line to send.
    pub line: &'static str,
    /// The texts that the error reports must contain, one for each report.
    pub named: &'static [&'static str],
    /// The depth, in plies, that the search must reach with the remaining limits.
    pub depth: u32,
}

const fn faulty(line: &'static str, named: &'static [&'static str], depth: u32) -> FaultyGo {
    FaultyGo { line, named, depth }
}

/// Limits with invalid or missing values, which are ignored. If no other limit remains, the search
/// has depth 1.
pub const INVALID_LIMITS: [FaultyGo; 18] = [
    faulty(
        "go depth 99999999999999999999",
        &["'99999999999999999999'"],
        1,
    ),
    faulty("go depth 4294967296", &["'4294967296'"], 1),
    faulty(
        "go nodes 18446744073709551616",
        &["'18446744073709551616'"],
        1,
    ),
    faulty("go depth +5", &["'+5'"], 1),
    faulty("go nodes -3", &["'-3'"], 1),
    faulty("go depth -1", &["'-1'"], 1),
    faulty("go depth x", &["'x'"], 1),
    faulty("go movetime 1e3", &["'1e3'"], 1),
    faulty("go movetime 5.5", &["'5.5'"], 1),
    faulty("go depth 0x5", &["'0x5'"], 1),
    faulty("go depth", &["depth"], 1),
    faulty("go nodes", &["nodes"], 1),
    faulty("go movetime", &["movetime"], 1),
    faulty("go movetime depth 2", &["movetime"], 2),
    faulty("go nodes depth 3", &["nodes"], 3),
    faulty("go nodes +1 depth 2", &["'+1'"], 2),
    faulty("go nodes 1e3 depth 2", &["'1e3'"], 2),
    faulty(
        "go depth 2 nodes 99999999999999999999",
        &["'99999999999999999999'"],
        2,
    ),
];

/// Unknown words, each of which is ignored with an error report.
pub const UNKNOWN_WORDS: [FaultyGo; 4] = [
    faulty("go foo depth 3", &["'foo'"], 3),
    faulty("go depth 3 foo", &["'foo'"], 3),
    faulty("go foo bar depth 3 baz", &["'foo'", "'bar'", "'baz'"], 3),
    faulty("xyzzy go depth 3", &["'xyzzy'"], 3),
];

/// The smallest limits, each of which is answered at once. In UCCI, depth 0
/// requests the static evaluation instead.
pub const SMALLEST_LIMITS: [&str; 6] = [
    "go movetime 0",
    "go movetime 1",
    "go depth 0",
    "go depth 1",
    "go nodes 0",
    "go nodes 1",
];

/// Lines without a recognizable command, each with the text that the error report must contain.
pub const JUNK: [(&[u8], &str); 7] = [
    (b"xyzzy", "'xyzzy'"),
    (b"GO depth 1", "'GO'"),
    (b"best\xC3\xA4 move", "best\u{e4}"),
    (b"go\xFF depth 1", "UTF-8"),
    (b"\xC3", "UTF-8"),
    (b"isready\xED\xA0\x80", "UTF-8"),
    (b"\0\0xyz\0", "'xyz'"),
];

/// Variations of `isready`: with different blanks and line ends, and with empty lines around it.
pub const BLANKS: [&[u8]; 5] = [
    b"\t  isready\n",
    b"isready \t\r\n",
    b"isready\r",
    b"\n\r\r\n\risready\r\r",
    b"\x0b\x0cisready\n",
];

/// Empty lines, which are ignored.
pub const EMPTY_LINES: &[u8] = b"\n \n\t\t\r\n\r\n";

/// Returns invalid position texts, derived from the start position of Shatra: a field is missing,
/// superfluous or malformed, or the position is impossible.
pub fn invalid_positions(start: &str) -> Vec<String> {
    let with = |from: &str, to: &str| start.replacen(from, to, 1);
    vec![
        String::new(),
        "startpos".to_owned(),
        // No side to move, or an unknown one.
        start.split(' ').take(1).collect(),
        with(" w ", " white "),
        "9/K/x w".to_owned(),
        // No biy on either side, two biys on one, or no men at all.
        with("/K/", "/1/").replacen("/k/", "/1/", 1),
        with("/7/7/7/7/", "/K6/7/7/7/"),
        with("/7/7/7/7/", "/k6/7/7/7/"),
        "9/1/7/7/7/7/7/7/1/9 w - - - - 1".to_owned(),
        // A group that is too short or too long, a missing group, or a superfluous one.
        with("SSSSSSS", "SSSSSS"),
        with("SSSSSSS", "SSSSSSSS"),
        with("/7/7/7/7/", "/7/7/7/"),
        with("/7/7/7/7/", "/7/7/7/7/7/"),
        with("/7/7/7/7/", "/7/61/8/6/"),
        // Too many men of one kind.
        with("/7/7/7/7/", "/S6/7/7/7/"),
        with("/7/7/7/7/", "/7/Q6/7/7/"),
        with("/7/7/7/7/", "/7/7/r6/7/"),
        with("/7/7/7/7/", "/7/7/7/b6/"),
        // A ghost or a man in mid-chain where there can be none; then, malformed fields.
        with("/7/7/7/7/", "/y6/7/7/7/"),
        with("Tt - -", "Tt 20 -"),
        with("Tt - -", "Tt 63 -"),
        with("Tt - -", "Tt - 0"),
        with("- - - 1", "- - x 1"),
        with("- - - 1", "- - - 1 more"),
        with("SQSS", "SXSS"),
        with("Tt", "tTt"),
    ]
}

/// Lists of moves from the start position that contain an illegal move, each with the text that the
/// error report must contain.
pub const ILLEGAL_MOVES: [(&str, &str); 7] = [
    ("a5-a7 a10-a8 b5-b9", "b5-b9"),
    ("b5-b9", "b5-b9"),
    ("a5-a7 b5-b9 a10-a8", "b5-b9"),
    ("a5-a6 b5-b9 c5-c6", "b5-b9"),
    ("a5-a6 xyzzy", "xyzzy"),
    ("a5-a6 a10", "a10"),
    ("a5-a6 \u{e4}-\u{f6}", "\u{e4}-\u{f6}"),
];

/// Searches that only the host ends. In UCCI, a `go` can have only one limit.
pub const INFINITE: [&str; 3] = [
    "go infinite",
    "go depth 1 infinite",
    "go infinite movetime 1",
];

/// A position in which the side to move can win at once.
pub const WIN: &str = "1QS3BR1/1/SSSSSSS/R1K3S/1SB3S/3s3/b2k2r/ss1s1ss/1/1rb3s1s b Tt - - 2 7";
/// A position with a single legal turn, which does not end the game.
pub const ONE_TURN: &str = "9/1/1S3S1/7/SK5/s6/4S2/1k4S/1/9 w - - - 7 35";
/// A position in which the man in mid-chain can neither continue nor stop.
pub const NO_TURN: &str = "9/K/7/7/7/7/r6/7/k/9 b - 39 - - 1";
