//! The text of an HTML mail, as lines: what a reader sees, a quotation marked by `> `. What no
//! reader sees, or sees struck out, is left out.
//!
//! A library splits the text into tags and words (and knows the thousands of entities); what tags
//! mean for lines is decided here. No tree is built, so the work grows with the length alone,
//! however deep the tags are nested; which elements are open is known all the same, as far as
//! browsers agree on it (`open`).
//!
//! Not here: which lines are live (`cut`), which part of a mail is read (`body`), and what styles
//! hide (`css`, `rules`, `look`).

use super::css::{Property, Says, Value, colour, declare, say, say_all};
use super::look::Look;
use super::open::{Open, Opened, is_block};
use super::rules::{Rules, is_screen};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;

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
    /// Whether an order block was left out because nobody sees it.
    pub hidden: bool,
    /// The first line of what is quoted, or of a signature, as elements say; `None`: none says it.
    pub border: Option<usize>,
}

/// What a reader sees; `None` if the text is made to keep a reader busy.
pub fn seen(html: &str) -> Option<Seen> {
    if has_swollen_tag(html.as_bytes()) {
        return None;
    }
    let mut rules = Rules::default();
    if has_styles(html.as_bytes()) {
        for style in fed(html, Styles::default(), |_| false).done.into_inner() {
            rules.add(&style);
        }
    }
    let page = Page {
        rules,
        ..Page::default()
    };
    let mut page = fed(html, Sink(RefCell::new(page)), |_| false)
        .0
        .into_inner();
    page.break_line();
    Some(page.seen)
}

/// The lines above what is quoted, where elements say what is; the rest is not looked at.
pub fn above_border(html: &str) -> Option<Vec<String>> {
    let is_done = |it: &Sink| it.0.borrow().seen.border.is_some();
    let page = fed(html, Sink(RefCell::new(Page::default())), is_done).0;
    let mut seen = page.into_inner().seen;
    seen.lines.truncate(seen.border?);
    Some(seen.lines)
}

/// How much is given to a listener before it is asked whether it has heard enough.
const PIECE_BYTES: usize = 4 * 1024;

