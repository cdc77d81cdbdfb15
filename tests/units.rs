//! Parts of the desk and of the command line, and of games, one at a time.

mod demo;
mod help;
mod near;
mod own_name;
mod picture_sheet;
mod retry;
mod site_club;
mod voyages_picture;
mod when;
