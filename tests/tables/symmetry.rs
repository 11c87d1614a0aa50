//! An entry stands for up to four positions: the one that it was solved for, its mirror image, and
//! both with the colours exchanged. The values of all follow from their own turns.

use std::collections::BTreeSet;

use batyr::base::{Color, Square};
use batyr::rules::board8::{FairyShatranj, Shatar};
use batyr::rules::shatra::{Online, Original, RuleSet};
use batyr::rules::{MoveList, board8, shatra};
use batyr::tables::{Class, KING, Layout, TableFolder, TableGame, TableSet, TableSource, Value};

use crate::board8_games::for_each_board8_game;
use crate::solved::{assert_verified, solved};
use crate::support::Random;
use crate::support::rule_sets::for_each_rule_set;

/// Returns the image of a square.
fn square_image<P: TableGame>(square: Square, exchanges: bool, mirrors: bool) -> Square {
    let square = if exchanges {
        P::exchanged(square)
    } else {
        square
    };
    if mirrors { P::mirrored(square) } else { square }
}

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

/// Compares the value of an entry with the turns of its images, and returns how many images have
/// turns.
fn compare<P: TableGame>(tables: &TableSet<P>, layout: &Layout<P>, entry: usize) -> usize {
    let placement = layout.placement(entry);
    let position = placement.and_then(|placement| layout.position(&placement));
    let has_turns = |position: &P| !position.is_lost() && !position.is_drawn();
    let Some(position) = position.filter(has_turns) else {
        return 0;
    };
    let value = tables.value(&position).unwrap();
    let mut compared = 0;
    for exchanges in [false, true] {
        for mirrors in [false, true] {
            if mirrors && !layout.has_mirror() {
                continue;
            }
            let square_image = |square| square_image::<P>(square, exchanges, mirrors);
            let image = image(&position, exchanges, square_image).unwrap();
            assert_eq!(tables.value(&image), Ok(value), "{position} and {image}");
            if let Some(expected) = value_of_turns(tables, &image) {
                assert_eq!(value, expected, "{image}");
                compared += 1;
            }
        }
    }
    compared
}

/// Compares entries drawn at random until this number of images has been compared.
fn check<P: TableGame>(tables: &TableSet<P>, class: &str, count: usize) {
    let table = tables.table(Class::from_name(class).unwrap()).unwrap();
    let mut random = Random::new(52);
    let mut compared = 0;
    while compared < count {
        let entry = random.below(table.layout().entries());
        compared += compare(tables, table.layout(), entry);
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
    // The third shatra may become the officer whose capture promotes one of the other two.
    assert!(!has_mirror::<shatra::Extended>("KSSSvK"));
    assert!(!has_mirror::<shatra::Kurin>("KSvKSSS"));
    assert!(has_mirror::<Original>("KSSSvK"));
}

/// Checks that the turns of each image of a position lead to the images of the positions that follow
/// it, and returns the number of images.
fn check_turns_of_images<P: TableGame>(position: &P) -> usize {
    let (class, _) = Class::of(position);
    let mut checked = 0;
    for (exchanges, mirrors) in [(true, false), (false, true), (true, true)] {
        if mirrors && !P::has_mirror(class.counts()) {
            continue;
        }
        let image = |position: &P| {
            let square_image = |square| square_image::<P>(square, exchanges, mirrors);
            image(position, exchanges, square_image).unwrap()
        };
        let keys_after = |position: &P, of: &dyn Fn(&P) -> P| {
            let mut turns = MoveList::new();
            position.generate(&mut turns);
            let after = turns.iter().map(|&turn| of(&position.after(turn)).key());
            after.collect::<BTreeSet<u64>>()
        };
        let bare = |position: &P| self::image(position, false, |square| square).unwrap();
        assert_eq!(
            keys_after(&image(position), &bare),
            keys_after(position, &image),
            "{position}"
        );
        checked += 1;
    }
    checked
}

/// Black has a tura, and two shatras that wait for its capture: the one on the c file becomes a tura,
/// whichever colour it has.
#[test]
fn play_commutes_with_the_symmetries_of_late_promotion() {
    fn check<R: RuleSet>() {
        let text = "1ss6/1/7/7/3rK2/7/7/k6/1/9 w";
        let position: shatra::Position<R> = text.parse().unwrap();
        assert_eq!(check_turns_of_images(&position), 1);
    }
    check::<shatra::Extended>();
    check::<shatra::Kurin>();
    check::<shatra::Pritchard>();
}

/// Draws positions of every class of up to five men.
#[test]
fn play_commutes_with_the_symmetries_of_every_class() {
    fn check<P: TableGame>(men: usize) {
        let mut random = Random::new(76);
        for class in Class::<P>::all(men) {
            let layout = Layout::new(class);
            for _ in 0..10 {
                let placement = layout.placement(random.below(layout.entries()));
                let position = placement.and_then(|placement| layout.position(&placement));
                let position = position.filter(|position| !position.is_lost());
                position.as_ref().map(check_turns_of_images);
            }
        }
    }
    fn of_shatra<R: RuleSet>() {
        check::<shatra::Position<R>>(5);
    }
    fn of_board8<R: board8::RuleSet>() {
        check::<board8::Position<R>>(4);
    }
    for_each_rule_set!(R => of_shatra::<R>());
    for_each_board8_game!(of_board8());
}

/// Compares every entry of the tables of a class.
fn check_whole<P: TableGame>(tables: &TableSet<P>, class: Class<P>) {
    let layout = tables.table(class).unwrap().layout();
    let compared = (0..layout.entries()).map(|entry| compare(tables, layout, entry));
    let compared: usize = compared.sum();
    println!("{} {class}: {compared} images", P::RULES.id());
}

fn check_shipped<P: TableGame>() {
    let tables = TableSource::Shipped.open::<P>().unwrap();
    for class in Class::all(3) {
        check_whole(&tables, class);
    }
}

#[test]
#[ignore = "slow: a hundred million turns"]
fn all_images_of_three_men_have_the_same_values() {
    fn of_shatra<R: RuleSet>() {
        check_shipped::<shatra::Position<R>>();
    }
    fn of_board8<R: board8::RuleSet>() {
        check_shipped::<board8::Position<R>>();
    }
    for_each_rule_set!(R => of_shatra::<R>());
    for_each_board8_game!(of_board8());
}

/// `TABLES` names a folder with tables of `shatra-original`, `CLASS` one of them, such as `KSvKS`.
#[test]
#[ignore = "needs tables of four men"]
fn all_images_of_a_class_have_the_same_values() {
    let [folder, name] = ["TABLES", "CLASS"].map(|name| std::env::var(name).unwrap());
    let tables = TableFolder::new(folder).open::<shatra::Position<Original>>();
    check_whole(&tables, Class::from_name(&name).unwrap());
}
