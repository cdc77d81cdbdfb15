//! Mails of the demo's players, as real mail programs write them.

use super::script::{MailScript, Shape};
use crate::clock::Moment;
use crate::desk::club::open::Club;

/// A mail as a mail program writes it, with orders below this line.
///
/// # Errors
/// The report that it answers cannot be read.
pub(super) fn written(
    club: &Club,
    opener: &str,
    mail: &MailScript,
    answered: Option<&str>,
    now: Moment,
) -> anyhow::Result<Vec<u8>> {
    let report = match answered {
        Some(file) => club.fs.read(&club.layout.path("mail/out").join(file))?,
        None => Vec::new(),
    };
    let report = String::from_utf8_lossy(&report).into_owned();
    let header = |name: &str| {
        let mut lines = report.lines();
        let start = format!("{name}: ");
        let line = lines.find(|it| it.starts_with(&start))?;
        // A long one goes on in the next lines.
        let more = lines.take_while(|it| it.starts_with([' ', '\t']));
        let parts = std::iter::once(&line[start.len()..]).chain(more);
        let parts: Vec<&str> = parts.map(str::trim).collect();
        Some(parts.join(" "))
    };
    let reply_to = header("Reply-To").unwrap_or_else(|| club.house.address());
    let (from, to) = match mail.shape {
        Shape::Stranger => ("mallory@elsewhere.example".to_owned(), club.house.address()),
        _ => (header("To").unwrap_or_default(), reply_to),
    };
    let seat = mail.seat;
    let block = format!("{opener}\n{}\n#end\n", mail.orders.trim_end());
    let subject = header("Subject").unwrap_or_default();
    let id = header("Message-ID").unwrap_or_default();
    let head = format!(
        "From: {from}\nTo: {to}\nSubject: Re: {subject}\nDate: {}\n\
         Message-ID: <{}.{seat}@mail.example>\nIn-Reply-To: {id}\nReferences: {id}\n\
         MIME-Version: 1.0\n",
        now.for_mail(),
        now.seconds(),
    );
    Ok(format!("{head}{}", body(mail.shape, &block, &report)).into_bytes())
}

fn body(shape: Shape, block: &str, report: &str) -> String {
    let plain = "Content-Type: text/plain; charset=utf-8\n";
    match shape {
        Shape::Plain | Shape::Twice | Shape::Stranger => format!("{plain}\n{block}"),
        Shape::AboveQuote => {
            let (_, text) = report.split_once("\r\n\r\n").unwrap_or_default();
            let quoted: String = text.lines().map(|it| format!("> {it}\n")).collect();
            let words = "Hello,\n\nhere are mine:";
            format!("{plain}\n{words}\n\n{block}\nOn Monday the club wrote:\n{quoted}")
        }
        Shape::Alternative => format!(
            "Content-Type: multipart/alternative; boundary=\"b1\"\n\n--b1\n\
             Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{}\n\
             --b1\nContent-Type: text/html; charset=utf-8\n\n\
             <p>The same, with colours.</p>\n--b1--\n",
            base64(block.as_bytes())
        ),
        Shape::HtmlOnly => format!(
            "Content-Type: text/html; charset=utf-8\n\n<div>{}</div>\n",
            block.replace('\n', "<br>\n")
        ),
        Shape::Vacation => format!(
            "Auto-Submitted: auto-replied\n{plain}\nI am away until Monday and read no mail.\n"
        ),
    }
}

/// Base 64 in lines of 76, as mail programs write it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for (number, chunk) in bytes.chunks(3).enumerate() {
        if number > 0 && number % 19 == 0 {
            text.push('\n');
        }
        let bits = chunk
            .iter()
            .fold(0u32, |sum, it| (sum << 8) | u32::from(*it));
        let bits = bits << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = (bits >> (18 - 6 * place)) & 63;
            let letter = DIGITS[digit as usize] as char;
            text.push(if place <= chunk.len() { letter } else { '=' });
        }
    }
    text
}
