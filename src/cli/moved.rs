//! Commands for authors, which have a program of their own: where they went. They will be gone in
//! the release after next.

use super::common::Done;
use crate::fault::Fault;

/// `packetboat case …`, `packetboat simulate …`: whatever they were given.
#[derive(Debug, clap::Args)]
pub struct Moved {
    /// What it was called with
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<String>,
}

impl Moved {
    /// Says where the command of this name went.
    ///
    /// # Errors
    /// Always: nothing is done.
    pub fn run(&self, name: &str) -> anyhow::Result<Done> {
        let words: String = self.words.iter().map(|it| format!(" {it}")).collect();
        let fault = Fault::usage(format!("`{name}` is a command of packetboat-tools now"));
        let hint = "In a checkout of the sources, write";
        let call = format!("cargo run --release -p packetboat-tools -- {name}{words}");
        Err(fault.hint(hint).hint(call).into())
    }
}
