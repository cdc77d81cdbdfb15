//! The pages of one game: what is shown, reported and drawn of it, besides the view.
//!
//! Not here: prose (`report`, by the game's templates), and the view itself (`rules`).

use super::commentary::Commentary;
use super::rules::{Rules, Texts};
use super::scene::{Ground, Picture};
use super::seat::Seat;
use super::shown::Extras;
use crate::lang::sheet::SheetNo;
use schemars::{Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// How everything was when a sheet was called for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The sheet.
    pub sheet: SheetNo,
    /// The points of each seat, as everybody may know them.
    pub points: BTreeMap<Seat, i64>,
}

/// What the pages of a game show. They are made of a view and what its viewer heard, and of
/// nothing else.
pub trait Pages: Rules {
    /// The text files of its folder under `templates/`.
    const TEMPLATES: Texts = &[];

    /// What a page prints besides the view, made of it alone: a map in letters, names of what lies
    /// open. Its fields join those of the view. Here is what would be a waste to make for every
    /// question. `()`: nothing.
    type Drawn: Extras<Self::Tables, Self::View>;

    /// Takes out of an event the part that only some hear ([`Cx::tell_part`]), so that it is as
    /// everybody else hears it. By default there is no such part.
    ///
    /// [`Cx::tell_part`]: super::chronicle::Cx::tell_part
    fn outside(&self, event: &mut Self::Event) {
        let _ = event;
    }

    /// An event as templates see it. By default: its own fields.
    fn face(&self, event: &Self::Event) -> Value {
        serde_json::to_value(event).expect("events are plain data with names")
    }

    /// The schema of what [`Pages::face`] makes of events. By default: that of their own fields.
    fn face_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Self::Event>()
    }

    /// What a page makes of all that its viewer heard since the last one, oldest first: tales, and
    /// what changed for them.
    fn tell(&self, view: &Self::View, heard: &[&Self::Event]) -> Commentary {
        let _ = (view, heard);
        Commentary::default()
    }

    /// Pictures of what this viewer sees and has heard since the last report, first that which is
    /// looked at first: plain shapes, of these two alone. None: a report has only words.
    fn pictures(&self, view: &Self::View, heard: &[&Self::Event]) -> Vec<Picture> {
        let _ = (view, heard);
        Vec::new()
    }

    /// The chart of [`Rules::scores`] over the turns: one row for each sheet that was called for.
    /// `None`: there is nothing to be shown.
    fn course(&self, view: &Self::View, rows: &[Standing]) -> Option<Picture> {
        let _ = (view, rows);
        None
    }

    /// What never changes in its pictures, by its name: of the data alone, and asked for once.
    /// `None`: there is nothing of that name.
    fn ground(&self, name: &str) -> Option<Ground> {
        let _ = name;
        None
    }

    /// The map as this viewer sees it, or its part around a place that they name, as data for the
    /// game's template `map.txt`. `None`: the game has no map.
    ///
    /// # Errors
    /// A name that means nothing here: why, in a sentence.
    fn map(&self, view: &Self::View, around: Option<&str>) -> Option<Result<Value, String>> {
        let _ = (view, around);
        None
    }

    /// What HELP says of a name of the game, as a person's or a card's: plain words.
    fn explain(&self, view: &Self::View, name: &str) -> Option<String> {
        let _ = (view, name);
        None
    }
}
