//! A campaign in the archive is one file: all that reads campaigns reads it as before, damage in it
//! is named by its place, and whoever wants to change something unpacks it.

use crate::inside;
use crate::support::{Bench, DUEL, WORLDS};
use packetboat::desk::commands::end::{archive, end};
use packetboat::desk::commands::entries::{entries, text};
use packetboat::desk::commands::pack::pack;
use packetboat::desk::commands::referee::rollback;
use packetboat::desk::commands::show::OnShow;
use packetboat::desk::commands::standing;
use packetboat::desk::commands::status::status;
use packetboat::desk::proof::{export, verify};
use packetboat::desk::site;
use packetboat::engine::seat::Viewer;
use packetboat::store::archive::is_file;
use packetboat::store::fs::{Access, Fs, exists};
use packetboat::store::layout::CampaignId;
use std::ops::Range;
use std::path::Path;

const STRICT: verify::How = verify::How { strict: true };

/// A campaign of some entries that is over, its last reports sent.
fn over() -> Bench {
    let mut bench = Bench::with(&WORLDS);
    for seat in ["north", "south"] {
        let lines = bench.good_lines("worlds", seat.parse().unwrap());
        bench.send("worlds", seat, "1", &lines);
        bench.later(60).tick();
    }
    bench.later(60).tick();
    end(&bench.club, "worlds", "both agree", bench.now).unwrap();
    bench.later(60).tick();
    bench
}

fn id() -> CampaignId {
    "worlds".parse().unwrap()
}

/// What commands say of it.
fn said(bench: &Bench) -> Vec<String> {
    let (club, now) = (&bench.club, bench.now);
    let dir = club.campaign("worlds").unwrap().1;
    let lines = entries(club, "worlds", now).unwrap();
    let last = lines.len() - 1;
    let mut said = vec![
        text(&lines),
        verify::club(club, Some("worlds"), STRICT)
            .unwrap()
            .to_string(),
        format!("{:?}", export::bytes(club, &id(), &dir).unwrap()),
    ];
    let show = OnShow::of(club.clone(), "worlds").unwrap();
    for entry in 0..=u32::try_from(last).unwrap() {
        said.push(show.mails(Some(entry)).unwrap().text);
        for viewer in [
            Viewer::Public,
            Viewer::Referee,
            Viewer::Seat("north".parse().unwrap()),
        ] {
            let page = show.page(Some(entry), viewer, now).unwrap();
            said.extend([page.text, page.html]);
        }
    }
    said
}

/// The pages of the club's site.
fn pages(bench: &Bench, folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(folder);
    site::make(&bench.club, folder).unwrap();
    inside::below(&*bench.fs, folder).into_values().collect()
}

/// Unpacks the file as `tar -x` does, and leaves it where it is.
fn by_tar(bench: &Bench) {
    let file = bench
        .fs
        .read(&bench.path("archive/worlds.campaign"))
        .unwrap();
    for entry in tar::Archive::new(file.as_slice()).entries().unwrap() {
        let mut entry = entry.unwrap();
        let place = bench.path("archive").join(entry.path().unwrap());
        bench.fs.create_dir_all(place.parent().unwrap()).unwrap();
        bench
            .fs
            .create_from(&place, &mut entry, Access::Private)
            .unwrap();
    }
}

#[test]
fn every_command_reads_it_as_before() {
    let bench = over();
    let (before, public) = (said(&bench), pages(&bench, "/before"));
    archive(&bench.club, "worlds").unwrap();
    let dir = bench.club.layout.archived(&id());
    assert!(is_file(&*bench.club.fs, &dir));
    assert!(!exists(&*bench.fs, dir.root()));
    assert_eq!(
        bench.fs.access(&bench.path("archive/worlds.campaign")),
        Some(Access::Private)
    );
    assert_eq!(said(&bench), before);
    assert_eq!(pages(&bench, "/after"), public);
    let stands = status(&bench.club, Some("worlds"), bench.now).unwrap();
    let stands = standing::text(&stands);
    assert!(stands.contains("over, in the archive"), "{stands}");
    assert_eq!(bench.club.archived_ids().unwrap(), [id()]);
}

