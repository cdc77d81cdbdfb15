//! The text of an HTML mail, as lines, a quotation marked by `> `. What is struck out is left out;
//! what a reader may not see is marked.
//!
//! A library splits the text into tags and words (and knows the thousands of entities); what tags
//! mean for lines is decided here. No tree is built, so the work grows with the length alone,
//! however deep the tags are nested; which elements are open is known all the same, as far as
//! browsers agree on it (`open`).
//!
//! Not here: which lines are live (`cut`), which part of a mail is read (`body`), and what may hide
//! text (`usual`).

use super::open::{Open, Opened, is_block};
use super::usual::{look, sheet_is_usual};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Attributes that one tag may have: the library compares each with all before it.
const ATTRIBUTES_MAX: usize = 200;
/// How deep a quotation is marked.
const QUOTES_MAX: usize = 5;
/// A line across the page, as programs that write plain text draw it.
const RULE: &str = "________________________________";

/// What a reader sees of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    /// Its lines.
    pub lines: Vec<String>,
    /// Whether words were left out because they are struck out.
    pub struck: bool,
    /// Lines with text that a reader may not see, counted from 0.
    pub odd: BTreeSet<usize>,
    /// Whether that may be so of any, for what a style sheet says.
    pub all_odd: bool,
    /// The first line of what is quoted, or of a signature, as elements say; `None`: none says it.
    pub border: Option<usize>,
}

/// What a reader sees; `None` if the text is made to keep a reader busy.
pub fn seen(html: &str) -> Option<Seen> {
    if has_swollen_tag(html.as_bytes()) {
        return None;
    }
    let mut page = read(html, |_| false);
    page.break_line();
    page.end_sheet();
    Some(page.seen)
}

/// The lines above what is quoted, where elements say what is; the rest is not looked at.
pub fn above_border(html: &str) -> Option<Vec<String>> {
    if has_swollen_tag(html.as_bytes()) {
        return None;
    }
    let mut seen = read(html, |it| it.seen.border.is_some()).seen;
    seen.lines.truncate(seen.border?);
    Some(seen.lines)
}

/// How much is read before it is asked whether that is enough.
const PIECE_BYTES: usize = 4 * 1024;

/// Reads a text until that is enough.
fn read(html: &str, enough: impl Fn(&Page) -> bool) -> Page {
    let sink = Sink(RefCell::new(Page::default()));
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let mut rest = html;
    while !rest.is_empty() && !enough(&tokenizer.sink.0.borrow()) {
        let (piece, more) = rest.split_at(rest.ceil_char_boundary(PIECE_BYTES));
        rest = more;
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(piece));
        // The library stops at scripts, which we never hand back to it.
        while !input.is_empty() {
            let _ = tokenizer.feed(&input);
        }
    }
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

/// What names of the elements hold that programs put around what they quote, and around
/// signatures: `gmail_quote`, `yahoo_quoted`, `moz-cite-prefix`, `divRplyFwdMsg`, `zmail_extra`,
/// `isReplyContent`, `mail-editor-reference-message-container`, `ms-outlook-mobile-signature`.
const BORDERS: [&str; 10] = [
    "quote",
    "cite",
    "signature",
    "rplyfwd",
    "appendonsend",
    "replycontent",
    "reference-message",
    "zmail_extra",
    "reply-intro",
    "gmail_attr",
];

/// Whether what follows in a mail, or is in this element, is not its writer's text any more.
fn is_border(tag: &Tag) -> bool {
    if &*tag.name == "blockquote" {
        return true;
    }
    let named = |name| {
        attribute(tag, name)
            .unwrap_or_default()
            .to_ascii_lowercase()
    };
    ["id", "class", "name", "type", "data-type"]
        .into_iter()
        .any(|key| {
            let name = named(key);
            BORDERS.iter().any(|it| name.contains(it))
        })
}

/// The charset that a text names in its own head, where the mail names none.
pub fn charset(bytes: &[u8]) -> Option<String> {
    const HEAD: usize = 1_024;
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).to_ascii_lowercase();
    let at = head.find("charset=")? + "charset=".len();
    let name = head[at..].trim_start_matches(['"', '\'']);
    let end = name.find(|it: char| !it.is_ascii_alphanumeric() && !"-_".contains(it));
    let name = &name[..end.unwrap_or(name.len())];
    (!name.is_empty()).then(|| name.to_owned())
}

/// Whether a tag has more attributes than any that a program or a person writes.
fn has_swollen_tag(html: &[u8]) -> bool {
    let (mut inside, mut quote, mut gaps, mut last) = (false, None, 0, b' ');
    for byte in html {
        match (inside, quote) {
            (false, _) => {
                inside = last == b'<' && byte.is_ascii_alphabetic();
                gaps = 0;
            }
            (true, Some(mark)) if mark == *byte => quote = None,
            (true, Some(_)) => {}
            (true, None) => match byte {
                b'>' => inside = false,
                b'"' | b'\'' if last == b'=' => quote = Some(*byte),
                b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' | b'/' => gaps += 1,
                _ => {}
            },
        }
        if gaps > ATTRIBUTES_MAX {
            return true;
        }
        // Spaces between `=` and its value do not count.
        if !byte.is_ascii_whitespace() || last != b'=' {
            last = *byte;
        }
    }
    false
}

