//! Choosing the parts of a mail that hold what the player wrote, and giving them as lines.
//!
//! The text parts of the mail, joined (some programs split one text around a picture); of
//! alternatives the first that holds plain text; text files attached only if there is no block
//! in the text itself. HTML only if there is no plain text at all, or if it alone holds a block.
//! Never a forwarded mail. Not here: finding the block and reading it (`lang`), and what tags
//! mean (`html`).

use super::charset;
use super::cut::{self, Place, unquoted};
use super::flowed::unflow;
use super::fold::fold;
use super::html;
use super::mime::MimePart;

/// Lines read of one mail, and of each attached file. A report quoted in full has some 300; the
/// longest sheet fewer.
pub const LINES_MAX: usize = 2000;
/// Characters read of one line. The longest order line is under 200.
pub const LINE_CHARS_MAX: usize = 4_000;
/// How many attached files are looked into.
pub const FILES_MAX: usize = 3;

/// How large a picture in the text may be, encoded, of which nothing is said.
const LOGO_BYTES_MAX: usize = 40_000;

/// Characters shown of the name of a file.
const NAME_CHARS_MAX: usize = 40;

/// Characters shown of a line that was not read.
const DOUBT_CHARS_MAX: usize = 40;

/// One line of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailLine {
    /// The line with everything undone that mail programs do to text; what the reader gets.
    pub text: String,
    /// The line as written, for the echo and for [`super::fold::Repairs::of`].
    pub raw: String,
    /// Whether it counts.
    pub place: Place,
    /// Whether its end was left out, for it is too long.
    pub cut: bool,
    /// Whether it is after the border that the mail's HTML shows between what was written and
    /// what is quoted.
    pub beyond: bool,
    /// Whether it is in HTML that may hide it from its reader.
    pub odd: bool,
}

impl MailLine {
    /// Whether it is the player's own text, to be read.
    pub fn is_live(&self) -> bool {
        self.place == Place::Live
    }
}

/// What a mail says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Text, at least one line of it not blank.
    Text(Vec<MailLine>),
    /// Nothing but HTML that no mail program writes.
    HtmlOnly,
    /// Nothing but `winmail.dat`, a format of Outlook's own.
    Winmail,
    /// Encrypted, or signed so that it cannot be read without tools.
    Sealed,
    /// No text at all.
    Empty,
    /// Its words are longer than [`super::parse::MAIL_BYTES_MAX`].
    TooBig,
    /// The parts could not be separated.
    Unreadable,
}

impl Body {
    /// The lines, live or not; none unless it is text.
    pub fn lines(&self) -> &[MailLine] {
        match self {
            Body::Text(lines) => lines,
            Body::HtmlOnly
            | Body::Winmail
            | Body::Sealed
            | Body::Empty
            | Body::TooBig
            | Body::Unreadable => &[],
        }
    }

    /// For the receipt, if nothing could be read: what is wrong and what to do.
    pub fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Body::Text(_) => return None,
            Body::HtmlOnly => {
                "Your mail contains only HTML of a kind that cannot be read here. \
                 Please send it again as plain text: most mail programs call this \
                 \"plain text mode\" or \"make plain text\"."
            }
            Body::Winmail => {
                "Your mail contains only a file `winmail.dat`, in a format of Outlook's own, and \
                 was not read. Please send it again as plain text: \
                 Format Text, then Plain Text."
            }
            Body::Sealed => {
                "Your mail is encrypted, and there is no key for it here. \
                 Please send it again without encryption."
            }
            Body::Empty => {
                "Your mail contains no text. Please write your orders into the mail itself, \
                 or attach them as a file whose name ends in `.txt`."
            }
            Body::TooBig => {
                "The text of your mail is longer than one megabyte and was not read. \
                 Please send your orders as plain text in a new mail."
            }
            Body::Unreadable => {
                "Your mail is damaged and could not be read. \
                 Please send your orders again as plain text in a new mail."
            }
        })
    }

    /// Whether a live line begins like an opener.
    pub fn has_opener(&self) -> bool {
        opens(self.lines())
    }
}

