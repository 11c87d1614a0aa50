//! Tests scores against values computed by hand, and the reading of network files.

use super::*;
use crate::eval::EvaluationFamily;

/// The shape of the test's networks, much smaller than any of a game.
const SHAPE: NetworkShape = NetworkShape {
    family: EvaluationFamily::Shatar,
    inputs: 6,
    max_active: 32,
    max_men: 32,
};

/// Returns the network of this shape that scores every position as 0.
pub(super) fn zero_network(shape: NetworkShape) -> Network {
    Network {
        shape,
        name: String::new(),
        ancestry: String::new(),
        input_weights: vec![NeuronRow::ZERO; shape.inputs].into(),
        input_bias: NeuronRow::ZERO,
        output_weights: [[NeuronRow::ZERO; 2]; BUCKETS],
        output_bias: [0; BUCKETS],
    }
}

/// Returns a network in which two men affect neurons 0 and 100.
fn small_network() -> Network {
    let mut network = zero_network(SHAPE);
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

#[test]
fn a_score_is_the_output_computed_by_hand() {
    // For the side to move, neuron 0 is 51 + 102 = 0.6 of 255, and neuron 100 is negative.
    // For the other side, neuron 0 is 351, which is clipped to 1, and neuron 100 is 1.
    let score = small_network().score_of_inputs([&[1, 2], &[4, 5]], 2);
    let output = 0.6 * 0.6 - 0.5 + 127.0 / 64.0 + 3.0 / 64.0;
    assert_eq!(score, (output * 400.0) as Score);
    // Without the second man, neuron 0 is 0.6 for the side to move and 1 for the other.
    let score = small_network().score_of_inputs([&[1], &[4]], 1);
    let output: f64 = 0.6 * 0.6 - 0.5 + 3.0 / 64.0;
    assert_eq!(score, (output * 400.0) as Score);
}

#[test]
fn more_men_select_a_later_bucket() {
    for shape in EvaluationFamily::ALL.map(EvaluationFamily::network_shape) {
        let bucket = |men| shape.bucket(men);
        let last = bucket(shape.max_men);
        assert_eq!([bucket(0), bucket(2), last], [0, 0, BUCKETS - 1]);
        let buckets: Vec<usize> = (2..=shape.max_men).map(bucket).collect();
        assert!(buckets.is_sorted());
        let distinct: std::collections::BTreeSet<usize> = buckets.into_iter().collect();
        assert_eq!(distinct.len(), BUCKETS);
    }
}

/// Returns the bytes of a network's file.
fn file_bytes(network: &Network) -> Vec<u8> {
    let mut bytes = file_header(network.shape, &network.ancestry);
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

fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
    NetworkBytes::check(bytes, SHAPE).map(|bytes| Network::new(&bytes))
}

#[test]
fn a_network_read_from_its_file_is_unchanged() {
    let mut network = small_network();
    network.output_bias[BUCKETS - 1] = -70_000;
    network.output_weights[BUCKETS - 1][1].0[HIDDEN - 1] = -127;
    network.ancestry = "first\nsecond\n".to_owned();
    let read = read(&file_bytes(&network)).unwrap();
    network.name.clone_from(&read.name);
    assert_eq!(read, network);
}

#[test]
fn the_name_depends_on_the_weights_but_not_on_the_ancestry() {
    let name = |network: &Network| read(&file_bytes(network)).unwrap().name;
    let mut network = small_network();
    let before = name(&network);
    assert!(before.starts_with("shatar-"), "{before}");
    network.ancestry = "first\n".to_owned();
    assert_eq!(name(&network), before);
    network.output_bias[0] += 1;
    assert_ne!(name(&network), before);
}

#[test]
fn files_that_are_not_networks_are_rejected() {
    let error = |bytes: &[u8]| read(bytes).unwrap_err();
    let complete = file_bytes(&small_network());
    assert_eq!(error(b""), NetworkError::NotANetwork);
    assert_eq!(
        error(b"PNG and more bytes that do not matter"),
        NetworkError::NotANetwork
    );
    let mut larger = complete.clone();
    larger[32] += 1;
    assert_eq!(
        error(&larger).to_string(),
        "a network of [7, 128, 8] inputs, neurons and buckets; expected [6, 128, 8]"
    );
    let expected = complete.len();
    let cut = &complete[..expected - 1];
    let found = expected - 1;
    assert_eq!(error(cut), NetworkError::Length { found, expected });
    let longer = [complete.as_slice(), &[0]].concat();
    let found = expected + 1;
    assert_eq!(error(&longer), NetworkError::Length { found, expected });
    let header = NetworkError::Length {
        found: 40,
        expected: 48,
    };
    assert_eq!(error(&complete[..40]), header);
    // A length of the ancestry that no file can have.
    let mut endless = complete.clone();
    endless[44..48].fill(0xff);
    assert!(matches!(error(&endless), NetworkError::Length { .. }));
}

#[test]
fn networks_for_other_games_are_rejected() {
    let mut network = small_network();
    network.shape.family = EvaluationFamily::Original;
    let bytes = file_bytes(&network);
    assert_eq!(
        read(&bytes).unwrap_err().to_string(),
        "a network for shatra-original; expected one for shatar"
    );
    let mut unknown = bytes;
    unknown[16..19].copy_from_slice(b"xxx");
    assert_eq!(read(&unknown).unwrap_err(), NetworkError::UnknownGame);
    assert_eq!(
        Network::read(&unknown).unwrap_err(),
        NetworkError::UnknownGame
    );
}

#[test]
fn weights_too_large_for_the_sums_are_rejected() {
    let mut network = small_network();
    let max_input_weight = max_input_weight(SHAPE.max_active);
    network.input_weights[5].0[7] = max_input_weight;
    network.input_bias.0[7] = -max_input_weight;
    network.output_weights[1][1].0[3] = -MAX_OUTPUT_WEIGHT;
    assert!(read(&file_bytes(&network)).is_ok());
    let error_text = |network: &Network| read(&file_bytes(network)).unwrap_err().to_string();
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