/// Any program that knows tar makes the folder of it again, as it was; that folder counts then, and
/// `pack` makes the same file of it.
#[test]
fn what_tar_unpacks_is_the_folder_it_was() {
    let bench = over();
    let running = bench.club.layout.campaign(&id());
    let was = inside::below(&*bench.fs, running.root());
    archive(&bench.club, "worlds").unwrap();
    let file = bench
        .fs
        .read(&bench.path("archive/worlds.campaign"))
        .unwrap();
    by_tar(&bench);
    let folder = bench.club.layout.archived(&id());
    let is = inside::below(&*bench.fs, folder.root());
    assert!(was.values().eq(is.values()));
    let names = |path: &String| path.split_once("worlds/").unwrap().1.to_owned();
    assert!(was.keys().map(names).eq(is.keys().map(names)));
    assert!(!is_file(&*bench.club.fs, &folder));
    assert_eq!(
        pack(&bench.club, Some("worlds"), true, bench.now).unwrap(),
        format!(
            "worlds: its archive folder, {} files with {} kB, becomes one file.\n",
            is.len() + folders(&is),
            is.values().map(Vec::len).sum::<usize>().div_ceil(1_000)
        )
    );
    // What is changed in the folder is in the file after that, and nothing else is.
    bench.edit("archive/worlds/campaign.toml", "format", "# Over.\nformat");
    let changed = bench.fs.read(&folder.config()).unwrap();
    let told = pack(&bench.club, Some("worlds"), false, bench.now).unwrap();
    assert!(
        told.starts_with("worlds: archive/worlds.campaign now, "),
        "{told}"
    );
    assert_eq!(bench.club.fs.read(&folder.config()).unwrap(), changed);
    assert!(!exists(&*bench.fs, folder.root()));
    by_tar(&bench);
    bench.edit("archive/worlds/campaign.toml", "# Over.\nformat", "format");
    pack(&bench.club, None, false, bench.now).unwrap();
    assert_eq!(
        bench
            .fs
            .read(&bench.path("archive/worlds.campaign"))
            .unwrap(),
        file
    );
    let nothing = pack(&bench.club, None, false, bench.now).unwrap();
    assert!(nothing.contains("nothing to pack"), "{nothing}");
}

/// Who wants to play on puts the folder back where it ran, and the file elsewhere.
#[test]
fn one_that_is_put_back_plays_on() {
    let mut bench = over();
    archive(&bench.club, "worlds").unwrap();
    by_tar(&bench);
    let ran = bench.club.layout.campaign(&id());
    bench
        .fs
        .rename(&bench.path("archive/worlds"), ran.root())
        .unwrap();
    let file = bench.club.layout.archived_file(&id());
    let (before, kept) = (bench.fs.read(&file).unwrap(), bench.path("kept"));
    // While the file is there, the campaign does not come into the archive again.
    let refused = archive(&bench.club, "worlds").unwrap_err();
    assert!(format!("{refused:#}").contains("already"), "{refused:#}");
    assert_eq!(bench.fs.read(&file).unwrap(), before);
    bench.fs.rename(&file, &kept).unwrap();
    rollback(&bench.club, "worlds", 0, "once more", bench.now).unwrap();
    assert_eq!(bench.later(60).tick().exit_code(), 0);
    end(&bench.club, "worlds", "enough", bench.now).unwrap();
    bench.later(60).tick();
    bench.later(60).tick();
    archive(&bench.club, "worlds").unwrap();
    assert!(bench.fs.read(&file).unwrap().len() > before.len());
    bench.verify();
}

/// How many folders these files are in, the uppermost too.
fn folders(files: &std::collections::BTreeMap<String, Vec<u8>>) -> usize {
    let folders: std::collections::BTreeSet<&Path> = files
        .keys()
        .filter_map(|it| Path::new(it).parent())
        .collect();
    folders.len()
}

/// Where the files of the archive are in it, by their paths.
fn places(file: &[u8]) -> Vec<(String, Range<usize>)> {
    let mut archive = tar::Archive::new(file);
    let each = archive.entries().unwrap().map(|entry| {
        let entry = entry.unwrap();
        let begin = usize::try_from(entry.raw_file_position()).unwrap();
        let path = entry.path().unwrap().display().to_string();
        let inner = path.strip_prefix("worlds/").unwrap().to_owned();
        (inner, begin..begin + usize::try_from(entry.size()).unwrap())
    });
    each.collect()
}

