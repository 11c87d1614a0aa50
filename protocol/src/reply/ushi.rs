//! Prints replies in USHI.
//!
//! Only what the GUI is known to understand is sent; everything else that a search
//! reports is left out. The GUI expects pairs of a key and one value, and shows a
//! line only if it has depth, time, nodes, score and `pv`. The dialect cannot mark a
//! score as a bound, so a [`Session`](crate::Session) sends no bounds.

use super::uci;
use crate::{
    info::{EngineScore, InfoLine, ScoreValue},
    option::{OptionKind, OptionSpec, is_ushi_word, is_ushi_word_char},
    text::Fields,
};

/// Returns the declaration of an option, with `default` before `var`; `None` if the GUI can't
/// read the declaration. A default that is not one word is left out.
pub(super) fn option(spec: &OptionSpec) -> Option<String> {
    if !spec.fits_ushi() {
        return None;
    }
    let words = spec.name.split(|c: char| !is_ushi_word_char(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name = words.join(" ");
    let plain = OptionSpec {
        name,
        ..spec.clone()
    };
    match &spec.kind {
        OptionKind::Text { default } if !is_ushi_word(default) => {
            Some(format!("option name {} type string", plain.name))
        }
        _ => uci::option(&plain),
    }
}

pub(super) fn info(info: &InfoLine) -> Option<String> {
    let Some(score) = info.score.filter(|_| !info.pv.is_empty()) else {
        return info
            .string
            .as_ref()
            .map(|text| format!("info string {text}"));
    };
    let mut line = Fields("info".to_owned());
    line.field("depth", Some(info.depth.unwrap_or(1).max(1)));
    line.field("multipv", info.multipv);
    line.field("score", Some(score_text(score)));
    line.field("time", Some(info.time.unwrap_or(1).max(1)));
    line.field("nodes", Some(info.nodes.unwrap_or(0)));
    line.field("nps", info.nps);
    line.moves("pv", &info.pv);
    Some(line.0)
}

fn score_text(score: EngineScore) -> String {
    match score.value {
        ScoreValue::Cp(cp) => format!("cp {cp}"),
        ScoreValue::Mate(moves) if moves > 0 => format!("win {moves}"),
        // Saturates, so that the number can be parsed again.
        ScoreValue::Mate(moves) => format!("loss {}", moves.saturating_neg()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Reply, info::ScoreBound};

    fn line(reply: &Reply) -> Option<String> {
        reply.to_line(Dialect::Ushi)
    }

    fn sample_info(score: EngineScore) -> InfoLine {
        InfoLine {
            depth: Some(0),
            seldepth: Some(7),
            score: Some(score),
            time: Some(0),
            hashfull: Some(1),
            pv: vec!["44:28".into(), "28:30".into()],
            ..InfoLine::default()
        }
    }

    #[test]
    fn an_info_line_has_only_what_the_gui_needs() {
        assert_eq!(
            line(&sample_info(EngineScore::cp(-3)).into()).as_deref(),
            Some("info depth 1 score cp -3 time 1 nodes 0 pv 44:28 28:30")
        );
        assert_eq!(
            line(&sample_info(EngineScore::mate(3)).into()).as_deref(),
            Some("info depth 1 score win 3 time 1 nodes 0 pv 44:28 28:30")
        );
        let lost = line(&sample_info(EngineScore::mate(-2)).into());
        assert!(lost.is_some_and(|line| line.contains("score loss 2")));
    }

    #[test]
    fn what_the_gui_cannot_read_is_not_sent() {
        let bound = EngineScore {
            value: ScoreValue::Cp(5),
            bound: Some(ScoreBound::Lower),
        };
        assert_eq!(
            line(&sample_info(bound).into()),
            line(&sample_info(EngineScore::cp(5)).into())
        );
        let no_pv = InfoLine {
            pv: vec![],
            ..sample_info(EngineScore::cp(1))
        };
        assert_eq!(line(&no_pv.into()), None);
        assert_eq!(line(&Reply::NO_MOVE), None);
        assert_eq!(
            line(&Reply::text("hello")).as_deref(),
            Some("info string hello")
        );
    }

    #[test]
    fn options_are_printed_as_the_gui_reads_them() {
        let text = |spec| line(&Reply::Option(spec));
        assert_eq!(
            text(OptionSpec::text("Book-File", "/a/b.bin")).as_deref(),
            Some("option name Book File type string")
        );
        assert_eq!(
            text(OptionSpec::combo("Shatra version", "1", &["1", "2"])).as_deref(),
            Some("option name Shatra version type combo default 1 var 1 var 2")
        );
        assert_eq!(text(OptionSpec::spin("Contempt", 0, -100, 100)), None);
    }
}
