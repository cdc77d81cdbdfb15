//! What `verify` says of a file, and of mails that are to be found in it.

use super::{STRICT, exported, in_a_file, played, with};
use crate::support::{Bench, DUEL};
use packetboat::desk::proof::verify::{self, How};
use packetboat::store::bundle::unpack;
use packetboat::store::packed;
use packetboat::textfile::checksum;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const EASY: How = How { strict: false };
const ADVICE: &str = "get the file again from its publisher\n";

/// A folder with an export in it.
struct Kept(TempDir);

impl Kept {
    fn new(tar: &[u8]) -> Self {
        let kept = Kept(tempfile::tempdir().unwrap());
        kept.save("it.tar", tar);
        kept
    }

    fn save(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Whether all is well, and what is said, without the folder's name.
    fn told(&self, how: How, mails: &[&PathBuf]) -> (bool, String) {
        let mails: Vec<PathBuf> = mails.iter().map(|it| (*it).clone()).collect();
        let found = verify::file(
            packetboat_tools::games::ALL,
            &self.0.path().join("it.tar"),
            how,
            &mails,
        )
        .unwrap();
        let folder = format!("{}/", self.0.path().display());
        (found.is_well(), found.to_string().replace(&folder, ""))
    }

    /// Why it cannot be looked into, with the advice.
    fn refused(&self) -> String {
        let tar = self.0.path().join("it.tar");
        let error = verify::file(packetboat_tools::games::ALL, &tar, STRICT, &[]).unwrap_err();
        packetboat::fault::for_people(&error)
    }
}

fn duel() -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3");
    bench.tick();
    bench
}

#[test]
fn mails_of_a_campaign_that_goes_on_cannot_be_told_yet() {
    let bench = duel();
    let kept = Kept::new(&exported(&bench, "duel"));
    let mail = kept.save("kept.eml", &bench.post.taken.first().unwrap().message);
    let why = "kept.eml: not checked: duel goes on, and its entries are published when it is over";
    for how in [EASY, STRICT] {
        let (well, said) = kept.told(how, &[&mail]);
        assert!(well && said.contains(why), "{said}");
        assert!(!said.contains("wrong"), "{said}");
    }
    // That a mail is of no use can be told.
    let none = kept.save("none.eml", b"From: x@example.org\n\nHello.\n");
    let (well, said) = kept.told(EASY, &[&mail, &none]);
    assert!(!well && said.contains(why), "{said}");
    assert!(
        said.contains("none.eml: wrong: it has no witness"),
        "{said}"
    );
}

#[test]
fn a_campaign_that_goes_on_is_not_called_empty() {
    let kept = Kept::new(&exported(&duel(), "duel"));
    let line = "duel: as it was made; it goes on, and its record is published when it is over\n";
    assert_eq!(kept.told(EASY, &[]), (true, line.to_owned()));
    let (well, said) = kept.told(STRICT, &[]);
    assert!(well, "{said}");
    let strict = "  not proved: all that is played: its record is not published yet\n";
    assert_eq!(said, format!("{line}{strict}"));
}

#[test]
fn a_mail_may_be_of_another_campaign() {
    let kept = Kept::new(&exported(&played(), "worlds"));
    let other = duel();
    let mail = kept.save("kept.eml", &other.post.taken.first().unwrap().message);
    let (well, said) = kept.told(STRICT, &[&mail]);
    assert!(!well, "{said}");
    assert!(
        said.contains("or the mail is of another campaign or club"),
        "{said}"
    );
    // The file has nothing to do with it.
    assert!(said.starts_with("worlds: ok; "), "{said}");
    assert!(!said.contains(ADVICE), "{said}");
}

#[test]
fn a_mail_is_found_packed_as_the_log_keeps_it() {
    let bench = played();
    let kept = Kept::new(&exported(&bench, "worlds"));
    let message = &bench.post.taken.first().unwrap().message;
    let mail = kept.save("kept.eml.gz", &packed::pack(message));
    let (well, said) = kept.told(STRICT, &[&mail]);
    assert!(
        well && said.contains("kept.eml.gz: of entry 0 of worlds"),
        "{said}"
    );
    let cut = kept.save("cut.eml.gz", &packed::pack(message)[..40]);
    let tar = kept.0.path().join("it.tar");
    let error = verify::file(packetboat_tools::games::ALL, &tar, EASY, &[cut]).unwrap_err();
    assert!(error.to_string().contains("cannot be unpacked"), "{error}");
}

