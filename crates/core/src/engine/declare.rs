//! Orders declared once: an enum whose variants give their own forms, and read themselves.
//!
//! A declaration says what is in a line; from it come the forms (data, as ever: they read,
//! explain faults, print and help), the stored type, and the making of one out of the other.
//! `C` is what the language of a game depends on: its tables, or the view (`for View` alone).
//! What may be in the brackets of an order, `attributes` says.
//!
//! Games write `orders!`, `words!` and `shapes!`; the toy `skirmish` shows all three. What none of
//! them can say (a pair of two different colours) is an [`OrderPart`] by hand, with its own fault
//! and caret. rustfmt leaves the bodies of these macros alone.
//!
//! ```text
//! orders! { pub enum Order, "order", for Tables, View {   // its stored tag; what it depends on,
//!                                                         // and what a seat sees
//!     /// The help.
//!     Hold = "HOLD" / "KEEP" [.tried(Tried::Once).acts()] {   // the verb, others that mean the
//!                                                             // same; attributes
//!         wild: WildCard = Plain,                             // a field, and how it is written
//!         ? until: Option<Guard<Asked>> = After(&["UNTIL"], Plain),   // stored only if it is
//!                                                                     // there
//!     }
//! } }
//! words! { pub enum Rule: keywords "rule" { /// Its help.  Low = "LOW", } }
//! shapes! { pub enum Pay, "pay", for Tables {
//!     Never = "NEVER" {}
//!     Pair { pair: Pair = Plain, }
//! } }
//! passing! { pub struct Turn { pub bought: u32, } }
//! shown! { pub struct View of (state: &State, viewer: Viewer) { turn: u32 = state.turn, } }
//! ```

use super::facts::Asked;
use super::orders::Guard;
use super::understand::guard;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::{
    self, Clausal, Count, Marks, Slot, choice, counted as counted_slot, filler, list as list_slot,
    maybe, number, word,
};
use crate::lang::names::Names;
use crate::lang::said::{Is, Value, find, items};
use std::str::FromStr;

/// What can be in an order by itself: a card, a colour, a pair.
pub trait OrderPart<C: ?Sized>: Sized {
    /// The slots it is read by; a single one bears this name.
    fn slots(with: &C, name: &'static str) -> Vec<Slot>;

    /// It, made of what these slots have read.
    ///
    /// # Errors
    /// What the slots alone could not see.
    fn read(with: &C, values: &[Value], name: &'static str) -> Result<Self, Diagnostic>;
}

impl<C: ?Sized> OrderPart<C> for Guard<Asked> {
    fn slots(_with: &C, name: &'static str) -> Vec<Slot> {
        vec![Slot::Condition { name }]
    }
    fn read(_with: &C, values: &[Value], name: &'static str) -> Result<Self, Diagnostic> {
        match find(values, name).map(|it| &it.is) {
            Some(Is::Condition(condition)) => guard(condition, |it| Ok(Asked::of(it))),
            other => unreachable!("the form has a condition, not {other:?}"),
        }
    }
}

/// How a field of a declared order is written in its line.
pub trait Reads<C: ?Sized, T> {
    /// The slots.
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot>;

    /// The field.
    ///
    /// # Errors
    /// What the slots alone could not see.
    fn read(&self, with: &C, values: &[Value], name: &'static str) -> Result<T, Diagnostic>;
}

/// As its type says.
pub struct Plain;

impl<C: ?Sized, T: OrderPart<C>> Reads<C, T> for Plain {
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot> {
        T::slots(with, name)
    }
    fn read(&self, with: &C, values: &[Value], name: &'static str) -> Result<T, Diagnostic> {
        T::read(with, values, name)
    }
}

impl<C: ?Sized, T: OrderPart<C>> OrderPart<C> for Option<T> {
    fn slots(with: &C, name: &'static str) -> Vec<Slot> {
        T::slots(with, name)
    }
    fn read(with: &C, values: &[Value], name: &'static str) -> Result<Self, Diagnostic> {
        T::read(with, values, name).map(Some)
    }
}

/// One or more with marks between, each as this says.
pub struct List<S>(pub Marks, pub S);

impl<C: ?Sized, T, S: Reads<C, T>> Reads<C, Vec<T>> for List<S> {
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot> {
        vec![list_slot(name, self.0, self.1.slots(with, "item"))]
    }
    fn read(&self, with: &C, values: &[Value], name: &'static str) -> Result<Vec<T>, Diagnostic> {
        let each = items(values, name).iter();
        each.map(|it| self.1.read(with, it, "item")).collect()
    }
}

/// Behind a word of its own; it may be left out.
pub struct After<S>(pub &'static [&'static str], pub S);

impl<C: ?Sized, T: Default, S: Reads<C, T>> Reads<C, T> for After<S> {
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot> {
        let mut slots = vec![word(self.0)];
        slots.extend(self.1.slots(with, name));
        vec![maybe(slots)]
    }
    fn read(&self, with: &C, values: &[Value], name: &'static str) -> Result<T, Diagnostic> {
        match find(values, name) {
            Some(_) => self.1.read(with, values, name),
            None => Ok(T::default()),
        }
    }
}

/// Behind a word of its own, which must be there.
pub struct Behind<S>(pub &'static [&'static str], pub S);

impl<C: ?Sized, T, S: Reads<C, T>> Reads<C, T> for Behind<S> {
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot> {
        let mut slots = vec![word(self.0)];
        slots.extend(self.1.slots(with, name));
        slots
    }
    fn read(&self, with: &C, values: &[Value], name: &'static str) -> Result<T, Diagnostic> {
        self.1.read(with, values, name)
    }
}

/// Behind a word that may be left out and is never printed.
pub struct Perhaps<S>(pub &'static [&'static str], pub S);

