//! Letters of ours, tokens and passwords, addresses of seats, transports.

use super::to;
use super::{house, live, seat};
use packetboat::mail::address::House;
use packetboat::mail::compose::{Leave, LetterKind, Outgoing, compose, message_id, sent_by_us};
use packetboat::mail::token::{Token, TokenKey, password};
use packetboat::mail::transport::{Folder, Handed, Outcome, Scripted, SendError, Spool, Transport};
use packetboat::mail::{Class, parse};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

fn letter() -> Outgoing {
    Outgoing {
        key: "new-spain.41.spain.receipt-1".into(),
        campaign: "new-spain".into(),
        kind: LetterKind::Receipt,
        to: "ana@example.org".into(),
        to_name: "Ana \"la\" Tórres".into(),
        reply_address: "orders+new-spain.spain.k7f3qm2x9d0hs4tv@club.example".into(),
        answer_to: None,
        from_name: "Sunday Galleon".into(),
        subject: "Re: turn 6 – Córdoba".into(),
        in_reply_to: Some("s01@example.org".into()),
        references: vec!["<a@club.example>".into(), "b\r\nX: y".into(), "c@x".into()],
        leave: Some(leave("referee@club.example")),
        date: 1_793_700_000,
        text: "The fleet S1 lies off Córdoba.\n.\nFrom here on: = \n".into(),
        html: String::new(),
        pictures: Vec::new(),
        calendar: String::new(),
        data: None,
        files: Vec::new(),
    }
}

fn leave(to: &str) -> Leave {
    Leave {
        to: to.to_owned(),
        says: "I leave new-spain".to_owned(),
        list: None,
    }
}

#[test]
fn a_letter_is_the_same_bytes_each_time() {
    let bytes = compose(&letter(), &house()).unwrap();
    assert_eq!(bytes, compose(&letter(), &house()).unwrap());
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let fields: BTreeMap<&str, String> = head
        .replace("\r\n ", " ")
        .leak()
        .lines()
        .map(|it| it.split_once(": ").unwrap())
        .map(|(name, value)| (name, value.to_owned()))
        .collect();
    assert_eq!(fields["From"], "\"Sunday Galleon\" <orders@club.example>");
    let answers = "\"Sunday Galleon\" <orders+new-spain.spain.k7f3qm2x9d0hs4tv@club.example>";
    assert_eq!(fields["Reply-To"].replace("  ", " "), answers);
    assert_eq!(fields["Auto-Submitted"], "auto-replied");
    assert_eq!(fields["X-Auto-Response-Suppress"], "All");
    assert_eq!(fields["Precedence"], "bulk");
    assert_eq!(fields["X-Packetboat-Loop"], "new-spain@club.example");
    assert_eq!(
        fields["List-Unsubscribe"],
        "<mailto:referee@club.example?subject=I%20leave%20new-spain>"
    );
    assert_eq!(fields["In-Reply-To"], "<s01@example.org>");
    assert_eq!(
        fields["References"], "<a@club.example> <c@x>",
        "no header can be smuggled in"
    );
    assert_eq!(fields["Date"], "Tue, 03 Nov 2026 10:00:00 +0000");
    let id = message_id(&letter(), &house());
    assert_eq!(fields["Message-ID"], format!("<{id}>"));
    assert!(sent_by_us(&id, &house()).is_some());
    assert!(body.lines().all(|it| it.len() <= 76), "{text}");
}

/// Half a link is none: it is longer than other headers may be.
#[test]
fn the_way_out_is_never_cut() {
    let referee = format!("{}@club.example", "r".repeat(60));
    let leave = Some(leave(&referee));
    let bytes = compose(&Outgoing { leave, ..letter() }, &house()).unwrap();
    let text = String::from_utf8(bytes).unwrap().replace("\r\n ", "");
    let link = format!("<mailto:{referee}?subject=I%20leave%20new-spain>");
    assert!(text.contains(&link), "{text}");
}

/// Mails of a list say so, for programs that sort them by it.
#[test]
fn a_list_is_named() {
    let bytes = compose(&letter(), &house()).unwrap();
    assert!(!String::from_utf8(bytes).unwrap().contains("List-Id"));
    let leave = Some(Leave {
        list: Some("new-spain.watch".to_owned()),
        ..leave("referee@club.example")
    });
    let bytes = compose(&Outgoing { leave, ..letter() }, &house()).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(
        text.contains("\r\nList-Id: <new-spain.watch.club.example>\r\n"),
        "{text}"
    );
}

/// What would be more than an address in the link is left out.
#[test]
fn the_way_out_is_a_plain_address() {
    for to in [None, Some("a?cc=b@x.example"), Some("\"a b\"@x.example")] {
        let leave = to.map(leave);
        let bytes = compose(&Outgoing { leave, ..letter() }, &house()).unwrap();
        assert!(
            !String::from_utf8(bytes)
                .unwrap()
                .contains("List-Unsubscribe")
        );
    }
}

