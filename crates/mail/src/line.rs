//! A line to a server that may lie: whatever it says, it costs a known time and a known memory.
//!
//! The bytes are counted below the encryption, where all of them pass: those of one answer have a
//! size, a line that moves too few of them ends, and so does one that was open for long. Not here:
//! what is said over a line (`imap`, `smtp`), and who is believed at its other end (`trust`).

use super::trust;
use rustls::pki_types::ServerName;
use rustls::{ClientConnection, StreamOwned};
use std::cell::RefCell;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many bytes must move within [`Limits::quiet`], or the line ends.
pub const MOVED_BYTES_MIN: u64 = 64 << 10;

/// Bytes of one answer, encrypted, unless a longer one is asked for.
pub const ANSWER_BYTES_MAX: u64 = 1 << 20;

/// How long a line may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How long the server may take for an answer; one that is long may take as long again
    /// whenever [`MOVED_BYTES_MIN`] have moved in this time.
    pub quiet: Duration,
    /// How long the line may be open.
    pub whole: Duration,
}

impl Default for Limits {
    /// A minute, and ten.
    fn default() -> Self {
        Limits {
            quiet: Duration::from_secs(60),
            whole: Duration::from_secs(600),
        }
    }
}

/// Counts what one line brings.
#[derive(Debug)]
struct Counts {
    limits: Limits,
    /// When the line ends.
    ends: Instant,
    /// How long this answer may move too little; usually that of the limits.
    quiet: Duration,
    /// Since when it is looked how much moves.
    since: Instant,
    /// Bytes that moved since then.
    moved: u64,
    /// Bytes that the answer may have, and those of them that have not come yet.
    size: u64,
    left: u64,
}

/// The counter of a line, for the one who sends a command.
#[derive(Debug, Clone)]
pub struct Meter(Rc<RefCell<Counts>>);

impl Meter {
    fn new(limits: Limits) -> Self {
        let now = Instant::now();
        Meter(Rc::new(RefCell::new(Counts {
            limits,
            ends: now + limits.whole,
            quiet: limits.quiet,
            since: now,
            moved: 0,
            size: ANSWER_BYTES_MAX,
            left: ANSWER_BYTES_MAX,
        })))
    }

    /// An answer begins, which may have this many bytes.
    pub fn answer(&self, bytes: u64) {
        let quiet = self.0.borrow().limits.quiet;
        self.answer_within(bytes, quiet);
    }

    /// The same for one that may take another time.
    pub fn answer_within(&self, bytes: u64, quiet: Duration) {
        let mut counts = self.0.borrow_mut();
        counts.quiet = quiet;
        counts.since = Instant::now();
        counts.moved = 0;
        counts.size = bytes;
        counts.left = bytes;
    }

    /// How long may be waited now, or that it is over.
    fn patience(&self) -> io::Result<Duration> {
        let mut counts = self.0.borrow_mut();
        let now = Instant::now();
        let over = |what: String| Err(io::Error::new(ErrorKind::TimedOut, what));
        if now >= counts.ends {
            let whole = counts.limits.whole.as_secs_f32();
            return over(format!("the connection was open for {whole} seconds"));
        }
        if now >= counts.since + counts.quiet {
            if counts.moved < MOVED_BYTES_MIN {
                let quiet = counts.quiet.as_secs_f32();
                let least = MOVED_BYTES_MIN >> 10;
                return over(format!(
                    "the server delivered less than {least} kB in {quiet} seconds"
                ));
            }
            counts.since = now;
            counts.moved = 0;
        }
        let until = counts.ends.min(counts.since + counts.quiet);
        // The system knows no wait of no length.
        Ok(until
            .saturating_duration_since(now)
            .max(Duration::from_millis(1)))
    }

    fn moved(&self, bytes: usize) {
        self.0.borrow_mut().moved += bytes as u64;
    }

    /// How many of this many bytes may be read.
    fn room(&self, wanted: usize) -> io::Result<usize> {
        let counts = self.0.borrow();
        if counts.left == 0 {
            let size = counts.size >> 10;
            let what = format!("the server answers with more than {size} kB");
            return Err(io::Error::new(ErrorKind::FileTooLarge, what));
        }
        Ok(usize::try_from(counts.left).map_or(wanted, |it| it.min(wanted)))
    }

    fn came(&self, bytes: usize) {
        self.0.borrow_mut().left -= bytes as u64;
        self.moved(bytes);
    }
}

