//! The text of an HTML mail, as lines: what a reader sees, a quotation marked by `> `.
//!
//! A library splits the text into tags and words (and knows the thousands of entities); what tags
//! mean for lines is decided here. No tree is built, so the work grows with the length alone,
//! however deep the tags are nested.
//!
//! Not here: which lines are live (`cut`), and which part of a mail is read (`body`).

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Attributes that one tag may have: the library compares each with all before it.
const ATTRIBUTES_MAX: usize = 200;
/// How deep a quotation is marked.
const QUOTES_MAX: usize = 5;
/// A line across the page, as programs that write plain text draw it.
const RULE: &str = "________________________________";

/// The lines of a text; `None` if it is made to keep a reader busy.
pub fn lines(html: &str) -> Option<Vec<String>> {
    if has_swollen_tag(html.as_bytes()) {
        return None;
    }
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    // The library stops at scripts, which we never hand back to it.
    while !input.is_empty() {
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    let mut page = tokenizer.sink.0.into_inner();
    page.break_line();
    Some(page.lines)
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
        // Blanks between `=` and its value do not count.
        if !byte.is_ascii_whitespace() || last != b'=' {
            last = *byte;
        }
    }
    false
}

#[derive(Default)]
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

/// What has been read so far.
#[derive(Default)]
struct Page {
    lines: Vec<String>,
    line: String,
    /// Whether a blank waits to be written before the next word.
    gap: bool,
    /// Elements that are open and matter, outermost first.
    open: Vec<String>,
    /// How many of each name are open.
    count: BTreeMap<String, usize>,
}

impl Page {
    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        match (tag.kind, name) {
            (_, "br") => self.end_line(),
            (TagKind::StartTag, "hr") => {
                self.break_line();
                self.write(RULE);
                self.break_line();
            }
            (TagKind::StartTag, "td" | "th") => self.gap = true,
            (TagKind::StartTag, _) => return self.start(name),
            (TagKind::EndTag, _) => self.end(name),
        }
        TokenSinkResult::Continue
    }

    fn start(&mut self, name: &str) -> TokenSinkResult<()> {
        if is_block(name) {
            self.break_line();
        }
        if is_block(name) || is_unseen(name) {
            self.open.push(name.to_owned());
            *self.count.entry(name.to_owned()).or_default() += 1;
        }
        match name {
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            "script" => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            _ => TokenSinkResult::Continue,
        }
    }

    /// Closes the innermost element of that name, and what was left open in it.
    fn end(&mut self, name: &str) {
        if is_block(name) {
            self.break_line();
        }
        if self.has(name) {
            while let Some(inner) = self.open.pop() {
                *self.count.entry(inner.clone()).or_default() -= 1;
                if inner == name {
                    break;
                }
            }
        }
    }

    fn has(&self, name: &str) -> bool {
        self.count.get(name).is_some_and(|it| *it > 0)
    }

    fn write(&mut self, text: &str) {
        if UNSEEN.iter().any(|it| self.has(it)) {
            return;
        }
        let as_it_is = self.has("pre");
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
    }

    /// Ends the line, empty or not.
    fn end_line(&mut self) {
        self.gap = false;
        let quotes = self.count.get("blockquote").copied().unwrap_or(0);
        let mut line = "> ".repeat(quotes.min(QUOTES_MAX));
        line.push_str(&std::mem::take(&mut self.line));
        self.lines.push(line);
    }
}

/// Elements whose text no reader sees, or which hold no text of the mail.
const UNSEEN: [&str; 4] = ["title", "style", "script", "head"];

fn is_unseen(name: &str) -> bool {
    UNSEEN.contains(&name)
}

/// Elements that begin and end a line.
fn is_block(name: &str) -> bool {
    const BLOCKS: [&str; 26] = [
        "address",
        "article",
        "blockquote",
        "body",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "li",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "textarea",
        "tr",
        "ul",
    ];
    BLOCKS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, lines: &[&str]) {
        assert_eq!(super::lines(html).unwrap(), lines, "{html}");
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
        assert_eq!(super::lines(&swollen), None);
        assert_eq!(super::lines(&format!("<a{}>", "/b".repeat(300))), None);
        let picture = format!("<img src=\"data:{}\">x", "ab /\n".repeat(10_000));
        check(&picture, &["x"]);
        check(&format!("<img src = '{}'>x", "a b".repeat(1_000)), &["x"]);
        check(&"a < b ".repeat(2), &["a < b a < b"]);
        let deep = format!("{}x", "<div><blockquote>".repeat(50_000));
        check(&deep, &["> > > > > x"]);
        assert!(super::lines(&"</div>".repeat(100_000)).unwrap().is_empty());
    }

    #[test]
    fn a_charset_in_the_head() {
        let named = |text: &str| charset(text.as_bytes());
        assert_eq!(named("<meta charset=\"UTF-8\">").as_deref(), Some("utf-8"));
        let old = "<META http-equiv=Content-Type content=\"text/html; charset=koi8-r\">";
        assert_eq!(named(old).as_deref(), Some("koi8-r"));
        assert_eq!(named("<p>charset=</p>"), None);
    }
}