/// Reads the body of a mail; sentences for the receipt go to `notes`, names of files that came with
/// it and hold nothing that is read to `unread`.
pub fn read(root: &MimePart<'_>, notes: &mut Vec<String>, unread: &mut Vec<String>) -> Body {
    let mut found = BodyParts::default();
    found.gather(root);
    if root.children.is_empty() && found.texts.is_empty() && root.kind.is("text", "plain") {
        // The whole mail is called an attachment, as some phones send a shared note.
        found.texts.append(&mut found.files);
    }
    let texts = found.texts.iter().flat_map(|it| raw_lines(it, notes));
    let mut texts: Vec<String> = texts.collect();
    // Some programs put into the plain text no more than that there is HTML.
    let any_opener = |lines: &[String]| {
        let mut lines = lines.iter().take(LINES_MAX).map(|it| fold(it));
        lines.any(|it| cut::is_opener(unquoted(&it)))
    };
    let plain = !texts.is_empty();
    let mut from_html = false;
    let mut border = None;
    let mut odd: Vec<bool> = Vec::new();
    if !any_opener(&texts) {
        let mut own = Vec::new();
        let pages = found.html.iter().filter_map(|it| html_lines(it, &mut own));
        let pages: Vec<Page> = pages.collect();
        let shown = pages.first().and_then(|it| it.border);
        odd = pages.iter().flat_map(|it| it.odd.iter().copied()).collect();
        let pages: Vec<String> = pages.into_iter().flat_map(|it| it.lines).collect();
        from_html = !plain || (live_opener(&pages) && !holds(&texts, &pages));
        if from_html {
            texts = pages;
            border = shown.map(|it| above_attribution(&texts, it));
            notes.append(&mut own);
        }
    }
    if starts_sealed(&texts) {
        return Body::Sealed;
    }
    if !from_html {
        border = found.html.first().and_then(|it| border_in(&texts, it));
    }
    let mut lines = placed(texts, notes);
    let beyond = lines.iter_mut().skip(border.unwrap_or(usize::MAX));
    beyond.for_each(|it| it.beyond = true);
    let odd = odd.into_iter().filter(|_| from_html);
    lines.iter_mut().zip(odd).for_each(|(it, odd)| it.odd = odd);
    let opened = opens(&lines);
    if opened && from_html {
        let why = if plain {
            "no orders in plain text"
        } else {
            "no plain text"
        };
        notes.push(format!("Your mail contains {why}; its HTML was read."));
    }
    unread.extend(found.others.iter().map(|it| named(it)));
    if opened {
        unread.extend(found.files.iter().map(|it| named(it)));
    } else {
        lines.extend(attached(&found.files, notes, unread));
    }
    shorten(&mut lines);
    if lines.iter().any(|it| !it.text.is_empty()) {
        return Body::Text(lines);
    }
    match found {
        BodyParts { sealed: true, .. } => Body::Sealed,
        BodyParts { winmail: true, .. } => Body::Winmail,
        BodyParts { html, .. } if html.iter().any(is_unreadable) => Body::HtmlOnly,
        _ => Body::Empty,
    }
}

/// The parts of interest, in order.
#[derive(Default)]
struct BodyParts<'p, 'a> {
    texts: Vec<&'p MimePart<'a>>,
    files: Vec<&'p MimePart<'a>>,
    html: Vec<&'p MimePart<'a>>,
    /// What somebody has attached of other kinds.
    others: Vec<&'p MimePart<'a>>,
    winmail: bool,
    sealed: bool,
}

impl<'p, 'a> BodyParts<'p, 'a> {
    fn gather(&mut self, part: &'p MimePart<'a>) {
        match (part.kind.main.as_str(), part.kind.sub.as_str()) {
            ("multipart", "alternative") => self.gather_first(&part.children, has_texts),
            ("multipart", "related") => {
                self.gather_first(&part.children, |_| true);
                // Pictures of a page and of signatures.
                self.others.retain(|it| it.is_attached());
            }
            ("multipart", "encrypted") => self.sealed = true,
            // A digest holds whole mails of others, as message/rfc822 does.
            ("multipart", "digest") | ("message", _) => {}
            ("multipart", _) => part.children.iter().for_each(|it| self.gather(it)),
            _ => self.leaf(part),
        }
    }

