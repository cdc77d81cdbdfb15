//! The same bytes elsewhere: a club whose dice, keys and moments are given is the same to the
//! byte wherever and by whomever it is led.
//!
//! One script is played by the library on a disk in memory, and its files are compared with a
//! golden hash. It is played again on a disk that shuffles its folders, and by the program on the
//! real disk in other folders, time zones, languages, umasks and numbers of threads; each must
//! leave the same files. Not here: passwords and sealed seeds, which are drawn by chance.

mod around;
mod place;
mod script;

use around::{AnyOrder, Around, Where};
use packetboat::desk::proof::verify;
use place::{Place, Tree};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::OnceLock;

const GOLDEN: &str = "golden/same_bytes.txt";

/// What to think about before the golden hash is written anew.
const CHANGED: &str = "\
Stored bytes have changed. Clubs exist that were written before, so think first:
- A new shape of a file needs a new FORMAT of it and a migration.
- Other moves or draws from the same orders need a new REVISION of that game.
- Other words in mails or receipts, a new version in Cargo.toml, and other data or mails in the
  script need nothing: entry.toml names their hashes, so it changes with them.
Then run this test with PACKETBOAT_BLESS=1, and say in the commit what changed.";

/// The files as the library leaves them on a disk in memory.
fn plain() -> &'static Tree {
    static TREE: OnceLock<Tree> = OnceLock::new();
    TREE.get_or_init(|| in_memory(1))
}

fn in_memory(order: u32) -> Tree {
    let mut place = Place::in_memory(AnyOrder::shuffled(order), script::BEGINS);
    script::play(&mut place);
    let found = verify::club(&place.club, None, verify::How { strict: true }).unwrap();
    assert!(found.is_well(), "{found}");
    place.tree()
}

/// Plays the script by the program in a club at this path under a new folder; `to`: where it
/// moves half-way.
fn check_program(root: &str, to: Option<&str>, arounds: &[Around]) {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join(root);
    fs::create_dir_all(root.parent().unwrap()).unwrap();
    let mut place = Place::on_disk(&root, arounds.to_vec(), script::BEGINS);
    if let Some(to) = to {
        place = place.moving_to(dir.path().join(to));
    }
    script::play(&mut place);
    check_same(&place.tree());
    check_modes(place.root(), &place.tree());
    if to.is_some() {
        // Else the move has shown nothing.
        let sorted = is_sorted(place.root());
        assert!(
            !sorted,
            "this disk lists every folder in the order of names"
        );
    }
}

fn check_same(tree: &Tree) {
    let paths = BTreeSet::from_iter(plain().keys().chain(tree.keys()));
    let mut differ = paths
        .into_iter()
        .filter(|it| plain().get(*it) != tree.get(*it));
    if let Some(first) = differ.next() {
        let text = |tree: &Tree| {
            let bytes = tree.get(first);
            bytes.map_or("(not there)".into(), |content| {
                String::from_utf8_lossy(content).into_owned()
            })
        };
        let (wanted, got) = (text(plain()), text(tree));
        let mut lines = wanted.lines().zip(got.lines());
        let line = lines.find(|it| it.0 != it.1);
        let others: Vec<_> = differ.collect();
        panic!("{first} differs, first here: {line:#?}\nand so do {others:#?}");
    }
}

/// Whether the disk lists all folders in the order of names.
fn is_sorted(dir: &Path) -> bool {
    let items = fs::read_dir(dir).unwrap();
    let paths: Vec<_> = items.map(|it| it.unwrap().path()).collect();
    let mut folders = paths.iter().filter(|it| it.is_dir());
    paths.is_sorted() && folders.all(|it| is_sorted(it))
}

/// Nobody but its owner may enter any folder, or read what is hidden from anybody, whatever the
/// umask was when it was made.
fn check_modes(root: &Path, tree: &Tree) {
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let secrets = secrets(tree);
    assert!(secrets.len() > 40, "{}", secrets.len());
    assert_eq!(mode(root), 0o700);
    for (path, bytes) in tree {
        // What is in the archive is in one file.
        let inside = path.strip_prefix("archive/").filter(|it| !it.is_empty());
        if let Some((id, _)) = inside.and_then(|it| it.split_once('/')) {
            let file = root.join(format!("archive/{id}.campaign"));
            assert_eq!(mode(&file), 0o600, "{path}");
            continue;
        }
        let wanted = if path.ends_with('/') {
            0o700
        } else if path.starts_with("drop/done/") {
            // With the modes that people gave them.
            continue;
        } else if is_open(path) {
            let text = String::from_utf8_lossy(bytes);
            let told = secrets.iter().find(|it| text.contains(it.as_str()));
            assert!(told.is_none(), "{path} holds a secret");
            continue;
        } else {
            0o600
        };
        let is = mode(&root.join(path));
        assert_eq!(is, wanted, "{path} has mode {is:o}");
    }
}

/// Whether anybody may read the file whom its folder and the umask let: all players could.
fn is_open(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let mark = [".sent", ".sending", ".failed", ".replaced", ".try"];
    ["packetboat.toml", "campaign.toml", "HALTED"].contains(&name)
        || path.contains("/data/")
        || mark.iter().any(|it| name.ends_with(it))
}

/// The reply tokens of all mails that went out, and all keys and seeds.
fn secrets(tree: &Tree) -> BTreeSet<String> {
    let mut secrets = BTreeSet::new();
    for (path, bytes) in tree {
        let text = String::from_utf8_lossy(bytes);
        if path.starts_with("mail/out/") && path.ends_with(".eml") {
            let reply = text.lines().find(|it| it.starts_with("Reply-To:"));
            let local = reply.and_then(|it| it.split('@').next());
            let token = local.and_then(|it| it.split('+').nth(1)?.rsplit('.').next());
            secrets.extend(token.map(str::to_owned));
        }
        if path.ends_with("/secret.toml") {
            let quoted = text.split('"').skip(1).step_by(2);
            secrets.extend(quoted.filter(|it| it.len() == 64).map(str::to_owned));
        }
    }
    secrets
}

