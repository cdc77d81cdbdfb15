//! The search before a commit: what it finds when something was broken on purpose, what it leaves
//! in peace, and that swapped secrets change no byte of a reader's mails.

mod broken;
mod honest;
mod leaky;
mod swaps;
