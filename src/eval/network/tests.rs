//! Scores computed by hand, and files that are not networks.

use super::*;

const INPUTS: usize = 6;

/// Returns a network in which neurons 0 and 100 react to two men.
fn network() -> Network<INPUTS> {
    let mut network = Network::ZERO;
    network.bias.0[0] = 51;
    network.inputs[1].0[0] = 102;
    network.inputs[4].0[0] = 300;
    network.inputs[2].0[100] = -20;
    network.inputs[5].0[100] = 255;
    network.outputs[0][0].0[0] = 64;
    network.outputs[0][1].0[0] = -32;
    network.outputs[0][0].0[100] = 16;
    network.outputs[0][1].0[100] = 127;
    network.output_bias[0] = 3 * 255;
    network
}

fn active_features(men: &[[usize; 2]]) -> ActiveFeatures {
    let mut features = ActiveFeatures::EMPTY;
    for &man in men {
        features.add(man);
    }
    features
}

#[test]
fn a_score_is_the_output_computed_by_hand() {
    // The side to move: neuron 0 is 51 + 102, 0.6 of 1, neuron 100 below 0.
    // The other: neuron 0 is 351, which counts as 1, neuron 100 is 1.
    let score = network().score(&active_features(&[[1, 4], [2, 5]]));
    let output = 0.6 * 0.6 - 0.5 + 127.0 / 64.0 + 3.0 / 64.0;
    assert_eq!(score, (output * 400.0) as Score);
    // Without the second man: neuron 0 is 0.6 for one side, and 1 for the other.
    let fewer = active_features(&[[1, 4], [2, 5]]).without_man(1);
    assert_eq!(fewer.perspectives(), [&[1], &[4]]);
    let output: f64 = 0.6 * 0.6 - 0.5 + 3.0 / 64.0;
    assert_eq!(network().score(&fewer), (output * 400.0) as Score);
}

#[test]
fn more_men_choose_a_later_bucket() {
    let bucket = |men| active_features(&vec![[0, 0]; men]).bucket();
    assert_eq!([bucket(0), bucket(2), bucket(32)], [0, 0, BUCKETS - 1]);
    let all: Vec<usize> = (2..=32).map(bucket).collect();
    assert!(all.is_sorted());
    let distinct: std::collections::BTreeSet<usize> = all.into_iter().collect();
    assert_eq!(distinct.len(), BUCKETS);
}

/// Assembles the bytes of a file from its parts.
fn bytes(network: &Network<INPUTS>) -> Vec<u8> {
    let mut bytes = file_header(INPUTS);
    let rows = network.inputs.iter().chain([&network.bias]);
    for number in rows
        .chain(network.outputs.iter().flatten())
        .flat_map(|row| row.0)
    {
        bytes.extend(number.to_le_bytes());
    }
    let biases = network.output_bias.iter();
    bytes.extend(biases.flat_map(|number| number.to_le_bytes()));
    bytes
}

#[test]
fn a_network_read_from_its_file_is_the_same() {
    let mut network = network();
    network.output_bias[BUCKETS - 1] = -70_000;
    network.outputs[BUCKETS - 1][1].0[HIDDEN - 1] = -127;
    assert_eq!(Network::from_bytes(&bytes(&network)), Ok(network));
}

#[test]
fn other_files_are_rejected() {
    let read = |bytes: &[u8]| Network::<INPUTS>::from_bytes(bytes).unwrap_err();
    let complete = bytes(&network());
    assert_eq!(read(b""), NetworkError::Foreign);
    assert_eq!(
        read(b"PNG and more bytes that do not matter"),
        NetworkError::Foreign
    );
    let mut larger = complete.clone();
    larger[16] += 1;
    let error = read(&larger);
    assert_eq!(
        error.to_string(),
        "a network of [7, 128, 8] inputs, neurons and buckets, expected [6, 128, 8]"
    );
    let expected = complete.len();
    for (found, cut) in [
        (expected - 1, &complete[..expected - 1]),
        (20, &complete[..20]),
    ] {
        let error = NetworkError::Length { found, expected };
        assert_eq!(read(cut), error);
    }
    let longer = [complete.as_slice(), &[0]].concat();
    let found = expected + 1;
    assert_eq!(read(&longer), NetworkError::Length { found, expected });
}

#[test]
fn weights_too_large_for_the_sums_are_rejected() {
    let mut network = network();
    network.inputs[5].0[7] = MAX_INPUT_WEIGHT;
    network.bias.0[7] = -MAX_INPUT_WEIGHT;
    network.outputs[1][1].0[3] = -MAX_OUTPUT_WEIGHT;
    assert!(Network::<INPUTS>::from_bytes(&bytes(&network)).is_ok());
    let error_text = |network: &Network<INPUTS>| {
        let error = Network::<INPUTS>::from_bytes(&bytes(network)).unwrap_err();
        error.to_string()
    };
    let mut other = network.clone();
    other.bias.0[7] = 993;
    assert_eq!(
        error_text(&other),
        "a weight of 993, expected one from -992 to 992"
    );
    network.outputs[1][1].0[3] = -128;
    assert_eq!(
        error_text(&network),
        "a weight of -128, expected one from -127 to 127"
    );
}
