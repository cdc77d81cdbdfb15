//! Emptying a mailbox on a server of a few lines: what is fetched, when it is marked, and what a
//! second run does after the first was cut short.

use super::LIMITS;
use super::server::{AUTHORITY, BY_TOKEN, CERTIFICATE, CHALLENGE, private_by};
use packetboat::mail::imap::{Mailbox, Remembered, fetch, look};
use packetboat::mail::parse::MAIL_BYTES_MAX;
use packetboat::mail::secret::{Auth, Secret};
use rustls::{ServerConnection, StreamOwned};
use std::io::{BufRead, BufReader, Result, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

/// What lies on the server, and how it behaves.
#[derive(Debug, Default)]
pub(crate) struct Post {
    uid_validity: u32,
    mails: Vec<Mail>,
    /// The mails in the folder `Taken`, once it was made.
    taken: Option<Vec<Vec<u8>>>,
    keywords: bool,
    moves: bool,
    /// How often a mail was fetched whole or in part.
    fetched: u32,
    /// Closes the line at the first command that begins so.
    cut_at: Option<&'static str>,
    /// Gives another mail, or none, when it is asked for this one.
    lies_about: Option<(u32, Lie)>,
    /// Another certificate than the one that [`AUTHORITY`] has made.
    certificate: Option<&'static [u8]>,
    /// Lets people in by a token.
    tokens: bool,
}

/// What a server gives in place of a mail that it lists.
#[derive(Debug, Clone, Copy)]
enum Lie {
    Another,
    Empty,
    Nothing,
    No,
}

#[derive(Debug, Clone)]
struct Mail {
    uid: u32,
    bytes: Vec<u8>,
    keyword: bool,
    deleted: bool,
}

pub(crate) struct Server {
    pub(crate) port: u16,
    post: Arc<Mutex<Post>>,
}

type Private = StreamOwned<ServerConnection, TcpStream>;

const DATE: &str = "20-Nov-2026 19:58:00 +0100";
const DATE_SECONDS: i64 = 1_795_201_080;

impl Server {
    pub(crate) fn start(mut post: Post, mails: u32) -> Self {
        post.uid_validity = 7;
        for uid in 1..=mails {
            post.add(uid);
        }
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let post = Arc::new(Mutex::new(post));
        let kept = Arc::clone(&post);
        thread::spawn(move || {
            for line in listener.incoming().flatten() {
                let post = Arc::clone(&kept);
                // The other side may hang up at any time.
                thread::spawn(move || talk(&line, &post));
            }
        });
        Server { port, post }
    }

    fn post(&self) -> MutexGuard<'_, Post> {
        self.post.lock().unwrap()
    }

    pub(crate) fn mailbox(&self) -> Mailbox {
        Mailbox {
            host: "localhost".to_owned(),
            port: self.port,
            user: "orders".to_owned(),
            secret: Secret::known(Auth::Password, "sword\"fish", "in imap.secret"),
            folder: "INBOX".to_owned(),
            processed: None,
            authorities: Some(AUTHORITY.as_bytes().to_vec()),
            limits: LIMITS,
        }
    }
}

impl Post {
    /// One that may let people in by a token, and may show another certificate.
    pub(crate) fn of(tokens: bool, certificate: Option<&'static [u8]>) -> Self {
        Post {
            tokens,
            certificate,
            ..Post::default()
        }
    }

    fn add(&mut self, uid: u32) {
        self.mails.push(Mail {
            uid,
            bytes: format!("Subject: {uid}\r\n\r\nmail {uid}\r\n").into_bytes(),
            keyword: false,
            deleted: false,
        });
    }
}

