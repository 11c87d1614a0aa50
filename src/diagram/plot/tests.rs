//! Tests of properties that every picture has, whatever its data.

use super::*;

fn sample_chart() -> LineChart {
    let wave = |shift: f64| {
        (0..80)
            .map(|x| {
                (
                    f64::from(x),
                    (f64::from(x) / 9.0 + shift).sin() * 240.0 + 20.0,
                )
            })
            .collect::<Vec<_>>()
    };
    let error =
        |&(x, y): &(f64, f64)| (x, y - 200.0 / (1.0 + x / 9.0), y + 200.0 / (1.0 + x / 9.0));
    LineChart {
        title: "Score of <b>&\" over the game".to_owned(),
        x: Axis::whole("move"),
        y: Axis::new("score, cp"),
        bands: vec![Band {
            points: wave(0.0).iter().map(error).collect(),
            hue: Hue::Blue,
        }],
        series: vec![
            DataSeries {
                name: "White <i>".to_owned(),
                points: wave(0.0),
                stroke: Stroke::Line,
                hue: Hue::Blue,
            },
            DataSeries {
                name: "Black".to_owned(),
                points: wave(0.8),
                stroke: Stroke::Dashed,
                hue: Hue::Orange,
            },
        ],
        guides: vec![Guide {
            y: 0.0,
            label: "level".to_owned(),
            hue: Hue::Ink,
        }],
        markers: vec![Marker {
            x: 40.0,
            y: -215.0,
            label: "??".to_owned(),
            hue: Hue::Red,
        }],
    }
}

fn count_elements(svg: &str, name: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap();
    document
        .descendants()
        .filter(|node| node.has_tag_name(name))
        .count()
}

#[test]
fn a_picture_is_well_formed_xml_with_all_text() {
    let svg = sample_chart().svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("viewBox"), Some("0 0 720 280"));
    assert_eq!(
        root.attribute("aria-label"),
        Some("Score of <b>&\" over the game")
    );
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.is_text())
        .filter_map(|node| node.text().map(str::trim))
        .collect();
    for expected in [
        "Score of <b>&\" over the game",
        "White <i>",
        "Black",
        "level",
        "??",
        "move",
    ] {
        assert!(texts.contains(&expected), "{expected} is not in {texts:?}");
    }
    assert!(svg.contains("currentColor"));
}

#[test]
fn a_picture_has_its_own_background_in_light_and_dark() {
    let stacked = stacked("two", &[sample_chart()]);
    for svg in [sample_chart().svg(), stacked] {
        let document = roxmltree::Document::parse(&svg).unwrap();
        let root = document.root_element();
        let first = root.children().find(|node| node.has_tag_name("rect"));
        let ground = first.unwrap();
        let view = format!(
            "0 0 {} {}",
            ground.attribute("width").unwrap(),
            ground.attribute("height").unwrap()
        );
        assert_eq!(root.attribute("viewBox"), Some(view.as_str()));
        assert_eq!(
            ground.attribute("fill"),
            Some("#fff"),
            "the fill where styles are not supported"
        );
        assert_eq!(ground.attribute("class"), Some("ground"));
        let (light, dark) = svg
            .split_once("@media(prefers-color-scheme:dark){")
            .unwrap();
        assert!(light.contains(".ground{fill:#fff}"), "{light}");
        assert!(dark.starts_with(".batyr-plot{color:#ccc}.batyr-plot .ground{fill:#1b1b1d}"));
    }
}

#[test]
fn stacked_pictures_are_placed_one_below_the_other() {
    let svg = stacked("two \u{1}", &[sample_chart(), sample_chart()]);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("viewBox"), Some("0 0 720 560"));
    assert_eq!(root.attribute("height"), Some("560"));
    assert_eq!(root.attribute("aria-label"), Some("two \u{fffd}"));
    let parts = root.children().filter(|node| node.has_tag_name("svg"));
    let places: Vec<_> = parts
        .map(|part| ["y", "width", "height", "viewBox", "class"].map(|name| part.attribute(name)))
        .collect();
    let place = |y| [Some(y), Some("720"), Some("280"), Some("0 0 720 280"), None];
    assert_eq!(places, [place("0"), place("280")]);
}

#[test]
fn characters_that_xml_cannot_contain_are_replaced() {
    let mut chart = sample_chart();
    chart.title = "a\u{1}b\u{ffff}".to_owned();
    chart.series[0].name = "\u{0}".to_owned();
    let svg = chart.svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let label = document.root_element().attribute("aria-label");
    assert_eq!(label, Some("a\u{fffd}b\u{fffd}"));
}

#[test]
fn any_data_can_be_drawn() {
    let values = [f64::NAN, f64::INFINITY, 0.0, -1e12, 1e12, f64::MIN_POSITIVE];
    for first in values {
        for second in values {
            let chart = LineChart {
                series: vec![DataSeries {
                    points: vec![(first, second), (second, first), (1.0, first)],
                    ..DataSeries::default()
                }],
                markers: vec![Marker {
                    x: first,
                    y: second,
                    ..Marker::default()
                }],
                guides: vec![Guide {
                    y: first,
                    ..Guide::default()
                }],
                ..LineChart::default()
            };
            assert!(count_elements(&chart.svg(), "text") > 0);
        }
    }
    assert_eq!(count_elements(&LineChart::default().svg(), "svg"), 1);
}

#[test]
fn a_point_that_is_not_finite_leaves_a_gap() {
    let line = |gap: f64| LineChart {
        series: vec![DataSeries {
            points: vec![(0.0, 1.0), (1.0, 2.0), (2.0, gap), (3.0, 2.0), (4.0, 1.0)],
            hue: Hue::Blue,
            ..DataSeries::default()
        }],
        ..LineChart::default()
    };
    let pieces = |gap| {
        let svg = line(gap).svg();
        svg.lines()
            .filter(|line| line.contains("polyline") && line.contains("#3B82C4"))
            .count()
    };
    assert_eq!((pieces(3.0), pieces(f64::NAN)), (1, 2));
}

#[test]
#[ignore = "writes a picture for inspection to the folder that BATYR_PICTURES names"]
fn write_sample_picture() {
    let folder = std::path::PathBuf::from(std::env::var_os("BATYR_PICTURES").unwrap());
    std::fs::write(folder.join("chart.svg"), sample_chart().svg()).unwrap();
}
