//! How games of Shatranj and Shatar end. Nearly all ends are tested with both colours.

use batyr::base::score::WIN;
use batyr::eval::{EvaluatedPosition, NetworkEvaluator};
use batyr::game::{Playable, Record};
use batyr::rules::board8::{
    FairyShatar, FairyShatranj, Position, RuleSet, Setup, Shatar, Shatranj,
};
use batyr::rules::shatra::Numbering;
use batyr::rules::{DrawReason, End, Game, Outcome, WinReason};
use batyr::search::{Control, Limits, NullSink, Request, Searcher};
use batyr::solver::{self, ProofVerdict, Solver};

use crate::board8_games::for_each_board8_game;

/// The state of a game, from the point of view of the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum State {
    Ongoing,
    Lost(WinReason),
    Won(WinReason),
    Drawn(DrawReason),
}
use DrawReason::{BareKings, BaredInReturn, MoriMateDraws, Niol, Robado, TurnLimit};
use State::{Drawn, Lost, Ongoing, Won};
use WinReason::{Bared, Mate, MoriMateLoses, NoLegalTurn};

fn position<R: RuleSet>(fen: &str) -> Position<R> {
    let setup = Setup::from_fen::<R>(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup
        .position()
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the state that is reported to the user, after checking that it agrees with
/// the one that the search uses.
fn state<R: RuleSet>(position: &Position<R>) -> State {
    let me = position.side_to_move();
    let outcome = match position.board_outcome() {
        None => Ongoing,
        Some(Outcome::Win(winner, reason)) if winner == me => Won(reason),
        Some(Outcome::Win(_, reason)) => Lost(reason),
        Some(Outcome::Draw(reason)) => Drawn(reason),
    };
    let in_search = if position.is_lost() {
        Some(End::Lost)
    } else if position.is_drawn() {
        Some(End::Drawn)
    } else {
        (position.count() == 0).then(|| position.end_without_turns())
    };
    let agree = match outcome {
        Ongoing => in_search.is_none(),
        Lost(_) => in_search == Some(End::Lost),
        Won(_) => in_search == Some(End::Won),
        Drawn(_) => in_search == Some(End::Drawn),
    };
    assert!(
        agree,
        "{position}: outcome {outcome:?}, search {in_search:?}"
    );
    outcome
}

/// Returns the same position with the colours exchanged.
fn mirrored(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap();
    let ranks: Vec<&str> = board.split('/').rev().collect();
    let swap = |text: &str| -> String {
        text.chars()
            .map(|letter| {
                if letter.is_ascii_uppercase() {
                    letter.to_ascii_lowercase()
                } else {
                    letter.to_ascii_uppercase()
                }
            })
            .collect()
    };
    let (side, rest) = rest.split_once(' ').unwrap_or((rest, "- - 0 1"));
    let side = if side == "w" { "b" } else { "w" };
    let mut fields: Vec<String> = rest.split(' ').map(str::to_owned).collect();
    if let Some(series) = fields.get_mut(4) {
        // The letter m is the same for both sides.
        *series = swap(series).replace('M', "m");
    }
    format!("{} {side} {}", swap(&ranks.join("/")), fields.join(" "))
}

/// Returns the same move with the colours exchanged: `e2` becomes `e7`.
fn mirrored_move(text: &str) -> String {
    text.chars()
        .map(|letter| match letter.to_digit(10) {
            Some(rank) => char::from_digit(9 - rank, 10).unwrap(),
            None => letter,
        })
        .collect()
}

/// Asserts that the position after these moves has this state, and likewise
/// with the colours exchanged.
fn assert_state<R: RuleSet>(fen: &str, moves: &str, expected: State) {
    let play = |fen: &str, transform: &dyn Fn(&str) -> String| {
        let mut position = position::<R>(fen);
        for text in moves.split_whitespace() {
            let text = transform(text);
            let mv = position.parse_move(&text);
            position = position.after(mv.unwrap_or_else(|error| panic!("{fen}: {error}")));
        }
        position
    };
    let plain = play(fen, &str::to_owned);
    assert_eq!(state(&plain), expected, "{}\n{plain}", plain.diagram());
    let mirrored = play(&mirrored(fen), &mirrored_move);
    assert_eq!(
        state(&mirrored),
        expected,
        "{}\n{mirrored}",
        mirrored.diagram()
    );
}

const MATE: &str = "1R5k/R7/8/8/8/7p/8/K7 b";
const STALEMATE: &str = "k7/7R/1R6/8/8/7p/7N/K7 b";

#[test]
fn mate_and_stalemate_lose_in_shatranj() {
    for (fen, reason) in [(MATE, Mate), (STALEMATE, NoLegalTurn)] {
        assert_state::<Shatranj>(fen, "", Lost(reason));
        assert_state::<FairyShatranj>(fen, "", Lost(reason));
    }
    assert!(position::<Shatranj>(MATE).is_in_check());
    assert!(!position::<Shatranj>(STALEMATE).is_in_check());
}

#[test]
fn baring_with_two_men_left_wins() {
    let fen = "4k3/8/8/8/3r4/3K4/8/6NR w";
    assert_state::<Shatranj>(fen, "d3d4", Lost(Bared));
    assert_state::<FairyShatranj>(fen, "d3d4", Lost(Bared));
}

#[test]
fn baring_with_one_man_left_wins_if_it_cannot_be_captured() {
    let fen = "4k3/8/8/8/3r4/3K4/8/7R w";
    assert_state::<Shatranj>(fen, "d3d4", Lost(Bared));
    assert_state::<FairyShatranj>(fen, "d3d4", Ongoing);
    assert_state::<FairyShatranj>(fen, "d3d4 e8e7", Won(Bared));
}

#[test]
fn baring_in_return_draws() {
    let fen = "8/8/8/8/8/3k4/3rR3/5K2 w";
    assert_state::<Shatranj>(fen, "e2d2", Drawn(BaredInReturn));
    assert_state::<FairyShatranj>(fen, "e2d2", Ongoing);
    assert_state::<FairyShatranj>(fen, "e2d2 d3d2", Ongoing);
    assert_state::<FairyShatranj>(fen, "e2d2 d3c3", Won(Bared));
}

#[test]
fn a_guarded_last_man_cannot_be_captured() {
    assert_state::<Shatranj>("8/8/8/8/8/3k4/3rR3/4K3 w", "e2d2", Lost(Bared));
}

#[test]
fn two_bare_shahs_draw() {
    let fen = "8/8/4k3/8/8/3K4/8/8 w";
    assert_state::<Shatranj>(fen, "", Drawn(BareKings));
    assert_state::<FairyShatranj>(fen, "", Ongoing);
    let fen = "8/8/4k3/8/8/3K4/8/8 w - - 140 90";
    assert_state::<Shatranj>(fen, "", Drawn(BareKings));
    assert_state::<FairyShatranj>(fen, "", Drawn(TurnLimit));
}

#[test]
fn the_turn_limit_of_shatranj_is_seventy_moves_a_side() {
    let fen = "4k3/p7/8/8/8/8/P7/4K2R w - - 138 90";
    assert_state::<Shatranj>(fen, "h1g1", Ongoing);
    assert_state::<Shatranj>(fen, "h1g1 e8d8", Drawn(TurnLimit));
    assert_state::<FairyShatranj>(fen, "h1g1 e8d8", Drawn(TurnLimit));
    assert_state::<Shatranj>(fen, "h1g1 a7a6", Ongoing);
}

#[test]
fn a_mate_on_the_last_turn_before_the_limit_counts() {
    let fen = "7k/R7/8/8/8/p7/8/KR6 w - - 139 90";
    assert_state::<Shatranj>(fen, "b1b8", Lost(Mate));
    assert_state::<FairyShatranj>(fen, "b1b8", Lost(Mate));
}

#[test]
fn a_stalemate_on_the_last_turn_before_the_limit_counts_except_for_fairy_stockfish() {
    let fen = "k7/7R/2R5/8/8/7p/7N/K7 w - - 139 90";
    assert_state::<Shatranj>(fen, "c6b6", Lost(NoLegalTurn));
    assert_state::<FairyShatranj>(fen, "c6b6", Drawn(TurnLimit));
}

#[test]
fn each_side_of_shatar_begins_with_its_bers_pawn() {
    let start = position::<Shatar>(Shatar::RULES.start);
    assert_eq!(start.count(), 1);
    let mv = start.parse_move("d2d4").unwrap();
    let next = start.after(mv);
    assert_eq!(next.count(), 1);
    let mv = next.parse_move("d7d5").unwrap();
    let third = next.after(mv);
    assert_eq!(third.count(), 20);
    assert!(third.parse_move("e2e4").is_err());
    assert_eq!(
        third.board().key(),
        position::<FairyShatar>(FairyShatar::RULES.start)
            .board()
            .key()
    );
}

#[test]
fn mate_without_shak_is_niol() {
    // The pawn (fu) mates; a check by a pawn (tsod) is not a shak.
    let fen = "8/4n3/1p3ppp/R7/2P1N2k/1P3P2/4P1P1/4KBR1 w";
    assert_state::<Shatar>(fen, "g2g3", Drawn(Niol));
    assert_state::<FairyShatar>(fen, "g2g3", Drawn(Niol));
}

#[test]
fn a_shak_earlier_in_the_series_wins() {
    let fen = "r7/2k3bp/Bp4bp/2p2p2/P1P4r/3R3P/5PN1/3K2R1 w";
    assert_state::<Shatar>(fen, "d3d7 c7c6 a6b5", Lost(Mate));
    assert_state::<FairyShatar>(fen, "d3d7 c7c6 a6b5", Lost(Mate));
}

#[test]
fn a_series_set_up_without_its_history_has_no_shak() {
    let fen = "r7/2k3bp/Bp4bp/2p2p2/P1P4r/3R3P/5PN1/3K2R1 w";
    let before = position::<Shatar>(fen);
    let mut position = before;
    for text in ["d3d7", "c7c6"] {
        let mv = position.parse_move(text).unwrap();
        position = position.after(mv);
    }
    let text = position.to_string();
    assert!(text.ends_with(" S"), "{text}");
    assert_state::<Shatar>(&text, "a6b5", Lost(Mate));
    let without_series = text.strip_suffix(" S").unwrap();
    assert_state::<Shatar>(without_series, "a6b5", Drawn(Niol));
}

#[test]
fn a_mate_by_a_mori_does_not_win() {
    let fen = "6rk/6pp/8/4N3/8/p1j5/P7/1K6 w";
    assert_state::<Shatar>(fen, "e5f7", Drawn(MoriMateDraws));
    assert_state::<FairyShatar>(fen, "e5f7", Won(MoriMateLoses));
}

#[test]
fn a_mate_discovered_by_a_mori_draws_except_for_fairy_stockfish() {
    let fen = "R4N1k/6pp/8/8/8/8/8/K7 w";
    for mv in ["f8d7", "f8g6"] {
        assert_state::<Shatar>(fen, mv, Drawn(MoriMateDraws));
        assert_state::<FairyShatar>(fen, mv, Lost(Mate));
    }
}

#[test]
fn the_fen_shows_that_a_mori_discovered_the_mate() {
    let mut mated = position::<Shatar>("R4N1k/6pp/8/8/8/8/8/K7 w");
    let (mv, _) = mated.read_turn("f8d7", Numbering::Official).unwrap();
    mated.play(mv);
    let text = mated.to_string();
    assert_eq!(text, "R6k/3N2pp/8/8/8/8/8/K7 b - - 1 1 m");
    assert_state::<Shatar>(&text, "", Drawn(MoriMateDraws));
    assert_state::<Shatar>("R6k/3N2pp/8/8/8/8/8/K7 b - - 1 1", "", Lost(Mate));
    // Without a check the letter has no meaning.
    let quiet = position::<Shatar>("7k/3N2pp/8/8/8/8/8/K7 b - - 1 1 m");
    assert_eq!(quiet.to_string(), "7k/3N2pp/8/8/8/8/8/K7 b - - 1 1");
}

#[test]
fn robado_draws_even_if_it_is_mate() {
    let mate = "kr5R/8/K1N5/8/8/8/8/8 w";
    assert_state::<Shatar>(mate, "h8b8", Drawn(Robado));
    assert_state::<FairyShatar>(mate, "h8b8", Drawn(Robado));
    assert_state::<Shatar>("8/8/8/8/3r4/3K3R/8/k7 w", "d3d4", Drawn(Robado));
}

#[test]
fn stalemate_draws_in_shatar() {
    assert_state::<Shatar>(STALEMATE, "", Drawn(DrawReason::Stalemate));
    assert_state::<FairyShatar>(STALEMATE, "", Drawn(DrawReason::Stalemate));
    assert_state::<Shatar>(MATE, "", Lost(Mate));
}

#[test]
fn the_turn_limit_of_shatar_is_fifty_moves_a_side() {
    let fen = "4k3/p7/8/8/8/8/P7/4K2R w - - 98 90";
    assert_state::<Shatar>(fen, "h1g1", Ongoing);
    assert_state::<Shatar>(fen, "h1g1 e8d8", Drawn(TurnLimit));
    assert_state::<FairyShatar>(fen, "h1g1 e8d8", Drawn(TurnLimit));
    let mate = "7k/R7/8/8/8/p7/8/KR6 w - - 99 90";
    assert_state::<Shatar>(mate, "b1b8", Lost(Mate));
    assert_state::<FairyShatar>(mate, "b1b8", Lost(Mate));
}

/// Repeats the same moves until a position occurs for the third time.
fn assert_third_occurrence_draws<R: RuleSet>() {
    let mut record = Record::new(position::<R>("r3k3/8/8/8/8/8/8/R3K3 w"));
    for (n, text) in ["a1b1", "a8b8", "b1a1", "b8a8"]
        .into_iter()
        .cycle()
        .take(8)
        .enumerate()
    {
        assert_eq!(record.outcome(), None, "after {n} moves");
        let mv = record.position().parse_move(text).unwrap();
        record.play(mv);
    }
    assert_eq!(
        record.outcome(),
        Some(Outcome::Draw(DrawReason::Repetition))
    );
}

#[test]
fn the_third_occurrence_draws() {
    for_each_board8_game!(assert_third_occurrence_draws());
}

#[test]
fn a_position_is_the_same_whichever_man_discovered_the_check() {
    let discovered = position::<Shatar>("R4N1k/6p1/7p/8/8/8/8/K7 w");
    let discovered = discovered.after(discovered.parse_move("f8d7").unwrap());
    let read_back = position::<Shatar>(&discovered.to_string());
    assert_eq!(read_back.key(), discovered.key());
}

/// Searches to a depth, and returns the best move and the score.
fn search<R: RuleSet>(fen: &str, depth: usize) -> (Option<String>, i32)
where
    Position<R>: EvaluatedPosition,
{
    let position = position::<R>(fen);
    let mut searcher = Searcher::new(1, 1, NetworkEvaluator::default()).unwrap();
    let request = Request::new(position, Limits::depth(depth));
    let result = searcher.search(&request, &Control::new(), &mut NullSink);
    let best = result.best.map(|mv| position.turn_text(mv));
    (best, result.score)
}

#[test]
fn the_search_scores_the_ends_of_games() {
    let won = |n| WIN - 2 * n + 1;
    // Even at depth 1, where the quiescence search finds the mate.
    for depth in [1, 4] {
        let mate = "7k/R7/8/8/8/p4p2/8/KR6 w";
        assert_eq!(
            search::<Shatranj>(mate, depth),
            (Some("b1b8".into()), won(1))
        );
        assert_eq!(search::<Shatar>(mate, depth), (Some("b1b8".into()), won(1)));
        let bare = "4k3/8/8/8/3r4/3K4/8/7R w";
        let result = search::<Shatranj>(bare, depth);
        assert_eq!(result, (Some("d3d4".into()), won(1)));
    }
    // In Fairy Shatranj the win comes one move later.
    let bare = "4k3/8/8/8/3r4/3K4/8/7R w";
    let result = search::<FairyShatranj>(bare, 4);
    assert_eq!(result, (Some("d3d4".into()), won(2)));
    // A mate by a mori draws in Shatar, and loses in Fairy Shatar.
    let by_mori = "6rk/6pp/8/4N3/8/p1j5/P7/1K6 w";
    assert_ne!(search::<Shatar>(by_mori, 4).1, won(1));
    assert_ne!(search::<FairyShatar>(by_mori, 4).0, Some("e5f7".into()));
}

#[test]
fn the_solver_recognizes_the_ends_of_games() {
    let verdict = |fen: &str| {
        let position = position::<Shatar>(fen);
        let mut solver = Solver::new(1).unwrap();
        let limits = solver::ProofLimits {
            moves: 2,
            nodes: 100_000,
        };
        solver.solve(&position, limits, &|| false).verdict
    };
    assert_eq!(verdict("7k/R7/8/8/8/p7/8/KR6 w"), ProofVerdict::Win(1));
    assert_ne!(
        verdict("6rk/6pp/8/4N3/8/p1j5/P7/1K6 w"),
        ProofVerdict::Win(1)
    );
}