#[test]
fn a_letter_reads_back_and_is_known_as_ours() {
    let bytes = compose(&letter(), &house()).unwrap();
    let mail = parse(&bytes, &house());
    assert_eq!(mail.class, Class::Own);
    assert_eq!(live(&mail), letter().text.replace("= \n", "="));
    assert_eq!(mail.subject, letter().subject);
    // Another club's letter is that of a machine.
    let theirs = House::new("orders@other.example", Vec::new()).unwrap();
    assert_eq!(parse(&bytes, &theirs).class, Class::AutoReply);
    let report = Outgoing {
        kind: LetterKind::Report,
        ..letter()
    };
    let bytes = compose(&report, &house()).unwrap();
    assert!(String::from_utf8_lossy(&bytes).contains("Auto-Submitted: auto-generated\r\n"));
}

#[test]
fn other_text_is_another_letter() {
    let other = Outgoing {
        text: "Other.\n".into(),
        ..letter()
    };
    assert_ne!(
        message_id(&letter(), &house()),
        message_id(&other, &house())
    );
}

#[test]
fn a_bad_name_cannot_break_a_letter() {
    for name in [
        "Fred\nX",
        "\0",
        "\r\n",
        "a\u{202e}b",
        "<>",
        "\"",
        "(",
        ",;:",
        "é\u{1}",
    ] {
        let mail = Outgoing {
            to_name: name.into(),
            from_name: name.into(),
            subject: format!("{name}\r\nBcc: x@y"),
            ..letter()
        };
        let bytes = compose(&mail, &house()).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(!text.contains("\nBcc"), "{text}");
        assert!(!text.replace("\nX-", "").contains("\nX"), "{text}");
    }
}

#[test]
fn what_cannot_be_sent_is_refused() {
    let refused = |mail: Outgoing| compose(&mail, &house()).unwrap_err().to_string();
    let to = refused(Outgoing {
        to: "nobody".into(),
        ..letter()
    });
    assert_eq!(to, "`nobody` is not an address that mail can be sent to");
    let key = refused(Outgoing {
        key: "../x".into(),
        ..letter()
    });
    assert_eq!(key, "`../x` cannot be the key of a mail");
}

fn key() -> TokenKey {
    TokenKey::new([7; 32])
}

#[test]
fn tokens_stand_for_campaign_seat_generation_timeline_and_sheet() {
    let token = key().token("new-spain", seat("spain"), (1, 0), "6b");
    // Fixed for ever: mails on their way carry such tokens.
    assert_eq!(token.as_str(), "511hygn476kcar0k");
    let others = [
        key().token("new-spai", seat("spain"), (1, 0), "6b"),
        key().token("new-spain", seat("spai"), (1, 0), "6b"),
        key().token("new-spain", seat("spain"), (2, 0), "6b"),
        key().token("new-spain", seat("spain"), (1, 0), "6a"),
        key().token("new-spain", seat("spain"), (1, 1), "6b"),
        TokenKey::new([8; 32]).token("new-spain", seat("spain"), (1, 0), "6b"),
    ];
    for other in others {
        assert_ne!(token, other);
        assert_eq!(other.as_str().len(), 16);
    }
    assert_eq!(
        format!("{token:?} {:?}", key()),
        "Token(****) TokenKey(****)"
    );
}

#[test]
fn tokens_survive_capitals_and_misread_letters() {
    let read = Token::read("K7F3QM2X9DOHS4IL").unwrap();
    assert_eq!(read.as_str(), "k7f3qm2x9d0hs411");
    for wrong in [
        "",
        "k7f3qm2x9d0hs4t",
        "k7f3qm2x9d0hs4tvv",
        "u7f3qm2x9d0hs4tv",
        "ü7f3qm2x9d0hs4t",
    ] {
        assert_eq!(Token::read(wrong), None, "{wrong}");
    }
}

#[test]
fn a_seat_is_found_among_the_recipients() {
    let token = key().token("new-spain", seat("spain"), (1, 0), "6");
    let address = house()
        .seat_address("new-spain", seat("spain"), &token)
        .unwrap();
    let found = house().seats_among(&["ref@club.example", &address, &address.to_uppercase()]);
    assert_eq!(found.len(), 1, "the same seat twice is one");
    assert_eq!(
        (found[0].campaign.as_str(), found[0].seat),
        ("new-spain", seat("spain"))
    );
    assert_eq!(found[0].token, token);
    for stranger in [
        "orders@club.example",
        "orders+new-spain.spain@club.example",
        "orders+new_spain.spain.k7f3qm2x9d0hs4tv@club.example",
        "orders+a.b.c.k7f3qm2x9d0hs4tv@club.example",
        "orders+new-spain.spain.k7f3qm2x9d0hs4tv@other.example",
        "reorders+new-spain.spain.k7f3qm2x9d0hs4tv@club.example",
    ] {
        assert_eq!(house().seats_among(&[stranger]), [], "{stranger}");
    }
    assert!(house().is_ours("ORDERS@club.example") && !house().is_ours("orders2@club.example"));
}

