//! Parts of the desk and of the command line, one at a time.

mod demo;
mod help;
mod near;
mod own_name;
mod retry;
mod site_club;
mod when;