#[test]
fn a_damaged_file_is_named_and_to_be_got_again() {
    let bench = played();
    let bytes = exported(&bench, "worlds");
    let (_, files) = unpack(&bytes).unwrap();
    let altered = with(&files, |copy| {
        copy.get_mut("log/000001/entry.toml").unwrap().push(b'\n');
        copy.remove("data/founding.toml");
    });
    let manifest = with(&files, |copy| {
        copy.get_mut("export.toml").unwrap().push(b'\n');
    });
    // Hashes made anew: the record alone tells.
    let forged = with(&files, |copy| {
        copy.retain(|path, _| !path.starts_with("log/000002/"));
        let text = String::from_utf8(copy["export.toml"].clone()).unwrap();
        let mut manifest = super::published(&text);
        let kept = |path: &String| copy.contains_key(path);
        manifest.files.retain(|path, _| kept(path));
        copy.insert("export.toml".to_owned(), manifest.to_text().into_bytes());
    });
    let longer = [bytes.as_slice(), &[0; 512]].concat();
    for (what, tar) in [
        ("altered", altered),
        ("manifest", manifest),
        ("forged", forged),
        ("longer", longer),
    ] {
        let kept = Kept::new(&tar);
        let (well, said) = kept.told(STRICT, &[]);
        assert!(!well, "{what}");
        assert!(said.starts_with("it.tar: PROBLEM\n"), "{what}: {said}");
        assert!(said.contains("\n  wrong: "), "{what}: {said}");
        assert!(said.ends_with(ADVICE), "{what}: {said}");
        let advices = said.matches(ADVICE.trim_end()).count();
        assert_eq!(advices, 1, "{what}: {said}");
        assert!(!said.contains("no campaign is running"), "{what}: {said}");
    }
    // What a mail says cannot be held against it.
    let mut damaged = bytes;
    let middle = in_a_file(&damaged);
    damaged[middle] ^= 1;
    let kept = Kept::new(&damaged);
    let mail = kept.save("kept.eml", &bench.post.taken.first().unwrap().message);
    let (well, said) = kept.told(STRICT, &[&mail]);
    assert!(
        !well && said.contains("kept.eml: not checked: the file"),
        "{said}"
    );
}

/// A newer program may make what this one cannot read: the file is not to blame.
#[test]
fn a_file_of_a_newer_program_is_not_to_be_got_again() {
    let (_, files) = unpack(&exported(&played(), "worlds")).unwrap();
    let newer = with(&files, |copy| {
        let text = String::from_utf8(copy["export.toml"].clone()).unwrap();
        assert!(text.contains("\nformat = 2\n"), "{text}");
        let text = text.replacen("\nformat = 2\n", "\nformat = 9\n", 1);
        let (body, _) = text.rsplit_once("# checksum ").unwrap();
        let text = checksum::add(body);
        copy.insert("export.toml".to_owned(), text.into_bytes());
    });
    let (well, said) = Kept::new(&newer).told(STRICT, &[]);
    assert!(!well, "{said}");
    assert!(said.ends_with("install a newer packetboat\n"), "{said}");
    assert!(!said.contains(ADVICE), "{said}");
}

#[test]
fn what_is_packed_empty_or_breaks_off_is_told_apart() {
    let bytes = exported(&duel(), "duel");
    // As the site has it.
    let (well, said) = Kept::new(&packed::pack(&bytes)).told(STRICT, &[]);
    assert!(well, "{said}");
    let broken = &packed::pack(&bytes)[..200];
    let cases: [(&[u8], &[&str]); 4] = [
        (broken, &["is packed", "gunzip"]),
        (
            &bytes[..bytes.len() / 2],
            &["ends too early", "Download it again"],
        ),
        (b"", &["is empty", "Download it again"]),
        (b"no tar at all", &["this is not an export of a campaign"]),
    ];
    for (tar, wants) in cases {
        let said = Kept::new(tar).refused();
        for want in wants {
            assert!(said.contains(want), "no `{want}` in {said}");
        }
        assert!(said.contains("it.tar cannot be checked"), "{said}");
    }
}

#[test]
fn the_readme_says_whether_letters_are_in_it() {
    let bench = played();
    let read_me = |bench: &Bench| {
        let (_, files) = unpack(&exported(bench, "worlds")).unwrap();
        let text = String::from_utf8(files["README.txt"].clone()).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let without = read_me(&bench);
    assert!(
        without.contains("no mails and no private words."),
        "{without}"
    );
    assert!(!without.contains("Letters"), "{without}");
    bench.edit(
        "campaigns/worlds/campaign.toml",
        "publish_letters = false",
        "publish_letters = true",
    );
    let published = read_me(&bench);
    assert!(
        published.contains("Letters that players wrote each other are in it"),
        "{published}"
    );
    assert!(!published.contains("no private words"), "{published}");
}
