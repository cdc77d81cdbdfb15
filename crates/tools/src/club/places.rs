//! Where the club is on its disk, and how it is reached.

use packetboat::store::layout;
use std::path::{Path, PathBuf};

/// The club's folder on its disk.
pub(super) const ROOT: &str = "/club";
/// Where its site is, on the same disk.
pub(super) const SITE: &str = "/site";
/// Its address.
pub(super) const ADDRESS: &str = "orders@club.example";

/// Its referee's.
pub(super) const REFEREE: &str = "referee@club.example";

/// The mail server of the club, as it names itself.
pub(super) const OUR_SERVER: &str = "mx.club.example";

/// Where the club is.
pub(super) fn layout() -> layout::Club {
    layout::Club::new(ROOT)
}

/// The disk's name of something in the club.
pub(super) fn path(inner: &str) -> PathBuf {
    Path::new(ROOT).join(inner)
}
