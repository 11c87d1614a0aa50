//! A host that does not implement the rules computes the positions of a chain as "A chain in
//! USHI" describes, and the engine agrees with each.
//!
//! This test follows the steps of the document with nothing but the text of the position.

use std::collections::HashSet;

use batyr::rules::Game;
use batyr::rules::shatra::{Extended, Numbering, Original, Position, RuleSet, Setup, square_name};

/// Files with positions, of which the test follows the chains.
const POSITION_FILES: [(&str, &str); 2] = [
    (
        Extended::RULES.id,
        include_str!("../../data/steps/shatra.steps"),
    ),
    (
        Original::RULES.id,
        include_str!("../../data/steps/shatra-original.steps"),
    ),
];

/// The lengths of the groups of the board.
const GROUPS: [usize; 10] = [9, 1, 7, 7, 7, 7, 7, 7, 1, 9];

/// A position as the host stores it: the contents of squares 1 to 62 (index 0 is unused) and the
/// other fields.
struct HostPosition {
    squares: Vec<String>,
    fields: Vec<String>,
}

impl HostPosition {
    fn parse(spn: &str) -> Self {
        let mut fields = spn.split(' ').map(str::to_owned);
        let board = fields.next().unwrap();
        let mut squares = vec![String::new()];
        let mut urgent_mark = "";
        for letter in board.chars().filter(|&c| c != '/') {
            match letter.to_digit(10) {
                Some(empty) => squares.extend((0..empty).map(|_| ".".to_owned())),
                None if letter == '!' => urgent_mark = "!",
                None => squares.push(format!("{}{letter}", std::mem::take(&mut urgent_mark))),
            }
        }
        let fields = fields.collect();
        Self { squares, fields }
    }

    fn to_spn(&self) -> String {
        let mut rest = &self.squares[1..];
        let mut groups = Vec::new();
        for length in GROUPS {
            let (group, after) = rest.split_at(length);
            // Adjacent empty squares may be written one by one.
            groups.push(group.concat().replace('.', "1"));
            rest = after;
        }
        format!("{} {}", groups.join("/"), self.fields.join(" "))
    }

    fn is_man_of(&self, square: usize, white: bool) -> bool {
        let letter = self.squares[square].trim_start_matches('!');
        let (white_letters, black_letters) = ("KQRBS", "kqrbs");
        if white {
            white_letters.contains(letter)
        } else {
            black_letters.contains(letter)
        }
    }

    /// Makes a jump that does not end the turn.
    fn make_jump(&mut self, jump: &str, variant: &str) {
        let promotion = jump.trim_start_matches(|c: char| !c.is_ascii_uppercase());
        let squares = jump.trim_end_matches(promotion).split_once(':').unwrap();
        let (from, to): (usize, usize) = (squares.0.parse().unwrap(), squares.1.parse().unwrap());
        let white = self.fields[0] == "w";
        // 1. The man moves.
        let mut man = self.squares[from].trim_start_matches('!').to_owned();
        if !promotion.is_empty() {
            man = if white {
                promotion.to_owned()
            } else {
                promotion.to_lowercase()
            };
        }
        self.squares[from] = ".".to_owned();
        // 2. The captured man becomes a ghost.
        let between = between(from, to);
        let jumped = between.into_iter().find(|&s| self.is_man_of(s, !white));
        let captured_square = jumped.unwrap_or_else(|| {
            let passed = self.fields[3].parse().expect("an ep field");
            if white {
                square_above(passed, -1)
            } else {
                square_above(passed, 1)
            }
        });
        let captured = self.squares[captured_square]
            .trim_start_matches('!')
            .to_lowercase();
        let ghost = match captured.as_str() {
            "q" => "y",
            "r" => "u",
            "b" => "i",
            _ => "p",
        };
        self.squares[captured_square] = ghost.to_owned();
        // 3. The fields.
        self.fields[2] = to.to_string();
        self.fields[3] = "-".to_owned();
        // 4. Late promotion.
        if variant == Extended::RULES.id && captured != "s" {
            let (final_rank, shatra) = if white {
                ([3, 2, 1], "s")
            } else {
                ([62, 61, 60], "S")
            };
            if let Some(&waiting) = final_rank.iter().find(|&&s| self.squares[s] == shatra) {
                let promoted = if white {
                    captured
                } else {
                    captured.to_uppercase()
                };
                self.squares[waiting] = promoted;
            }
        }
        // 5. The urgent mark.
        let zone = if white { 1..=10 } else { 53..=62 };
        let has_temdek = self.fields[1].contains(if white { 'T' } else { 't' });
        let is_biy = man.eq_ignore_ascii_case("k");
        let stays_in_zone = zone.contains(&from) && zone.contains(&to);
        let is_urgent = has_temdek && stays_in_zone && !(is_biy && variant == Original::RULES.id);
        self.squares[to] = if is_urgent { format!("!{man}") } else { man };
    }
}