    /// The texts of the first part that will do, files from all.
    fn gather_first(&mut self, parts: &'p [MimePart<'a>], will_do: fn(&BodyParts<'_, '_>) -> bool) {
        let mut chosen = false;
        for part in parts {
            let mut inner = BodyParts::default();
            inner.gather(part);
            if !chosen && will_do(&inner) {
                chosen = true;
                self.texts.append(&mut inner.texts);
            }
            self.files.append(&mut inner.files);
            self.html.append(&mut inner.html);
            self.others.append(&mut inner.others);
            self.winmail |= inner.winmail;
            self.sealed |= inner.sealed;
        }
    }

    fn leaf(&mut self, part: &'p MimePart<'a>) {
        let name = part.file_name().unwrap_or_default().to_lowercase();
        let kind = (part.kind.main.as_str(), part.kind.sub.as_str());
        match kind {
            ("application", "ms-tnef" | "vnd.ms-tnef") => self.winmail = true,
            _ if name == "winmail.dat" => self.winmail = true,
            ("application", "pkcs7-mime" | "x-pkcs7-mime") => self.sealed = true,
            ("text", "plain" | "markdown") if name.is_empty() && !part.is_attached() => {
                self.texts.extend(has_ink(part.bytes).then_some(part));
            }
            ("text", "html") if !part.is_attached() => self.html.push(part),
            ("text", "plain") | ("application", "octet-stream") => self.files.push(part),
            _ if name.ends_with(".txt") => self.files.push(part),
            // What programs add by themselves.
            ("text", "calendar" | "vcard" | "x-vcard") | ("application", "pgp-signature") => {}
            ("application", "pgp-keys" | "pkcs7-signature" | "x-pkcs7-signature") => {}
            // The logo of a signature.
            ("image", _) if !part.is_attached() && part.bytes.len() < LOGO_BYTES_MAX => {}
            _ if !name.is_empty() || part.is_attached() => self.others.push(part),
            _ => {}
        }
    }
}

fn has_texts(found: &BodyParts<'_, '_>) -> bool {
    !found.texts.is_empty()
}

/// Whether there is anything but spaces; good enough before decoding.
fn has_ink(bytes: &[u8]) -> bool {
    bytes.iter().any(|it| !it.is_ascii_whitespace())
}

/// The name of a file, as it is reported.
fn named(file: &MimePart<'_>) -> String {
    called(&file.file_name().unwrap_or_default())
}

/// A file of this name as it is reported.
pub(super) fn called(name: &str) -> String {
    let name = super::address::header_text(name);
    if name.is_empty() {
        "a file without a name".to_owned()
    } else {
        format!(
            "`{}`",
            name.chars().take(NAME_CHARS_MAX).collect::<String>()
        )
    }
}

/// The lines of attached files that hold an opener; the others are not read.
fn attached(
    files: &[&MimePart<'_>],
    notes: &mut Vec<String>,
    unread: &mut Vec<String>,
) -> Vec<MailLine> {
    let mut all = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let mut own = Vec::new();
        let lines = if at < FILES_MAX {
            placed(raw_lines(file, &mut own), &mut own)
        } else {
            Vec::new()
        };
        if !opens(&lines) {
            unread.push(named(file));
            continue;
        }
        notes.push(format!(
            "Your orders were read from the attached file {}.",
            named(file)
        ));
        notes.append(&mut own);
        all.extend(lines);
    }
    all
}

