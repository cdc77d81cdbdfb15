//! What the engine does with lines of an order, declared beside its form.
//!
//! `orders!` takes attributes in brackets: methods of [`Declared`], which are those of `Form` and
//! more. Brackets at the head of the declaration count for all its orders; what an order says
//! itself comes after. What is special names a function.
//!
//! ```text
//! orders! { pub enum Order, "order", for Tables, View [.is_over(is_over).covers(covers)] {
//!     /// Attacks.
//!     Attack = "ATTACK" [.tried(Tried::Wish).group("act").acts().replaces("act")] { … }
//!     /// No bid of yours leaves less than this.
//!     Keep = "KEEP" [.modifies().first_counts()] { … }
//! } }
//! ```
//!
//! Not here: the declaration (`declare`), and when all this is asked (`answer`, `run`, `silence`,
//! `advice`, `understand`).

use super::ends::Idle;
use super::reason::EngineReason;
use super::stored::Stored;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::{Form, Tried};
use crate::lang::said::Said;
use std::mem::discriminant;

/// A test after IF, as stored.
pub trait Condition<V>: Stored {
    /// Makes it of what was read, on a sheet of a seat that sees this.
    ///
    /// # Errors
    /// A fault the form alone could not see; also a test that can never hold.
    fn build(view: &V, said: &Said) -> Result<Self, Diagnostic>;
}

/// The orders of a game: what a player wrote, understood but not yet applied to a question.
/// `orders!` makes all of it.
pub trait Orders: Stored {
    /// The tables of the game.
    type Tables;
    /// What a seat sees of it.
    type View;
    /// What an order may be made to depend on.
    type Condition: Condition<Self::View>;

    /// Makes an order of a line that was read.
    ///
    /// # Errors
    /// A fault the form alone could not see, such as a level that cannot be named here.
    fn read(tables: &Self::Tables, view: &Self::View, said: &Said) -> Result<Self, Diagnostic>;

    /// What is declared of this order; its form has no slots.
    fn declared(&self) -> Declared<Self>;

    /// The group it belongs to, as declared; of its own, its verb.
    fn group(&self) -> &'static str {
        self.declared().form.group
    }
}

/// An order as it is declared.
pub struct Declared<O: Orders> {
    /// How it is read.
    pub form: Form,
    modifies: fn(&O) -> bool,
    idle: fn(&O::View, &O) -> Idle,
    is_over: fn(&O::View, &O) -> bool,
    replaces: Option<&'static str>,
    replaces_if: fn(&O::Tables, &O, bool, &O) -> bool,
    covers: fn(&O::Tables, &O::View, &O, &O) -> bool,
    splits: fn(&O) -> Vec<(O, String)>,
    alternatives: fn(&O::Tables, &O) -> Vec<O>,
    checks: Check<O>,
    impossible: Check<O>,
}

/// Finds the fault of an order in its words.
type Check<O> =
    fn(&<O as Orders>::Tables, &<O as Orders>::View, &O, &Said) -> Result<(), Diagnostic>;

impl<O: Orders> Declared<O> {
    /// An order of which nothing special is said.
    pub fn new(form: Form) -> Self {
        Declared {
            form,
            modifies: |_| false,
            idle: |_, _| Idle::NotNeeded,
            is_over: |_, _| false,
            replaces: None,
            replaces_if: |_, _, _, _| false,
            covers: |_, _, _, _| false,
            splits: |_| Vec::new(),
            alternatives: |_, _| Vec::new(),
            checks: |_, _, _, _| Ok(()),
            impossible: |_, _, _, _| Ok(()),
        }
    }

    /// Its text may be all of a reply, as [`Form::bare`] says.
    #[must_use]
    pub fn bare(self) -> Self {
        Declared {
            form: self.form.bare(),
            ..self
        }
    }

