//! An entry stands for up to four positions: the one that it was solved for, its mirror image, and
//! both with the colours exchanged. The values of all follow from their own turns.

use batyr::base::{Color, Square};
use batyr::rules::board8::{FairyShatranj, Shatar};
use batyr::rules::shatra::{Online, Original, RuleSet};
use batyr::rules::{MoveList, board8, shatra};
use batyr::tables::{Class, KING, TableGame, TableSet, Value};

use crate::solved::{assert_verified, solved};
use crate::support::Random;

/// Returns the position with every square and every side replaced.
fn image<P: TableGame>(
    position: &P,
    exchanges: bool,
    square_image: impl Fn(Square) -> Square,
) -> Option<P> {
    let side = |color: Color| if exchanges { !color } else { color };
    let flavour = match exchanges {
        true => P::exchanged_flavour(position.flavour()),
        false => position.flavour(),
    };
    let mut men = Vec::new();
    for color in Color::ALL {
        for kind in (0..P::KINDS).chain([KING]) {
            let squares = position.men_of(color, kind).into_iter();
            men.extend(squares.map(|square| (side(color), kind, square_image(square))));
        }
    }
    P::place(side(position.side_to_move()), flavour, men.into_iter())
}

/// Returns the value of a position that follows from its turns alone.
fn value_of_turns<P: TableGame>(tables: &TableSet<P>, position: &P) -> Option<Value> {
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    let values = turns
        .iter()
        .map(|&turn| tables.value(&position.after(turn)).unwrap().before());
    values.reduce(Value::better)
}

/// Compares entries drawn by lot with the turns of their images.
fn check<P: TableGame>(tables: &TableSet<P>, class: &str, count: usize) {
    let table = tables.table(Class::from_name(class).unwrap()).unwrap();
    let layout = table.layout();
    let mut random = Random::new(52);
    let mut compared = 0;
    while compared < count {
        let placement = layout.placement(random.below(layout.entries()));
        let Some(position) = placement.and_then(|placement| layout.position(&placement)) else {
            continue;
        };
        if position.is_lost() || position.is_drawn() {
            continue;
        }
        let value = tables.value(&position).unwrap();
        for exchanges in [false, true] {
            for mirrors in [false, true] {
                if mirrors && !layout.has_mirror() {
                    continue;
                }
                let square_image = |square| {
                    let square = if exchanges {
                        P::exchanged(square)
                    } else {
                        square
                    };
                    if mirrors { P::mirrored(square) } else { square }
                };
                let image = image(&position, exchanges, square_image).unwrap();
                assert_eq!(tables.value(&image), Ok(value), "{position} and {image}");
                if let Some(expected) = value_of_turns(tables, &image) {
                    assert_eq!(value, expected, "{image}");
                    compared += 1;
                }
            }
        }
    }
}

#[test]
fn images_have_the_same_values_in_original() {
    let tables = solved::<shatra::Position<Original>>(&["KvK", "KQvK"]);
    check(&tables, "KvK", 4000);
    check(&tables, "KQvK", 10_000);
}

/// A shatra's fortress has an order in this rule set, and the middle file has two images.
#[test]
fn images_have_the_same_values_in_online() {
    let tables = solved::<shatra::Position<Online>>(&["KvK", "KQvK", "KSvK"]);
    check(&tables, "KSvK", 10_000);
}

/// Here a bared side may still take the last man.
#[test]
fn images_have_the_same_values_in_shatranj() {
    let names = ["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
    let tables = solved::<board8::Position<FairyShatranj>>(&names);
    assert!(assert_verified(&tables) > 0);
    check(&tables, "KRvK", 2000);
    check(&tables, "KPvK", 2000);
}

/// The series of checks is exchanged with the colours.
#[test]
#[ignore = "slow in a build without optimization"]
fn images_have_the_same_values_in_shatar() {
    let names = ["KvK", "KJvK", "KRvK", "KNvK", "KRvKN"];
    let tables = solved::<board8::Position<Shatar>>(&names);
    check(&tables, "KRvKN", 100_000);
}

#[test]
fn rules_that_order_the_files_have_no_mirror() {
    fn has_mirror<R: RuleSet>(name: &str) -> bool {
        let class = Class::<shatra::Position<R>>::from_name(name).unwrap();
        <shatra::Position<R> as TableGame>::has_mirror(class.counts())
    }
    assert!(has_mirror::<Online>("KSvKS"));
    assert!(!has_mirror::<Online>("KSSvK"));
    assert!(has_mirror::<Original>("KSSvK"));
    assert!(has_mirror::<shatra::Extended>("KSSvK"));
    assert!(!has_mirror::<shatra::Extended>("KRSSvK"));
    assert!(has_mirror::<shatra::Extended>("KSSvKR"));
}