fn talk(socket: &TcpStream, post: &Mutex<Post>) -> Result<()> {
    socket.set_nodelay(true)?;
    let certificate = post.lock().unwrap().certificate.unwrap_or(CERTIFICATE);
    let mut stream = BufReader::new(private_by(socket, certificate)?);
    stream.get_mut().write_all(b"* OK ready\r\n")?;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let (tag, command) = line.trim_end().split_once(' ').unwrap_or_default();
        if command == "AUTHENTICATE XOAUTH2" && post.lock().unwrap().tokens {
            let answer = by_token(&mut stream, tag)?;
            stream.get_mut().write_all(answer.as_bytes())?;
            continue;
        }
        let mut post = post.lock().unwrap();
        if post.cut_at.is_some_and(|it| command.starts_with(it)) {
            post.cut_at = None;
            return Ok(());
        }
        let answer = match post.obey(command) {
            Ok(mut lines) => {
                lines.extend(format!("{tag} OK done\r\n").bytes());
                lines
            }
            Err(why) => format!("{tag} NO {why}\r\n").into_bytes(),
        };
        stream.get_mut().write_all(&answer)?;
        stream.get_mut().flush()?;
        if command == "LOGOUT" {
            return Ok(());
        }
    }
}

/// Asks for a token, and says whether it is the right one.
fn by_token(stream: &mut BufReader<Private>, tag: &str) -> Result<String> {
    let mut asked = |words: &str| {
        stream.get_mut().write_all(words.as_bytes())?;
        stream.get_mut().flush()?;
        let mut line = String::new();
        stream.read_line(&mut line)?;
        Ok::<_, std::io::Error>(line)
    };
    let said = asked("+ \r\n")?;
    if said.trim_end() == BY_TOKEN {
        return Ok(format!("* CAPABILITY IMAP4rev1\r\n{tag} OK welcome\r\n"));
    }
    // It is asked once more, and must say nothing.
    Ok(match asked(&format!("+ {CHALLENGE}\r\n"))?.as_str() {
        "\r\n" => format!("{tag} NO [AUTHENTICATIONFAILED] wrong: {said}"),
        _ => format!("{tag} BAD an empty line is wanted\r\n"),
    })
}

impl Post {
    fn obey(&mut self, command: &str) -> std::result::Result<Vec<u8>, String> {
        let words: Vec<&str> = command.split(' ').collect();
        match words[..] {
            ["LOGIN", user, password] => {
                let good = user == "\"orders\"" && password == "\"sword\\\"fish\"";
                if good {
                    Ok(Vec::new())
                } else {
                    Err("[AUTHENTICATIONFAILED] wrong password".to_owned())
                }
            }
            ["SELECT", "\"INBOX\""] => {
                let flags = if self.keywords {
                    "\\Seen \\Deleted \\*"
                } else {
                    "\\Seen \\Deleted"
                };
                let (count, validity) = (self.mails.len(), self.uid_validity);
                let text = format!(
                    "* {count} EXISTS\r\n* OK [PERMANENTFLAGS ({flags})] ok\r\n\
                     * OK [UIDVALIDITY {validity}] ok\r\n"
                );
                Ok(text.into_bytes())
            }
            ["SELECT", _] => Err("there is no such folder".to_owned()),
            ["UID", "SEARCH", ref query @ ..] => Ok(self.search(query)),
            ["UID", "FETCH", uid, ..] if self.lie(uid).is_some() => match self.lie(uid) {
                Some(Lie::No) => Err("not now".to_owned()),
                Some(Lie::Another) => Ok(b"* 1 FETCH (UID 99 BODY[] {4}\r\nfake)\r\n".into()),
                Some(Lie::Empty) => {
                    Ok(format!("* 1 FETCH (UID {uid} BODY[] {{0}}\r\n)\r\n").into())
                }
                _ => Ok(Vec::new()),
            },
            ["UID", "FETCH", uid, ref what @ ..] => Ok(self.fetch(uid, &what.join(" "))),
            ["UID", "STORE", uid, _, flag] => {
                let mail = self.mails.iter_mut().find(|it| it.uid.to_string() == uid);
                let mail = mail.ok_or("no such mail")?;
                mail.keyword |= flag == "($Packetboat)";
                mail.deleted |= flag == "(\\Deleted)";
                Ok(Vec::new())
            }
            ["UID", "MOVE", ..] if !self.moves => Err("what?".to_owned()),
            ["UID", verb @ ("MOVE" | "COPY"), uid, "\"Taken\""] => {
                let at = self.mails.iter().position(|it| it.uid.to_string() == uid);
                let at = at.ok_or("no such mail")?;
                let taken = self.taken.as_mut().ok_or("[TRYCREATE] no such folder")?;
                taken.push(self.mails[at].bytes.clone());
                if verb == "MOVE" {
                    self.mails.remove(at);
                }
                Ok(Vec::new())
            }
            ["CREATE", _] => {
                self.taken.get_or_insert_default();
                Ok(Vec::new())
            }
            ["EXPUNGE"] => {
                self.mails.retain(|it| !it.deleted);
                Ok(Vec::new())
            }
            ["LOGOUT"] => Ok(b"* BYE\r\n".to_vec()),
            _ => Err(format!("what is {command}?")),
        }
    }