/// A socket with a counter.
#[derive(Debug)]
pub struct Socket {
    socket: TcpStream,
    meter: Meter,
}

impl Socket {
    fn patiently(
        &mut self,
        limit: fn(&TcpStream, Option<Duration>) -> io::Result<()>,
        act: &mut dyn FnMut(&mut TcpStream) -> io::Result<usize>,
    ) -> io::Result<usize> {
        loop {
            limit(&self.socket, Some(self.meter.patience()?))?;
            match act(&mut self.socket) {
                // Whether that was long enough says the counter.
                Err(why) if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                other => return other,
            }
        }
    }
}

impl Read for Socket {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let room = self.meter.room(into.len())?;
        let into = &mut into[..room];
        let read = self.patiently(TcpStream::set_read_timeout, &mut |it| it.read(into))?;
        self.meter.came(read);
        Ok(read)
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.patiently(TcpStream::set_write_timeout, &mut |it| it.write(bytes))?;
        self.meter.moved(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

/// A line to a server.
#[derive(Debug)]
pub enum Connection {
    /// Everybody on the way can read it.
    Plain(Socket),
    /// Nobody can.
    Private(Box<StreamOwned<ClientConnection, Socket>>),
}

/// Opens a line, with a first answer expected.
///
/// # Errors
/// Why it cannot be opened.
pub fn open(host: &str, port: u16, limits: Limits) -> Result<Socket, String> {
    let addresses = (host, port).to_socket_addrs();
    let addresses = addresses.map_err(|it| format!("unknown host: {it}"))?;
    let addresses = Vec::from_iter(addresses);
    let end = Instant::now() + limits.quiet;
    let mut last = "unknown host".to_owned();
    for (at, address) in addresses.iter().enumerate() {
        // Each of them gets its share of the time: the first may be one that swallows all.
        let others = u32::try_from(addresses.len() - at).unwrap_or(u32::MAX);
        let left = end.saturating_duration_since(Instant::now()) / others;
        match TcpStream::connect_timeout(address, left.max(Duration::from_millis(1))) {
            Ok(socket) => {
                // Each command waits for its answer: nothing is gained by gathering bytes first.
                let _ = socket.set_nodelay(true);
                let meter = Meter::new(limits);
                return Ok(Socket { socket, meter });
            }
            Err(error) => last = error.to_string(),
        }
    }
    Err(last)
}

impl Connection {
    /// Its counter.
    pub fn meter(&self) -> Meter {
        match self {
            Connection::Plain(socket) => socket.meter.clone(),
            Connection::Private(stream) => stream.sock.meter.clone(),
        }
    }

    /// Whether nobody on the way can read it.
    pub fn is_private(&self) -> bool {
        matches!(self, Connection::Private(_))
    }

    /// Closes it for both sides.
    pub fn close(&self) {
        let socket = match self {
            Connection::Plain(socket) => socket,
            Connection::Private(stream) => &stream.sock,
        };
        // It may have been closed by the other side.
        let _ = socket.socket.shutdown(Shutdown::Both);
    }
}

impl Socket {
    /// Makes the line private: the server proves to be this one, by the certificates of this
    /// machine or those that the referee trusts (PEM).
    ///
    /// # Errors
    /// Why it cannot be made private.
    pub fn private(mut self, host: &str, authorities: Option<&[u8]>) -> Result<Connection, String> {
        let name = ServerName::try_from(host.to_owned());
        let name = name.map_err(|_| format!("`{host}` is not the name of a server"))?;
        let config = Arc::new(trust::config(authorities)?);
        let connection = ClientConnection::new(config, name);
        let mut connection = connection.map_err(|it| it.to_string())?;
        self.meter.answer(ANSWER_BYTES_MAX);
        while connection.is_handshaking() {
            let went = connection.complete_io(&mut self);
            went.map_err(|it| trust::words(&it, host, authorities.is_some()))?;
        }
        self.meter.answer(ANSWER_BYTES_MAX);
        Ok(Connection::Private(Box::new(StreamOwned::new(
            connection, self,
        ))))
    }
}

impl Read for Connection {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Connection::Plain(socket) => socket.read(into),
            Connection::Private(stream) => stream.read(into),
        }
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Connection::Plain(socket) => socket.write(bytes),
            Connection::Private(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Connection::Plain(socket) => socket.flush(),
            Connection::Private(stream) => stream.flush(),
        }
    }
}
