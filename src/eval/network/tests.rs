//! Tests scores computed by hand, and files that are not networks.

use super::*;

const INPUTS: usize = 6;

/// Returns a network in which two men affect neurons 0 and 100.
fn small_network() -> Network<INPUTS> {
    let mut network = Network::ZERO;
    network.input_bias.0[0] = 51;
    network.input_weights[1].0[0] = 102;
    network.input_weights[4].0[0] = 300;
    network.input_weights[2].0[100] = -20;
    network.input_weights[5].0[100] = 255;
    network.output_weights[0][0].0[0] = 64;
    network.output_weights[0][1].0[0] = -32;
    network.output_weights[0][0].0[100] = 16;
    network.output_weights[0][1].0[100] = 127;
    network.output_bias[0] = 3 * 255;
    network
}

fn active_inputs(men: &[[usize; 2]]) -> ActiveInputs {
    let mut active = ActiveInputs::EMPTY;
    for &man in men {
        active.add(man);
    }
    active
}

#[test]
fn a_score_is_the_output_computed_by_hand() {
    // For the side to move, neuron 0 is 51 + 102 = 0.6 of 255, and neuron 100 is negative.
    // For the other side, neuron 0 is 351, which is clipped to 1, and neuron 100 is 1.
    let score = small_network().score(&active_inputs(&[[1, 4], [2, 5]]));
    let output = 0.6 * 0.6 - 0.5 + 127.0 / 64.0 + 3.0 / 64.0;
    assert_eq!(score, (output * 400.0) as Score);
    // Without the second man, neuron 0 is 0.6 for the side to move and 1 for the other.
    let remaining = active_inputs(&[[1, 4], [2, 5]]).without_man(1);
    assert_eq!(remaining.perspectives(), [&[1], &[4]]);
    let output: f64 = 0.6 * 0.6 - 0.5 + 3.0 / 64.0;
    assert_eq!(small_network().score(&remaining), (output * 400.0) as Score);
}

#[test]
fn more_men_select_a_later_bucket() {
    let bucket = |men| active_inputs(&vec![[0, 0]; men]).bucket();
    assert_eq!([bucket(0), bucket(2), bucket(32)], [0, 0, BUCKETS - 1]);
    let buckets: Vec<usize> = (2..=32).map(bucket).collect();
    assert!(buckets.is_sorted());
    let distinct: std::collections::BTreeSet<usize> = buckets.into_iter().collect();
    assert_eq!(distinct.len(), BUCKETS);
}

/// Returns the bytes of a network's file.
fn file_bytes(network: &Network<INPUTS>) -> Vec<u8> {
    let mut bytes = file_header(INPUTS);
    let rows = network.input_weights.iter().chain([&network.input_bias]);
    for number in rows
        .chain(network.output_weights.iter().flatten())
        .flat_map(|row| row.0)
    {
        bytes.extend(number.to_le_bytes());
    }
    let biases = network.output_bias.iter();
    bytes.extend(biases.flat_map(|number| number.to_le_bytes()));
    bytes
}

#[test]
fn a_network_read_from_its_file_is_unchanged() {
    let mut network = small_network();
    network.output_bias[BUCKETS - 1] = -70_000;
    network.output_weights[BUCKETS - 1][1].0[HIDDEN - 1] = -127;
    assert_eq!(Network::from_bytes(&file_bytes(&network)), Ok(network));
}

#[test]
fn files_that_are_not_networks_are_rejected() {
    let read = |bytes: &[u8]| Network::<INPUTS>::from_bytes(bytes).unwrap_err();
    let complete = file_bytes(&small_network());
    assert_eq!(read(b""), NetworkError::NotANetwork);
    assert_eq!(
        read(b"PNG and more bytes that do not matter"),
        NetworkError::NotANetwork
    );
    let mut larger = complete.clone();
    larger[16] += 1;
    let error = read(&larger);
    assert_eq!(
        error.to_string(),
        "a network of [7, 128, 8] inputs, neurons and buckets; expected [6, 128, 8]"
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
    let mut network = small_network();
    network.input_weights[5].0[7] = MAX_INPUT_WEIGHT;
    network.input_bias.0[7] = -MAX_INPUT_WEIGHT;
    network.output_weights[1][1].0[3] = -MAX_OUTPUT_WEIGHT;
    assert!(Network::<INPUTS>::from_bytes(&file_bytes(&network)).is_ok());
    let error_text = |network: &Network<INPUTS>| {
        let error = Network::<INPUTS>::from_bytes(&file_bytes(network)).unwrap_err();
        error.to_string()
    };
    let mut large_bias = network.clone();
    large_bias.input_bias.0[7] = 993;
    assert_eq!(
        error_text(&large_bias),
        "weight 993 is out of range: expected -992 to 992"
    );
    network.output_weights[1][1].0[3] = -128;
    assert_eq!(
        error_text(&network),
        "weight -128 is out of range: expected -127 to 127"
    );
}