/// A part as lines: decoded, out of its armour, joined again if it was flowed.
fn raw_lines(part: &MimePart<'_>, notes: &mut Vec<String>) -> Vec<String> {
    let decoded = charset::decode(&part.decoded(), part.kind.param("charset"));
    notes.extend(decoded.note);
    let lines = without_armour(split_lines(&decoded.text));
    let says = |name: &str, value: &str| {
        let said = part.kind.param(name);
        said.is_some_and(|it| it.eq_ignore_ascii_case(value))
    };
    if says("format", "flowed") {
        unflow(&lines, says("delsp", "yes"))
    } else {
        lines
    }
}

/// The first line of a text that is not its writer's, as the HTML of the same mail shows; `None`:
/// it shows none, or its words above it are not those at the top of the text.
fn border_in(texts: &[String], page: &MimePart<'_>) -> Option<usize> {
    let above = html::above_border(&page_text(page).text)?;
    let above = &above[..above_attribution(&above, above.len())];
    let letters = |line: &str| -> Vec<char> {
        let folded = fold(line).to_lowercase();
        folded.chars().filter(|it| it.is_alphanumeric()).collect()
    };
    let wanted: Vec<char> = above.iter().flat_map(|it| letters(it)).collect();
    let mut rest = wanted.as_slice();
    for (at, line) in texts.iter().take(LINES_MAX).enumerate() {
        if rest.is_empty() {
            return Some(at);
        }
        rest = rest.strip_prefix(letters(line).as_slice())?;
    }
    None
}

/// Whether a text holds the words that a page holds above what it quotes: then it is the same mail
/// in plain text.
fn holds(texts: &[String], pages: &[String]) -> bool {
    let letters = |lines: &[String]| -> String {
        let lines = lines.iter().take(LINES_MAX).flat_map(|it| it.chars());
        lines
            .filter(|it| it.is_alphanumeric())
            .take(WORDS_CHARS_MAX)
            .collect()
    };
    letters(texts).contains(&letters(pages))
}

/// Letters of a page that are looked for in the text beside it.
const WORDS_CHARS_MAX: usize = 400;

/// Where the attribution begins that ends before this line, or the line if there is none.
fn above_attribution(lines: &[String], border: usize) -> usize {
    let above: Vec<&str> = lines[..border].iter().map(String::as_str).collect();
    border - cut::attribution_above(&above)
}

/// A part of HTML, decoded.
fn page_text(part: &MimePart<'_>) -> charset::Decoded {
    let bytes = part.decoded();
    let named = part.kind.param("charset").map(str::to_owned);
    let named = named.or_else(|| html::charset(&bytes));
    charset::decode(&bytes, named.as_deref())
}

/// A part of HTML as lines, and which of them are not its writer's.
struct Page {
    lines: Vec<String>,
    /// Which of them a reader may not see.
    odd: Vec<bool>,
    border: Option<usize>,
}

/// A part of HTML as lines; `None` if it cannot be read.
fn html_lines(part: &MimePart<'_>, notes: &mut Vec<String>) -> Option<Page> {
    let decoded = page_text(part);
    notes.extend(decoded.note);
    let seen = html::seen(&decoded.text)?;
    if seen.struck {
        notes.push("Text struck out in your mail was not read.".to_owned());
    }
    let count = seen.lines.len();
    let lines = without_armour(seen.lines);
    let whole = lines.len() == count;
    let is_odd = |at| seen.all_odd || !whole || seen.odd.contains(&at);
    Some(Page {
        border: seen.border.filter(|_| whole),
        odd: (0..lines.len()).map(is_odd).collect(),
        lines,
    })
}

/// Whether the lines of a page hold an opener that counts.
fn live_opener(lines: &[String]) -> bool {
    let texts: Vec<String> = lines.iter().take(LINES_MAX).map(|it| fold(it)).collect();
    let places = cut::places(&texts);
    let mut placed = texts.iter().zip(places);
    placed.any(|it| it.1 == Place::Live && cut::is_opener(it.0))
}

fn is_unreadable(part: &&MimePart<'_>) -> bool {
    html_lines(part, &mut Vec::new()).is_none()
}

