//! Questions about game files: what a host asks, in parts and whole, and what it hears of bad
//! input.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::host::{EngineProcess, RESPONSE_TIMEOUT, expect_no_fault, uci::start_engine};

/// Asks a question; returns the lines of its answer.
fn ask(process: &mut EngineProcess, line: &str) -> Vec<String> {
    expect_no_fault(process.send(&format!("{line}\nisready")));
    let received = expect_no_fault(process.read_until("readyok", RESPONSE_TIMEOUT));
    let lines = received.into_iter().map(|line| line.text);
    lines.filter(|line| line != "readyok").collect()
}

/// Returns the object after the first word of a line, which must be `word`.
#[track_caller]
fn object(line: &str, word: &str) -> Value {
    let json = line
        .strip_prefix(word)
        .unwrap_or_else(|| panic!("{word}: {line}"));
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// Lists the games of a file that is sent in parts of at most `size` bytes; returns the objects
/// with places in the whole file, and the encoding.
fn list(process: &mut EngineProcess, file: &[u8], size: usize) -> (Vec<Value>, String) {
    let (mut games, mut encoding) = (Vec::new(), None::<String>);
    let (mut from, mut length) = (0, size);
    loop {
        let to = file.len().min(from + length);
        let more = to < file.len();
        let mut question = json!({ "base64": STANDARD.encode(&file[from..to]), "more": more });
        if let Some(encoding) = &encoding {
            question["encoding"] = json!(encoding);
        }
        let mut lines = ask(process, &format!("games {question}"));
        let sum = object(&lines.pop().unwrap(), "games");
        assert_eq!(sum["games"], lines.len());
        for line in lines {
            let mut game = object(&line, "listed");
            for place in ["start", "end"] {
                game[place] = json!(game[place].as_u64().unwrap() + from as u64);
            }
            games.push(game);
        }
        encoding = Some(sum["encoding"].as_str().unwrap().to_owned());
        let used = usize::try_from(sum["bytes"].as_u64().unwrap()).unwrap();
        if !more {
            assert_eq!(from + used, file.len());
            return (games, encoding.unwrap());
        }
        // A game that is longer than a part needs a longer one.
        length = if used == 0 { 2 * length } else { size };
        from += used;
    }
}

const GAMES: &str = "% made by hand\n[White \"Иван\"]\n[Variant \"shatra\"]\n\n1. 61-42 {[x \"y\"]} *\n\n\
    [White \"B\"]\n\n{a\n\n[tag \"like\"]\n} 1. 61-42 (1. 62-38) 13-27 1-0 1-0\n\n\
    1. 61-42 1/2-1/2 [White \"C\"] [Black \"D\"]\n1. 61-42 0-1\n";

#[test]
fn a_file_is_listed_in_parts_as_it_is_listed_whole() {
    let mut process = expect_no_fault(start_engine("shatra"));
    let windows_1251: Vec<u8> = GAMES
        .chars()
        .map(|character| match u32::from(character) {
            ascii @ ..=0x7f => ascii as u8,
            letter => (letter - 0x410 + 0xc0) as u8,
        })
        .collect();
    let with_cr = GAMES.replace('\n', "\r\n");
    let utf_16 = |text: &str| {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xff, 0xfe].into_iter().chain(units).collect::<Vec<u8>>()
    };
    for (file, encoding) in [
        (GAMES.as_bytes(), "UTF-8"),
        (with_cr.as_bytes(), "UTF-8"),
        (&windows_1251, "windows-1251"),
        (&utf_16(GAMES), "UTF-16LE"),
        (&utf_16(&with_cr), "UTF-16LE"),
    ] {
        let (whole, found) = list(&mut process, file, usize::MAX / 2);
        assert_eq!(found, encoding);
        let names: Vec<&Value> = whole.iter().map(|game| &game["tags"]["White"]).collect();
        assert_eq!(
            names,
            [&json!("Иван"), &json!("B"), &Value::Null, &json!("C")]
        );
        let turns: Vec<&Value> = whole.iter().map(|game| &game["turns"]).collect();
        assert_eq!(turns, [1, 2, 1, 1]);
        // The games lie one behind the other, from the first byte to the last.
        let mut end = 0;
        for game in &whole {
            assert_eq!(game["start"], end, "{whole:?}");
            end = game["end"].as_u64().unwrap();
        }
        assert_eq!(end, file.len() as u64);
        for size in [16, 60, 100, 150, 200] {
            let in_parts = list(&mut process, file, size);
            assert_eq!(in_parts, (whole.clone(), encoding.to_owned()), "{size}");
        }
        // The bytes of one of them are that game.
        for game in &whole {
            let place = |name: &str| usize::try_from(game[name].as_u64().unwrap()).unwrap();
            // No game begins with the second half of a line end.
            assert_ne!(file[place("start")], b'\n', "{game}");
            let bytes = STANDARD.encode(&file[place("start")..place("end")]);
            let question = json!({ "base64": bytes, "encoding": encoding, "variant": "shatra" });
            let lines = ask(&mut process, &format!("readgame {question}"));
            let read = object(&lines[0], "game");
            let tags = read["tags"].as_object().cloned().unwrap_or_default();
            assert_eq!(Value::Object(tags), game["tags"]);
            assert_eq!(read["result"], game["result"]);
            assert_eq!(read["faults"], Value::Null, "{lines:?}");
        }
    }
}

