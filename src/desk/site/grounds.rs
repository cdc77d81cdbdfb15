//! The grounds of maps as files of the site: each once, however many campaigns are played on it.
//!
//! A file is called after what is in it, so that one whose map has changed is another. Not here:
//! how it is drawn (`report`).

use crate::engine::scene::Ground;
use crate::report::{GroundAt, Painter, ground};
use crate::store::digest::Digest;
use std::sync::{Arc, Mutex, PoisonError};

/// Grounds that were drawn, each with its file.
#[derive(Default)]
pub(super) struct Grounds(Mutex<Vec<(Arc<Ground>, Arc<GroundFile>)>>);

/// A ground as a file of the site.
pub(super) struct GroundFile {
    /// Its path in the site.
    pub(super) path: String,
    pub(super) svg: String,
}

impl GroundFile {
    /// As the pages of a campaign find it.
    pub(super) fn at(&self, ground: Arc<Ground>) -> GroundAt {
        GroundAt {
            ground,
            href: format!("../{}", self.path),
            bytes: self.svg.len(),
        }
    }
}

impl Grounds {
    /// The file of a ground of a game. `Arc`s that are the same are the same ground: rules keep
    /// theirs.
    pub(super) fn file(
        &self,
        painter: &Painter,
        (game, name): (&str, &str),
        map: &Arc<Ground>,
    ) -> Arc<GroundFile> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|known| Arc::ptr_eq(&known.0, map)) {
            return Arc::clone(&known.1);
        }
        let svg = ground(painter, map);
        let digest = Digest::of(svg.as_bytes()).to_string();
        let path = format!("map-{game}-{name}-{}.svg", &digest[..12]);
        let file = Arc::new(GroundFile { path, svg });
        all.push((Arc::clone(map), Arc::clone(&file)));
        file
    }
}