/// Lines at every kind of line end there is.
fn split_lines(text: &str) -> Vec<String> {
    let ends = [
        '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
    ];
    let text = text.replace("\r\n", "\n");
    let text = text.strip_suffix('\n').unwrap_or(&text);
    text.split(ends).map(str::to_owned).collect()
}

/// Takes the frame of an inline PGP signature away, which nobody checks here.
fn without_armour(lines: Vec<String>) -> Vec<String> {
    const BEGIN: &str = "-----BEGIN PGP SIGNED MESSAGE-----";
    const SIGNATURE: &str = "-----BEGIN PGP SIGNATURE-----";
    const END: &str = "-----END PGP SIGNATURE-----";
    let Some(begin) = lines.iter().position(|it| it.trim() == BEGIN) else {
        return lines;
    };
    let mut out = lines[..begin].to_vec();
    // `Hash: …` and the like, up to a blank line.
    let mut rest = lines[begin..].iter().skip_while(|it| !it.trim().is_empty());
    rest.next();
    for line in rest.by_ref().take_while(|it| it.trim() != SIGNATURE) {
        out.push(line.strip_prefix("- ").unwrap_or(line).to_owned());
    }
    out.extend(rest.skip_while(|it| it.trim() != END).skip(1).cloned());
    out
}

fn starts_sealed(lines: &[String]) -> bool {
    let first = lines.iter().map(|it| it.trim()).find(|it| !it.is_empty());
    first == Some("-----BEGIN PGP MESSAGE-----")
}

/// Folds and places lines. Those beyond the limit go first, for placing them is work that grows
/// with the square of their number; it is said so if any of them might have counted.
fn placed(mut raw: Vec<String>, notes: &mut Vec<String>) -> Vec<MailLine> {
    let lost = raw.split_off(raw.len().min(LINES_MAX));
    let quoted = |it: &String| it.trim().is_empty() || it.trim_start().starts_with('>');
    if !lost.iter().all(quoted) {
        notes.push(format!(
            "Only the first {LINES_MAX} lines of your mail were read."
        ));
    }
    let texts: Vec<String> = raw.iter().map(|it| fold(it)).collect();
    let places = cut::places(&texts);
    let all = texts.into_iter().zip(raw).zip(places);
    let lines: Vec<MailLine> = all
        .map(|((text, raw), place)| {
            let is_live = place == Place::Live;
            MailLine {
                text: if is_live { own(text) } else { text },
                raw: if is_live { own(raw) } else { raw },
                place,
                cut: false,
                beyond: false,
                odd: false,
            }
        })
        .collect();
    notes.extend(doubts(&lines));
    lines
}

/// A live line without the mark that a mail server put before it.
fn own(line: String) -> String {
    let plain = cut::without_mbox_mark(line.trim_start()).map(str::to_owned);
    plain.unwrap_or(line)
}

/// What is reported of lines of a block that begin like a quotation.
fn doubts(lines: &[MailLine]) -> Option<String> {
    let mut doubtful = lines.iter().filter(|it| it.place == Place::Doubtful);
    let first: String = doubtful
        .next()?
        .text
        .trim()
        .chars()
        .take(DOUBT_CHARS_MAX)
        .collect();
    let hint = "if it is your own, delete the `>`";
    Some(match doubtful.count() {
        0 => format!(
            "The line `{first}` of your block begins like a quotation and was not read; {hint}."
        ),
        more => format!(
            "{} lines of your block begin like a quotation and were not read, the first is \
             `{first}`; {hint}.",
            more + 1
        ),
    })
}

fn opens(lines: &[MailLine]) -> bool {
    lines
        .iter()
        .any(|it| it.is_live() && cut::is_opener(&it.text))
}

/// Cuts lines that are too long.
fn shorten(lines: &mut [MailLine]) {
    for line in lines {
        let end = |it: &str| it.char_indices().nth(LINE_CHARS_MAX).map(|(at, _)| at);
        let Some(text_end) = end(&line.text) else {
            continue;
        };
        line.cut = true;
        line.text.truncate(text_end);
        line.raw.truncate(end(&line.raw).unwrap_or(line.raw.len()));
    }
}
