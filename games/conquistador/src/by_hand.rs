//! What macros make for other games, said by hand: what the engine wants to know of orders, of a
//! position and of a view.

use super::data::Tables;
use super::orders::{Condition, Order};
use super::state::State;
use super::view::View;
use super::{build, idle, validate};
use packetboat_core::engine::attributes::{Declared, Orders};
use packetboat_core::engine::shown::Shown;
use packetboat_core::lang::form::Form;
use packetboat_core::prelude::*;
use std::sync::Arc;

impl Orders for Order {
    type Tables = Arc<Tables>;
    type View = View;
    type Condition = Condition;

    fn read(_: &Arc<Tables>, view: &View, said: &Said) -> Result<Self, Diagnostic> {
        build::order(view, said)
    }

    fn declared(&self) -> Declared<Self> {
        Declared::new(Form::order("", "", Vec::new())).idle(idle::idle)
    }
}

impl Checked<Arc<Tables>> for State {
    fn validate(&self, tables: &Arc<Tables>) -> Result<(), Broken> {
        validate::validate(tables, self)
    }
}

impl Shown<Arc<Tables>, State> for View {
    fn shown(tables: &Arc<Tables>, state: &State, viewer: Viewer) -> Self {
        View::of(tables, state, viewer)
    }
}
