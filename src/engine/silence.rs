//! What silence does, as lines that a player could have sent.
//!
//! A game says it in its own order language (`Rules::silence`), in a text that is read once, when
//! it is first needed; the engine tries the lines behind all that a seat has written. So the same
//! words stand in the order sheet and in the handbook, and do the same wherever they are written.
//!
//! Not here: when they are tried (`answer`).

use super::data::DataError;
use super::order_ref::SILENCE;
use super::rules::{InstructionOf, Rules, SheetText};
use super::understand::understand;
use crate::lang::read::{Context, read};
use crate::lang::sheet::SheetNo;
use std::ops::Deref;
use std::sync::OnceLock;

/// The rules of a game, and the lines by which they tell silence, read when they are first needed.
pub struct Rulebook<R: Rules> {
    rules: R,
    silence: OnceLock<Vec<InstructionOf<R>>>,
}

impl<R: Rules> From<R> for Rulebook<R> {
    fn from(rules: R) -> Self {
        Rulebook {
            rules,
            silence: OnceLock::new(),
        }
    }
}

impl<R: Rules> Deref for Rulebook<R> {
    type Target = R;
    fn deref(&self) -> &R {
        &self.rules
    }
}

impl<R: Rules> Rulebook<R> {
    /// What silence means, as any seat that sees this may read it.
    ///
    /// # Panics
    /// If it does not read: a campaign is not founded then.
    pub fn silent_lines(&self, view: &R::View) -> &[InstructionOf<R>] {
        let read = || self.read_silence(view);
        self.silence
            .get_or_init(|| read().unwrap_or_else(|it| panic!("{it}")))
    }

    /// The order sheet of a seat that sees this and has these lines in force.
    pub fn order_sheet(&self, view: &R::View, in_force: &[&InstructionOf<R>]) -> SheetText {
        let mut silence: Vec<String> = Vec::new();
        for silent in self.silent_lines(view) {
            let text = match in_force.iter().find(|it| self.overrules(it, silent)) {
                Some(own) => format!("{} (your own line)", own.text),
                None => silent.text.clone(),
            };
            if !silence.contains(&text) {
                silence.push(text);
            }
        }
        self.rules.order_sheet(view, silence)
    }

    fn overrules(&self, own: &InstructionOf<R>, silent: &InstructionOf<R>) -> bool {
        let always = own.branches.iter().filter(|it| it.when.is_always());
        always.map(|it| &it.order).any(|own| {
            let mut silent = silent.branches.iter();
            silent.all(|it| self.rules.overrules(own, &it.order))
        })
    }

    /// Reads what silence means: one order a line, nothing else.
    ///
    /// # Errors
    /// The first line that does not read.
    pub fn read_silence(&self, view: &R::View) -> Result<Vec<InstructionOf<R>>, DataError> {
        let context = Context::alone(SheetNo::whole(1), 0);
        let text = self.rules.silence();
        let reading = read(&self.rules.grammar(view), &context, &text);
        let (lines, faults) = understand(&self.rules, view, SILENCE, &reading.lines);
        match reading.faults.iter().chain(&faults).next() {
            None => Ok(lines),
            Some(it) => {
                let problem = format!("silence does not read: {}", it.reason);
                Err(DataError::new("game.toml", problem))
            }
        }
    }
}
