//! Servers that lie: whatever they send, or do not, costs a known time and a known memory, and
//! loses no mail.

use super::server::{AUTHORITY, private};
use super::{LIMITS, to};
use packetboat::mail::imap::{self, Mailbox};
use packetboat::mail::line::Limits;
use packetboat::mail::secret::{Auth, Secret};
use packetboat::mail::smtp::{self, Privacy, Smtp};
use packetboat::mail::transport::{SendError, Transport};
use std::io::{BufRead, BufReader, Read, Result, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// What a liar sends before it gives up.
const FOR_EVER: usize = 64 << 20;

/// What lies between it and us on the way, at most: what it could send to nobody.
const ON_THE_WAY: u64 = 24 << 20;

/// A server that does this with every line, and how many bytes it got rid of.
pub(crate) struct Liar {
    pub(crate) port: u16,
    sent: Arc<AtomicU64>,
}

/// A line to a client, counting what is sent.
pub(crate) struct Counted<S> {
    stream: S,
    sent: Arc<AtomicU64>,
}

impl<S: Read> Read for Counted<S> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        self.stream.read(into)
    }
}

impl<S: Write> Write for Counted<S> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let written = self.stream.write(bytes)?;
        self.sent.fetch_add(written as u64, Ordering::SeqCst);
        Ok(written)
    }

    fn flush(&mut self) -> Result<()> {
        self.stream.flush()
    }
}

pub(crate) trait Stream: Read + Write {}
impl<T: Read + Write> Stream for T {}

pub(crate) type Client = BufReader<Counted<Box<dyn Stream>>>;

impl Liar {
    pub(crate) fn start(
        tls: bool,
        lies: impl Fn(&mut Client) -> Result<()> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let sent = Arc::new(AtomicU64::new(0));
        let kept = Arc::clone(&sent);
        let lies = Arc::new(lies);
        thread::spawn(move || {
            for socket in listener.incoming().flatten() {
                let (sent, lies) = (Arc::clone(&kept), Arc::clone(&lies));
                thread::spawn(move || -> Result<()> {
                    let stream: Box<dyn Stream> = if tls {
                        Box::new(private(&socket)?)
                    } else {
                        Box::new(socket)
                    };
                    lies(&mut BufReader::new(Counted { stream, sent }))
                });
            }
        });
        Liar { port, sent }
    }

    fn smtp(&self, privacy: Privacy, limits: Limits) -> Smtp {
        Smtp::new(smtp::Server {
            host: "localhost".to_owned(),
            port: self.port,
            privacy,
            authorities: Some(AUTHORITY.as_bytes().to_vec()),
            login: None,
            hello: "club.example".to_owned(),
            limits,
        })
    }

    fn mailbox(&self, limits: Limits) -> Mailbox {
        Mailbox {
            host: "localhost".to_owned(),
            port: self.port,
            user: "orders".to_owned(),
            secret: Secret::known(Auth::Password, "swordfish", "in imap.secret"),
            folder: "INBOX".to_owned(),
            processed: None,
            authorities: Some(AUTHORITY.as_bytes().to_vec()),
            limits,
        }
    }

    /// It got rid of little.
    fn check_cheap(&self, what: &str) {
        let sent = self.sent.load(Ordering::SeqCst);
        assert!(sent < ON_THE_WAY, "{what}: {sent} bytes were taken");
    }
}

pub(crate) fn say(client: &mut Client, words: &str) -> Result<()> {
    client.get_mut().write_all(words.as_bytes())?;
    client.get_mut().flush()
}

fn say_for_ever(client: &mut Client, words: &str) -> Result<()> {
    let many = words.repeat((64 << 10) / words.len());
    for _ in 0..FOR_EVER / many.len() {
        say(client, &many)?;
    }
    Ok(())
}

fn drip(client: &mut Client, words: &str, every: u64) -> Result<()> {
    loop {
        say(client, words)?;
        thread::sleep(Duration::from_millis(every));
    }
}

/// The next command, without its tag if it has one.
pub(crate) fn command(client: &mut Client) -> Result<(String, String)> {
    let mut line = String::new();
    client.read_line(&mut line)?;
    let line = line.trim_end();
    let (tag, rest) = line.split_once(' ').unwrap_or((line, ""));
    Ok((tag.to_owned(), rest.to_owned()))
}

fn limits(quiet: u64, whole: u64) -> Limits {
    Limits {
        quiet: Duration::from_millis(quiet),
        whole: Duration::from_millis(whole),
    }
}

const MAIL: &[u8] = b"Subject: x\r\n\r\none\r\n";

/// What is said of a mail that this server does not take.
fn unsent(post: &mut Smtp, mail: &[u8]) -> String {
    match post.send(&to("ana@example.org"), mail, "key") {
        Ok(handed) => panic!("{handed:?}"),
        Err(SendError::Temporary(why) | SendError::Permanent(why) | SendError::Down(why)) => why,
    }
}

