//! The choice of parameters among the options of an engine.

use batyr_protocol::{OptionKind, OptionSpec};

use super::super::{ParameterError, TunedParameter, resolve};
use crate::tournament::EngineSpec;

fn options() -> Vec<OptionSpec> {
    vec![
        OptionSpec::spin("Hash", 16, 1, 1024),
        OptionSpec::new("Ponder", OptionKind::Check { default: false }),
        OptionSpec::spin("RFP_MARGIN", 50, 10, 210),
        OptionSpec::spin("LMR2_DEPTH", 3, 2, 6),
        OptionSpec::spin("FIXED", 3, 3, 3),
        OptionSpec::spin("WRONG", 3, 5, 1),
    ]
}

fn choose(requests: &[&str], all: bool, words: &[&str]) -> Result<Vec<TunedParameter>, String> {
    let requests: Result<Vec<_>, ParameterError> =
        requests.iter().map(|text| text.parse()).collect();
    let engine = EngineSpec::from_words(&["cmd=x", "nodes=1"], words).unwrap();
    let resolved = requests.and_then(|requests| resolve(&requests, all, &engine, &options()));
    resolved.map_err(|error| error.to_string())
}

#[test]
fn ranges_and_defaults_are_those_of_the_engine() {
    let chosen = choose(&["rfp_margin", "LMR2_DEPTH:4.5", "Hash::7"], false, &[]).unwrap();
    let expected = [
        ("RFP_MARGIN", 10, 210, 50.0, 10.0),
        ("LMR2_DEPTH", 2, 6, 4.5, 0.5),
        ("Hash", 1, 1024, 16.0, 7.0),
    ];
    let expected = expected.map(|(name, min, max, start, step)| TunedParameter {
        name: name.to_owned(),
        min,
        max,
        start,
        step,
    });
    assert_eq!(chosen, expected);
}

#[test]
fn all_means_all_capitals_that_are_not_set() {
    let names = |requests: &[&str], words: &[&str]| {
        let chosen = choose(requests, true, words).unwrap();
        let names = chosen.into_iter().map(|parameter| parameter.name);
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&[], &[]), "RFP_MARGIN LMR2_DEPTH");
    assert_eq!(names(&["LMR2_DEPTH:3:1"], &[]), "LMR2_DEPTH RFP_MARGIN");
    assert_eq!(names(&[], &["option.lmr2_depth=4"]), "RFP_MARGIN");
    let error = choose(&[], true, &["option.LMR2_DEPTH=4", "option.RFP_MARGIN=20"]);
    assert!(
        error
            .unwrap_err()
            .starts_with("--all: the engine declares no spin option")
    );
}

#[test]
fn errors_name_the_parameter_and_what_was_expected() {
    for (requests, expected) in [
        (
            &["RFP_MARGEN"][..],
            "parameter \"RFP_MARGEN\": the engine has no such option; did you mean \
             \"RFP_MARGIN\"?; expected one of its spin options: Hash, RFP_MARGIN, LMR2_DEPTH, \
             FIXED, WRONG",
        ),
        (
            &["Ponder"],
            "parameter \"Ponder\" is not a spin option; expected one of: Hash, RFP_MARGIN, \
             LMR2_DEPTH, FIXED, WRONG",
        ),
        (
            &["RFP_MARGIN:9"],
            "parameter \"RFP_MARGIN\": start 9, expected a number from 10 to 210",
        ),
        (
            &["RFP_MARGIN:NaN"],
            "parameter \"RFP_MARGIN\": start NaN, expected a number from 10 to 210",
        ),
        (
            &["RFP_MARGIN::0.4"],
            "parameter \"RFP_MARGIN\": step 0.4, expected a number from 0.5 to 200",
        ),
        (
            &["Hash", "hash:4"],
            "parameter \"Hash\" is given twice, expected each parameter once",
        ),
        (
            &["FIXED"],
            "parameter \"FIXED\": its range is 3 to 3, expected more than one value",
        ),
        (
            &["WRONG"],
            "parameter \"WRONG\": its range is 5 to 1, expected more than one value",
        ),
        (
            &["Hash:x"],
            "\"Hash:x\", expected NAME[:START[:STEP]] with numbers",
        ),
        (&[":5"], "\":5\", expected NAME[:START[:STEP]] with numbers"),
        (
            &["Hash:1:2:3"],
            "\"Hash:1:2:3\", expected NAME[:START[:STEP]] with numbers",
        ),
    ] {
        assert_eq!(choose(requests, false, &[]), Err(expected.to_owned()));
    }
    let error = choose(&["Hash"], false, &["option.hash=4"]);
    let expected = "parameter \"Hash\" is also set by option.Hash=4; expected only one of the two";
    assert_eq!(error, Err(expected.to_owned()));
}