    fn search(&self, query: &[&str]) -> Vec<u8> {
        let from = query.iter().find_map(|it| it.strip_suffix(":*"));
        let from: u32 = from.map_or(0, |it| it.parse().unwrap());
        let unmarked = query.contains(&"UNKEYWORD");
        // The star is the last mail there is, however high the number before it.
        let last = self.mails.iter().map(|it| it.uid).max();
        let only = match query[..] {
            ["UID", uid, _] => uid.parse().ok(),
            _ => None,
        };
        let found = self.mails.iter().filter(|mail| {
            let listed = only.is_none_or(|uid: u32| uid == mail.uid);
            let named = mail.uid >= from || Some(mail.uid) == last;
            !mail.deleted && listed && named && !(unmarked && mail.keyword)
        });
        let uids: Vec<String> = found.map(|it| it.uid.to_string()).collect();
        format!("* SEARCH {}\r\n", uids.join(" ")).into_bytes()
    }

    fn lie(&self, uid: &str) -> Option<Lie> {
        let (about, lie) = self.lies_about?;
        (about.to_string() == uid).then_some(lie)
    }

    fn fetch(&mut self, uid: &str, what: &str) -> Vec<u8> {
        let at = self.mails.iter().position(|it| it.uid.to_string() == uid);
        let Some(at) = at else {
            return Vec::new();
        };
        let mail = &self.mails[at];
        let (number, uid, size) = (at + 1, mail.uid, mail.bytes.len());
        self.fetched += 1;
        assert!(
            what.contains("BODY.PEEK[]"),
            "{what} would mark the mail as read"
        );
        let part = what.split_once('<').and_then(|it| it.1.split_once('>'));
        let part = part.and_then(|it| it.0.split_once('.'));
        let (origin, from, length): (_, usize, usize) = match part {
            Some((from, length)) => (
                format!("<{from}>"),
                from.parse().unwrap(),
                length.parse().unwrap(),
            ),
            None => (String::new(), 0, size),
        };
        // Behind its end nothing is given, and that is no fault.
        let bytes = &mail.bytes[from.min(size)..(from + length).min(size)];
        let head = format!(
            "* {number} FETCH (UID {uid} INTERNALDATE \"{DATE}\" BODY[]{origin} {{{}}}\r\n",
            bytes.len()
        );
        [head.as_bytes(), bytes, b")\r\n"].concat()
    }
}

