//! Fields that events of a game did not have from the beginning.
//!
//! Not here: fields that a game counts by; those are a new revision of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an event says besides, but for those recorded before it did. Their campaigns are proved all
/// the same: where it is missing, it is equal to any.
///
/// ```
/// use packetboat_kit::since::Since;
/// let said = Since::from(3);
/// assert_eq!(said, Since::default());
/// assert_ne!(said, Since::from(2));
/// assert!(Since::<u32>::default().is_missing());
/// ```
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Since<T>(Option<T>);

impl<T> Since<T> {
    /// Whether the record is from before.
    pub fn is_missing(&self) -> bool {
        self.0.is_none()
    }
}

impl<T> Default for Since<T> {
    fn default() -> Self {
        Since(None)
    }
}

impl<T> From<T> for Since<T> {
    fn from(said: T) -> Self {
        Since(Some(said))
    }
}

impl<T: PartialEq> PartialEq for Since<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is_missing() || other.is_missing() || self.0 == other.0
    }
}
