//! The pictures of the board.

use super::{run_script, utf8};

/// Runs the lines and then shows the board. Returns the first `width` columns of its 16 rows,
/// which is what is left of the column beside it, without trailing spaces.
fn board(args: &[&str], lines: &str, width: usize) -> Vec<String> {
    let args = [&["--as", "both"], args].concat();
    let output = run_script(&args, format!("{lines}board\n").as_bytes());
    let rows: Vec<&str> = utf8(&output.stdout).lines().collect();
    assert!(rows.len() >= 16 && output.stderr.is_empty(), "{output:?}");
    let clip = |row: &&str| row.chars().take(width).collect::<String>();
    let rows = rows[rows.len() - 16..].iter().map(clip);
    rows.map(|row| row.trim_end().to_owned()).collect()
}

fn shatra(args: &[&str], lines: &str) -> Vec<String> {
    board(args, lines, 27)
}

#[test]
fn the_start_position_of_shatra_is_drawn() {
    let expected = "
14      | s  q  s |      14
13      | s  r  s |      13
12      | b  r  b |      12
11      +--- k ---+      11
10  s  s  s  s  s  s  s  10
 9  .  .  .  .  .  .  .  9
 8  .  .  .  .  .  .  .  8
   ~~~~~~~~~~~~~~~~~~~~~
 7  .  .  .  .  .  .  .  7
 6  .  .  .  .  .  .  .  6
 5  S  S  S  S  S  S  S  5
 4      +--- K ---+      4
 3      | B  R  B |      3
 2      | S  R  S |      2
 1      | S  Q  S |      1
    a  b  c  d  e  f  g";
    assert_eq!(format!("\n{}", shatra(&[], "").join("\n")), expected);
}

#[test]
fn the_start_position_of_the_chessboard_is_drawn() {
    let expected = "
 8  r  n  b  k  q  b  n  r  8
 7  p  p  p  p  p  p  p  p  7
 6  .  .  .  .  .  .  .  .  6
 5  .  .  .  .  .  .  .  .  5
 4  .  .  .  .  .  .  .  .  4
 3  .  .  .  .  .  .  .  .  3
 2  P  P  P  P  P  P  P  P  2
 1  R  N  B  K  Q  B  N  R  1
    a  b  c  d  e  f  g  h";
    let rows = board(&["--variant", "shatranj"], "", 30);
    assert_eq!(format!("\n{}", rows[3..12].join("\n")), expected);
    assert!([&rows[..3], &rows[12..]].concat().concat().is_empty());
}

#[test]
fn the_board_can_be_flipped() {
    let rows = shatra(&[], "d5-d6\nflip\n");
    assert!(rows[0].starts_with(" 1      | S  Q  S |"));
    assert_eq!(rows[4], " 5  S  S  S [.] S  S  S  5");
    assert_eq!(rows[5], " 6  .  .  . [S] .  .  .  6");
    assert_eq!(rows[15], "    g  f  e  d  c  b  a");
}

#[test]
fn men_that_can_capture_or_must_be_dropped_are_marked() {
    let rows = shatra(&["--position", super::LOST_BIY], "");
    assert_eq!(rows[8], " 7  .  .  .  S* .  .  .  7");
    let in_chain = "!SQ7/1/K1p1s2/3R3/7/4s2/2S4/k6/1/2!b6 w Tt 21 - 3 12";
    let rows = shatra(&["--position", in_chain], "");
    assert!(rows[14].starts_with(" 1      | .  Q !S |"), "{}", rows[14]);
    assert_eq!(rows[10], " 5  .  .  s  .  p  .  K  5");
}

#[test]
fn a_check_is_marked() {
    let fen = "4k3/7p/8/8/8/8/3R4/7K w";
    let args = ["--variant", "shatar", "--position", fen];
    let rows = board(&args, "d2e2\nflip\n", 30);
    assert_eq!(rows[3], " 1  K  .  .  .  .  .  .  .  1");
    assert_eq!(rows[4], " 2  .  .  . [R][.] .  .  .  2");
    assert_eq!(rows[10], " 8  .  .  .  k* .  .  .  .  8");
    assert_eq!(rows[11], "    h  g  f  e  d  c  b  a");
}

#[test]
fn squares_show_their_official_numbers() {
    let rows = board(&["--numbers", "official"], "", 41);
    assert!(rows[0].contains("| 1 s  2 q  3 s |"), "{}", rows[0]);
    assert!(rows[4].starts_with("10 11 s 12 s 13 s"), "{}", rows[4]);
}