    /// It is in a sheet that adds to those before, as [`Form::adds`] says: of older lines those of
    /// the same verb and these values make way.
    #[must_use]
    pub fn adds(self, subject: &'static [&'static str]) -> Self {
        Declared {
            form: self.form.subject(subject).key(None).adds(),
            ..self
        }
    }

    /// It decides nothing alone but changes what others do (`KEEP 2 spice`). The engine finds out
    /// whether it had a part: without it, would another choice have been made? Of one whose IF is
    /// false it says so, if the choice would have been another with it.
    #[must_use]
    pub fn modifies(self) -> Self {
        self.modifies_if(|_| true)
    }

    /// The same, of those for which this says so.
    #[must_use]
    pub fn modifies_if(self, modifies: fn(&O) -> bool) -> Self {
        Declared { modifies, ..self }
    }

    /// It wants something done: if its sheet is over, no choice rested on it, and nothing else was
    /// reported of it, its owner is notified that its time did not come. Else it was not needed.
    #[must_use]
    pub fn acts(self) -> Self {
        self.idle(|_, _| Idle::PassedOver(EngineReason::NotReached.into()))
    }

    /// What is to be said of it then, by what its owner sees when the sheet is left.
    #[must_use]
    pub fn idle(self, idle: fn(&O::View, &O) -> Idle) -> Self {
        Declared { idle, ..self }
    }

    /// When an order of the sheet now played has had its time, though the sheet goes on for
    /// others: the seat's own turn in it is over. Asked at each gate; such lines leave the book,
    /// and have their account.
    #[must_use]
    pub fn is_over(self, is_over: fn(&O::View, &O) -> bool) -> Self {
        Declared { is_over, ..self }
    }

    /// A line of the seat's own, in force, with or without IF, keeps all lines of silence of this
    /// verb or group from ever doing anything. The seat is not notified of them then.
    #[must_use]
    pub fn replaces(self, verb_or_group: &'static str) -> Self {
        Declared {
            replaces: Some(verb_or_group),
            ..self
        }
    }

    /// The same, of those lines of silence for which this says so: given the seat's own order,
    /// whether it is without IF, and that of silence. What it covers ([`Declared::covers`]),
    /// written without IF, it replaces in any case.
    #[must_use]
    pub fn replaces_if(self, replaces_if: fn(&O::Tables, &O, bool, &O) -> bool) -> Self {
        Declared {
            replaces_if,
            ..self
        }
    }

    /// Of several lines of this verb the first without IF counts: the next have nothing to do.
    #[must_use]
    pub fn first_counts(self) -> Self {
        self.covers(|_, _, first, then| discriminant(first) == discriminant(then))
    }

    /// Whether the first order, written without IF, leaves the second nothing to do. The advice
    /// says so.
    #[must_use]
    pub fn covers(self, covers: fn(&O::Tables, &O::View, &O, &O) -> bool) -> Self {
        Declared { covers, ..self }
    }

    /// The wishes that an order for several things is (`SELL stone, cloth`), each with its words.
    /// Each is tried, carried out and reported by itself, as if it were on a line of its own.
    /// Fewer than two: it is one.
    #[must_use]
    pub fn splits(self, splits: fn(&O) -> Vec<(O, String)>) -> Self {
        Declared { splits, ..self }
    }

    /// The orders that an order with alternatives (`PLAY G8/R5`) stands for, first to last; none:
    /// it has none. An `IF` after it is asked of each: the first for which it holds and that can
    /// be carried out is.
    #[must_use]
    pub fn alternatives(self, alternatives: fn(&O::Tables, &O) -> Vec<O>) -> Self {
        Declared {
            alternatives,
            ..self
        }
    }

    /// A fault that neither form nor parts can see, such as a draw from oneself.
    #[must_use]
    pub fn checks(self, checks: Check<O>) -> Self {
        Declared { checks, ..self }
    }

    /// A fault of an order of the sheet now open that its words do not show, but this position: it
    /// can never be carried out on this sheet, while it might be on a later one or in other words
    /// (`MOVE 0609` from 0507). What may still become possible is not a fault.
    #[must_use]
    pub fn impossible(self, impossible: Check<O>) -> Self {
        Declared { impossible, ..self }
    }
}

/// The methods of [`Form`], which brackets may name as well.
macro_rules! of_form {
    ($($method:ident: $T:ty),+) => {
        impl<O: Orders> Declared<O> {
            $(
                #[doc = concat!("As [`Form::", stringify!($method), "`].")]
                #[must_use]
                pub fn $method(self, value: $T) -> Self {
                    let form = self.form.$method(value);
                    Declared { form, ..self }
                }
            )+
        }
    };
}

of_form!(
    group: &'static str, tried: Tried, key: Option<usize>, subject: &'static [&'static str],
    head: usize, part: u8
);

/// Makes an order of a line that was read, for the sheet now `open` or for another.
///
/// # Errors
/// A fault the form alone could not see.
pub(super) fn made<O: Orders>(
    (tables, view): (&O::Tables, &O::View),
    said: &Said,
    open: bool,
) -> Result<O, Diagnostic> {
    let order = O::read(tables, view, said)?;
    let declared = order.declared();
    if open {
        (declared.impossible)(tables, view, &order, said)?;
    }
    (declared.checks)(tables, view, &order, said)?;
    Ok(order)
}

/// Whether an order only changes what others do.
pub fn modifies<O: Orders>(order: &O) -> bool {
    (order.declared().modifies)(order)
}

/// What is to be said of a line whose sheet is over and that no choice rested on.
pub(super) fn idle<O: Orders>(view: &O::View, order: &O) -> Idle {
    (order.declared().idle)(view, order)
}

/// Whether it has had its time.
pub(super) fn is_over<O: Orders>(view: &O::View, order: &O) -> bool {
    (order.declared().is_over)(view, order)
}

/// Whether an order of a seat's own, without `IF` if `always`, keeps this one of silence from ever
/// doing anything.
pub(super) fn replaces<O: Orders>(
    (tables, view): (&O::Tables, &O::View),
    own: &O,
    always: bool,
    silent: &O,
) -> bool {
    let (declared, form) = (own.declared(), silent.declared().form);
    let named = |it| it == form.name || it == form.group;
    declared.replaces.is_some_and(named)
        || (declared.replaces_if)(tables, own, always, silent)
        || (always && (declared.covers)(tables, view, own, silent))
}

/// Whether the first order, without IF, leaves the second nothing to do.
pub(super) fn covers<O: Orders>(
    (tables, view): (&O::Tables, &O::View),
    first: &O,
    then: &O,
) -> bool {
    (first.declared().covers)(tables, view, first, then)
}

/// The wishes that it is, with their words; fewer than two: it is one.
pub(super) fn split<O: Orders>(order: &O) -> Vec<(O, String)> {
    (order.declared().splits)(order)
}

/// The alternatives that it stands for, if any.
pub(super) fn alternatives<O: Orders>(tables: &O::Tables, order: &O) -> Vec<O> {
    (order.declared().alternatives)(tables, order)
}
