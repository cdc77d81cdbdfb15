//! The four pages of a game together, and what follows from them.

use super::broken::Broken;
use super::dice::Dice;
use super::keeping::Keeping;
use super::language::Language;
use super::pages::Pages;
use super::rules::Pending;
use super::seat::Viewer;
use super::secrets::{Hidden, Look};
use super::stored::Checked;

/// All rules of a game: how it is played, its language, its pages, and how it is kept.
pub trait GameRules: Language + Pages + Keeping {
    /// All that must hold of a state: what it says itself, and that nothing hidden is lost. It is
    /// left as it is, for a look that checks changes nothing.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    fn sound(&self, state: &mut Self::State) -> Result<(), Broken> {
        Look::check(|it| self.secrets(state, it))?;
        state.validate(self.tables())
    }

    /// Phrases that no mail to this viewer may hold: none once the game is over.
    fn hidden(&self, state: &Self::State, viewer: Viewer) -> Vec<Hidden> {
        if matches!(self.pending(state), Pending::Over(_)) {
            return Vec::new();
        }
        let mut state = state.clone();
        Look::phrases(viewer, |it| self.secrets(&mut state, it))
    }

    /// Another state that this viewer must not be able to tell from this one: everything that they
    /// may not know drawn again, as far as what they know allows. When the game is over, the same.
    fn resample(&self, state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        let mut other = state.clone();
        if !matches!(self.pending(state), Pending::Over(_)) {
            Look::redeal(viewer, dice, |it| self.secrets(&mut other, it));
        }
        other
    }
}

impl<R: Language + Pages + Keeping> GameRules for R {}