/// Fetches, and returns the subjects of what was kept.
fn run(mailbox: &Mailbox, before: Option<Remembered>) -> (Vec<String>, Remembered, Option<String>) {
    let mut kept = Vec::new();
    let mut keep = |bytes: &[u8], arrived: i64, _: &Remembered| {
        assert_eq!(arrived, DATE_SECONDS);
        let text = String::from_utf8_lossy(bytes);
        kept.push(text["Subject: ".len()..].lines().next().unwrap().to_owned());
        Ok(())
    };
    let fetched = fetch(mailbox, before, &mut keep).unwrap();
    assert_eq!(fetched.mails as usize, kept.len());
    (kept, fetched.remembered, fetched.trouble)
}

/// The three ways to mark what was taken.
fn ways() -> [(Post, Option<String>); 4] {
    let post = |keywords, moves| Post {
        keywords,
        moves,
        ..Post::default()
    };
    [
        (post(true, true), None),
        (post(false, false), None),
        (post(true, true), Some("Taken".to_owned())),
        (post(false, false), Some("Taken".to_owned())),
    ]
}

#[test]
fn every_mail_is_fetched_once() {
    for (post, processed) in ways() {
        let server = Server::start(post, 3);
        let mailbox = Mailbox {
            processed: processed.clone(),
            ..server.mailbox()
        };
        let (kept, place, trouble) = run(&mailbox, None);
        assert_eq!((kept.join(" "), trouble), ("1 2 3".to_owned(), None));
        assert_eq!((place.uid_validity, place.last_uid), (7, 3));
        let (kept, _, _) = run(&mailbox, Some(place.clone()));
        assert_eq!(kept.join(" "), "", "{processed:?}");
        server.post().add(4);
        let (kept, place, _) = run(&mailbox, Some(place.clone()));
        assert_eq!((kept.join(" "), place.last_uid), ("4".to_owned(), 4));
        let post = server.post();
        assert_eq!(post.fetched, 4);
        if processed.is_some() {
            assert_eq!(
                (post.mails.len(), post.taken.as_ref().unwrap().len()),
                (0, 4)
            );
        } else {
            assert_eq!(
                post.mails.iter().filter(|it| it.keyword).count(),
                4 * usize::from(post.keywords)
            );
        }
    }
}

#[test]
fn what_was_kept_and_not_marked_is_only_marked() {
    for cut_at in ["UID STORE", "UID MOVE"] {
        let post = Post {
            keywords: true,
            moves: true,
            cut_at: Some(cut_at),
            ..Post::default()
        };
        let server = Server::start(post, 2);
        let moves = cut_at == "UID MOVE";
        let mailbox = Mailbox {
            processed: moves.then(|| "Taken".to_owned()),
            ..server.mailbox()
        };
        let (kept, place, trouble) = run(&mailbox, None);
        assert_eq!((kept.join(" "), place.last_uid), ("1".to_owned(), 1));
        assert!(trouble.is_some());
        let (kept, place, trouble) = run(&mailbox, Some(place.clone()));
        assert_eq!(
            (kept.join(" "), place.last_uid, trouble),
            ("2".to_owned(), 2, None)
        );
        assert_eq!(server.post().fetched, 2);
    }
}

#[test]
fn what_could_not_be_kept_stays_unmarked() {
    let post = Post {
        keywords: true,
        ..Post::default()
    };
    let server = Server::start(post, 2);
    let mut keep = |_: &[u8], _: i64, _: &Remembered| Err("the disk is full".to_owned());
    let fetched = fetch(&server.mailbox(), None, &mut keep).unwrap();
    assert_eq!((fetched.mails, fetched.remembered.last_uid), (0, 0));
    assert!(fetched.trouble.unwrap().contains("the disk is full"));
    assert!(server.post().mails.iter().all(|it| !it.keyword));
}