/// What is said of it when it is tried holds these words, and costs little time and memory.
#[track_caller]
fn check_said(liar: &Liar, words: &str, tried: impl FnOnce(&Liar) -> String) {
    let began = Instant::now();
    let why = tried(liar);
    assert!(why.contains(words), "no `{words}` in {why}");
    assert!(began.elapsed() < Duration::from_secs(20), "{words}");
    assert!(why.len() < 600, "{why}");
    liar.check_cheap(words);
}

#[track_caller]
fn check_smtp(
    limits: Limits,
    lies: impl Fn(&mut Client) -> Result<()> + Send + Sync + 'static,
    words: &str,
) {
    let liar = Liar::start(false, lies);
    check_said(&liar, words, |server| {
        unsent(&mut server.smtp(Privacy::StartTls, limits), MAIL)
    });
}

#[test]
fn a_mail_server_that_never_ends_its_answer() {
    let endless = "a line of its answer does not end";
    check_smtp(LIMITS, |it| say_for_ever(it, "2"), endless);
    check_smtp(
        LIMITS,
        |it| say_for_ever(it, "220-x\r\n"),
        "its answer does not end",
    );
    check_smtp(
        LIMITS,
        |it| say_for_ever(it, "\r\n"),
        "not that of a mail server",
    );
    let later = |client: &mut Client| {
        say(client, "220 well\r\n")?;
        command(client)?;
        say_for_ever(client, "250-SIZE\r\n")
    };
    check_smtp(LIMITS, later, "its answer does not end");
}

