//! Fields of orders that are free words: the rest of a line, a text below it, the name of a file.
//!
//! Not here: fields of which a form knows all values (`declare`).

use super::declare::Reads;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::{self, Shape, Slot};
use crate::lang::kept_file;
use crate::lang::said::{Is, Value, find};

/// All that is left of the line. Comes last.
pub struct Rest;

impl<C: ?Sized> Reads<C, String> for Rest {
    fn slots(&self, _with: &C, name: &'static str) -> Vec<Slot> {
        vec![form::words(name)]
    }
    fn read(&self, _with: &C, values: &[Value], name: &'static str) -> Result<String, Diagnostic> {
        let said = find(values, name).and_then(Value::as_name);
        Ok(said.unwrap_or_default().to_owned())
    }
}

/// A text on the lines below, down to END. Comes last.
pub struct Below;

impl<C: ?Sized> Reads<C, String> for Below {
    fn slots(&self, _with: &C, name: &'static str) -> Vec<Slot> {
        vec![form::text(name)]
    }
    fn read(&self, _with: &C, values: &[Value], name: &'static str) -> Result<String, Diagnostic> {
        match find(values, name).map(|it| &it.is) {
            Some(Is::Text(text)) => Ok(text.clone()),
            other => unreachable!("the form has a text, not {other:?}"),
        }
    }
}

/// The name of a file that has come with the order, as it is kept ([`kept_file`]); any other is a
/// fault.
pub struct Attached;

impl<C: ?Sized> Reads<C, String> for Attached {
    fn slots(&self, _with: &C, name: &'static str) -> Vec<Slot> {
        vec![form::code(name, Shape::File)]
    }
    fn read(&self, _with: &C, values: &[Value], name: &'static str) -> Result<String, Diagnostic> {
        let said = find(values, name).expect("the form has a file");
        let name = said.as_name().unwrap_or_default();
        match kept_file::plain_name(name) {
            Some(_) => Ok(name.to_owned()),
            None => {
                let reason = format!("no file {name} that can be sent on came with this mail");
                let hint = "attach it, and send this line again";
                Err(Diagnostic::new(said.span, reason, hint))
            }
        }
    }
}
