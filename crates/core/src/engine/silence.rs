//! What silence does, as lines that a player could have sent.
//!
//! A game says it in its own order language (`Language::silence`), in a text that is read once,
//! when it is first needed; the engine tries the lines after all that a seat has written. So the
//! same words are in the order sheet and in the handbook, and do the same wherever they are
//! written.
//!
//! Not here: when they are tried (`answer`).

use super::attributes::replaces;
use super::data::DataError;
use super::kept::Journals;
use super::language::SheetText;
use super::order_ref::SILENCE;
use super::rules::InstructionOf;
use super::scene::Ground;
use super::understand::understand;
use super::whole::GameRules;
use crate::gather::Gather;
use crate::lang::form::Tried;
use crate::lang::read::read;
use crate::lang::reading::Context;
use crate::lang::sheet::SheetNo;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The rules of a game, and the lines that say what silence means, read when they are first needed.
pub struct Rulebook<R: GameRules> {
    rules: R,
    silence: OnceLock<Vec<InstructionOf<R>>>,
    /// The group of each order, by the word of its form: the same on every sheet.
    groups: OnceLock<BTreeMap<&'static str, &'static str>>,
    /// What never changes in pictures, by its name, made when it is first needed.
    grounds: Mutex<BTreeMap<String, Arc<Ground>>>,
    /// The journals read last.
    pub(super) journals: Journals<R>,
}

impl<R: GameRules> From<R> for Rulebook<R> {
    fn from(rules: R) -> Self {
        Rulebook {
            rules,
            silence: OnceLock::new(),
            groups: OnceLock::new(),
            grounds: Mutex::default(),
            journals: Journals::default(),
        }
    }
}

impl<R: GameRules> Deref for Rulebook<R> {
    type Target = R;
    fn deref(&self) -> &R {
        &self.rules
    }
}

impl<R: GameRules> Rulebook<R> {
    /// What never changes in the game's pictures: the same one each time, so that it need not be
    /// painted again.
    pub(super) fn kept_ground(&self, name: &str) -> Option<Arc<Ground>> {
        let mut kept = self.grounds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ground) = kept.get(name) {
            return Some(Arc::clone(ground));
        }
        let ground = self.rules.ground(name).map(Arc::new);
        if let Some(ground) = &ground {
            kept.insert(name.to_owned(), Arc::clone(ground));
        }
        ground
    }

    /// What silence means, as any seat that sees this may read it.
    ///
    /// # Panics
    /// If it does not read: a campaign is not founded then.
    pub fn silent_lines(&self, view: &R::View) -> &[InstructionOf<R>] {
        let read = || self.read_silence(view);
        self.silence
            .get_or_init(|| read().unwrap_or_else(|it| panic!("{it}")))
    }

    /// Whether these lines of a seat that sees this, which were sent before its sheet was open, are
    /// all that it has to decide on it.
    pub fn has_said_ahead(&self, view: &R::View, lines: &[&InstructionOf<R>]) -> bool {
        let own = lines.iter().flat_map(|it| &it.branches);
        let own: Vec<&R::Order> = own.map(|it| &it.order).collect();
        self.rules.is_said_ahead(view, &own)
    }

    /// The order sheet of a seat that sees this and has these lines in force. Of silence it shows
    /// what they do not replace; and of a seat that has filed wishes for the sheet (`wished`) none
    /// of its wishes, for those count no more even where the seat's own are done.
    ///
    /// A live line is tried before all that is in force, and sent back it is the seat's own: where
    /// a line in force says something of the same group, it is not live.
    pub fn order_sheet(
        &self,
        view: &R::View,
        in_force: &[&InstructionOf<R>],
        wished: bool,
    ) -> SheetText {
        let is_out = |line: &InstructionOf<R>| {
            let is_wish = line.tried == Tried::Wish;
            (wished && is_wish) || in_force.iter().any(|own| self.replaced(view, own, line))
        };
        let silence = self.silent_lines(view).iter();
        let silence = silence.filter(|it| !is_out(it)).map(|it| it.text.clone());
        let own = in_force.iter().flat_map(|it| &it.branches);
        let own: Vec<&R::Order> = own.map(|it| &it.order).collect();
        let mut text = self.rules.order_sheet(view, &own, silence.collect());
        if !text.live.is_empty() && !in_force.is_empty() {
            let groups = self.groups(view);
            let spoken: Vec<_> = in_force.iter().map(|it| groups.get(&*it.form)).collect();
            text.live.retain(|line| {
                let mut words = line.split(' ');
                let says = words.find_map(|it| groups.get(it));
                says.is_none() || !spoken.contains(&says)
            });
        }
        text
    }

    /// What silence does beside these lines, and what it would wish and does not beside wishes of
    /// the seat's own (`wished`), unless one of those has the same key; as the order sheet says it.
    pub(super) fn played(
        &self,
        view: &R::View,
        in_force: &[&InstructionOf<R>],
        wished: bool,
    ) -> (Vec<String>, Vec<String>) {
        let played = self.order_sheet(view, in_force, wished).silence;
        let head = |line: &InstructionOf<R>| line.text.split(" IF ").next().map(str::to_owned);
        // BUILD BLOCKADE does not say BUILD OUTPOST.
        let says = |own: &InstructionOf<R>, line: &InstructionOf<R>| {
            own.key == line.key && (line.key.len() > 1 || head(own) == head(line))
        };
        let is_said = |line: &InstructionOf<R>| in_force.iter().any(|own| says(own, line));
        let wishes = self.silent_lines(view).iter().filter(|_| wished);
        let wishes = wishes.filter(|it| it.tried == Tried::Wish && !is_said(it));
        let wishes: Vec<String> = wishes.map(|it| it.text.clone()).collect();
        if wishes.is_empty() {
            return (played, wishes);
        }
        // What the sheet says of silence besides is no line that could be sent.
        let besides = self.rules.order_sheet(view, &[], Vec::new()).silence;
        let mut unplayed = self.rules.order_sheet(view, &[], wishes).silence;
        unplayed.retain(|it| !(played.contains(it) || besides.contains(it)));
        (played, unplayed)
    }

    fn groups(&self, view: &R::View) -> &BTreeMap<&'static str, &'static str> {
        let read = || {
            let orders = self.rules.grammar(view).orders.into_iter();
            orders.map(|it| (it.name, it.group)).into_map()
        };
        self.groups.get_or_init(read)
    }

    fn replaced(&self, view: &R::View, own: &InstructionOf<R>, silent: &InstructionOf<R>) -> bool {
        let at = (self.rules.tables(), view);
        own.branches.iter().any(|own| {
            let always = own.when.is_always();
            let mut silent = silent.branches.iter();
            silent.all(|it| replaces(at, &own.order, always, &it.order))
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
        let (lines, faults) = understand(&self.rules, view, SILENCE, &reading.lines, None);
        match reading.faults.iter().chain(&faults).next() {
            None => Ok(lines),
            Some(fault) => {
                let problem = format!("silence does not read: {}", fault.reason);
                Err(DataError::new("game.toml", problem))
            }
        }
    }
}
