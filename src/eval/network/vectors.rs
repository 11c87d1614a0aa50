//! The sums of the network, compiled for each vector instruction set.
//!
//! The loops are written once, in plain Rust, and inlined into one function for each
//! instruction set; the compiler vectorizes them. The first call detects which of these
//! functions the processor can run. All numbers are integers that either fit or wrap, so each
//! version returns the same result.

use multiversion::multiversion;

use super::shape::{ACTIVATION_ONE, HIDDEN, NeuronRow};

/// The number of neurons whose sums are computed together: as many as fit in the
/// registers.
const BLOCK: usize = 64;

/// Sets `sums` to `base`, if there is a base, adds the rows of the inputs in `added`, and
/// subtracts those of the inputs in `removed`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn dispatched_update(
    rows: &[NeuronRow],
    base: Option<&NeuronRow>,
    sums: &mut NeuronRow,
    added: &[u16],
    removed: &[u16],
) {
    update(rows, base, sums, added, removed);
}

/// Returns the contribution of one side's neurons to the output, scaled by
/// [`ACTIVATION_ONE`] squared and by [`OUTPUT_WEIGHT_ONE`](super::OUTPUT_WEIGHT_ONE).
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn dispatched_output(sums: &NeuronRow, weights: &NeuronRow) -> i32 {
    output(sums, weights)
}

#[cfg(not(test))]
pub(super) use {dispatched_output as perspective_output, dispatched_update as add_and_subtract};

/// The loops of [`dispatched_update`], inlined so that they are compiled for the caller's
/// instruction set.
// Here, the compiler vectorizes loops over indices but not iterators.
#[inline(always)]
fn update(
    rows: &[NeuronRow],
    base: Option<&NeuronRow>,
    sums: &mut NeuronRow,
    added: &[u16],
    removed: &[u16],
) {
    for block in 0..HIDDEN / BLOCK {
        let mut total = *block_of(base.unwrap_or(sums), block);
        for &input in added {
            let row = block_of(&rows[usize::from(input)], block);
            for i in 0..BLOCK {
                total[i] = i16::wrapping_add(total[i], row[i]);
            }
        }
        for &input in removed {
            let row = block_of(&rows[usize::from(input)], block);
            for i in 0..BLOCK {
                total[i] = i16::wrapping_sub(total[i], row[i]);
            }
        }
        sums.0.as_chunks_mut().0[block] = total;
    }
}

/// The loop of [`dispatched_output`]. The weights are small enough for the first product
/// to fit in 16 bits.
#[inline(always)]
fn output(sums: &NeuronRow, weights: &NeuronRow) -> i32 {
    let mut total = 0;
    for i in 0..HIDDEN {
        let clipped = sums.0[i].clamp(0, ACTIVATION_ONE);
        total += i32::from(clipped.wrapping_mul(weights.0[i])) * i32::from(clipped);
    }
    total
}

/// Returns a block of a row.
#[inline(always)]
const fn block_of(row: &NeuronRow, block: usize) -> &[i16; BLOCK] {
    &row.0.as_chunks().0[block]
}

#[cfg(test)]
pub(crate) use forced::InstructionSet;
#[cfg(test)]
pub(super) use forced::{add_and_subtract, perspective_output};

/// Lets a test choose the version that runs, in place of the detection.
#[cfg(test)]
mod forced {
    use std::sync::atomic::{AtomicU8, Ordering};
    use std::sync::{Mutex, PoisonError};

    use multiversion::target::target_cfg_f;

    use super::*;

    /// A vector instruction set for which the sums are compiled.
    #[derive(Copy, Clone, PartialEq, Eq, Debug)]
    #[repr(u8)]
    pub(crate) enum InstructionSet {
        /// The instruction set that the program is compiled for.
        Baseline = 1,
        /// AVX2: 16 numbers at a time.
        Avx2 = 2,
        /// AVX-512: 32 numbers at a time. `multiversion` chooses this version only on
        /// processors that AVX-512 does not slow down, which start with Ice Lake.
        Avx512 = 3,
    }

    /// The version that every thread must run; 0 for the one that is detected.
    static FORCED: AtomicU8 = AtomicU8::new(0);
    /// Locked while a version is forced, because tests run on several threads.
    static FORCE_LOCK: Mutex<()> = Mutex::new(());

    impl InstructionSet {
        /// Returns the instruction sets that this processor supports.
        pub(crate) fn available() -> Vec<Self> {
            let sets = [
                (Self::Baseline, true),
                (Self::Avx2, has_avx2()),
                (Self::Avx512, has_avx512()),
            ];
            let available = sets.into_iter().filter(|(_, is_available)| *is_available);
            available.map(|(set, _)| set).collect()
        }

        /// Runs `work` while all networks of the process are computed with this instruction
        /// set, which must be available.
        pub(crate) fn force<T>(self, work: impl FnOnce() -> T) -> T {
            let _guard = FORCE_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
            FORCED.store(self as u8, Ordering::SeqCst);
            let result = work();
            FORCED.store(0, Ordering::SeqCst);
            result
        }
    }

    /// Returns whether [`avx2`] runs the version compiled for AVX2.
    #[multiversion(targets("x86_64+avx2"))]
    fn has_avx2() -> bool {
        target_cfg_f!(target_feature = "avx2")
    }

    /// Returns whether [`avx512`] runs the version compiled for AVX-512.
    #[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl"))]
    fn has_avx512() -> bool {
        target_cfg_f!(target_feature = "avx512f")
    }

    /// Defines a function that calls the version that is forced, or the dispatched one.
    macro_rules! forced {
        ($name:ident, $loops:ident, $dispatched:ident, ($($arg:ident: $type:ty),*) -> $result:ty) => {
            pub(in super::super) fn $name($($arg: $type),*) -> $result {
                #[multiversion(targets("x86_64+avx2"))]
                fn avx2($($arg: $type),*) -> $result {
                    $loops($($arg),*)
                }

                #[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl"))]
                fn avx512($($arg: $type),*) -> $result {
                    $loops($($arg),*)
                }

                const AVX2: u8 = InstructionSet::Avx2 as u8;
                const AVX512: u8 = InstructionSet::Avx512 as u8;
                const BASELINE: u8 = InstructionSet::Baseline as u8;
                match FORCED.load(Ordering::Relaxed) {
                    BASELINE => $loops($($arg),*),
                    AVX2 => avx2($($arg),*),
                    AVX512 => avx512($($arg),*),
                    _ => $dispatched($($arg),*),
                }
            }
        };
    }

    forced!(add_and_subtract, update, dispatched_update,
        (rows: &[NeuronRow], base: Option<&NeuronRow>, sums: &mut NeuronRow, added: &[u16], removed: &[u16]) -> ());
    forced!(perspective_output, output, dispatched_output,
        (sums: &NeuronRow, weights: &NeuronRow) -> i32);
}

#[cfg(test)]
mod tests;