#[test]
fn an_address_too_long_for_mail_servers_is_refused() {
    let token = key().token("a", seat("b"), (1, 0), "1");
    let longest = ("a".repeat(24), seat("twelve-chars"));
    let address = house().seat_address(&longest.0, longest.1, &token).unwrap();
    assert!(address.split_once('@').unwrap().0.len() <= 64);
    let long = House::new("sunday-orders@club.example", Vec::new()).unwrap();
    let refused = long
        .seat_address(&longest.0, longest.1, &token)
        .unwrap_err();
    assert!(refused.to_string().contains("longer than 64"), "{refused}");
    for wrong in ["orders", "@x", "a b@x", "a@", "a+b@x", "a@b@c"] {
        assert!(House::new(wrong, Vec::new()).is_err(), "{wrong}");
    }
}

#[test]
fn passwords_are_readable_and_kept_as_hashes() {
    assert_eq!(
        password([0, 0, 0xFF, 0xFF, 0x12, 0x34, 0xAB, 0xCD]),
        "babab-zuzuz-damuh-pozat"
    );
    let word = "lusab-gutih-tugad-mudof";
    let kept = key().password_hash("new-spain", seat("spain"), word);
    let right = |given: &str| key().is_password("new-spain", seat("spain"), given, &kept);
    assert!(right(word) && right("LUSAB-gutih-tugad-mudof") && right("lusabgutihtugadmudof"));
    assert!(!right("") && !right("lusab-gutih-tugad-mudob"));
    assert!(!key().is_password("new-spain", seat("england"), word, &kept));
    assert!(!key().is_password("new-spain", seat("spain"), word, "no hash"));
}

/// A disk in memory that can be full.
#[derive(Default)]
struct Disk {
    files: BTreeMap<PathBuf, Vec<u8>>,
    steps: Vec<String>,
    fails_at: Option<usize>,
}

impl Disk {
    fn step(&mut self, what: String) -> io::Result<()> {
        self.steps.push(what);
        if self.fails_at == Some(self.steps.len()) {
            Err(io::Error::other("disk full"))
        } else {
            Ok(())
        }
    }
}

impl Spool for &mut Disk {
    fn create(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.step(format!("create {}", path.display()))?;
        self.files.insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn place(&mut self, drafts: &[(PathBuf, PathBuf)]) -> io::Result<()> {
        for (from, to) in drafts {
            self.step(format!("place {} {}", from.display(), to.display()))?;
            let bytes = self.files.remove(from).expect("it was created");
            self.files.insert(to.to_owned(), bytes);
        }
        Ok(())
    }
}

#[test]
fn a_folder_takes_a_mail_whole_and_once() {
    let mut disk = Disk::default();
    let mut folder = Folder::new("out", &mut disk);
    for _ in 0..2 {
        let handed = folder.send(&to("ana@example.org"), b"one", "a.1.b.report");
        assert_eq!(handed, Ok(Handed::Spooled), "not safe yet");
        assert_eq!(folder.flush(), Ok(()));
    }
    let wrong = folder
        .send(&to("ana@example.org"), b"one", "../../x")
        .unwrap_err();
    assert!(matches!(wrong, SendError::Permanent(_)));
    assert_eq!(disk.files.len(), 1);
    assert_eq!(disk.files[Path::new("out/a.1.b.report.eml")], b"one");
    assert_eq!(disk.steps[0], "create out/a.1.b.report.tmp");
    assert_eq!(
        disk.steps[1],
        "place out/a.1.b.report.tmp out/a.1.b.report.eml"
    );
}

#[test]
fn a_full_disk_is_a_reason_to_try_again() {
    for step in [1, 2] {
        let mut disk = Disk {
            fails_at: Some(step),
            ..Disk::default()
        };
        let mut folder = Folder::new("out", &mut disk);
        let sent = folder.send(&to("a@x"), b"one", "k");
        let failed = sent.and_then(|_| folder.flush()).unwrap_err();
        assert!(matches!(failed, SendError::Down(_)), "{failed}");
        assert!(!disk.files.contains_key(Path::new("out/k.eml")));
        let mut folder = Folder::new("out", &mut disk);
        folder.send(&to("a@x"), b"one", "k").unwrap();
        folder.flush().unwrap();
        assert_eq!(disk.files.len(), 1);
    }
}

#[test]
fn a_scripted_transport_does_as_told() {
    let script = [Outcome::Busy, Outcome::AnswerLost, Outcome::Refused];
    let mut transport = Scripted {
        outcomes: script.into(),
        ..Scripted::default()
    };
    let mut send = |key: &str| transport.send(&to("a@x"), b"m", key);
    assert!(matches!(send("1"), Err(SendError::Temporary(_))));
    assert!(matches!(send("2"), Err(SendError::Temporary(_))));
    assert!(matches!(send("3"), Err(SendError::Permanent(_))));
    assert_eq!(send("4"), Ok(Handed::Over));
    let taken: Vec<&str> = transport.taken.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(taken, ["2", "4"]);
}