#[test]
fn a_mail_server_that_does_not_take_what_it_asks_for() {
    let liar = Liar::start(false, |client| {
        say(client, "220 well\r\n")?;
        for _ in 0..4 {
            command(client)?;
            say(client, "250 well\r\n")?;
        }
        thread::sleep(Duration::from_secs(30));
        Ok(())
    });
    // It answers DATA out of turn; and one that takes no bytes is not waited for either.
    let mut post = liar.smtp(Privacy::None, limits(400, 60_000));
    let why = unsent(&mut post, MAIL);
    assert!(why.contains("unexpected: 250 well"), "{why}");
    let liar = Liar::start(false, |client| {
        say(client, "220 well\r\n")?;
        for answer in [
            "250 well\r\n",
            "250 well\r\n",
            "250 well\r\n",
            "354 go on\r\n",
        ] {
            command(client)?;
            say(client, answer)?;
        }
        thread::sleep(Duration::from_secs(30));
        Ok(())
    });
    let mut post = liar.smtp(Privacy::None, limits(400, 60_000));
    let began = Instant::now();
    let why = unsent(&mut post, &vec![b'x'; 64 << 20]);
    assert!(why.contains("less than 64 kB"), "{why}");
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn nothing_is_believed_that_came_before_the_line_was_private() {
    let inject = |client: &mut Client| {
        say(client, "220 well\r\n")?;
        command(client)?;
        say(client, "250-x\r\n250 STARTTLS\r\n")?;
        command(client)?;
        say(client, "220 go on\r\n250 AUTH PLAIN\r\n")
    };
    check_smtp(LIMITS, inject, "more before TLS begins");
}

/// Answers as a mailbox with a few mails does, until the command that begins so.
pub(crate) fn mailbox_until(client: &mut Client, last: &str) -> Result<String> {
    say(client, "* OK ready\r\n")?;
    loop {
        let (tag, order) = command(client)?;
        if order.starts_with(last) || order.is_empty() {
            return Ok(tag);
        }
        let said = match order.split(' ').next() {
            Some("SELECT") => {
                "* 2 EXISTS\r\n* NO not so well\r\n* OK [UIDVALIDITY 7] ok\r\n\
                 * OK [PERMANENTFLAGS (\\*)] ok\r\n"
            }
            Some("UID") if order.contains("SEARCH") => "* SEARCH 1 2\r\n",
            _ => "",
        };
        say(client, &format!("{said}{tag} OK done\r\n"))?;
    }
}

#[track_caller]
fn check_imap(
    limits: Limits,
    lies: impl Fn(&mut Client) -> Result<()> + Send + Sync + 'static,
    words: &str,
) {
    let liar = Liar::start(true, lies);
    check_said(&liar, words, |server| {
        let fetched = imap::fetch(&server.mailbox(limits), None, &mut |bytes, _, _| {
            panic!("kept {} bytes", bytes.len())
        });
        match fetched {
            Err(why) => why,
            Ok(fetched) => {
                assert_eq!((fetched.mails, fetched.remembered.last_uid), (0, 0));
                fetched.trouble.unwrap()
            }
        }
    });
}

#[test]
fn a_mailbox_that_never_ends_its_answer() {
    let endless = "a line of its answer does not end";
    check_imap(LIMITS, |it| say_for_ever(it, "*"), "more than 1024 kB");
    for last in ["LOGIN", "SELECT", "UID SEARCH"] {
        let untagged = move |client: &mut Client| {
            mailbox_until(client, last)?;
            say_for_ever(client, "* OK still here\r\n")
        };
        check_imap(LIMITS, untagged, "answers with more than 1024 kB");
    }
    let numbers = |client: &mut Client| {
        mailbox_until(client, "UID SEARCH")?;
        say(client, "* SEARCH")?;
        say_for_ever(client, " 77")
    };
    check_imap(LIMITS, numbers, "1024 kB");
    let longer = |client: &mut Client| {
        mailbox_until(client, "UID FETCH")?;
        say(client, "* 1 FETCH (UID 1 BODY[] {10}\r\n")?;
        say_for_ever(client, "x")
    };
    check_imap(LIMITS, longer, endless);
    let announced = |client: &mut Client| {
        mailbox_until(client, "UID FETCH")?;
        say(client, "* 1 FETCH (UID 1 BODY[] {4000000000}\r\n")?;
        say_for_ever(client, "x")
    };
    check_imap(LIMITS, announced, "announces more than was asked for");
    let nothing = |client: &mut Client| {
        mailbox_until(client, "UID FETCH")?;
        say_for_ever(client, "* 1 FETCH (UID 1 BODY[] {0}\r\n")
    };
    check_imap(LIMITS, nothing, "announces more than was asked for");
    let deep = |client: &mut Client| {
        mailbox_until(client, "UID FETCH")?;
        say_for_ever(
            client,
            "* 1 FETCH (UID 1 BODYSTRUCTURE ((((((((((((((((((((((((\r\n",
        )
    };
    check_imap(LIMITS, deep, "answers with more than 3072 kB");
}

#[test]
fn a_server_that_says_a_byte_now_and_then() {
    let short = limits(400, 60_000);
    let slow = "delivered less than 64 kB in 0.4 seconds";
    check_smtp(short, |it| drip(it, "2", 30), slow);
    check_imap(short, |it| drip(it, "*", 30), slow);
    let later = |client: &mut Client| {
        say(client, "220 well\r\n")?;
        command(client)?;
        drip(client, "2", 30)
    };
    check_smtp(short, later, slow);
    let later = |client: &mut Client| {
        mailbox_until(client, "UID FETCH")?;
        drip(client, "* OK\r\n", 30)
    };
    check_imap(short, later, slow);
    // Enough all the time, and never done.
    check_smtp(limits(60_000, 400), |it| drip(it, "2", 30), "open for 0.4");
    let busy = |client: &mut Client| {
        mailbox_until(client, "UID FETCH")?;
        drip(client, &"* OK still here\r\n".repeat(2_000), 20)
    };
    check_imap(limits(800, 1_000), busy, "open for 1 seconds");
    // While the line becomes private, too.
    let liar = Liar::start(false, |it| drip(it, "\x16", 30));
    let why = imap::look(&liar.mailbox(short)).unwrap_err();
    assert!(why.contains("TLS failed"), "{why}");
}

/// One whose socket swallows all is not waited for when a line is opened.
#[test]
fn a_server_that_does_not_even_greet() {
    check_smtp(limits(300, 60_000), |_| pause(), "less than 64 kB in 0.3");
    check_imap(limits(300, 60_000), |_| pause(), "less than 64 kB in 0.3");
}

fn pause() -> Result<()> {
    thread::sleep(Duration::from_secs(30));
    Ok(())
}

/// What a real server says between the lines does no harm.
#[test]
fn a_mailbox_that_says_more_than_was_asked() {
    let liar = Liar::start(true, |client| {
        let tag = mailbox_until(client, "UID FETCH")?;
        let said = "* 3 EXISTS\r\n* 1 FETCH (UID 9 BODY[] {4}\r\nnone)\r\n\
                    * 1 FETCH (FLAGS (\\Seen))\r\n* NO [ALERT] quota {soon}\r\n\
                    * 1 FETCH (UID 1 BODY[]<0> {7}\r\nhead: 1 FLAGS (\\Seen))\r\n";
        say(client, &format!("{said}{tag} OK done\r\n"))
    });
    let mut kept = Vec::new();
    let mut keep = |bytes: &[u8], arrived: i64, _: &imap::Remembered| {
        kept.push((String::from_utf8_lossy(bytes).into_owned(), arrived));
        Ok(())
    };
    let fetched = imap::fetch(&liar.mailbox(LIMITS), None, &mut keep).unwrap();
    // It hangs up then, and what was kept is remembered.
    assert!(fetched.trouble.is_some());
    assert_eq!(fetched.remembered.last_uid, 1);
    assert_eq!(kept, [("head: 1".to_owned(), i64::MAX)]);
}