/// A mail that the server lists and does not give stays unmarked, is told, keeps no other waiting,
/// and is taken once it is given.
#[test]
fn a_mail_that_is_not_given_is_neither_marked_nor_forgotten() {
    for lie in [Lie::Another, Lie::Empty, Lie::Nothing, Lie::No] {
        for (post, processed) in ways() {
            let server = Server::start(post, 3);
            server.post().lies_about = Some((2, lie));
            let mailbox = Mailbox {
                processed: processed.clone(),
                ..server.mailbox()
            };
            let mut place = None;
            for wanted in ["1 3", ""] {
                let (kept, now, trouble) = run(&mailbox, place);
                assert_eq!(
                    (kept.join(" ").as_str(), trouble),
                    (wanted, None),
                    "{lie:?}"
                );
                assert_eq!(now.withheld.iter().collect::<Vec<_>>(), [&2]);
                let post = server.post();
                let mail = post.mails.iter().find(|it| it.uid == 2);
                assert!(mail.is_some_and(|it| !it.keyword && !it.deleted), "{lie:?}");
                place = Some(now);
            }
            let told = fetch(&mailbox, place.clone(), &mut |_, _, _| Ok(())).unwrap();
            let told = told.withheld.unwrap();
            assert!(
                told.contains("lists 1 mails that it does not deliver"),
                "{told}"
            );
            server.post().lies_about = None;
            let (kept, now, trouble) = run(&mailbox, place);
            assert_eq!((kept.join(" ").as_str(), trouble), ("2", None), "{lie:?}");
            assert_eq!((now.last_uid, now.withheld.len()), (3, 0));
            let (kept, _, _) = run(&mailbox, Some(now));
            assert!(kept.is_empty());
        }
    }
}

#[test]
fn a_mail_that_another_program_took_meanwhile_is_no_trouble() {
    let server = Server::start(Post::default(), 3);
    // Listed, and gone when it is asked for.
    server.post().lies_about = Some((2, Lie::Nothing));
    let (_, place, _) = run(&server.mailbox(), None);
    assert_eq!(place.withheld.len(), 1);
    server.post().mails.retain(|it| it.uid != 2);
    let fetched = fetch(&server.mailbox(), Some(place), &mut |_, _, _| Ok(())).unwrap();
    assert_eq!((fetched.mails, fetched.withheld), (0, None));
}

#[test]
fn another_numbering_means_that_all_is_new() {
    let server = Server::start(Post::default(), 2);
    let (_, place, _) = run(&server.mailbox(), None);
    server.post().uid_validity = 8;
    let (kept, place, _) = run(&server.mailbox(), Some(place.clone()));
    assert_eq!((kept.join(" "), place.uid_validity), ("1 2".to_owned(), 8));
}

#[test]
fn a_mail_bomb_is_not_taken_whole() {
    let post = Post {
        keywords: true,
        ..Post::default()
    };
    let server = Server::start(post, 1);
    server.post().mails[0].bytes.resize(5 << 20, b'x');
    let kept = kept(&server);
    // Intake reads no more of its words.
    assert_eq!(kept.len(), MAIL_BYTES_MAX + 1);
    assert_eq!(server.post().fetched, 1);
    // A file without end is not fetched to its end.
    let kept = kept_of(&server, behind_a_photo(60 << 20));
    assert!(kept.len() < 1_000, "{} bytes", kept.len());
    assert_eq!(server.post().fetched, 18);
}

/// Orders behind a photo of about so many bytes.
fn behind_a_photo(bytes: usize) -> Vec<u8> {
    let line = format!("{}\r\n", "x".repeat(76));
    let head = "Subject: 1\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
                --b\r\nContent-Type: image/jpeg; name=a.jpg\r\n\r\n";
    let lines = bytes.saturating_sub(head.len()) / line.len();
    let orders = "--b\r\nContent-Type: text/plain\r\n\r\n#orders duel north turn 1\r\n--b--\r\n";
    format!("{head}{}{orders}", line.repeat(lines)).into_bytes()
}

/// The only mail of this server, as it is kept.
fn kept(server: &Server) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut keep = |bytes: &[u8], _: i64, _: &Remembered| {
        kept.push(bytes.to_vec());
        Ok(())
    };
    let fetched = fetch(&server.mailbox(), None, &mut keep).unwrap();
    assert_eq!((fetched.mails, fetched.trouble), (1, None));
    kept.remove(0)
}