/// Of each byte that is another one, `verify` names the entry that it is in, or the one before it;
/// of those between the files too.
#[test]
fn damage_is_named_by_its_entry() {
    let bench = over();
    archive(&bench.club, "worlds").unwrap();
    let path = bench.path("archive/worlds.campaign");
    let file = bench.fs.read(&path).unwrap();
    let places = places(&file);
    let mut met = 0;
    for at in (0..file.len()).step_by(379) {
        let mut other = file.clone();
        other[at] ^= 0x20;
        bench.write("archive/worlds.campaign", &other);
        let within = places.iter().rposition(|it| it.1.start <= at);
        let within = within.filter(|it| places[*it].0.starts_with("log/"));
        let Some(within) = within else {
            continue;
        };
        met += 1;
        let found = verify::club(&bench.club, Some("worlds"), STRICT).unwrap();
        // What an entry says of itself is found by the next one, which holds its hash.
        let names = places[within..].iter().take(2);
        let told = found.to_string();
        let named = names.clone().any(|it| told.contains(&it.0));
        assert!(!found.is_well() && named, "byte {at}: {told}");
        // Nothing that reads it fails by panicking.
        let _ = status(&bench.club, Some("worlds"), bench.now);
        let _ = entries(&bench.club, "worlds", bench.now);
    }
    assert!(met > 60, "{met}");
    for at in (0..file.len()).step_by(1_013) {
        bench.write("archive/worlds.campaign", &file[..at]);
        let found = verify::club(&bench.club, Some("worlds"), STRICT).unwrap();
        let told = found.to_string();
        // The last file may be whole, and what fills up its last block cut.
        let padded = places
            .iter()
            .rfind(|it| it.1.end.next_multiple_of(512) <= at);
        let whole = places.iter().rfind(|it| it.1.end <= at);
        let named = [padded, whole].into_iter().any(|last| match last {
            Some((name, _)) => told.contains(&format!("after {name}")),
            None => told.contains("at its beginning"),
        });
        assert!(!found.is_well() && named, "{at} bytes: {told}");
    }
}

/// Beside one that is damaged all others go on, and so does the club.
#[test]
fn one_that_is_damaged_keeps_nothing_else_waiting() {
    let mut bench = over();
    bench.start(&DUEL);
    archive(&bench.club, "worlds").unwrap();
    let file = bench
        .fs
        .read(&bench.path("archive/worlds.campaign"))
        .unwrap();
    for damaged in [
        &file[..0],
        &file[..700],
        &file[..file.len() - 1],
        &[7; 9_000],
    ] {
        bench.write("archive/worlds.campaign", damaged);
        let summary = bench.later(60).tick();
        assert_eq!(summary.exit_code(), 0, "{summary}");
        assert!(
            verify::club(&bench.club, Some("duel"), STRICT)
                .unwrap()
                .is_well()
        );
        assert_eq!(status(&bench.club, None, bench.now).unwrap().len(), 1);
        pack(&bench.club, None, false, bench.now).unwrap();
        assert_eq!(
            bench
                .fs
                .read(&bench.path("archive/worlds.campaign"))
                .unwrap(),
            damaged
        );
    }
    bench.write("archive/worlds.campaign", &file);
    bench.verify();
}

#[test]
fn nothing_is_written_into_it() {
    let bench = over();
    archive(&bench.club, "worlds").unwrap();
    let before = bench.fs.tree();
    let (fs, dir) = (&bench.club.fs, bench.club.layout.archived(&id()));
    let (inner, away) = (dir.config(), bench.path("away"));
    let tried = [
        fs.create(&dir.halted(), b"", Access::Shared),
        fs.create_dir_all(&dir.log().join("more")),
        fs.create_open_dir_all(&dir.root().join("more")),
        fs.append(&inner, b"x"),
        fs.rename(&inner, &away),
        fs.rename(&bench.club.layout.lock(), &inner),
        fs.link(&bench.path("packetboat.toml"), &dir.halted()),
        fs.exchange(dir.root(), &bench.club.layout.campaigns()),
        fs.remove_file(&inner),
        fs.remove_dir(&dir.log()),
        fs.remove_dir_all(dir.root()),
    ];
    for (number, tried) in tried.into_iter().enumerate() {
        let refused = tried.unwrap_err().to_string();
        assert!(refused.contains("tar -xf"), "{number}: {refused}");
    }
    // No other campaign takes its place.
    let found = WORLDS.found(&bench.club, bench.now).unwrap_err();
    assert!(found.to_string().contains("already"), "{found}");
    assert_eq!(bench.fs.tree(), before);
}
