//! (to be written)

use super::form::{Form, Grammar, Slot};

/// One line of help: what to write.
pub fn usage(_slots: &[Slot]) -> String {
    String::new()
}

/// A random line the form accepts.
pub fn write(_grammar: &Grammar, form: &Form, _dice: &mut dyn FnMut(u32) -> u32) -> String {
    form.name.to_owned()
}