#[test]
fn a_game_is_written_as_it_was_read() {
    let mut process = expect_no_fault(start_engine("shatra"));
    let text = "[White \"A\"]\n\n{before} 1. 61-42! {[%clk 0:10] so} (1. 62-38 {alt} 13-27) 13-27 $14 $4 *\n";
    let question = json!({ "text": text });
    let game = ask(&mut process, &format!("readgame {question}"));
    let game = object(&game[0], "game");
    let written = ask(&mut process, &format!("writegame {game}"));
    let written = object(&written[0], "text");
    let question = json!({ "text": written["text"], "strict": true });
    let again = ask(&mut process, &format!("readgame {question}"));
    assert_eq!(object(&again[0], "game"), game);
    // A search goes on meanwhile.
    expect_no_fault(process.send("go infinite"));
    assert_eq!(ask(&mut process, &format!("writegame {game}")).len(), 1);
    expect_no_fault(process.send("stop"));
    expect_no_fault(process.read_until("bestmove", RESPONSE_TIMEOUT));
}

#[test]
fn an_annotation_and_a_search_follow_each_other() {
    let mut process = expect_no_fault(start_engine("shatra"));
    let annotate = |limit: Value| {
        let game = json!({ "variant": "shatra", "turns": [{ "turn": "d1-d6" }] });
        format!("annotate {}", json!({ "game": game, "nodes": limit }))
    };
    let first_words = |process: &mut EngineProcess, last: &str| -> Vec<String> {
        let received = expect_no_fault(process.read_until(last, RESPONSE_TIMEOUT));
        let words = received.into_iter().map(|line| {
            let word = line.text.split(' ').next();
            word.unwrap_or_default().to_owned()
        });
        words
            .filter(|word| word == "bestmove" || word == "annotated")
            .collect()
    };
    // Each is a task that stops the one before, and each is answered.
    expect_no_fault(process.send(&format!("go infinite\n{}", annotate(json!(100)))));
    let words = first_words(&mut process, "annotated");
    assert_eq!(words, ["bestmove", "annotated"]);
    let endless = annotate(json!(1_000_000_000));
    expect_no_fault(process.send(&format!("{endless}\ngo depth 2")));
    let words = first_words(&mut process, "bestmove");
    assert_eq!(words, ["annotated", "bestmove"]);
    assert_eq!(ask(&mut process, "stop"), Vec::<String>::new());
}

#[test]
fn bad_questions_are_refused_with_what_was_expected() {
    let mut process = expect_no_fault(start_engine("shatra"));
    for (line, expected) in [
        (
            "games",
            "info string error: games: missing argument, expected a JSON object",
        ),
        (
            "games x",
            "info string error: games: expected value at line 1 column 1",
        ),
        (
            "games {}",
            "info string error: games: expected either text or base64",
        ),
        (
            "games {\"text\":\"\",\"base64\":\"\"}",
            "info string error: games: expected either text or base64",
        ),
        (
            "games {\"base64\":\"!\"}",
            "info string error: games: base64: Invalid",
        ),
        (
            "games {\"text\":\"\",\"encoding\":\"koi8\"}",
            "info string error: games: encoding \"koi8\", expected one of UTF-8, ",
        ),
        (
            "readgame {\"txt\":\"\"}",
            "info string error: readgame: unknown field `txt`, expected one of `text`, ",
        ),
        (
            "readgame {\"text\":\" \"}",
            "info string error: readgame: found no game, expected SGN",
        ),
        (
            "readgame {\"text\":\"1. 61-42 1-2\",\"strict\":true}",
            "fault {\"word\":\"turn\",\"line\":1,\"column\":10,\"message\":\"game 1, move 1 of Black, line 1, \
             column 10: move \\\"1-2\\\"",
        ),
        (
            "writegame {\"variant\":\"shatra\",\"turns\":[{\"turn\":\"x\"}]}",
            "info string error: writegame: game 1, move 1 of White",
        ),
        (
            "annotate {}",
            "info string error: annotate: missing field `game`",
        ),
        (
            "writegame []",
            "info string error: writegame: game 1, line 1, column 2: invalid length 0, expected a game",
        ),
    ] {
        let lines = ask(&mut process, line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(lines[0].starts_with(expected), "{line}: {lines:?}");
    }
    // Nothing is deep or long enough to end the program.
    let deep = format!("writegame {}", "[".repeat(100_000));
    assert!(ask(&mut process, &deep)[0].starts_with("info string error: writegame"));
    let deep = json!({ "text": format!("1. 61-42 {}", "(1. 62-38 ".repeat(50_000)) });
    let lines = ask(&mut process, &format!("readgame {deep}"));
    assert!(
        lines[0].contains("at most 64 nested variations"),
        "{lines:?}"
    );
    assert_eq!(ask(&mut process, "isready"), Vec::<String>::new());
}
