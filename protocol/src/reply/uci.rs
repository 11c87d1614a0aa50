//! Replies as UCI text.

use super::Reply;
use crate::{
    dialect::Dialect,
    info::{Bound, Info, Score, ScoreValue},
    option::{OptionKind, OptionSpec},
};

pub(super) fn line(reply: &Reply) -> String {
    match reply {
        Reply::Name(name) => format!("id name {name}"),
        Reply::Author(author) => format!("id author {author}"),
        Reply::Option(spec) => option(spec),
        Reply::HandshakeDone => Dialect::Uci.handshake_done().to_owned(),
        Reply::ReadyOk => "readyok".to_owned(),
        Reply::Version { supported: true } => "version supported".to_owned(),
        Reply::Version { supported: false } => "version unsupported".to_owned(),
        Reply::Info(details) => info(details),
        Reply::BestMove { best: None, .. } => "bestmove (none)".to_owned(),
        Reply::BestMove {
            best: Some(best),
            ponder: None,
        } => format!("bestmove {best}"),
        Reply::BestMove {
            best: Some(best),
            ponder: Some(ponder),
        } => {
            format!("bestmove {best} ponder {ponder}")
        }
        Reply::Other(text) => text.clone(),
    }
}

fn option(spec: &OptionSpec) -> String {
    let name = &spec.name;
    match &spec.kind {
        OptionKind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Check { default } => format!("option name {name} type check default {default}"),
        OptionKind::Combo { default, choices } => {
            let mut line = format!("option name {name} type combo default {default}");
            for choice in choices {
                line.extend([" var ", choice.as_str()]);
            }
            line
        }
        OptionKind::Button => format!("option name {name} type button"),
        OptionKind::Text { default } if default.is_empty() => {
            format!(
                "option name {name} type string default {}",
                crate::option::EMPTY
            )
        }
        OptionKind::Text { default } => format!("option name {name} type string default {default}"),
    }
}

/// The usual order: what a person looks at first, then numbers, then the lines.
fn info(info: &Info) -> String {
    let mut line = Fields("info".to_owned());
    line.field("depth", info.depth);
    line.field("seldepth", info.seldepth);
    line.field("multipv", info.multipv);
    line.field("score", info.score.map(score));
    let wdl = info
        .wdl
        .map(|wdl| format!("{} {} {}", wdl.win, wdl.draw, wdl.loss));
    line.field("wdl", wdl);
    line.field("nodes", info.nodes);
    line.field("nps", info.nps);
    line.field("hashfull", info.hashfull);
    line.field("tbhits", info.tbhits);
    line.field("sbhits", info.sbhits);
    line.field("cpuload", info.cpuload);
    line.field("time", info.time);
    line.field("currmove", info.currmove.as_ref());
    line.field("currmovenumber", info.currmovenumber);
    line.moves("refutation", &info.refutation);
    if let Some(current) = &info.currline {
        let cpu = current.cpu.map(|cpu| cpu.to_string());
        let words: Vec<String> = cpu
            .into_iter()
            .chain(current.moves.iter().cloned())
            .collect();
        line.moves("currline", &words);
    }
    line.moves("pv", &info.pv);
    line.field("string", info.string.as_ref());
    line.0
}

fn score(score: Score) -> String {
    let value = match score.value {
        ScoreValue::Cp(cp) => format!("cp {cp}"),
        ScoreValue::Mate(moves) => format!("mate {moves}"),
    };
    match score.bound {
        None => value,
        Some(Bound::Lower) => format!("{value} lowerbound"),
        Some(Bound::Upper) => format!("{value} upperbound"),
    }
}

/// A line of keys, each with what belongs to it.
pub(super) struct Fields(pub(super) String);

impl Fields {
    /// A key with its value, if there is one.
    pub(super) fn field(&mut self, key: &str, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.0.extend([" ", key, " ", value.to_string().as_str()]);
        }
    }

    /// A key with its moves, if there are any.
    pub(super) fn moves(&mut self, key: &str, moves: &[String]) {
        if !moves.is_empty() {
            self.field(key, Some(moves.join(" ")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::Wdl;

    #[test]
    fn info_in_full() {
        let info = Info {
            depth: Some(9),
            seldepth: Some(14),
            multipv: Some(1),
            score: Some(Score {
                value: ScoreValue::Cp(-17),
                bound: Some(Bound::Upper),
            }),
            wdl: Some(Wdl {
                win: 1,
                draw: 990,
                loss: 9,
            }),
            time: Some(12),
            nodes: Some(345),
            nps: Some(28750),
            hashfull: Some(3),
            pv: vec!["d4-d6".into(), "a5:a7:g7".into()],
            ..Info::default()
        };
        assert_eq!(
            line(&info.into()),
            "info depth 9 seldepth 14 multipv 1 score cp -17 upperbound wdl 1 990 9 nodes 345 \
             nps 28750 hashfull 3 time 12 pv d4-d6 a5:a7:g7"
        );
    }

    #[test]
    fn the_game_is_over() {
        let lost = Info {
            depth: Some(0),
            score: Some(Score::mate(0)),
            ..Info::default()
        };
        assert_eq!(line(&lost.into()), "info depth 0 score mate 0");
        let none = Reply::BestMove {
            best: None,
            ponder: None,
        };
        assert_eq!(line(&none), "bestmove (none)");
    }

    #[test]
    fn no_value_starts_a_line_of_its_own() {
        let reply = Reply::text("one\nbestmove a1-a2");
        assert_eq!(
            reply.to_line(Dialect::Uci).as_deref(),
            Some("info string one bestmove a1-a2")
        );
    }
}
