//! The sums of the network, compiled for each kind of vector instructions.
//!
//! The loops are written once, in plain Rust, and inlined into one
//! function for each instruction set; the compiler vectorises them. The first call
//! detects which of them the processor can run. All sums are of integers and wrap or fit,
//! so each version returns the same number.

use multiversion::multiversion;

use super::{ACTIVATION_ONE, HIDDEN, NeuronRow};

/// The number of neurons that are added up at a time: as many as fit the registers.
const BLOCK: usize = 64;

/// Returns what the neurons of one side add to the output, in units of the product
/// of [`ACTIVATION_ONE`] squared and [`OUTPUT_WEIGHT_ONE`](super::OUTPUT_WEIGHT_ONE).
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn dispatched(
    rows: &[NeuronRow],
    bias: &NeuronRow,
    active: &[u16],
    weights: &NeuronRow,
) -> i32 {
    sum(rows, bias, active, weights)
}

#[cfg(not(test))]
pub(super) use dispatched as perspective_output;

/// The loops of [`dispatched`], inlined so that they are compiled with the
/// instructions of the caller. The weights are small enough for the first product
/// to fit 16 bits.
// The compiler vectorises loops over indices here, but not iterators.
#[inline(always)]
fn sum(rows: &[NeuronRow], bias: &NeuronRow, active: &[u16], weights: &NeuronRow) -> i32 {
    let mut total = 0;
    for block in 0..HIDDEN / BLOCK {
        let mut sums = *neurons(bias, block);
        for &input in active {
            let row = neurons(&rows[usize::from(input)], block);
            for i in 0..BLOCK {
                sums[i] = i16::wrapping_add(sums[i], row[i]);
            }
        }
        let weights = neurons(weights, block);
        for i in 0..BLOCK {
            let clipped = sums[i].clamp(0, ACTIVATION_ONE);
            total += i32::from(clipped.wrapping_mul(weights[i])) * i32::from(clipped);
        }
    }
    total
}

/// Returns a block of the numbers of a row.
#[inline(always)]
const fn neurons(row: &NeuronRow, block: usize) -> &[i16; BLOCK] {
    &row.0.as_chunks().0[block]
}

#[cfg(test)]
pub(crate) use forced::Vectors;
#[cfg(test)]
pub(super) use forced::perspective_output;

/// The choice of a version by a test, instead of by the processor.
#[cfg(test)]
mod forced {
    use std::sync::atomic::{AtomicU8, Ordering};
    use std::sync::{Mutex, PoisonError};

    use multiversion::target::target_cfg_f;

    use super::*;

    /// A kind of vector instructions for which the sums are compiled.
    #[derive(Copy, Clone, PartialEq, Eq, Debug)]
    #[repr(u8)]
    pub(crate) enum Vectors {
        /// The instructions of the target that the program is compiled for.
        Baseline = 1,
        /// AVX2: 16 numbers at a time.
        Avx2 = 2,
        /// AVX-512: 32 numbers at a time. `multiversion` chooses this version only on
        /// processors that AVX-512 does not slow down, from Ice Lake on.
        Avx512 = 3,
    }

    /// The version that every thread runs now; 0 for the processor's own choice.
    static FORCED: AtomicU8 = AtomicU8::new(0);
    /// Held while a version is forced: tests run on several threads.
    static FORCING: Mutex<()> = Mutex::new(());

    impl Vectors {
        /// Returns the kinds that this processor supports.
        pub(crate) fn available() -> Vec<Self> {
            let kinds = [
                (Self::Baseline, true),
                (Self::Avx2, has_avx2()),
                (Self::Avx512, has_avx512()),
            ];
            let available = kinds.into_iter().filter(|(_, is_available)| *is_available);
            available.map(|(kind, _)| kind).collect()
        }

        /// Runs `work` with all networks of the process computed with these instructions,
        /// which must be available.
        pub(crate) fn force<T>(self, work: impl FnOnce() -> T) -> T {
            let _forcing = FORCING.lock().unwrap_or_else(PoisonError::into_inner);
            FORCED.store(self as u8, Ordering::SeqCst);
            let result = work();
            FORCED.store(0, Ordering::SeqCst);
            result
        }
    }

    /// Returns whether a call of [`avx2`] runs the version with AVX2.
    #[multiversion(targets("x86_64+avx2"))]
    fn has_avx2() -> bool {
        target_cfg_f!(target_feature = "avx2")
    }

    /// Returns whether a call of [`avx512`] runs the version with AVX-512.
    #[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl"))]
    fn has_avx512() -> bool {
        target_cfg_f!(target_feature = "avx512f")
    }

    #[multiversion(targets("x86_64+avx2"))]
    fn avx2(rows: &[NeuronRow], bias: &NeuronRow, active: &[u16], weights: &NeuronRow) -> i32 {
        sum(rows, bias, active, weights)
    }

    #[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl"))]
    fn avx512(rows: &[NeuronRow], bias: &NeuronRow, active: &[u16], weights: &NeuronRow) -> i32 {
        sum(rows, bias, active, weights)
    }

    /// Calls the version that is forced, or [`dispatched`].
    pub(in super::super) fn perspective_output(
        rows: &[NeuronRow],
        bias: &NeuronRow,
        active: &[u16],
        weights: &NeuronRow,
    ) -> i32 {
        const AVX2: u8 = Vectors::Avx2 as u8;
        const AVX512: u8 = Vectors::Avx512 as u8;
        const BASELINE: u8 = Vectors::Baseline as u8;
        match FORCED.load(Ordering::Relaxed) {
            BASELINE => sum(rows, bias, active, weights),
            AVX2 => avx2(rows, bias, active, weights),
            AVX512 => avx512(rows, bias, active, weights),
            _ => dispatched(rows, bias, active, weights),
        }
    }
}

#[cfg(test)]
mod tests;