/// The same, if it is this mail and nobody has fetched it yet.
fn kept_of(server: &Server, mail: Vec<u8>) -> Vec<u8> {
    {
        let mut post = server.post();
        post.fetched = 0;
        post.mails[0].bytes = mail;
        post.mails[0].keyword = false;
    }
    kept(server)
}

/// However long it is, and wherever its pieces part: files are left out, and words are not.
#[test]
fn orders_behind_a_photo_are_fetched() {
    let server = Server::start(Post::default(), 1);
    let whole = behind_a_photo(1 << 20);
    assert_eq!(kept_of(&server, whole.clone()), whole);
    let photo = behind_a_photo(5 << 20);
    assert_eq!(kept_of(&server, photo.clone()), photo);
    for (bytes, pieces) in [(7 << 20, 4), (25 << 20, 13)] {
        let kept = kept_of(&server, behind_a_photo(bytes));
        assert!(kept.ends_with(b"\r\n#orders duel north turn 1\r\n--b--\r\n"));
        assert!(kept.len() < 1_000, "{} bytes", kept.len());
        assert_eq!(server.post().fetched, pieces);
    }
    // It ends where a piece does.
    for pieces in [1, 2] {
        let mut mail = behind_a_photo((pieces << 21) - 1_000);
        let more = (pieces << 21) - mail.len();
        mail.extend(vec![b'\n'; more]);
        let kept = kept_of(&server, mail);
        assert!(String::from_utf8_lossy(&kept).contains("#orders duel north turn 1\r\n--b--"));
    }
}

/// What is given in part is asked for again, and nothing is marked.
#[test]
fn a_mail_that_breaks_off_is_fetched_again() {
    let server = Server::start(Post::default(), 1);
    server.post().mails[0].bytes = behind_a_photo(5 << 20);
    server.post().cut_at = Some("UID FETCH 1 (UID INTERNALDATE BODY.PEEK[]<4194304.");
    let fetched = fetch(&server.mailbox(), None, &mut |_, _, _| {
        panic!("it is not whole")
    });
    let fetched = fetched.unwrap();
    assert_eq!((fetched.mails, fetched.remembered.last_uid), (0, 0));
    assert!(fetched.trouble.is_some());
    assert!(kept(&server).ends_with(b"#orders duel north turn 1\r\n--b--\r\n"));
}

fn check_closed(change: impl Fn(&mut Mailbox), words: &str) {
    let server = Server::start(Post::default(), 1);
    let mut mailbox = server.mailbox();
    change(&mut mailbox);
    let why = fetch(&mailbox, None, &mut |_, _, _| Ok(())).unwrap_err();
    for word in words.split('|') {
        assert!(why.contains(word), "no `{word}` in {why}");
    }
    assert!(!why.contains("fish"), "{why}");
    assert_eq!(server.post().fetched, 0);
}

#[test]
fn a_mailbox_that_cannot_be_opened() {
    let wrong = |mailbox: &mut Mailbox| {
        mailbox.secret = Secret::known(Auth::Password, "codfish", "in imap.secret");
    };
    check_closed(
        wrong,
        "localhost:|refuses the account `orders` with the password in imap.secret|wrong password",
    );
    check_closed(
        |it| it.folder = "Orders".to_owned(),
        "the folder Orders cannot be opened",
    );
    check_closed(
        |it| it.authorities = None,
        "TLS failed|by no authority that this machine trusts",
    );
    check_closed(|it| it.host = "127.0.0.2".to_owned(), "127.0.0.2:");
    check_closed(
        |it| it.host = "no-such-host.invalid".to_owned(),
        "unknown host",
    );
    let server = Server::start(Post::default(), 3);
    assert_eq!(look(&server.mailbox()), Ok(3));
}