/// Gives a text to one that listens, until it has heard enough.
fn fed<S: TokenSink>(html: &str, sink: S, enough: impl Fn(&S) -> bool) -> S {
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let mut rest = html;
    while !rest.is_empty() && !enough(&tokenizer.sink) {
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
    tokenizer.sink
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
        .any(|it| {
            let name = named(it);
            BORDERS.iter().any(|it| name.contains(it))
        })
}

fn has_styles(html: &[u8]) -> bool {
    const STYLE: &[u8] = b"<style";
    html.windows(STYLE.len())
        .any(|it| it.eq_ignore_ascii_case(STYLE))
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

/// Listens for style sheets.
#[derive(Default)]
struct Styles {
    done: RefCell<Vec<String>>,
    open: RefCell<Option<String>>,
}

impl TokenSink for Styles {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut open = self.open.borrow_mut();
        match token {
            Token::CharacterTokens(text) => {
                if let Some(style) = open.as_mut() {
                    style.push_str(&text);
                }
            }
            Token::TagToken(tag) => {
                self.done.borrow_mut().extend(open.take());
                if tag.kind == TagKind::StartTag {
                    let media = attribute(&tag, "media").unwrap_or_default();
                    if &*tag.name == "style" && is_screen(media) {
                        *open = Some(String::new());
                    }
                    return raw(&tag.name);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
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
    /// Whether a blank waits to be written before the next word.
    gap: bool,
    /// Whether words of this line are struck out.
    struck: bool,
    open: Open,
    rules: Rules,
}

impl Page {
    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        let seen = self.open.look().is_seen();
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
        let look = self.look(tag);
        if is_block(name) && !look.is_gone() {
            self.break_line();
        }
        if self.seen.border.is_none() && is_border(tag) {
            self.seen.border = Some(self.seen.lines.len() + usize::from(!self.line.is_empty()));
        }
        if matches!(name, "td" | "th") {
            self.gap = true;
        }
        self.open.push(Opened::new(&tag.name, look));
        raw(name)
    }

    /// How the text inside looks.
    fn look(&self, tag: &Tag) -> Look {
        let around = self.open.look();
        let name: &str = &tag.name;
        if UNSEEN.contains(&name) || (name == "dialog" && attribute(tag, "open").is_none()) {
            return around.gone();
        }
        let strikes = matches!(name, "s" | "strike" | "del");
        if tag.attrs.is_empty() && !strikes && self.rules.is_empty() {
            return around;
        }
        let mut says = Says::default();
        let mut hint = |property, value| say(&mut says, property, value, false);
        if strikes {
            hint(Property::Line, Value::Hides);
        }
        if attribute(tag, "hidden").is_some() {
            hint(Property::Display, Value::Hides);
        }
        let ground = attribute(tag, "bgcolor");
        let ink = match name {
            "font" => attribute(tag, "color"),
            "body" => attribute(tag, "text"),
            _ => None,
        };
        for (property, said) in [(Property::Ground, ground), (Property::Ink, ink)] {
            let colour = said.and_then(|it| colour(&it.to_lowercase()));
            colour
                .into_iter()
                .for_each(|it| hint(property, Value::Colour(it)));
        }
        let (id, class) = (attribute(tag, "id"), attribute(tag, "class"));
        say_all(&mut says, &self.rules.of(name, id, class));
        if let Some(style) = attribute(tag, "style") {
            declare(&mut says, style);
        }
        around.inside(&says)
    }

    fn end(&mut self, name: &str) {
        if is_block(name) && !self.open.look().is_gone() {
            self.break_line();
        }
        self.open.end(name);
    }

    fn write(&mut self, text: &str) {
        let look = self.open.look();
        if !look.is_seen() {
            self.seen.hidden |= text.to_ascii_lowercase().contains("#orders");
            return;
        }
        if look.is_struck() {
            let words = text.contains(|it: char| !it.is_whitespace());
            self.struck |= words;
            self.seen.struck |= words && !self.open.has("blockquote");
            self.gap |= text.contains(char::is_whitespace);
            return;
        }
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
            return;
        }
        let quotes = self.open.count("blockquote");
        let mut line = "> ".repeat(quotes.min(QUOTES_MAX));
        line.push_str(&std::mem::take(&mut self.line));
        self.seen.lines.push(line);
    }
}

/// What a tag says of that name.
fn attribute<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    let found = tag.attrs.iter().find(|it| &*it.name.local == name);
    found.map(|it| &*it.value)
}

/// Elements whose text no reader sees, or which hold no text of the mail.
const UNSEEN: [&str; 12] = [
    "title", "style", "script", "head", "template", "iframe", "noembed", "noframes", "datalist",
    "audio", "video", "canvas",
];

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

    /// Each way in which people and programs hide text, alone and with others.
    #[test]
    fn what_no_reader_sees_is_not_read() {
        for style in [
            "display:none",
            "DISPLAY : NONE !important",
            "display:none!important; display:block",
            "display:/* a */none",
            "/**/display:none/**/",
            "d\\69splay:n\\6f ne",
            "color:red;;display:none",
            "background:url('a;b');display:none",
            "visibility:hidden",
            "visibility: collapse",
            "font-size:0",
            "font-size:0px",
            "font-size:.1em",
            "font-size:1px",
            "font:0/0 a",
            "font:italic 400 1px/20px Arial, sans-serif",
            "font-size:1e-9px",
            "mso-hide:all",
            "opacity:0",
            "opacity:0.01",
            "opacity:0%",
            "filter:alpha(opacity=0)",
            "filter:opacity(0)",
            "max-height:0;overflow:hidden",
            "overflow:hidden;height:0px",
            "width:1px;height:1px;overflow:hidden",
            "max-width:0;overflow:auto",
            "position:absolute;left:-9999px",
            "position:fixed;top:-100em",
            "text-indent:-9999px",
            "margin-left:-2000px",
            "transform:scale(0)",
            "transform:translate(-9999px, 0)",
            "position:absolute;clip:rect(0 0 0 0)",
            "clip-path:inset(100%)",
            "color:transparent",
            "color:rgba(0,0,0,0)",
            "color:rgb(0 0 0 / 0%)",
            "color:#0000",
            "color:white",
            "color:#FFF",
            "color:#fefefe",
            "color:rgb(255,255,255)",
            "color:rgb(100%, 100%, 100%)",
            "color:snow",
            "background:black",
            "color:#123;background-color:#112233",
            "-webkit-text-fill-color:transparent",
        ] {
            let html = format!("a<div style=\"{style}\">#orders <b>b</b></div>c");
            let got = seen(&html).unwrap();
            assert!(got.hidden && got.lines.concat() == "ac", "{style}: {got:?}");
        }
        for html in [
            "<p hidden>b</p>",
            "<P HIDDEN=\"\">b</P>",
            "<template>b</template>",
            "<dialog>b</dialog>",
            "<iframe>b</iframe>",
            "<font color=white>b</font>",
            "<table bgcolor=black><tr><td>b</table>",
            "<div style=\"display:none\"><div>b</div>b<span>b</span></div>",
            "<span style='display:none'>b<span>b</span>b</span>",
            "<span style='display:none'><div></span>b</div>b</span>",
            "<div style='display:none'><table><tr><td></div>b</table>b</div>",
            "<div style='font-size:0'><p>b<b>b</b></p><p style='font-size:100%'>b</div>",
            "<div style='opacity:0'><p style='opacity:1;visibility:visible'>b</p></div>",
        ] {
            check(&format!("{html}c"), &["c"]);
        }
    }

    #[test]
    fn style_sheets_hide_too() {
        for (sheet, element) in [
            (".x { display: none }", "<p class=x>"),
            ("P.X{DISPLAY:NONE}", "<p class='y x'>"),
            ("a, .w .x > .y { visibility: hidden }", "<p class=y>"),
            ("#x { font-size: 0 }", "<p id=x>"),
            ("p { display: none }", "<p>"),
            ("<!-- .x { color: #fff } -->", "<p class=x>"),
            ("@charset \"a\"; .x { display: none }", "<p class=x>"),
            ("@media screen { .x { display: none } }", "<p class=x>"),
            (
                ".x { display: none !important }",
                "<p class=x style='display:block'>",
            ),
            (".x { display: block } p.x { display: none }", "<p class=x>"),
            (".x { display: none } .x { color: red }", "<p class=x>"),
            ("/* } */ .x { /* } */ display: none }", "<p class=x>"),
        ] {
            // Wherever it stands.
            for html in [
                format!("<style>{sheet}</style>a{element}b</p>c"),
                format!("a{element}b</p>c<style>{sheet}</style>"),
            ] {
                assert_eq!(seen(&html).unwrap().lines.concat(), "ac", "{html}");
            }
        }
        for (sheet, element) in [
            ("@media print { .x { display: none } }", "<p class=x>"),
            (
                "@media (max-width: 600px) { .x { display: none } }",
                "<p class=x>",
            ),
            (".x:hover { display: none }", "<p class=x>"),
            (".x[y] { display: none }", "<p class=x>"),
            (".x { display: none }", "<p class=x style='display:block'>"),
            (".x { display: none } .x { display: block }", "<p class=x>"),
            ("p.x { display: block } .x { display: none }", "<p class=x>"),
            (".x.y { display: none }", "<p class=x>"),
            ("body { color: white; background: #001020 }", "<p>"),
        ] {
            let html = format!("<style>{sheet}</style><body>{element}b</p>c");
            check(&html, &["b", "c"]);
        }
        check("<style media=print>p { display: none }</style><p>b", &["b"]);
    }

    #[test]
    fn what_is_seen_is_read_whatever_stands_around() {
        for style in [
            "font-size:0;font-size:12px",
            "max-height:0",
            "overflow:hidden",
            "left:-9999px",
            "color:white;background:navy",
            "color:#fff;background:url(a.png)",
            "color:white;background-image:linear-gradient(red, blue)",
            "opacity:.5",
            "text-indent:-2em",
            "font:400 12pt/0 serif",
            "background:none",
            "color:windowtext",
            "display:none-such",
            "content:'display:none'",
            "transform:translate(-10px)",
        ] {
            check(&format!("<p style=\"{style}\">b</p>c"), &["b", "c"]);
        }
        for (html, lines) in [
            (
                "<td style='font-size:0'>a<span style='font-size:14px'>b</span></td>",
                &["b"][..],
            ),
            (
                "<div style='visibility:hidden'>a<p style='visibility:visible'>b</p></div>",
                &["b"],
            ),
            ("<p style='display:none'>a<div>b</div>", &["b"]),
            ("<ul><li hidden>a<li>b</ul>", &["b"]),
            ("<table><tr hidden><td>a<tr><td>b</table>", &["b"]),
            ("<b hidden>a<p></b></p>b", &["b"]),
            ("a<div hidden>x</div>b", &["ab"]),
            ("<head><title>x</title><div>b</div>", &["b"]),
        ] {
            check(html, lines);
        }
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