/// Listens for all that is seen.
struct Sink(RefCell<Page>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut page = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => page.write(&text),
            Token::TagToken(tag) => return page.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// How the text inside an element is to be split: not all of it holds tags.
fn raw(name: &str) -> TokenSinkResult<()> {
    match name {
        "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
            TokenSinkResult::RawData(RawKind::Rawtext)
        }
        _ => TokenSinkResult::Continue,
    }
}

/// What has been read so far.
#[derive(Default)]
struct Page {
    seen: Seen,
    line: String,
    /// Whether a space waits to be written before the next word.
    gap: bool,
    /// Whether words of this line are struck out.
    struck: bool,
    /// Whether it holds text that a reader may not see.
    odd: bool,
    open: Open,
    /// The style sheet that is open.
    sheet: Option<String>,
}

impl Page {
    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        let seen = !self.open.look().unseen;
        match (tag.kind, name) {
            (_, "br") if seen => self.end_line(),
            (TagKind::StartTag, "hr") if seen => {
                self.break_line();
                self.write(RULE);
                self.break_line();
            }
            (_, "br" | "hr") => {}
            (TagKind::StartTag, _) => return self.start(tag),
            (TagKind::EndTag, _) => self.end(name),
        }
        TokenSinkResult::Continue
    }

    fn start(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        self.open.make_room(name);
        let look = self.open.look().and(look(tag));
        if is_block(name) && !look.unseen {
            self.break_line();
        }
        if self.seen.border.is_none() && is_border(tag) {
            self.seen.border = Some(self.seen.lines.len() + usize::from(!self.line.is_empty()));
        }
        if matches!(name, "td" | "th") {
            self.gap = true;
        }
        if name == "style" {
            self.end_sheet();
            self.sheet = Some(String::new());
        }
        self.open.push(Opened::new(&tag.name, look));
        raw(name)
    }

    /// Looks at a style sheet that is over.
    fn end_sheet(&mut self) {
        let sheet = self.sheet.take();
        self.seen.all_odd |= sheet.is_some_and(|it| !sheet_is_usual(&it));
    }

    fn end(&mut self, name: &str) {
        if is_block(name) && !self.open.look().unseen {
            self.break_line();
        }
        if name == "style" {
            self.end_sheet();
        }
        self.open.end(name);
    }

    fn write(&mut self, text: &str) {
        if let Some(sheet) = self.sheet.as_mut() {
            sheet.push_str(text);
            return;
        }
        let look = self.open.look();
        if look.unseen {
            return;
        }
        if look.struck {
            let words = text.contains(|it: char| !it.is_whitespace());
            self.struck |= words;
            self.seen.struck |= words && !self.open.has("blockquote");
            self.gap |= text.contains(char::is_whitespace);
            return;
        }
        self.odd |= look.odd && text.contains(|it: char| !it.is_whitespace());
        let as_it_is = self.open.has("pre");
        for letter in text.chars() {
            match letter {
                '\n' if as_it_is => self.end_line(),
                '\r' if as_it_is => {}
                ' ' | '\t' | '\n' | '\r' | '\u{c}' if !as_it_is => self.gap = true,
                _ => {
                    if std::mem::take(&mut self.gap) && !self.line.is_empty() {
                        self.line.push(' ');
                    }
                    self.line.push(letter);
                }
            }
        }
    }

    /// Ends the line, if there is anything on it.
    fn break_line(&mut self) {
        self.gap = false;
        if !self.line.is_empty() {
            self.end_line();
        }
        self.struck = false;
    }

    /// Ends the line, empty or not; one that was struck out as a whole is none.
    fn end_line(&mut self) {
        self.gap = false;
        if std::mem::take(&mut self.struck) && self.line.trim().is_empty() {
            self.line.clear();
            self.odd = false;
            return;
        }
        let quotes = self.open.count("blockquote");
        let mut line = "> ".repeat(quotes.min(QUOTES_MAX));
        line.push_str(&std::mem::take(&mut self.line));
        if std::mem::take(&mut self.odd) {
            self.seen.odd.insert(self.seen.lines.len());
        }
        self.seen.lines.push(line);
    }
}

