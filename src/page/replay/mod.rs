//! Games that can be replayed, in a page that is one file.
//!
//! Such a page shows the games on the board of [the board's page](super), with the same
//! modules. It uses no engine: for each turn it holds what the turn changes on the board, so
//! its script needs no rules of play. It works from a file and without a network, and its
//! content security policy lets no other script run, whatever the names of players contain.
//! Its text is complete without the script, which only adds the board.
//!
//! A page that shows replays has [`head`] in its head, the [games](ReplayGame::embed) in
//! elements with the class `replay`, and [`script`] at its end.

mod changes;
mod modules;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::BOARD_STYLE;
use crate::game::GameRecord;
use changes::turn_entries;
use modules::{escape_json, script_text};

/// The style of what surrounds the board.
const STYLE: &str = include_str!("style.css");

/// A game that can be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReplayGame {
    /// The game's number, if the page has several to choose from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The title in a list of games: the players and the result.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// A sentence on how the game ended.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ending: String,
    variant: &'static str,
    start: String,
    /// The turns, each with its changes, separated by `;`.
    turns: String,
}

impl ReplayGame {
    /// Creates a game without a number, a title or an ending.
    pub fn new(record: &GameRecord) -> Self {
        Self {
            number: None,
            title: String::new(),
            ending: String::new(),
            variant: record.variant().with_batyr_rules().id(),
            start: record.start_text(),
            turns: turn_entries(record).join(";"),
        }
    }

    /// Returns the element in which these games are replayed. It is hidden until the script
    /// runs.
    pub fn embed(games: &[Self]) -> Markup {
        // Strings and numbers can always be serialized.
        let games = serde_json::to_string(games).unwrap_or_default();
        html! {
            div.replay hidden="" {
                script type="application/json" { (PreEscaped(escape_json(&games))) }
            }
            "\n"
        }
    }
}

/// Returns the elements in the head of a page with this title and style.
pub fn head(title: &str, page_style: &str) -> Markup {
    // The slashes, which maud does not write, make the page well-formed XML.
    let facts = format!(
        "<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\"/>\n",
        policy()
    );
    html! {
        (PreEscaped(facts))
        title { (title) }
        "\n"
        style { (PreEscaped(page_style)) }
        "\n"
        (style())
    }
}

/// Returns the value of the page's `Content-Security-Policy`: only the script and the
/// modules that it creates can run, and nothing is loaded.
fn policy() -> String {
    format!(
        "default-src 'none'; script-src 'sha256-{}' blob:; style-src 'unsafe-inline'; \
         base-uri 'none'; form-action 'none'",
        BASE64_STANDARD.encode(Sha256::digest(script_text()))
    )
}

/// Returns the element with the styles of the board and of what surrounds it.
fn style() -> Markup {
    html! {
        style {
            "\n"
            (PreEscaped(BOARD_STYLE))
            (PreEscaped(STYLE))
        }
        "\n"
    }
}

/// Returns the element with the script.
pub fn script() -> Markup {
    html! {
        script type="module" { (PreEscaped(script_text())) }
        "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    #[test]
    fn no_text_of_a_game_leaves_its_element() {
        let mut game = ReplayGame::new(&GameRecord::new(Variant::Extended));
        game.title = "</script><script>alert(1)</script><!--&lt;]]>\u{2028}\u{ffff}".to_owned();
        let embedded = ReplayGame::embed(std::slice::from_ref(&game)).into_string();
        assert_eq!(embedded.matches("<script").count(), 1);
        assert_eq!(embedded.matches("</script").count(), 1);
        let document = roxmltree::Document::parse(&embedded).unwrap();
        let script = document
            .descendants()
            .find(|node| node.has_tag_name("script"));
        let text = script.and_then(|script| script.text()).unwrap();
        let games: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(games[0]["title"], game.title);
        assert_eq!(games[0]["variant"], "shatra");
    }

    #[test]
    fn the_elements_are_valid_in_html_and_in_xml() {
        let (script, style) = (script().into_string(), style().into_string());
        let (_, text) = script.split_once('>').unwrap();
        let (text, _) = text.split_once("</script>").unwrap();
        assert_eq!(text, script_text());
        assert!(!text.contains(['<', '&']) && !text.contains("]]>"));
        for element in [&script, &style] {
            roxmltree::Document::parse(element).unwrap();
        }
        assert!(!policy().contains('"'));
    }
}
