//! Shores, lakes and rivers as they are drawn (`coast.toml`). The game is played without them:
//! campaigns that were frozen before there was such a file have no pictures.

use packetboat_core::engine::data::{DataError, DataPack};
use serde::Deserialize;

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
    /// Reads it, if there is such a file.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn read(pack: &DataPack) -> Result<Option<Coast>, DataError> {
        if !pack.files.contains_key(FILE) {
            return Ok(None);
        }
        let coast: Coast = pack.read(FILE)?;
        let lines = coast.land().chain(coast.lakes()).chain(coast.rivers());
        let far = lines.flatten().flatten().find(|it| it.abs() > FAR);
        match far.copied() {
            Some(number) => Err(DataError::new(FILE, format!("{number} km is too far away"))),
            None => Ok(Some(coast)),
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