impl<C: ?Sized, T, S: Reads<C, T>> Reads<C, T> for Perhaps<S> {
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot> {
        let mut slots = vec![filler(self.0)];
        slots.extend(self.1.slots(with, name));
        slots
    }
    fn read(&self, with: &C, values: &[Value], name: &'static str) -> Result<T, Diagnostic> {
        self.1.read(with, values, name)
    }
}

/// What may be left out.
pub struct Optional<S>(pub S);

impl<C: ?Sized, T, S: Reads<C, T>> Reads<C, Option<T>> for Optional<S> {
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot> {
        vec![maybe(self.0.slots(with, name))]
    }
    fn read(&self, with: &C, all: &[Value], name: &'static str) -> Result<Option<T>, Diagnostic> {
        let said = find(all, name).map(|_| self.0.read(with, all, name));
        said.transpose()
    }
}

/// A word that is there or not.
pub struct Flag(pub &'static [&'static str]);

impl<C: ?Sized> Reads<C, bool> for Flag {
    fn slots(&self, _with: &C, name: &'static str) -> Vec<Slot> {
        vec![maybe(vec![choice(name, &[self.0])])]
    }
    fn read(&self, _with: &C, values: &[Value], name: &'static str) -> Result<bool, Diagnostic> {
        Ok(find(values, name).is_some())
    }
}

/// A part that may be left out ([`After`], [`Flag`]), in any order with those beside it.
pub struct Clause<S>(pub S);

impl<C: ?Sized, T, S: Reads<C, T>> Reads<C, T> for Clause<S> {
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot> {
        let parts = self.0.slots(with, name).into_iter();
        let of = parts.map(|slot| match slot {
            Slot::Maybe { of } => Clausal {
                slots: of,
                needed: false,
            },
            part => Clausal {
                slots: vec![part],
                needed: true,
            },
        });
        vec![Slot::Clauses { of: of.collect() }]
    }
    fn read(&self, with: &C, values: &[Value], name: &'static str) -> Result<T, Diagnostic> {
        self.0.read(with, values, name)
    }
}

/// A number within bounds.
pub struct Within(pub i64, pub i64);

impl<C: ?Sized> Reads<C, u32> for Within {
    fn slots(&self, _with: &C, name: &'static str) -> Vec<Slot> {
        vec![number(name, self.0, self.1)]
    }
    fn read(&self, _with: &C, values: &[Value], name: &'static str) -> Result<u32, Diagnostic> {
        let said = find(values, name).and_then(Value::as_count);
        Ok(said.expect("the form has a number within bounds"))
    }
}

