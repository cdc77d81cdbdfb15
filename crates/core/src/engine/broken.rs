//! A state that cannot be: what is said of it, to the referee only.

/// An invariant of the stored state does not hold: a bug or a damaged file, never a player's fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("broken state: {0}")]
pub struct Broken(pub String);

impl Broken {
    /// Broken, unless it holds; `what` is then the sentence for the referee.
    ///
    /// ```
    /// use packetboat_core::engine::rules::Broken;
    /// let turn = 3;
    /// assert!(Broken::unless(turn > 0, || "turns count from 1").is_ok());
    /// let late = Broken::unless(turn < 3, || format!("turn {turn} of 2"));
    /// assert_eq!(late, Err(Broken("turn 3 of 2".to_owned())));
    /// ```
    ///
    /// # Errors
    /// It does not hold.
    pub fn unless<W: Into<String>>(holds: bool, what: impl FnOnce() -> W) -> Result<(), Broken> {
        if holds {
            Ok(())
        } else {
            Err(Broken(what().into()))
        }
    }
}
