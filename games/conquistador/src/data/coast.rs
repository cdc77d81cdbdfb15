//! Shores, lakes and rivers as they are drawn (`coast.toml`). The game is played without them:
//! campaigns that were frozen before there was such a file have no pictures.

use packetboat_core::prelude::*;
use std::sync::OnceLock;

/// Shores as they are drawn, read when the first picture is made of them if they are those of the
/// game: that is a third of all that reading its data takes. Others are read at once, so that what
/// does not fit is told at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn(OnceLock<Coast>);

impl Drawn {
    /// Reads them, if there is such a file.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn read(pack: &DataPack) -> Result<Option<Self>, DataError> {
        match pack.files.get(FILE) {
            None => Ok(None),
            Some(text) if Some(text.as_str()) == own() => Ok(Some(Drawn(OnceLock::new()))),
            Some(_) => Ok(Some(Drawn(Coast::read(pack)?.into()))),
        }
    }

    /// The shores.
    ///
    /// # Panics
    /// If those of the game cannot be read, which its tests do.
    pub fn coast(&self) -> &Coast {
        self.0.get_or_init(|| {
            let text = own().expect("the game has such a file").to_owned();
            let files = BTreeMap::from([(FILE.to_owned(), text)]);
            let read = Coast::read(&DataPack { files });
            read.expect("the game's own file can be read")
        })
    }
}

/// The file that the game brings.
fn own() -> Option<&'static str> {
    let files = crate::FILES.iter();
    files.clone().find(|it| it.0 == FILE).map(|it| it.1)
}

/// A line through points, in kilometres to the east and south on the plane of the map.
pub type Line = Vec<[i32; 2]>;

/// Shores, lakes and rivers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coast {
    land: Vec<Shore>,
    lake: Vec<Shore>,
    river: Vec<Course>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shore {
    shore: Line,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Course {
    course: Line,
}

/// The file's name.
const FILE: &str = "coast.toml";
/// No point is further away from the origin than this: twice around the world.
const FAR: i32 = 80_000;

impl Coast {
    fn read(pack: &DataPack) -> Result<Coast, DataError> {
        let coast: Coast = pack.read(FILE)?;
        let lines = coast.land().chain(coast.lakes()).chain(coast.rivers());
        let far = lines.flatten().flatten().find(|it| it.abs() > FAR);
        match far.copied() {
            Some(number) => Err(DataError::new(FILE, format!("{number} km is too far away"))),
            None => Ok(coast),
        }
    }

    /// The outlines of the land.
    pub fn land(&self) -> impl Iterator<Item = &Line> {
        self.land.iter().map(|it| &it.shore)
    }

    /// The outlines of lakes.
    pub fn lakes(&self) -> impl Iterator<Item = &Line> {
        self.lake.iter().map(|it| &it.shore)
    }

    /// The courses of rivers.
    pub fn rivers(&self) -> impl Iterator<Item = &Line> {
        self.river.iter().map(|it| &it.course)
    }
}
