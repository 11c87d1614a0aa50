//! Trains small networks on one and several threads, with and without interruptions.

use std::path::Path;

use super::*;
use crate::files::{PackedSample, SampleHeader, SampleWriter};
use crate::game::{Playable, Variant};
use crate::rules::board8::{Position, Shatar};

const DESCRIPTION: &str = "a test";

/// Writes `64 * times` games of three positions, in two of which the side with a rook is
/// ahead.
fn write_rook_positions(path: &Path, times: usize) {
    let header = SampleHeader {
        variant: Variant::Shatar,
        settings: String::new(),
    };
    let mut writer = SampleWriter::create(path, &header, false).unwrap();
    for number in 0..64 * times {
        // Scores differ a little, so that no game is a copy.
        let (more, i) = ((number / 8) as i32, number % 64);
        let samples = [('R', 500), ('r', -500), ('P', 0)].map(|(man, score)| {
            let empty = |count: usize| match count {
                0 => String::new(),
                count => count.to_string(),
            };
            let (rank, file) = (i / 16, i / 2 % 7);
            let row = format!("{}{man}{}", empty(file), empty(7 - file));
            let rows: Vec<&str> = (0..4)
                .map(|r| if r == rank { row.as_str() } else { "8" })
                .collect();
            let side = if i % 2 == 0 { 'w' } else { 'b' };
            let fen = format!("7k/8/{}/p7/7K {side} - - 0 1", rows.join("/"));
            let position = Position::<Shatar>::read(&fen).unwrap();
            PackedSample::new(&position, score + more, 0.5).unwrap()
        });
        writer.write_game(number as u32, &samples).unwrap();
    }
}

fn trainer(path: &Path, epochs: u64) -> Trainer {
    let family = EvaluationFamily::Shatar;
    let settings = TrainerSettings {
        family,
        epochs,
        rate: [0.01, 0.0],
        score_weight: [1.0, 1.0],
        seed: 5,
    };
    let pools = SamplePools::open(family, &[path]).unwrap();
    let network = FloatNetwork::random(family.network_shape(), 5);
    Trainer::new(pools, network, settings)
}

fn train(path: &Path, threads: usize) -> (Vec<u8>, Vec<EpochErrors>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(|| {
        let mut trainer = trainer(path, 30);
        let mut epochs = Vec::new();
        trainer
            .run(|_, epoch| {
                epochs.extend(epoch);
                true
            })
            .unwrap();
        (trainer.network().to_bytes(""), epochs)
    })
}

#[test]
fn training_gives_the_same_network_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("samples");
    write_rook_positions(&path, 2);
    let (bytes, epochs) = train(&path, 1);
    assert_eq!(epochs.len(), 30);
    assert!(epochs[0].training_error > 0.02, "{epochs:?}");
    assert!(epochs[29].training_error < 0.002, "{epochs:?}");
    // The network predicts the held-out positions from similar ones in training.
    assert!(
        epochs[29].held_out_error.is_some_and(|error| error < 0.002),
        "{epochs:?}"
    );
    assert_eq!(train(&path, 2).0, bytes);
}

#[test]
fn a_run_that_is_interrupted_ends_with_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("samples");
    write_rook_positions(&path, 2);
    let mut complete = trainer(&path, 3);
    complete.run(|_, _| true).unwrap();
    // Stops after every batch and after every epoch.
    let mut checkpoint = trainer(&path, 3).checkpoint(DESCRIPTION);
    let mut stops = 0;
    loop {
        let mut trainer = trainer(&path, 3);
        trainer.restore(&checkpoint, DESCRIPTION).unwrap();
        let mut stopped = false;
        trainer
            .run(|trainer, _| {
                checkpoint = trainer.checkpoint(DESCRIPTION);
                stopped = true;
                false
            })
            .unwrap();
        if !stopped {
            assert_eq!(trainer.network(), complete.network());
            break;
        }
        stops += 1;
    }
    assert!(stops > 15, "{stops}");
}

#[test]
fn few_samples_are_all_used_for_training() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("samples");
    write_rook_positions(&path, 1);
    let mut trainer = trainer(&path, 1);
    assert_eq!(trainer.total_positions(), 192);
    assert_eq!(trainer.held_out_error().unwrap(), None);
}

#[test]
fn rates_and_targets_follow_their_schedules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("samples");
    write_rook_positions(&path, 1);
    let mut trainer = trainer(&path, 3);
    trainer.settings.rate = [0.01, 0.002];
    trainer.settings.score_weight = [1.0, 0.5];
    let (mut rates, mut weights) = (Vec::new(), Vec::new());
    trainer
        .run(|trainer, epoch| {
            if epoch.is_none() {
                rates.push(trainer.rate(0));
                weights.push(trainer.score_weight(trainer.progress.passes));
            }
            true
        })
        .unwrap();
    let greatest = rates.iter().copied().fold(0.0, f32::max);
    let last = rates.last().copied().unwrap_or_default();
    assert!((greatest - 0.01).abs() < 0.0002, "{rates:?}");
    assert!((last - 0.002).abs() < 1e-6, "{rates:?}");
    weights.dedup();
    assert_eq!(weights, [1.0, 0.75, 0.5]);
}
