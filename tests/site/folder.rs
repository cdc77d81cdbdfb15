//! The folder of the site: whole after any cut of the power, never another's, and written only
//! where it changes.

use super::{DIR, make, page, play_out, tree};
use crate::support::{Bench, DUEL, WORLDS};
use packetboat::desk::club::open::club_on;
use packetboat::desk::commands::create::{self, ClubWanted};
use packetboat::desk::site;
use packetboat::fault::{RETRY, USAGE, exit_code};
use packetboat::store::fs::{Access, Disk, Fs, list_if_there, make_dir, replace};
use packetboat::store::layout;
use packetboat::store::memfs::MemFs;
use packetboat_tools::faulty::{Faulty, Trouble};
use packetboat_tools::games::ALL;
use std::path::Path;
use std::sync::Arc;

/// Crashes played for each cut.
const LUCKS: u64 = 2;

#[test]
fn a_folder_that_holds_what_is_not_ours_is_not_touched() {
    let bench = Bench::with(&DUEL);
    let fs = &*bench.fs;
    fs.create_dir_all(Path::new(DIR)).unwrap();
    let file = Path::new(DIR).join("thesis.txt");
    fs.create(&file, b"years of work", Access::Shared).unwrap();
    let before = tree(fs);
    let fault = site::make(&bench.club, Path::new(DIR)).unwrap_err();
    assert!(fault.to_string().contains("has not made"), "{fault}");
    assert_eq!(tree(fs), before);
    fs.remove_file(&file).unwrap();
    make(&bench);
    let stray = Path::new(DIR).join("duel/thesis.txt");
    fs.create(&stray, b"years of work", Access::Shared).unwrap();
    let fault = site::make(&bench.club, Path::new(DIR)).unwrap_err();
    assert!(fault.to_string().contains("duel/thesis.txt"), "{fault}");
    assert!(tree(fs).contains_key("duel/thesis.txt"));
}

#[test]
fn only_what_changes_is_opened_and_written() {
    let mut bench = Bench::with(&DUEL);
    bench.start(&WORLDS);
    make(&bench);
    let fs = bench.fs.shared();
    let looks = |path: &str| fs.stat(&Path::new(DIR).join(path)).unwrap();
    let (first, worlds) = (looks("duel/turn-1.html"), looks("worlds/turn-1.html"));
    let next = &mut bench;
    for (seat, lines) in [("north", "BID 1"), ("south", "BID 1")] {
        next.send("duel", seat, "1", lines);
    }
    next.later(2 * 24 * 3_600).tick();
    assert_eq!(next.sheet("duel").as_deref(), Some("2"));
    let made = make(next);
    assert_eq!((made.opened, made.gone), (1, 0));
    assert_eq!(looks("worlds/turn-1.html"), worlds);
    // It has a turn behind it now.
    assert_ne!(looks("duel/turn-1.html"), first);
    assert!(page(next, "duel/turn-1.html").contains("turn-2.html"));
}

/// A site of before, and a club that has gone on since.
fn gone_on() -> Bench {
    let mut bench = Bench::with(&DUEL);
    make(&bench);
    play_out(&mut bench, "duel");
    bench.copy()
}

#[test]
fn after_a_cut_of_the_power_the_same_site_is_made() {
    let base = gone_on();
    let whole = base.copy();
    make(&whole);
    let whole = tree(&whole.fs);
    let old = tree(&base.fs);
    let mut cuts = 0;
    for cut in 1.. {
        let there = Bench::on(
            Faulty::new(base.fs.crash(0), Trouble::PowerCut(cut)),
            base.now,
        );
        let made = site::make(&there.club, Path::new(DIR));
        let done = there.fs.calls() < cut;
        assert!(made.is_ok() || !done);
        cuts = cut;
        // And once after the last call, when not all of it is safe.
        for luck in 0..if done { 16 } else { LUCKS } {
            let after = Bench::on(there.fs.inner().crash(luck), base.now);
            let found = tree(&after.fs);
            assert!(
                found == old || found == whole,
                "half a site after call {cut}"
            );
            make(&after);
            assert_eq!(tree(&after.fs), whole, "after call {cut}");
            assert_eq!(beside(&after.fs), ["site"], "after call {cut}");
        }
        if done {
            break;
        }
    }
    assert!(cuts > 20, "{cuts}");
}

#[test]
fn on_a_full_disk_the_site_of_before_stays() {
    let base = gone_on();
    let old = tree(&base.fs);
    for full in [1, 2, 5, 9] {
        let there = Bench::on(Faulty::new(base.fs.crash(0), Trouble::Full(full)), base.now);
        let fault = site::make(&there.club, Path::new(DIR)).unwrap_err();
        let said = format!("{fault:#}");
        let of_it = said.contains("/srv/site.new-") || said.contains("site-making");
        assert!(of_it, "{said}");
        let fs: &MemFs = there.fs.inner();
        assert_eq!(tree(fs), old);
        assert_eq!(beside(fs), ["site"]);
    }
}

/// What lies beside the site, itself included.
fn beside(fs: &MemFs) -> Vec<String> {
    list_if_there(fs, Path::new("/srv")).unwrap()
}