/// Returns the file of a square, counted from 0, and its rank, counted from 1.
fn coordinates(number: usize) -> (i32, i32) {
    let name = square_name(Numbering::Spn.square(number as u16).unwrap());
    let (file, rank) = name.split_at(1);
    (i32::from(file.as_bytes()[0] - b'a'), rank.parse().unwrap())
}

/// Returns the square with these coordinates, if it is on the board.
fn square_at(wanted: (i32, i32)) -> Option<usize> {
    (1..=62).find(|&square| coordinates(square) == wanted)
}

/// Returns the squares between two squares on a line.
fn between(from: usize, to: usize) -> Vec<usize> {
    let ((from_file, from_rank), (to_file, to_rank)) = (coordinates(from), coordinates(to));
    let distance = (to_file - from_file).abs().max((to_rank - from_rank).abs());
    let direction = (
        (to_file - from_file).signum(),
        (to_rank - from_rank).signum(),
    );
    let squares = (1..distance).map(|i| (from_file + i * direction.0, from_rank + i * direction.1));
    squares.filter_map(square_at).collect()
}

/// Returns the square on the same file this many ranks above.
fn square_above(square: usize, ranks: i32) -> usize {
    let (file, rank) = coordinates(square);
    square_at((file, rank + ranks)).unwrap()
}

/// Follows every chain of a position, jump by jump. Returns the number of mid-chain positions that
/// were computed.
fn follow<R: RuleSet>(spn: &str) -> usize {
    let start: Position<R> = spn.parse::<Setup>().unwrap().position().unwrap();
    let mut computed = 0;
    let mut visited = HashSet::new();
    for (turn, path) in start.paths() {
        let jumps = path.steps();
        let after = start.after(turn);
        let mut host = HostPosition::parse(&start.to_string());
        for (i, jump) in jumps.iter().enumerate().take(jumps.len() - 1) {
            host.make_jump(jump, R::RULES.id);
            let text = host.to_spn();
            if !visited.insert((i, jumps[..=i].join(" "))) {
                continue;
            }
            computed += 1;
            let setup: Setup = text
                .parse()
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            let middle: Position<R> = setup
                .position()
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            let continuation = middle
                .paths()
                .into_iter()
                .find(|(_, path)| path.steps() == jumps[i + 1..]);
            let (rest, _) =
                continuation.unwrap_or_else(|| panic!("{}: {spn}: {jumps:?}: {text}", R::RULES.id));
            assert_eq!(
                middle.after(rest),
                after,
                "{}: {spn}: {jumps:?}: {text}",
                R::RULES.id
            );
        }
    }
    computed
}

#[test]
fn the_documented_steps_lead_to_the_next_position() {
    for (id, text) in POSITION_FILES {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let spns = lines.filter_map(|line| line.split(" ; ").next());
        let computed: usize = match id == Extended::RULES.id {
            true => spns.map(follow::<Extended>).sum(),
            false => spns.map(follow::<Original>).sum(),
        };
        assert!(computed > 40, "{id}: only {computed} mid-chain positions");
    }
}
