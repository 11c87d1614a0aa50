//! The networks of the families: their shapes, the networks that are part of the program, and
//! the evaluator that uses a network.

use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use super::evaluator::Evaluator;
use super::family::EvaluationFamily;
use super::network::inputs::NetworkInputs;
use super::network::{
    AccumulatorStack, Network, NetworkBytes, NetworkError, NetworkShape, family_of_file,
};
use super::{board8, shatra};
use crate::base::Score;
use crate::game::{Playable, Variant, variants};
use crate::rules;

impl EvaluationFamily {
    /// Returns the shape of the family's networks.
    pub const fn network_shape(self) -> NetworkShape {
        let (inputs, max_active, max_men) = match self {
            Self::Extended => (shatra::INPUTS, shatra::max_active(34), 34),
            Self::Original => (shatra::INPUTS, shatra::max_active(48), 48),
            Self::Shatranj | Self::Shatar => (board8::INPUTS, board8::MAX_MEN, board8::MAX_MEN),
        };
        NetworkShape {
            family: self,
            inputs,
            max_active,
            max_men,
        }
    }

    /// Returns the family's network that is part of the program. Without the feature
    /// `shipped-networks` it is blank: every position is worth 0.
    pub fn built_in_network(self) -> &'static Arc<Network> {
        &BUILT_IN[self.index()]
    }
}

impl Network {
    /// Creates a network of any family from the bytes of its file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a network of the shape of its family.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::read_for(bytes, family_of_file(bytes)?)
    }

    /// Creates a network of a family from the bytes of its file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a network of the family.
    pub fn read_for(bytes: &[u8], family: EvaluationFamily) -> Result<Self, NetworkError> {
        NetworkBytes::check(bytes, family.network_shape()).map(|bytes| Self::new(&bytes))
    }
}

/// Defines the networks that are part of the program, indexed by [`EvaluationFamily::index`]. The
/// compiler checks that each file is a network of its family.
#[cfg(feature = "shipped-networks")]
macro_rules! built_in {
    ($($family:ident: $file:literal,)*) => {
        static BUILT_IN: [LazyLock<Arc<Network>>; EvaluationFamily::ALL.len()] = [$({
            const SHAPE: NetworkShape = EvaluationFamily::$family.network_shape();
            const BYTES: NetworkBytes<'static> =
                match NetworkBytes::check(include_bytes!($file), SHAPE) {
                    Ok(bytes) => bytes,
                    Err(_) => panic!(concat!($file, " is not a network of its family")),
                };
            LazyLock::new(|| Arc::new(Network::new(&BYTES)))
        }),*];
    };
}

/// Defines the blank networks of a program that has none of its own.
#[cfg(not(feature = "shipped-networks"))]
macro_rules! built_in {
    ($($family:ident: $file:literal,)*) => {
        static BUILT_IN: [LazyLock<Arc<Network>>; EvaluationFamily::ALL.len()] = [$({
            const SHAPE: NetworkShape = EvaluationFamily::$family.network_shape();
            LazyLock::new(|| Arc::new(Network::blank(SHAPE)))
        }),*];
    };
}

built_in! {
    Extended: "networks/shatra.net",
    Original: "networks/shatra-original.net",
    Shatranj: "networks/shatranj.net",
    Shatar: "networks/shatar.net",
}

/// A position type that a network evaluates.
pub trait EvaluatedPosition: Playable + NetworkInputs {
    /// The family, which determines the network.
    const FAMILY: EvaluationFamily;
}

macro_rules! implement_evaluated_game {
    ({} $($name:ident $board:ident $own:ident,)*) => {
        $(impl EvaluatedPosition for rules::$board::Position<rules::$board::$name> {
            const FAMILY: EvaluationFamily = EvaluationFamily::of_variant(Variant::$name);
        })*
    };
}

variants!((implement_evaluated_game) {});

/// The evaluator of positions of type `P` by a network of their family.
#[derive(Debug)]
pub struct NetworkEvaluator<P> {
    network: Arc<Network>,
    game: PhantomData<fn(&P)>,
}

impl<P> NetworkEvaluator<P> {
    /// Returns the network.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }
}

impl<P> Clone for NetworkEvaluator<P> {
    fn clone(&self) -> Self {
        Self {
            network: Arc::clone(&self.network),
            game: PhantomData,
        }
    }
}

/// By default, the evaluator uses the network that is part of the program.
impl<P: EvaluatedPosition> Default for NetworkEvaluator<P> {
    fn default() -> Self {
        Networks::default().evaluator()
    }
}

impl<P: EvaluatedPosition> Evaluator<P> for NetworkEvaluator<P> {
    type Memory = AccumulatorStack;

    #[inline]
    fn evaluate(&self, position: &P, ply: usize, memory: &mut AccumulatorStack) -> Score {
        self.network.updated_score(position, ply, memory)
    }
}

/// The network of each family: the one that is part of the program, unless another was
/// loaded in its place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Networks([Option<Arc<Network>>; EvaluationFamily::ALL.len()]);

impl Networks {
    /// Replaces the network of the family to which `network` belongs.
    pub fn insert(&mut self, network: Arc<Network>) {
        let index = network.shape().family.index();
        self.0[index] = Some(network);
    }

    /// Returns the network of a family.
    pub fn get(&self, family: EvaluationFamily) -> &Arc<Network> {
        let loaded = self.0[family.index()].as_ref();
        loaded.unwrap_or_else(|| family.built_in_network())
    }

    /// Returns whether there is no network of a family: none was loaded, and none is part of the
    /// program. Its positions are all worth 0 then.
    pub fn lack(&self, family: EvaluationFamily) -> bool {
        cfg!(not(feature = "shipped-networks")) && self.0[family.index()].is_none()
    }

    /// Returns the evaluator of positions of type `P`.
    pub fn evaluator<P: EvaluatedPosition>(&self) -> NetworkEvaluator<P> {
        NetworkEvaluator {
            network: Arc::clone(self.get(P::FAMILY)),
            game: PhantomData,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_networks_of_the_program_have_the_shapes_of_their_families() {
        for family in EvaluationFamily::ALL {
            assert_eq!(family.built_in_network().shape(), family.network_shape());
        }
    }

    #[test]
    fn a_network_is_used_for_its_family_alone() {
        let mut networks = Networks::default();
        let shatar = EvaluationFamily::Shatar.built_in_network();
        let copy = Arc::new(Network::clone(shatar));
        networks.insert(Arc::clone(&copy));
        for family in EvaluationFamily::ALL {
            let is_copy = Arc::ptr_eq(networks.get(family), &copy);
            assert_eq!(is_copy, family == EvaluationFamily::Shatar);
        }
    }
}