/// A number within the bounds that this says, least and most: what the tables hold.
pub struct Bounds<F>(pub F);

impl<C: ?Sized, F: Fn(&C) -> (u32, u32)> Reads<C, u32> for Bounds<F> {
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot> {
        let (least, most) = (self.0)(with);
        vec![number(name, i64::from(least), i64::from(most))]
    }
    fn read(&self, with: &C, values: &[Value], name: &'static str) -> Result<u32, Diagnostic> {
        Within(0, i64::from(u32::MAX)).read(with, values, name)
    }
}

/// One of a list of names, as it is or as the code it spells.
pub struct Named<F>(pub F);

impl<C: ?Sized, T: FromStr, F: Fn(&C) -> Names> Reads<C, T> for Named<F> {
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot> {
        vec![form::name(name, (self.0)(with))]
    }
    fn read(&self, _with: &C, values: &[Value], name: &'static str) -> Result<T, Diagnostic> {
        let said = find(values, name).and_then(Value::as_name);
        let read = said.and_then(|it| it.parse().ok());
        Ok(read.expect("the form lists such names"))
    }
}

/// What a slot made by this reads, as it is or as the code it spells.
pub struct Canonical<F>(pub F);

impl<C: ?Sized, T: FromStr, F: Fn(&C, &'static str) -> Slot> Reads<C, T> for Canonical<F> {
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot> {
        vec![(self.0)(with, name)]
    }
    fn read(&self, _with: &C, values: &[Value], name: &'static str) -> Result<T, Diagnostic> {
        let said = find(values, name).and_then(|it| it.as_name().or(it.as_word()));
        let read = said.and_then(|it| it.parse().ok());
        Ok(read.expect("the slot reads such names"))
    }
}

/// So many of something: `2 wool`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Amount {
    /// How many.
    pub count: u32,
    /// Of what.
    pub of: String,
}

impl Amount {
    /// Of what, by its kind.
    pub fn kind<T: FromStr>(&self) -> T {
        let read = self.of.parse().ok();
        read.expect("the form lists such names")
    }
}

/// A name of a list with a number before it: least and most.
pub struct Counted<F>(pub F, pub i64, pub i64, pub Count);

impl<C: ?Sized, F: Fn(&C) -> Names> Reads<C, Amount> for Counted<F> {
    fn slots(&self, with: &C, name: &'static str) -> Vec<Slot> {
        vec![counted_slot(name, (self.0)(with), self.1, self.2, self.3)]
    }
    fn read(&self, _with: &C, values: &[Value], name: &'static str) -> Result<Amount, Diagnostic> {
        match find(values, name).map(|it| &it.is) {
            Some(Is::Counted { count, name }) => Ok(Amount {
                count: u32::try_from(count.unwrap_or(1)).expect("within bounds"),
                of: name.clone(),
            }),
            other => unreachable!("the form counts, not {other:?}"),
        }
    }
}

/// Puts the slots of a field after those before it; clauses side by side become one slot.
pub fn join(slots: &mut Vec<Slot>, more: Vec<Slot>) {
    for slot in more {
        match (slots.last_mut(), slot) {
            (Some(Slot::Clauses { of }), Slot::Clauses { of: more }) => of.extend(more),
            (_, slot) => slots.push(slot),
        }
    }
}

