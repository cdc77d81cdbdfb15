//! Amounts of a few kinds of things, known beforehand: men, ships, resources, goods, tokens. One
//! type serves for purses, prices, gains, banks and losses.
//!
//! Not here: kinds that are in data files only (a map by name does), and single things with a place
//! of their own (`supply`).

/// Makes a type of amounts out of an enum of kinds with a list `ALL`: a field a kind, in the order
/// of that list. It is stored as a table without its zeros, `{ wood = 2, metal = 2 }`, unless the
/// declaration says `zeros kept`; what is not named there is none.
#[doc(hidden)]
#[macro_export]
macro_rules! amounts {
    (
        $(#[$doc:meta])*
        $vis:vis struct $Amounts:ident of $Kind:ident { $($fields:tt)+ }
    ) => {
        $crate::amounts::amounts! {
            $(#[$doc])*
            $vis struct $Amounts of $Kind, left out "packetboat_kit::amounts::is_none" {
                $($fields)+
            }
        }
    };
    (
        $(#[$doc:meta])*
        $vis:vis struct $Amounts:ident of $Kind:ident, zeros kept { $($fields:tt)+ }
    ) => {
        $crate::amounts::amounts! {
            $(#[$doc])*
            $vis struct $Amounts of $Kind, left out "packetboat_kit::amounts::never" {
                $($fields)+
            }
        }
    };
    (
        $(#[$doc:meta])*
        $vis:vis struct $Amounts:ident of $Kind:ident, left out $when:literal {
            $( $(#[$field_doc:meta])* $field:ident: $V:ident ),+ $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord,
            serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[serde(deny_unknown_fields)]
        $vis struct $Amounts {
            $(
                $(#[$field_doc])*
                #[serde(default, skip_serializing_if = $when)]
                $vis $field: u32,
            )+
        }

        impl $Amounts {
            /// Nothing of any kind.
            $vis const NONE: $Amounts = $Amounts { $( $field: 0 ),+ };

            /// So much of one kind.
            $vis fn of(kind: $Kind, number: u32) -> $Amounts {
                let mut amounts = $Amounts::NONE;
                *amounts.slot(kind) = number;
                amounts
            }

            /// So much of every kind.
            $vis fn of_each(number: u32) -> $Amounts {
                $Amounts { $( $field: number ),+ }
            }

            /// How much of a kind.
            $vis fn get(&self, kind: $Kind) -> u32 {
                match kind { $( $Kind::$V => self.$field, )+ }
            }

            /// How much of a kind, to be changed.
            $vis fn slot(&mut self, kind: $Kind) -> &mut u32 {
                match kind { $( $Kind::$V => &mut self.$field, )+ }
            }

            /// What there is, in the order of the kinds.
            $vis fn each(&self) -> impl DoubleEndedIterator<Item = ($Kind, u32)> + use<> {
                let amounts = *self;
                let all = $Kind::ALL.into_iter().map(move |it| (it, amounts.get(it)));
                all.filter(|it| it.1 > 0)
            }

            /// All kinds together.
            $vis fn total(&self) -> u32 {
                0 $( + self.$field )+
            }

            /// Whether there is nothing.
            $vis fn is_empty(&self) -> bool {
                *self == $Amounts::NONE
            }

            /// Whether there is as much of each kind.
            $vis fn has(&self, wanted: &$Amounts) -> bool {
                true $( && self.$field >= wanted.$field )+
            }

            /// Of each kind what both have.
            #[must_use]
            $vis fn at_most(&self, other: &$Amounts) -> $Amounts {
                $Amounts { $( $field: self.$field.min(other.$field) ),+ }
            }

            /// Of each kind what is left when the other is taken away, as far as there is some.
            #[must_use]
            $vis fn less(&self, other: &$Amounts) -> $Amounts {
                $Amounts { $( $field: self.$field.saturating_sub(other.$field) ),+ }
            }

            /// What this price lacks where so much is held; `None`: it can be paid.
            $vis fn lacking(&self, held: &$Amounts) -> Option<$Amounts> {
                Some(self.less(held)).filter(|it| !it.is_empty())
            }

            /// Takes so much of a kind away, as far as there is; returns how much.
            $vis fn take(&mut self, kind: $Kind, number: u32) -> u32 {
                let slot = self.slot(kind);
                let taken = number.min(*slot);
                *slot -= taken;
                taken
            }
        }

        impl std::ops::Add for $Amounts {
            type Output = $Amounts;
            fn add(self, other: $Amounts) -> $Amounts {
                $Amounts { $( $field: self.$field + other.$field ),+ }
            }
        }

        impl std::ops::AddAssign for $Amounts {
            fn add_assign(&mut self, other: $Amounts) {
                *self = *self + other;
            }
        }

        impl std::ops::SubAssign for $Amounts {
            /// # Panics
            /// If there is not so much: callers have looked.
            fn sub_assign(&mut self, other: $Amounts) {
                assert!(self.has(&other), "{other:?} is more than {self:?}");
                *self = self.less(&other);
            }
        }

        impl std::iter::Sum for $Amounts {
            fn sum<I: Iterator<Item = $Amounts>>(all: I) -> $Amounts {
                all.fold($Amounts::NONE, std::ops::Add::add)
            }
        }
    };
}

pub use amounts;

/// Whether a field is left out where amounts are stored.
#[doc(hidden)]
pub fn is_none(number: &u32) -> bool {
    *number == 0
}

/// Whether a field is left out where zeros are kept.
#[doc(hidden)]
pub fn never(_number: &u32) -> bool {
    false
}

#[cfg(test)]
mod tests {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Resource {
        Gold,
        Wood,
        Metal,
    }

    impl Resource {
        const ALL: [Resource; 3] = [Resource::Gold, Resource::Wood, Resource::Metal];
    }

    amounts! {
        /// Blocks of each resource.
        struct Purse of Resource {
            /// Of gold.
            gold: Gold,
            /// Of wood.
            wood: Wood,
            /// Of metal.
            metal: Metal,
        }
    }

    const CANNON: Purse = Purse {
        gold: 0,
        wood: 2,
        metal: 2,
    };

    #[test]
    fn a_price_is_paid_in_full_or_not_at_all() {
        let mut purse = Purse { gold: 1, ..CANNON };
        assert!(purse.has(&CANNON));
        purse -= CANNON;
        assert_eq!(purse, Purse::of(Resource::Gold, 1));
        assert!(!purse.has(&CANNON));
        assert_eq!(CANNON.less(&purse), CANNON, "nothing goes below none");
        assert_eq!(CANNON.lacking(&purse), Some(CANNON));
        assert_eq!(CANNON.lacking(&CANNON), None);
        assert_eq!(purse.take(Resource::Gold, 3), 1);
        assert!(purse.is_empty());
    }

    #[test]
    #[should_panic(expected = "is more than")]
    fn what_is_not_there_is_not_taken() {
        let mut purse = Purse::of(Resource::Wood, 1);
        purse -= CANNON;
    }

    #[test]
    fn a_bank_is_what_nobody_holds() {
        let all = Purse::of_each(5);
        let held: Purse = [CANNON, Purse::of(Resource::Wood, 3)].into_iter().sum();
        let bank: Vec<(Resource, u32)> = all.less(&held).each().collect();
        assert_eq!(bank, [(Resource::Gold, 5), (Resource::Metal, 3)]);
        assert_eq!(all.at_most(&held).total(), 7);
    }

    #[test]
    fn zeros_are_not_stored() {
        let text = toml::to_string(&CANNON).expect("plain data");
        assert_eq!(text, "wood = 2\nmetal = 2\n");
        assert_eq!(toml::from_str::<Purse>(&text).expect("as written"), CANNON);
        assert!(toml::from_str::<Purse>("wool = 1").is_err());
    }
}
