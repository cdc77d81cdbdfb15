//! Of `desk::site::club`.

use packetboat::desk::club::open::club_on;
use packetboat::desk::commands::create::{self, ClubWanted};
use packetboat::desk::site::club::{Rows, pages};
use packetboat::desk::site::known::KnownRow;
use packetboat::desk::site::tree::Tree;
use packetboat::report::{CampaignLine, State};
use packetboat::store::fs::Fs;
use packetboat::store::layout::{self, CampaignId};
use packetboat::store::memfs::MemFs;
use packetboat_tools::games::ALL;
use std::path::Path;
use std::sync::Arc;

#[test]
fn thousands_of_finished_campaigns_stand_on_many_pages() {
    let fs = MemFs::new();
    let wanted = ClubWanted {
        name: "Many",
        address: "orders@club.example",
        referee: "referee@club.example",
        zone: "UTC",
        authserv_id: None,
    };
    create::make(&fs, Path::new("/club"), &wanted).unwrap();
    let disk: Arc<dyn Fs> = Arc::new(fs.shared());
    let club = club_on(disk, layout::Club::new("/club"), ALL).unwrap();
    let row = |number: u32| {
        let id: CampaignId = format!("game-{number:04}").parse().unwrap();
        let line = CampaignLine {
            id: id.to_string(),
            state: State::Over,
            day: "2026-01-01".to_owned(),
            ..CampaignLine::default()
        };
        let row = KnownRow {
            line,
            ..KnownRow::default()
        };
        (id, row)
    };
    let rows: Rows = (0..2_000).map(row).collect();
    let tree = Tree::begin(&club, Path::new("/site"), false).unwrap();
    pages(&club, &club.templates().unwrap(), &tree, &rows).unwrap();
    tree.finish().unwrap();
    let mut campaigns = 0;
    for page in 1..=20 {
        let file = match page {
            1 => "/site/index.html".to_owned(),
            _ => format!("/site/finished-{page}.html"),
        };
        let text = fs.read(Path::new(&file)).unwrap();
        assert!(text.len() < 150_000, "{file}: {}", text.len());
        let text = String::from_utf8(text).unwrap();
        campaigns += text.matches("href=\"game-").count();
    }
    assert_eq!(campaigns, 2_000);
    assert!(fs.stat(Path::new("/site/finished-21.html")).is_err());
}