/// Whoever may write beside the site has prepared what they like: nothing of it is touched.
#[test]
fn what_others_have_put_beside_the_site_is_left_alone() {
    for name in ["site.new", "site.old", "site.tmp", ".site.new", "site.new-"] {
        let base = gone_on();
        let foreign = Path::new("/srv").join(name);
        make_dir(&*base.fs, &foreign).unwrap();
        for file in [".packetboat-site", "diary.txt"] {
            let written = replace(&*base.fs, &foreign.join(file), b"mine", Access::Shared);
            written.unwrap();
        }
        make(&base);
        base.fs.remove_dir_all(Path::new(DIR)).unwrap();
        make(&base);
        for file in [".packetboat-site", "diary.txt"] {
            assert_eq!(
                base.fs.read(&foreign.join(file)).unwrap(),
                b"mine",
                "{name}"
            );
        }
    }
    // Nor does a damaged note of the desk's lead there.
    for note in [
        "/srv/site.new",
        "/srv/other",
        "/",
        "",
        "/srv/x.new-00",
        "/etc.new-zz",
    ] {
        let base = gone_on();
        let foreign = Path::new("/srv/other");
        make_dir(&*base.fs, foreign).unwrap();
        let mark = foreign.join(".packetboat-site");
        replace(&*base.fs, &mark, b"mine", Access::Shared).unwrap();
        base.write("desk/site-making", note);
        make(&base);
        assert!(base.fs.stat(&mark).is_ok(), "{note}");
    }
}

/// A club whose ticks publish its site.
fn publishing() -> Bench {
    let bench = Bench::with(&DUEL);
    bench.edit(
        "packetboat.toml",
        "[site]\n",
        "[site]\ndir = \"/srv/site\"\n",
    );
    Bench::on(bench.fs.crash(0), bench.now)
}

#[test]
fn a_page_of_the_clubs_that_fails_is_told_to_the_referee_once() {
    let mut bench = publishing();
    let folder = bench.path("templates/_site");
    bench.fs.create_dir_all(&folder).unwrap();
    bench.write("templates/_site/club.html", "{{ nothing }}");
    for _ in 0..3 {
        bench.later(300).tick();
    }
    let mails = bench.post.taken.iter();
    let mails = mails.filter(|it| it.key.as_str().starts_with("template.referee."));
    assert_eq!(mails.count(), 1);
}

#[test]
fn a_club_is_known_by_its_real_folder() {
    let dir = tempfile::tempdir().unwrap();
    let (root, link) = (dir.path().join("club"), dir.path().join("link"));
    let wanted = ClubWanted {
        name: "C",
        address: "orders@club.example",
        referee: "referee@club.example",
        zone: "UTC",
        authserv_id: None,
    };
    create::make(&Disk, &root, &wanted).unwrap();
    std::os::unix::fs::symlink(&root, &link).unwrap();
    let club = club_on(Arc::new(Disk), layout::Club::new(&link), ALL).unwrap();
    for place in [&root, &root.join("campaigns/www"), &link.join("desk")] {
        let fault = site::make(&club, place).unwrap_err();
        assert!(fault.to_string().contains("the club's own"), "{fault:#}");
    }
    site::make(&club, &root.join("site")).unwrap();
}

#[test]
fn a_tick_publishes_and_is_not_kept_by_it() {
    let mut bench = publishing();
    assert_eq!(site::folder(&bench.club).unwrap(), Path::new(DIR));
    bench.later(300).tick();
    assert!(tree(&bench.fs).contains_key("duel/turn-1.html"));
    let stray = Path::new(DIR).join("thesis.txt");
    bench
        .fs
        .create(&stray, b"years of work", Access::Shared)
        .unwrap();
    bench.later(7 * 24 * 3_600);
    let summary = bench.tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("2"));
    assert_eq!(summary.exit_code(), RETRY);
    let told = summary.to_string();
    assert!(
        told.contains("site: ") && told.contains("thesis.txt"),
        "{told}"
    );
    assert!(told.contains("Name a folder for the site alone"), "{told}");
}

#[test]
fn pages_that_are_lost_or_changed_are_made_anew() {
    let bench = Bench::with(&DUEL);
    make(&bench);
    let whole = tree(&bench.fs);
    let turn = Path::new(DIR).join("duel/turn-1.html");
    bench.fs.remove_file(&turn).unwrap();
    assert_eq!(make(&bench).opened, 1);
    assert_eq!(tree(&bench.fs), whole);
    // What somebody has written into a page is seen by whoever looks closely.
    replace(&*bench.fs, &turn, b"mine", Access::Shared).unwrap();
    assert_eq!(make(&bench).written, 0);
    let made = site::make_closely(&bench.club, Path::new(DIR)).unwrap();
    assert_eq!((made.opened, made.written), (1, 1));
    assert_eq!(tree(&bench.fs), whole);
    let made = site::make_closely(&bench.club, Path::new(DIR)).unwrap();
    assert_eq!((made.opened, made.written), (0, 0));
}

#[test]
fn folders_that_cannot_be_the_sites_are_refused() {
    let bench = Bench::with(&DUEL);
    let file = Path::new("/srv/thesis.txt");
    bench.fs.create_dir_all(Path::new("/srv")).unwrap();
    bench
        .fs
        .create(file, b"years of work", Access::Shared)
        .unwrap();
    let before = bench.fs.tree();
    for (dir, says) in [
        ("/", "/ is one of the club's own folders"),
        ("/club", "is one of the club's own folders"),
        ("/club/campaigns/www", "is one of the club's own folders"),
        ("/srv/..", "cannot be the site's folder"),
        ("/srv/thesis.txt", "/srv/thesis.txt is a file"),
    ] {
        let fault = site::make(&bench.club, Path::new(dir)).unwrap_err();
        assert!(fault.to_string().contains(says), "{dir}: {fault}");
        assert_eq!(exit_code(&fault), USAGE, "{dir}");
    }
    assert_eq!(bench.fs.tree(), before);
    site::make(&bench.club, Path::new("/club/site")).unwrap();
}