/// What sort of file it is: one line of the golden table.
fn sort_of(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let parts = [
        ("/data/", "data frozen in campaigns"),
        ("/sent/", "what became of mails"),
        ("desk/outbox/", "desk: mails"),
        ("/outbox/", "mails that wait"),
        ("mail/cur/", "mails that came in"),
        ("mail/old/", "mails that came in"),
        ("mail/out/", "mails that went out"),
        ("desk/ledger/", "desk: ledger"),
        ("desk/seen/", "desk: marks of mails taken"),
        ("desk/grounds/", "desk: grounds of pictures"),
        ("drop/done/", "dropped files"),
    ];
    let names = [
        ("", "folders"),
        ("packetboat.toml", "packetboat.toml"),
        ("campaign.toml", "campaign.toml"),
        ("secret.toml", "secret.toml"),
    ];
    let named = names.iter().find(|it| it.0 == name);
    let placed = parts.iter().find(|it| path.contains(it.0));
    let (marks, mail) = (
        path.contains("/outbox/"),
        [".eml", ".eml.gz"].iter().any(|it| path.ends_with(it)),
    );
    match named.or(placed) {
        Some(_) if marks && !mail && !name.is_empty() => "marks of mails sent",
        Some(row) => row.1,
        None => "other files",
    }
}

/// How many files of each sort there are, and a hash over their paths and bytes; first over all.
fn table(tree: &Tree) -> String {
    let mut sorts: BTreeMap<&str, (u32, blake3::Hasher)> = BTreeMap::new();
    for (path, bytes) in tree {
        for sort in [" all", sort_of(path)] {
            let (count, hasher) = sorts.entry(sort).or_default();
            *count += 1;
            hasher.update(format!("{path}\n{}\n", bytes.len()).as_bytes());
            hasher.update(bytes);
        }
    }
    let mut text = String::new();
    for (sort, (count, hasher)) in sorts {
        let hash = hasher.finalize().to_hex();
        let line = writeln!(text, "{:28} {count:4} {hash}", sort.trim());
        line.expect("a text takes what is written to it");
    }
    text
}

#[test]
fn the_files_of_a_club_are_those_of_the_golden_hash() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GOLDEN);
    let got = table(plain());
    if std::env::var_os("PACKETBOAT_BLESS").is_some() {
        fs::write(&path, &got).unwrap();
    }
    let wanted = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        got == wanted,
        "{CHANGED}\n\n{GOLDEN} is:\n{wanted}\nIt would be:\n{got}"
    );
}

#[test]
fn the_script_meets_all_that_it_should() {
    let has = |what: &str| plain().keys().any(|it| it.contains(what));
    for what in [
        "desk/outbox/broken.halted.referee",
        "desk/ledger/2026-10.toml",
        "drop/done/",
        "mail/out/fight.",
        ".referee.note.eml",
        ".reminder.eml",
    ] {
        assert!(has(what), "no {what} among {:#?}", plain().keys());
    }
    assert!(!has(".tmp"), "{:#?}", plain().keys());
    // A campaign that is held moves nothing, and a script of held campaigns shows little.
    let entries = plain().iter().filter(|it| it.0.ends_with(".entry"));
    let entries: Vec<_> = entries.map(|it| String::from_utf8_lossy(it.1)).collect();
    let states = entries
        .iter()
        .filter(|it| it.contains("\n--- state.toml "))
        .count();
    assert!(states >= 38, "{states} states");
    let causes = entries.concat();
    for cause in ["sent no orders", "no mail was read from"] {
        assert!(causes.contains(cause), "no entry says `{cause}`");
    }
}

#[test]
fn a_disk_that_lists_its_folders_in_another_order() {
    for order in [1_000, 2_000] {
        check_same(&in_memory(order));
    }
}

const PLAIN: Around = Around {
    vars: &[("HOME", "/root"), ("LANG", "en_GB.UTF-8"), ("TZ", "UTC")],
    umask: "022",
    from: Where::Inside,
};

const FAR: Around = Around {
    vars: &[
        ("LANG", "tr_TR.UTF-8"),
        ("RAYON_NUM_THREADS", "1"),
        ("TZ", "Pacific/Apia"),
    ],
    // Whoever lets everybody read everything does not mean his players' secrets.
    umask: "000",
    from: Where::Far,
};

#[test]
fn another_folder_far_from_home() {
    let root = "Spiele & mehr/klub 'Złota Łódź' – ağır iş/a-long-name-".to_owned();
    let root = root + &"of-a-folder-".repeat(12);
    check_program(&root, None, &[FAR]);
}

/// Every command is given in other surroundings than the one before, and half-way the club moves.
#[test]
fn other_surroundings_for_each_command() {
    let wild = [
        PLAIN,
        Around {
            vars: &[
                ("LC_ALL", "C"),
                ("RAYON_NUM_THREADS", "8"),
                ("TZ", "America/St_Johns"),
            ],
            umask: "077",
            from: Where::Beside,
        },
        FAR,
        Around {
            vars: &[
                ("LC_ALL", "nonsense"),
                ("TZ", ":no/such zone"),
                ("HOME", ""),
            ],
            umask: "002",
            from: Where::Inside,
        },
        Around {
            vars: &[],
            umask: "027",
            from: Where::Beside,
        },
    ];
    check_program("club", Some("moved/to another/club"), &wild);
}
