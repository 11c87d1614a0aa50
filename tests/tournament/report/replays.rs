//! The games in the page of a report.

use super::*;

/// Returns the games that the page replays.
fn replays(page: &str) -> Vec<Value> {
    let document = parse(page);
    let is_data = |node: &roxmltree::Node<'_, '_>| {
        node.has_tag_name("script") && node.attribute("type") == Some("application/json")
    };
    let data = document.descendants().find(is_data).unwrap();
    serde_json::from_str(data.text().unwrap()).unwrap()
}

#[test]
fn the_finished_games_can_be_replayed() {
    let page = report(&spec(), None, &games()).html();
    let replays = replays(&page);
    let numbers: Vec<_> = replays.iter().map(|game| game["number"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 8, 9].map(Some));
    assert_eq!(replays[0]["title"], format!("1. {FIRST} – {SECOND} 1-0"));
    // The second turn of these games is not legal.
    assert_eq!(replays[0]["turns"], "d5-d6");
    // Names are text in the data, and no other scripts are in the page.
    assert!(!page.contains("<b>"));
    assert_eq!(page.matches("<script").count(), 2);
}

#[test]
fn a_page_has_a_limited_number_of_games_faults_and_losses_first() {
    let games: Vec<GameReport> = (1..=2100)
        .map(|number| match number {
            2099 => game(number, number, true, "1-0", "time"),
            2100 => game(number, number, true, "0-1", "biy-captured"),
            _ => game(number, number, true, "1-0", "biy-captured"),
        })
        .collect();
    let page = report(&spec(), None, &games).html();
    let replays = replays(&page);
    assert_eq!(replays.len(), 2000);
    assert_eq!(replays[1997]["number"], 1998);
    assert_eq!(replays[1998]["number"], 2099);
    assert_eq!(replays[1999]["number"], 2100);
    assert!(page.contains("2000 of the 2100 games are in this page"));
}