/// What a tag says of that name.
fn attribute<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    let found = tag.attrs.iter().find(|it| &*it.name.local == name);
    found.map(|it| &*it.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, lines: &[&str]) {
        assert_eq!(seen(html).unwrap().lines, lines, "{html}");
    }

    #[test]
    fn lines_are_those_that_a_reader_sees() {
        check(
            "<div>#orders a b</div><div>SHIP S1</div>",
            &["#orders a b", "SHIP S1"],
        );
        check("one<br>two<br/><br />three", &["one", "two", "", "three"]);
        check(
            "<div>one</div><div><br></div><div>two</div>",
            &["one", "", "two"],
        );
        check(
            "<p>one\n  and\tmore</p>\n<p>two</p>",
            &["one and more", "two"],
        );
        check(
            "<pre>one\n  two\n\nthree</pre>",
            &["one", "  two", "", "three"],
        );
        check("<ul><li>one<li>two</ul>", &["one", "two"]);
        check(
            "<table><tr><td>MOVE</td><td>A B</td></tr><tr><td>x</table>",
            &["MOVE A B", "x"],
        );
        check("a<hr>b", &["a", RULE, "b"]);
    }

    #[test]
    fn entities_and_what_nobody_sees() {
        check(
            "C&oacute;rdoba &gt;&nbsp;4 &amp; &#8594; 5&quot;",
            &["Córdoba >\u{a0}4 & → 5\""],
        );
        let head = "<head><title>a</title><style>p > q { } </style></head>";
        check(
            &format!("{head}<script>if (a < b) '<p>'</script><body>c"),
            &["c"],
        );
        check("a<!-- <div>b</div> -->c", &["ac"]);
        check("a <b>bold</b><i>er</i> <o:p></o:p>word", &["a bolder word"]);
    }

    #[test]
    fn quotations_are_marked_and_end() {
        check(
            "new<blockquote>old<blockquote>older</blockquote><div>old</div></blockquote>new",
            &["new", "> old", "> > older", "> old", "new"],
        );
        // What is not closed, or closed twice, does not swallow the rest.
        check(
            "<blockquote><div><div>old</blockquote></div></div></blockquote>new",
            &["> old", "new"],
        );
        check("<blockquote>a<br><br>b</blockquote>", &["> a", "> ", "> b"]);
    }

    #[test]
    fn what_is_made_to_keep_a_reader_busy() {
        let swollen = format!("<a {}>", "b ".repeat(300));
        assert_eq!(seen(&swollen), None);
        assert_eq!(seen(&format!("<a{}>", "/b".repeat(300))), None);
        let picture = format!("<img src=\"data:{}\">x", "ab /\n".repeat(10_000));
        check(&picture, &["x"]);
        check(&format!("<img src = '{}'>x", "a b".repeat(1_000)), &["x"]);
        check(&"a < b ".repeat(2), &["a < b a < b"]);
        let deep = format!("{}x", "<div><blockquote>".repeat(50_000));
        check(&deep, &["> > > > > x"]);
        assert!(seen(&"</div>".repeat(100_000)).unwrap().lines.is_empty());
    }

    #[test]
    fn a_charset_in_the_head() {
        let named = |text: &str| charset(text.as_bytes());
        assert_eq!(named("<meta charset=\"UTF-8\">").as_deref(), Some("utf-8"));
        let old = "<META http-equiv=Content-Type content=\"text/html; charset=koi8-r\">";
        assert_eq!(named(old).as_deref(), Some("koi8-r"));
        assert_eq!(named("<p>charset=</p>"), None);
    }

    /// What may hide text is read, and reported.
    #[test]
    fn what_a_reader_may_not_see_is_marked() {
        for html in [
            "<p style='display:none'>b</p>",
            "<p hidden>b</p>",
            "<dialog>b</dialog>",
            "<noscript>b</noscript>",
            "<svg><text>b</text></svg>",
            "<details>b</details>",
            "<select><option>b</select>",
            "<font color=white>b</font>",
            "<table bgcolor=black><tr><td>b</table>",
            "<div style='display:none'><div>b</div></div>",
            "<div style='display:none'><table><tr><td></div>b</table></div>",
            "<span style='color:#fff'><b>b</b></span>",
            "<p onclick='a()'>b</p>",
        ] {
            let got = seen(&format!("<div>a</div>{html}<div>c</div>")).unwrap();
            assert_eq!(got.lines, ["a", "b", "c"], "{html}");
            assert!(!got.all_odd && got.odd.contains(&1), "{html}: {got:?}");
            assert!(
                !got.odd.contains(&0) && !got.odd.contains(&2),
                "{html}: {got:?}"
            );
        }
        let sheet = "<style>.x { display: none }</style>";
        for html in [
            format!("{sheet}a<p class=x>b"),
            format!("a<p class=x>b</p>{sheet}"),
        ] {
            assert!(seen(&html).unwrap().all_odd, "{html}");
        }
        let usual = "<style>p { margin: 0 }</style><p class=x style='color:#222'>b</p>";
        let got = seen(usual).unwrap();
        assert!(!got.all_odd && got.odd.is_empty(), "{got:?}");
    }

    #[test]
    fn what_is_struck_out_is_not_read() {
        for struck in [
            "<s>PLAY A</s>",
            "<strike>PLAY <b>A</b></strike>",
            "<del>PLAY A</del>",
            "<span style='text-decoration: underline line-through'>PLAY A</span>",
        ] {
            let got = seen(&format!("one<br>{struck}<br>two {struck} three")).unwrap();
            assert_eq!(got.lines, ["one", "two three"], "{struck}");
            assert!(got.struck);
        }
        let old = seen("<blockquote><s>a</s></blockquote>b").unwrap();
        assert!(!old.struck);
    }
}
