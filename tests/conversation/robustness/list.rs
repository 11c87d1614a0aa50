//! Lists the requirements for the engine's robustness in a conversation.
//!
//! Each item of the list names what verifies it: tests in this folder, which have its number
//! (`r25_…`), and checks of `batyr compliance`, which can examine any engine and are run on this
//! program by `tests/tournament/compliance.rs`. A test and a check of the same requirement share
//! their cases (`batyr::compliance::cases`). A test below fails if an item names
//! something that does not exist, or if a test is not on the list.

use std::{collections::BTreeSet, fs, path::Path};

use batyr::compliance::checks;
use batyr_protocol::Dialect;

/// A requirement.
struct Requirement {
    number: u32,
    /// What the host does, or what is required of the engine.
    description: &'static str,
    /// The names of the tests in this folder, without the number.
    tests: &'static [&'static str],
    /// The names of the checks of `batyr compliance`.
    checks: &'static [&'static str],
}

const fn item(
    number: u32,
    description: &'static str,
    tests: &'static [&'static str],
    checks: &'static [&'static str],
) -> Requirement {
    Requirement {
        number,
        description,
        tests,
        checks,
    }
}

#[rustfmt::skip] // each item has three lines: description, tests, checks
const LIST: [Requirement; 64] = [
    // Lines and pipes.
    item(1, "the handshake is repeated",
        &["repeated_handshake"],
        &["a second handshake in another dialect is refused"]),
    item(2, "isready comes before the handshake",
        &["isready_before_the_handshake"],
        &[]),
    item(3, "a line is junk, contains NUL or is not UTF-8",
        &["junk_nul_and_bytes_that_are_not_utf8"],
        &["an unknown command is reported", "junk is refused and changes nothing"]),
    item(4, "lines have tabs, leading spaces, CR LF, a lone CR or a byte order mark",
        &["whitespace_line_ends_and_a_byte_order_mark"],
        &["lines may end with CR LF", "tabs and spaces separate words", "isready is recognized with any blanks and line ends"]),
    item(5, "a line is empty",
        &["empty_lines"],
        &["empty lines are ignored"]),
    item(6, "a position has 2,000 moves; a line exceeds the maximum length",
        &["a_long_game_and_lines_around_the_maximum_length"],
        &["a line of 1 MiB is read"]),
    item(7, "the input ends: while idle, during a limited or an infinite search, while pondering",
        &["end_of_input"],
        &["at the end of input, a limited search is finished", "at the end of input, an infinite search is answered"]),
    item(8, "stdout is closed: the engine does not panic, and no process is left",
        &["stdout_closed", "no_process_outlives_its_host"],
        &[]),
    item(9, "the host does not read: stop and quit still work",
        &["a_host_that_does_not_read"],
        &[]),
    item(10, "every line is complete and flushed, with any number of threads",
        &["lines_are_complete_and_flushed"],
        &[]),
    item(11, "no line before the handshake looks like a part of it",
        &["no_handshake_word_before_the_handshake"],
        &["the handshake contains nothing but id, option and info lines"]),
    item(12, "messages for people are info string lines (UCCI: info message)",
        &["messages_are_marked"],
        &[]),
    // Synchronisation.
    item(13, "isready during a search is answered at once",
        &["isready_while_searching_is_answered_at_once"],
        &["isready is answered during a search"]),
    item(14, "isready after a slow option is answered when the option has taken effect",
        &["isready_waits_for_a_slow_option"],
        &[]),
    item(15, "isready is answered after an option that names a missing file",
        &["isready_is_answered_after_a_missing_file"],
        &[]),
    // Stop and go.
    item(16, "stop while idle: the answer in UCCI is nobestmove; in the other dialects there is none",
        &[],
        &["an idle stop is answered with nobestmove", "an idle stop is not answered"]),
    item(17, "stop immediately after go",
        &["stop_right_after_go"],
        &["stop is answered promptly"]),
    item(18, "10,000 pairs of go and stop",
        &["go_and_stop_many_times", "go_and_stop_ten_thousand_times"],
        &[]),
    item(19, "stop before depth 1 is complete: the answer is legal",
        &["stop_before_depth_1_is_complete"],
        &[]),
    item(20, "two stops: one answer",
        &[],
        &["a second stop is not answered"]),
    item(21, "go during a search",
        &["go_while_searching"],
        &["a second go stops the first, and both are answered"]),
    item(22, "position, new game and options during a search",
        &["position_new_game_and_options_while_searching"],
        &["a position sent during a search applies to the next search"]),
    item(23, "stop, position and go in one burst",
        &["stop_position_and_go_in_one_burst"],
        &["a search after a burst of stop, ushinewgame and isready is answered"]),
    item(24, "quit during a search",
        &["quit_while_searching"],
        &["quit ends the process", "quit ends the process during a search"]),
    // Infinite searches and pondering.
    item(25, "an infinite search never ends by itself: with a win found, one legal turn, none, or another limit",
        &[],
        &["infinite waits for stop, even with one legal turn"]),
    item(26, "pondering never ends by itself",
        &["pondering_never_ends_by_itself"],
        &["pondering waits for ponderhit"]),
    item(27, "a finished search that waits for stop uses no processor time",
        &["waiting_uses_no_processor_time"],
        &[]),
    item(28, "ponderhit after the time is used up is answered at once",
        &["ponderhit_after_the_time_is_used_up"],
        &[]),
    item(29, "stop while pondering: one answer",
        &[],
        &["pondering ends with stop"]),
    item(30, "ponderhit while idle",
        &[],
        &["an idle ponderhit is ignored"]),
    item(31, "the time spent pondering is not charged",
        &["the_time_spent_pondering_is_not_charged"],
        &[]),
    item(32, "the ponder move is legal or absent",
        &["the_ponder_move_is_legal_or_absent"],
        &["the ponder move is legal"]),
    // Limits.
    item(33, "a bare go is infinite",
        &["a_bare_go_is_infinite"],
        &["a bare go waits for stop"]),
    item(34, "movetime, depth and nodes are 0 or 1",
        &["movetime_depth_and_nodes_of_0_and_1"],
        &["a limit of 0 requests a move at once", "depth 0 requests the static evaluation"]),
    item(35, "a clock is negative or zero",
        &["negative_and_zero_clocks"],
        &["a clock that has nearly run out is answered at once"]),
    item(36, "a number overflows, has a sign or an exponent, or is missing",
        &["a_clock_with_an_exponent_is_ignored"],
        &["a limit with an invalid value is ignored"]),
    item(37, "only one side's clock is sent, with either side to move",
        &["one_sided_clocks"],
        &["the clock of one side suffices, White to move", "the clock of one side suffices, Black to move"]),
    item(38, "an unknown word does not hide the next one",
        &["an_unknown_word_does_not_hide_isready"],
        &["unknown words of go are ignored"]),
    item(39, "searchmoves or ignoremoves is first, last or empty, or has an illegal move or a chain",
        &["searchmoves", "ignoremoves", "an_ignored_jump_begins_no_chain"],
        &["searchmoves restricts the search", "banned moves are not played"]),
    item(40, "a go has several limits",
        &["several_limits_at_once"],
        &["several limits may come in any order"]),
    item(41, "movestogo is 1, 1 ms is left, the increment is 0",
        &["the_last_move_before_the_time_control_and_the_last_millisecond"],
        &["increments and movestogo are accepted"]),
    item(42, "go mate",
        &["mate"],
        &[]),
    // Positions.
    item(43, "the root has no legal turn",
        &["no_legal_turn_at_the_root"],
        &["a side without a legal turn has no move", "without a legal step, there is no answer until stop"]),
    item(44, "a position is invalid: the old one is kept, and the error is explained",
        &["after_an_invalid_position_the_old_one_is_kept"],
        &["after a refused position, nothing is searched"]),
    item(45, "a position command with one illegal move is refused as a whole, and the move is named",
        &["a_command_with_one_illegal_move_is_refused"],
        &["a command with one illegal move is refused"]),
    item(46, "a position has missing fields, no biy, two biys, invalid groups or too many men",
        &["invalid_positions"],
        &["a text that is not a position is refused", "fields at the end of a position text may be missing"]),
    item(47, "a man of each kind is in mid-chain, with ghosts on the board",
        &["positions_in_mid_chain"],
        &["a position in mid-chain is searched"]),
    item(48, "the keyword moves is followed by no move, or is repeated",
        &["moves_keyword_empty_or_repeated"],
        &[]),
    // Options.
    item(49, "a hash size is 0, too large, not a number, or more than the machine's memory",
        &["impossible_hash_sizes_are_refused"],
        &[]),
    item(50, "the number of threads is 0 or too large, or is changed between searches",
        &["threads"],
        &[]),
    item(51, "MultiPV exceeds the number of legal turns",
        &["more_variations_than_legal_turns"],
        &["MultiPV lines are complete and distinct"]),
    item(52, "option names have different case or spaces, values are paths",
        &["names_in_any_case_and_values_with_spaces"],
        &["option names are recognized in any case"]),
    item(53, "a button gets a value",
        &["a_button_with_a_value"],
        &[]),
    item(54, "a value is out of range",
        &["values_out_of_range"],
        &["a value out of range is refused"]),
    item(55, "the hash table is cleared during a search",
        &["clearing_the_hash_while_searching"],
        &[]),
    item(56, "the variant is changed after a position is set; a variant is unknown",
        &["changing_the_rules_with_a_position_set"],
        &["every declared game is played"]),
    // Output and process.
    item(57, "info lines are complete: a score at every depth, a legal pv that begins with bestmove, complete MultiPV sets, a time that never decreases",
        &["info_lines_are_complete", "a_decided_game_is_reported_once", "stop_repeats_no_info_line", "the_last_line_is_from_a_complete_iteration", "no_bound_is_sent_as_a_score"],
        &["each search reports a score", "info lines are well-formed", "time never decreases", "every pv is legal", "the last pv begins with bestmove"]),
    item(58, "with one thread, the same search visits the same nodes",
        &["the_same_search_twice_on_one_thread"],
        &["searches with the same node limit give the same move"]),
    item(59, "a search thread panics: bestmove is still sent, and the next search works",
        &["a_panic_in_a_worker"],
        &[]),
    item(60, "the process receives SIGINT or SIGTERM",
        &["interrupt_and_terminate"],
        &[]),
    item(61, "ten idle minutes use no processor time",
        &["idling_uses_no_processor_time", "ten_idle_minutes_use_no_processor_time"],
        &[]),
    item(62, "memory does not grow during 100,000 short searches",
        &["memory_stays_constant", "memory_stays_constant_for_100_000_searches"],
        &[]),
    item(63, "USHI: go on the empty board, and go movetime 0",
        &["the_empty_board_of_ushi"],
        &[]),
    item(64, "USHI: each step of a chain is requested from a new process",
        &["a_new_process_for_each_step"],
        &["a chain is played jump by jump"]),
];