/// The orders of a game: an enum of which each variant says its verb, its help (the doc comment),
/// how its fields are written in the line, and its attributes. Gives `forms` and [`Orders`].
///
/// [`Orders`]: super::attributes::Orders
#[doc(hidden)]
#[macro_export]
macro_rules! orders {
    (
        $(#[$meta:meta])*
        pub enum $Enum:ident, $tag:literal, for $C:ty, $View:ty $([$($all:tt)+])? {
            $($body:tt)+
        }
    ) => {
        $crate::engine::declare::orders! {
            @of [$(#[$meta])*] $Enum, $tag, $C, $View;
            [$C, |tables, _view| tables] [$($($all)+)?] { $($body)+ }
        }
    };
    (
        $(#[$meta:meta])*
        pub enum $Enum:ident, $tag:literal, for $View:ty $([$($all:tt)+])? {
            $($body:tt)+
        }
    ) => {
        $crate::engine::declare::orders! {
            @of [$(#[$meta])*] $Enum, $tag, $View, $View;
            [(), |_tables, view| view] [$($($all)+)?] { $($body)+ }
        }
    };
    (
        @of [$($meta:tt)*] $Enum:ident, $tag:literal, $C:ty, $View:ty;
        [$Tables:ty, |$tables:ident, $view:ident| $with:ident] $all:tt {
            $(
                $(#[doc = $help:literal])+
                $V:ident = $verb:literal $(/ $other:literal)* $([$($attribute:tt)+])? {
                    $(
                        $(#[$fmeta:meta])* $(? $maybe:vis)? $field:ident : $T:ty = $spec:expr
                    ),* $(,)?
                }
            )+
        }
    ) => {
        $($meta)*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(remote = "Self", rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "the help of each order names its parts")]
        pub enum $Enum {
            $( $(#[doc = $help])+ $V { $(
                $(#[$fmeta])*
                $(
                    #[serde(
                        default, skip_serializing_if = "packetboat_core::engine::plain::is_default",
                    )]
                    $maybe
                )?
                $field: $T,
            )* }, )+
        }

        $crate::textfile::plain::tagged!($Enum, $tag);

        impl $Enum {
            /// The forms, in the order declared.
            pub fn forms(with: &$C) -> Vec<$crate::lang::form::Form> {
                let _ = with;
                vec![$({
                    #[allow(unused_mut, reason = "an order may be its verb alone")]
                    let mut slots = vec![$crate::lang::form::word(&[$verb $(, $other)*])];
                    $( $crate::engine::declare::join(
                        &mut slots,
                        $crate::engine::declare::Reads::<$C, $T>::slots(
                            &$spec, with, stringify!($field),
                        ),
                    ); )*
                    let help = concat!($($help),+).trim_ascii();
                    let form = $crate::lang::form::Form::order($verb, help, slots);
                    let declared = $crate::engine::declare::orders!(@declared form $all);
                    (declared $($($attribute)+)?).form
                }),+]
            }
        }

        impl $crate::engine::attributes::Orders for $Enum {
            type Tables = $Tables;
            type View = $View;
            type Condition = $crate::engine::facts::Asked;

            fn read(
                $tables: &$Tables,
                $view: &$View,
                said: &$crate::lang::said::Said,
            ) -> Result<Self, $crate::lang::diagnostic::Diagnostic> {
                let with = $with;
                match said.form {
                    $( $verb => Ok($Enum::$V {
                        $( $field: $crate::engine::declare::Reads::<$C, $T>::read(
                            &$spec, with, &said.values, stringify!($field),
                        )?, )*
                    }), )+
                    other => unreachable!("no order {other} was declared"),
                }
            }

            fn declared(&self) -> $crate::engine::attributes::Declared<Self> {
                match self {
                    $( $Enum::$V { .. } => {
                        let form = $crate::lang::form::Form::order($verb, "", Vec::new());
                        let declared = $crate::engine::declare::orders!(@declared form $all);
                        declared $($($attribute)+)?
                    } )+
                }
            }
        }
    };
    (@declared $form:ident [$($all:tt)*]) => {
        $crate::engine::attributes::Declared::<Self>::new($form) $($all)*
    };
}

/// A part of an order that has one of several shapes; each begins with a word of its own, or others
/// that mean the same, and one may do without.
#[doc(hidden)]
#[macro_export]
macro_rules! shapes {
    (
        $(#[$meta:meta])*
        pub enum $Enum:ident, $tag:literal, for $C:ty {
            $(
                $(#[doc = $doc:literal])+
                $V:ident $(= $word:literal $(/ $also:literal)*)? {
                    $(
                        $(#[$fmeta:meta])* $(? $maybe:vis)? $field:ident : $T:ty = $spec:expr
                    ),* $(,)?
                }
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(remote = "Self", rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "the doc of each shape names its parts")]
        pub enum $Enum {
            $( $(#[doc = $doc])+ $V { $(
                $(#[$fmeta])*
                $(
                    #[serde(
                        default, skip_serializing_if = "packetboat_core::engine::plain::is_default",
                    )]
                    $maybe
                )?
                $field: $T,
            )* }, )+
        }

        $crate::textfile::plain::tagged!($Enum, $tag);

        impl $crate::engine::declare::OrderPart<$C> for $Enum {
            fn slots(with: &$C, _name: &'static str) -> Vec<$crate::lang::form::Slot> {
                let _ = with;
                vec![$crate::lang::form::either(vec![$({
                    #[allow(unused_mut, reason = "a shape may be its word alone")]
                    let mut slots: Vec<$crate::lang::form::Slot> =
                        vec![$( $crate::lang::form::choice(
                            stringify!($V), &[&[$word $(, $also)*]],
                        ) )?];
                    $( $crate::engine::declare::join(
                        &mut slots,
                        $crate::engine::declare::Reads::<$C, $T>::slots(
                            &$spec, with, stringify!($field),
                        ),
                    ); )*
                    slots
                }),+])]
            }

            fn read(
                with: &$C,
                values: &[$crate::lang::said::Value],
                _name: &'static str,
            ) -> Result<Self, $crate::lang::diagnostic::Diagnostic> {
                let _ = with;
                let has = |word| $crate::lang::said::find(values, word).is_some();
                let any = [$( has(stringify!($V)) ),+].contains(&true);
                $(
                    let words: &[&str] = &[$( $word )?];
                    if if words.is_empty() { !any } else { has(stringify!($V)) } {
                        return Ok($Enum::$V {
                            $( $field: $crate::engine::declare::Reads::<$C, $T>::read(
                                &$spec, with, values, stringify!($field),
                            )?, )*
                        });
                    }
                )+
                unreachable!("one of the shapes was read")
            }
        }
    };
}

/// Words with a meaning each, known by their place in a list: colours (`names`), or keywords in
/// capitals (`keywords`). Gives the list, the word of each, and how they are written in an order:
/// also in other words after a `/`, which are read and not printed.
#[doc(hidden)]
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $Enum:ident: $kind:ident $what:literal {
            $( $(#[$vmeta:meta])* $V:ident = $word:literal $( / $also:literal )* ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord,
            serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum $Enum { $( $(#[$vmeta])* $V, )+ }

        impl $Enum {
            /// All of them, in order.
            pub const ALL: [$Enum; { [$( $word ),+].len() }] = [$( $Enum::$V ),+];

            /// How it is written.
            pub fn word(self) -> &'static str {
                match self { $( $Enum::$V => $word, )+ }
            }

            /// The one that is written so.
            pub fn of(word: &str) -> Option<$Enum> {
                $Enum::ALL.into_iter().find(|it| it.word() == word)
            }
        }

        impl std::str::FromStr for $Enum {
            type Err = String;
            fn from_str(word: &str) -> Result<Self, String> {
                $Enum::of(word).ok_or_else(|| format!("`{word}` is no {}", $what))
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl<C: ?Sized> $crate::engine::declare::OrderPart<C> for $Enum {
            fn slots(_with: &C, name: &'static str) -> Vec<$crate::lang::form::Slot> {
                $crate::engine::declare::words!(@$kind name, $what, $( $word $( / $also )* ),+)
            }
            fn read(
                _with: &C,
                values: &[$crate::lang::said::Value],
                name: &'static str,
            ) -> Result<Self, $crate::lang::diagnostic::Diagnostic> {
                let value = $crate::lang::said::find(values, name);
                let said = value.and_then(|it| it.as_name().or(it.as_word()));
                Ok(said.and_then($Enum::of).expect("the form lists these words"))
            }
        }
    };
    (@names $name:ident, $what:literal, $( $word:literal $( / $also:literal )* ),+) => {
        vec![$crate::lang::form::name(
            $name,
            $crate::lang::names::Names::of($what, [$(
                $crate::lang::names::Noun::new($word)$( .or($also) )*
            ),+]),
        )]
    };
    (@keywords $name:ident, $what:literal, $( $word:literal $( / $also:literal )* ),+) => {
        vec![$crate::lang::form::choice($name, &[$( &[$word $( , $also )*] ),+])]
    };
}

/// What a viewer may know, built up from nothing: each field once, with where it comes from. Made
/// of a state and a `Viewer`, with or without tables before them, it is the [`Shown`] of a game;
/// made of tables and a `&View`, its [`Extras`].
///
/// [`Shown`]: super::shown::Shown
/// [`Extras`]: super::shown::Extras
#[doc(hidden)]
#[macro_export]
macro_rules! shown {
    (
        $(#[$meta:meta])*
        pub struct $View:ident of (
            $tables:ident: &$T:ty, $state:ident: &$S:ty, $viewer:ident: Viewer
        ) {
            $($body:tt)+
        }
    ) => {
        $crate::engine::declare::shown! {
            @of $(#[$meta])*
            pub struct $View of ($tables: &$T, $state: &$S, $viewer: Viewer) { $($body)+ }
        }

        impl $crate::engine::shown::Shown<$T, $S> for $View {
            fn shown(tables: &$T, state: &$S, viewer: Viewer) -> Self {
                $View::of(tables, state, viewer)
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $View:ident of ($state:ident: &$S:ty, $viewer:ident: Viewer) { $($body:tt)+ }
    ) => {
        $crate::engine::declare::shown! {
            @of $(#[$meta])* pub struct $View of ($state: &$S, $viewer: Viewer) { $($body)+ }
        }

        impl<T> $crate::engine::shown::Shown<T, $S> for $View {
            fn shown(_tables: &T, state: &$S, viewer: Viewer) -> Self {
                $View::of(state, viewer)
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $Drawn:ident of ($tables:ident: &$T:ty, $view:ident: &View) { $($body:tt)+ }
    ) => {
        $crate::engine::declare::shown! {
            @of $(#[$meta])* pub struct $Drawn of ($tables: &$T, $view: &View) { $($body)+ }
        }

        impl $crate::engine::shown::Extras<$T, View> for $Drawn {
            fn drawn(tables: &$T, view: &View) -> Self {
                $Drawn::of(tables, view)
            }

            fn schema(generator: &mut schemars::SchemaGenerator) -> Option<schemars::Schema> {
                Some(<Self as schemars::JsonSchema>::json_schema(generator))
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $View:ident of ($($arg:ident: $A:ty),*) { $($body:tt)+ }
    ) => {
        $crate::engine::declare::shown! {
            @of $(#[$meta])* pub struct $View of ($($arg: $A),*) { $($body)+ }
        }
    };
    (
        @of
        $(#[$meta:meta])*
        pub struct $View:ident of ($($arg:ident: $A:ty),*) {
            $( $(#[$fmeta:meta])* $field:ident: $T:ty = $from:expr ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
        pub struct $View { $( $(#[$fmeta])* pub $field: $T, )+ }

        impl $View {
            /// What may be known.
            pub fn of($($arg: $A),*) -> $View {
                $View { $( $field: $from, )+ }
            }
        }
    };
}

/// What passes, as a turn does: of its fields files hold only those that are not as they begin, and
/// of one that is new nothing. Each field begins as its type does by default.
#[doc(hidden)]
#[macro_export]
macro_rules! passing {
    (
        $(#[$meta:meta])*
        pub struct $Name:ident { $( $(#[$fmeta:meta])* pub $field:ident: $T:ty, )+ }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $Name { $(
            $(#[$fmeta])*
            #[serde(skip_serializing_if = "packetboat_core::engine::plain::is_default")]
            pub $field: $T,
        )+ }

        impl $Name {
            /// Whether nothing of it has happened.
            pub fn is_new(&self) -> bool {
                *self == Self::default()
            }
        }
    };
}

pub use {orders, passing, shapes, shown, words};
