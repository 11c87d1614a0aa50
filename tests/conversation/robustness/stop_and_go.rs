//! The order of `go`, `stop` and the lines between them.

use super::{
    boards,
    dialect::{DIALECTS, Dialect, Setting},
    machine::{AT_ONCE, Interval, within},
    talk::{Conversation, PAUSE, alone, driven, each, is_answer, must},
};
use crate::host::{Fault, RESPONSE_TIMEOUT};

/// The `go` is answered exactly once, however early the `stop` is sent.
#[test]
fn r17_stop_right_after_go() {
    each(|talk| {
        for threads in [1, 2] {
            talk.set(Setting::Threads, threads)?;
            for _ in 0..40 {
                let sent_at = talk.send("go infinite\nstop")?;
                talk.only_answer(sent_at)?;
                let sent_at = talk.send("go\nstop")?;
                talk.only_answer(sent_at)?;
            }
        }
        Ok(())
    });
}

/// Sends this many pairs of `go` and `stop`, many at once, and counts the answers.
fn go_and_stop(talk: &mut Conversation, pairs: usize) -> Result<(), Fault> {
    const BURST: usize = 100;
    let legal: Vec<String> = match talk.dialect {
        Dialect::Ushi => {
            let steps = talk.position.steps();
            steps.iter().map(crate::referee::jump_text).collect()
        }
        Dialect::Uci | Dialect::Ucci => {
            let turns = talk.position.turns();
            turns.iter().map(crate::slow::Turn::text).collect()
        }
    };
    for _ in 0..pairs.div_ceil(BURST) {
        talk.send(&vec!["go infinite\nstop"; BURST].join("\n"))?;
        for _ in 0..BURST {
            let best = talk.process.expect("bestmove ", RESPONSE_TIMEOUT)?.text;
            let best = best.split(' ').nth(1).unwrap_or_default();
            let is_legal = legal.iter().any(|legal| legal == best);
            talk.check(is_legal, "not a legal move")?;
        }
        talk.silent()?;
    }
    Ok(())
}

#[test]
fn r18_go_and_stop_many_times() {
    each(|talk| go_and_stop(talk, 500));
}

#[test]
#[ignore = "the long form: 10,000 times go and stop"]
fn r18_go_and_stop_ten_thousand_times() {
    each(|talk| {
        for threads in [1, 2] {
            talk.set(Setting::Threads, threads)?;
            go_and_stop(talk, 10_000)?;
        }
        Ok(())
    });
}

/// With all variations requested, the first iteration takes long enough to be interrupted.
#[test]
fn r19_stop_before_depth_1_is_done() {
    each(|talk| {
        let mut early = 0;
        for threads in [1, 2] {
            talk.set(Setting::Threads, threads)?;
            for lines in [1, 256] {
                talk.set(Setting::MultiPv, lines)?;
                talk.silent()?;
                for position in [boards::start(), boards::reply(), boards::chains()] {
                    talk.place(&position)?;
                    talk.send(&talk.dialect.set(Setting::ClearHash, ""))?;
                    talk.silent()?;
                    let sent_at = talk.send("go infinite\nstop")?;
                    // An iteration takes at least a node for each turn.
                    let nodes = talk.only_answer(sent_at)?.nodes();
                    early += u32::from(nodes < position.turns().len() as u64);
                }
            }
        }
        talk.check(early > 0, "no search was stopped before depth 1")
    });
}

/// Each `go` ends the previous one, which is answered first; each searches the position set before
/// it.
#[test]
fn r21_go_while_searching() {
    each(|talk| {
        let [first, second] = [boards::start(), boards::reply()];
        for go in ["go depth 2", "go nodes 300", "go movetime 5"] {
            talk.place(&first)?;
            let sent_at = talk.send("go infinite")?;
            talk.searching()?;
            talk.place(&second)?;
            talk.send(&format!("go infinite\n{go}"))?;
            talk.answer_in(&first, sent_at)?;
            talk.answer_in(&second, sent_at)?;
            talk.only_answer(sent_at)?;
        }
        Ok(())
    });
}

/// Commands sent during a search apply to the next search.
#[test]
fn r22_position_new_game_and_options_while_searching() {
    each(|talk| {
        let [first, second] = [boards::start(), boards::reply()];
        for threads in [2, 1] {
            talk.set(Setting::MultiPv, 1)?;
            talk.place(&first)?;
            let sent_at = talk.send("go infinite")?;
            talk.place(&second)?;
            talk.set(Setting::MultiPv, 3)?;
            talk.send(talk.dialect.new_game())?;
            talk.set(Setting::Hash, 2)?;
            talk.set(Setting::Threads, threads)?;
            talk.set(Setting::ClearHash, "")?;
            talk.searching()?;
            talk.no_answer_for(PAUSE)?;
            talk.send("stop")?;
            let answer = talk.answer_in(&first, sent_at)?;
            talk.silent()?;
            let is_third = |answer: &super::talk::Answer| {
                answer.infos.iter().any(|info| info.multipv == Some(3))
            };
            talk.check(!is_third(&answer), "three lines in a search with one")?;
            let answer = talk.ask("go depth 2")?;
            talk.check(
                is_third(&answer) || !talk.dialect.numbers_lines(),
                "the option was lost",
            )?;
        }
        Ok(())
    });
}

#[test]
fn r23_stop_position_and_go_in_one_burst() {
    each(|talk| {
        let positions = [boards::start(), boards::reply(), boards::win()];
        talk.place(&positions[0])?;
        let mut sent_at = talk.send("go infinite")?;
        let in_turn: Vec<_> = positions.iter().cycle().take(18).collect();
        for pair in in_turn.windows(2) {
            let (dialect, next) = (talk.dialect, pair[1].to_spn());
            let (new_game, position) = (dialect.new_game(), dialect.position(&next));
            let now = talk.send(&format!("stop\n{new_game}\n{position}\ngo infinite"))?;
            talk.answer_in(pair[0], sent_at)?;
            sent_at = now;
            talk.position = pair[1].clone();
        }
        talk.send("stop")?;
        talk.only_answer(sent_at).map(drop)
    });
}

#[test]
fn r24_quit_while_searching() {
    alone(|| {
        for &dialect in DIALECTS {
            for threads in [1, 2] {
                quits_at_once(dialect, threads, "go infinite");
                quits_at_once(dialect, threads, "go depth 60");
            }
        }
        for dialect in driven(Dialect::ponders) {
            quits_at_once(dialect, 1, "go ponder depth 1");
        }
    });
}

#[track_caller]
fn quits_at_once(dialect: Dialect, threads: u32, go: &str) {
    must(within(AT_ONCE, || {
        let mut talk = Conversation::open(dialect)?;
        talk.set(Setting::Threads, threads)?;
        talk.silent()?;
        talk.send(go)?;
        let output = talk.process.listen(PAUSE);
        talk.check(!output.iter().any(|line| is_answer(line)), "no search")?;
        let from = std::time::Instant::now();
        let to = from + talk.quit()?;
        Ok(Interval { from, to })
    }));
}