/// Returns the names of the numbered tests in this folder.
fn numbered_tests() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conversation/robustness");
    let mut tests = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let functions = text.lines().filter_map(|line| line.strip_prefix("fn r"));
        let names = functions
            .filter_map(|rest| rest.split_once("()"))
            .map(|(name, _)| name);
        let is_numbered = |name: &&str| name.starts_with(|c: char| c.is_ascii_digit());
        tests.extend(names.filter(is_numbered).map(|name| format!("r{name}")));
    }
    tests
}

#[test]
fn every_requirement_is_verified_and_every_test_is_listed() {
    let check_names: BTreeSet<&str> = Dialect::ALL
        .into_iter()
        .flat_map(checks)
        .map(|check| check.name)
        .collect();
    let mut listed = BTreeSet::new();
    for (item, number) in LIST.iter().zip(1..) {
        assert_eq!(item.number, number, "{}", item.description);
        let count = item.tests.len() + item.checks.len();
        assert!(count > 0, "nothing verifies {number}: {}", item.description);
        for check in item.checks {
            assert!(
                check_names.contains(check),
                "{number}: there is no check {check:?}"
            );
        }
        listed.extend(item.tests.iter().map(|name| format!("r{number:02}_{name}")));
    }
    assert_eq!(listed, numbered_tests());
}
