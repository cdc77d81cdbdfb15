//! Mails as text: golden texts for every kind, and what no mail may ever do.

mod asked;
pub(crate) mod games;
mod letters;
mod page;
mod places;
mod pretend;
mod random;
mod receipt;
mod template;
