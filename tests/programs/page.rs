//! Our HTML in pieces: read, changed, written again, and turned into text as mail programs do.

/// A tag or a text, its entities undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Open(String, Attributes),
    Close(String),
    Text(String),
}

pub(super) type Attributes = Vec<(String, String)>;

pub(super) type Page = Vec<Piece>;

const VOID: &[&str] = &["br", "hr", "img", "meta"];

pub(super) fn read(html: &str) -> Page {
    let mut page = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        push_text(&mut page, &rest[..at]);
        let inside = &rest[at + 1..];
        if inside.starts_with("!--") {
            rest = inside.split_once("-->").map_or("", |it| it.1);
            continue;
        }
        let end = end_of_tag(inside);
        push_tag(&mut page, &inside[..end]);
        rest = inside.get(end + 1..).unwrap_or_default();
    }
    push_text(&mut page, rest);
    page
}

fn end_of_tag(inside: &str) -> usize {
    let mut quote = None;
    for (at, letter) in inside.char_indices() {
        match (quote, letter) {
            (None, '>') => return at,
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
    }
    inside.len()
}

fn push_text(page: &mut Page, text: &str) {
    if !text.is_empty() {
        page.push(Piece::Text(unescaped(text)));
    }
}

fn push_tag(page: &mut Page, tag: &str) {
    if tag.starts_with('!') {
        return;
    }
    if let Some(name) = tag.strip_prefix('/') {
        page.push(Piece::Close(name.trim().to_lowercase()));
        return;
    }
    let tag = tag.trim_end_matches('/');
    let (name, mut rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        let end = rest.find(|it: char| it == '=' || it.is_whitespace());
        let end = end.unwrap_or(rest.len());
        if end == 0 {
            break;
        }
        let key = rest[..end].to_lowercase();
        rest = &rest[end..];
        let Some(value) = rest.strip_prefix('=') else {
            attributes.push((key, String::new()));
            continue;
        };
        let quote = value.chars().next().filter(|it| ['"', '\''].contains(it));
        let (value, behind) = match quote {
            Some(mark) => value[1..].split_once(mark).unwrap_or((&value[1..], "")),
            None => value.split_once(char::is_whitespace).unwrap_or((value, "")),
        };
        attributes.push((key, unescaped(value)));
        rest = behind;
    }
    page.push(Piece::Open(name.to_lowercase(), attributes));
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find(';').filter(|it| *it < 10);
        let letter = end.and_then(|it| entity(&rest[1..it]));
        match (letter, end) {
            (Some(sign), Some(end)) => {
                out.push(sign);
                rest = &rest[end + 1..];
            }
            _ => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let number = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => number.parse(),
        };
        return number.ok().and_then(char::from_u32);
    }
    let named = [
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
        ("nbsp", '\u{a0}'),
        ("middot", '·'),
    ];
    named.iter().find(|it| it.0 == name).map(|it| it.1)
}

/// As text in HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('\u{a0}', "&nbsp;")
}

pub(super) fn written(page: &[Piece]) -> String {
    let mut out = String::new();
    for piece in page {
        match piece {
            Piece::Text(text) => out.push_str(&escaped(text)),
            Piece::Close(name) => out.push_str(&format!("</{name}>")),
            Piece::Open(name, attributes) => {
                out.push_str(&format!("<{name}"));
                for (key, value) in attributes {
                    let value = value.replace('&', "&amp;").replace('"', "&quot;");
                    out.push_str(&format!(" {key}=\"{value}\""));
                }
                out.push('>');
            }
        }
    }
    out
}

/// With the attributes of every element changed.
pub(super) fn changed(page: &[Piece], change: impl Fn(&str, &mut Attributes)) -> Page {
    let mut page = page.to_vec();
    for piece in &mut page {
        if let Piece::Open(name, attributes) = piece {
            change(name, attributes);
        }
    }
    page
}

/// With this in front of every class and id.
pub(super) fn prefixed(page: &[Piece], prefix: &str) -> Page {
    changed(page, |_, attributes| {
        for (key, value) in attributes {
            if key == "class" || key == "id" {
                let words = value.split_whitespace();
                let words: Vec<String> = words.map(|it| format!("{prefix}{it}")).collect();
                *value = words.join(" ");
            }
        }
    })
}

/// With styles as a browser writes them again: `margin: 0px; color: rgb(1, 2, 3);`.
pub(super) fn restyled(page: &[Piece]) -> Page {
    changed(page, |_, attributes| {
        for (key, value) in attributes {
            if key == "style" {
                let rules = value.split(';').filter(|it| !it.trim().is_empty());
                let rules = rules.map(|rule| match rule.split_once(':') {
                    Some((name, set)) => format!("{}: {};", name.trim(), in_rgb(set.trim())),
                    None => format!("{rule};"),
                });
                *value = rules.collect::<Vec<_>>().join(" ");
            }
        }
    })
}

fn in_rgb(value: &str) -> String {
    let words = value.split(' ').map(|word| {
        let digits = word.strip_prefix('#').filter(|it| it.len() == 6);
        let parts = digits.and_then(|it| u32::from_str_radix(it, 16).ok());
        match parts {
            Some(bits) => format!("rgb({}, {}, {})", bits >> 16, (bits >> 8) & 255, bits & 255),
            None => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// With pictures that stand in the mail under another name.
pub(super) fn pictured(page: &[Piece], id: &str) -> Page {
    changed(page, |name, attributes| {
        for (key, value) in attributes {
            if name == "img" && key == "src" && value.starts_with("cid:") {
                *value = format!("cid:{id}");
            }
        }
    })
}

/// With links that open a window of their own.
pub(super) fn targeted(page: &[Piece]) -> Page {
    changed(page, |name, attributes| {
        if name == "a" {
            attributes.push(("target".to_owned(), "_blank".to_owned()));
        }
    })
}

/// With a line written over, as an editor of pages does it: a new line is a `br`. Whether there was
/// such a line.
pub(super) fn edited(page: &mut Page, from: &str, to: &str) -> bool {
    for at in 0..page.len() {
        let Piece::Text(text) = &page[at] else {
            continue;
        };
        let lines: Vec<&str> = to.split('\n').collect();
        let fits = |it: &str| it.trim() == from;
        if let Some(new) = line_edited(text, fits, &lines.join("\u{0}")) {
            let mut pieces = Vec::new();
            for line in new.split('\u{0}') {
                pieces.push(Piece::Text(line.to_owned()));
                pieces.push(Piece::Open("br".to_owned(), Vec::new()));
            }
            pieces.pop();
            page.splice(at..=at, pieces);
            return true;
        }
    }
    false
}

pub(super) fn line_edited(text: &str, fits: impl Fn(&str) -> bool, to: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let at = lines.iter().position(|it| fits(it))?;
    lines[at] = to;
    Some(lines.join("\n"))
}

/// How a program makes text of HTML.
pub(super) struct Look {
    /// What stands between the cells of a row; a line's end: each is a line.
    pub(super) cells: &'static str,
    /// What stands behind the text of a link.
    pub(super) link: fn(&str) -> String,
    /// What stands for a picture with this description.
    pub(super) image: fn(&str) -> String,
    /// Around what is bold, and headings.
    pub(super) strong: &'static str,
    /// In front of an item of a list.
    pub(super) item: &'static str,
    /// Whether what is not shown is there.
    pub(super) hidden: bool,
    /// Whether a blank line stands between paragraphs.
    pub(super) gaps: bool,
}

/// Text alone: no links, no stars.
pub(super) const BARE: Look = Look {
    cells: " ",
    link: |_| String::new(),
    image: |_| String::new(),
    strong: "",
    item: "- ",
    hidden: false,
    gaps: true,
};

/// An element that is open.
struct Within {
    name: String,
    pre: bool,
    hidden: bool,
    link: Option<String>,
}

struct Printer<'a> {
    look: &'a Look,
    lines: Vec<String>,
    line: String,
    within: Vec<Within>,
}

impl Printer<'_> {
    fn end(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.lines.push(line.trim_end().to_owned());
    }

    fn block(&mut self, gap: bool) {
        if !self.line.trim().is_empty() {
            self.end();
        }
        self.line.clear();
        if gap && self.look.gaps && self.lines.last().is_some_and(|it| !it.is_empty()) {
            self.lines.push(String::new());
        }
    }

    fn pre(&self) -> bool {
        self.within.last().is_some_and(|it| it.pre)
    }

    fn hidden(&self) -> bool {
        self.within.last().is_some_and(|it| it.hidden)
    }

    fn open(&mut self, name: &str, attributes: &Attributes) {
        let of = |key: &str| {
            let found = attributes.iter().find(|it| it.0 == key);
            found.map_or("", |it| it.1.as_str())
        };
        let style = of("style").replace(' ', "");
        let hidden = style.contains("display:none") && !self.look.hidden;
        match name {
            "br" => self.end(),
            "img" => {
                let told = (self.look.image)(of("alt"));
                self.line.push_str(&told);
            }
            "p" | "h1" | "h2" | "h3" | "table" | "ul" | "ol" | "pre" => self.block(true),
            "div" | "tr" | "blockquote" => self.block(false),
            "li" => {
                self.block(false);
                self.line.push_str(self.look.item);
            }
            "td" | "th" if self.look.cells == "\n" => self.block(false),
            "td" | "th" if !self.line.is_empty() => {
                self.line = format!("{}{}", self.line.trim_end(), self.look.cells);
            }
            _ => {}
        }
        if VOID.contains(&name) {
            return;
        }
        self.within.push(Within {
            name: name.to_owned(),
            pre: self.pre() || name == "pre" || style.contains("white-space:pre"),
            hidden: self.hidden() || hidden,
            link: (name == "a").then(|| of("href").to_owned()),
        });
        if is_strong(name) {
            self.line.push_str(self.look.strong);
        }
    }

    fn close(&mut self, name: &str) {
        if is_strong(name) {
            self.line.push_str(self.look.strong);
        }
        if let Some(at) = self.within.iter().rposition(|it| it.name == name) {
            let ended = self.within.remove(at);
            if let Some(link) = ended.link.filter(|it| !it.is_empty()) {
                let behind = (self.look.link)(&link);
                self.line.push_str(&behind);
            }
        }
        match name {
            "p" | "h1" | "h2" | "h3" | "table" | "ul" | "ol" | "pre" => self.block(true),
            "div" | "tr" | "blockquote" | "li" => self.block(false),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.hidden() {
            return;
        }
        if self.pre() {
            for (at, line) in text.split('\n').enumerate() {
                if at > 0 {
                    self.end();
                }
                self.line.push_str(line);
            }
            return;
        }
        for letter in text.chars() {
            let blank = letter.is_ascii_whitespace();
            let after = self.line.is_empty() || self.line.ends_with([' ', '\t']);
            if !blank {
                self.line.push(letter);
            } else if !after {
                self.line.push(' ');
            }
        }
    }
}

fn is_strong(name: &str) -> bool {
    ["b", "strong", "th", "h1", "h2", "h3"].contains(&name)
}

/// The page as text.
pub(super) fn plain(page: &[Piece], look: &Look) -> Vec<String> {
    let mut printer = Printer {
        look,
        lines: Vec::new(),
        line: String::new(),
        within: Vec::new(),
    };
    for piece in page {
        match piece {
            Piece::Open(name, attributes) => printer.open(name, attributes),
            Piece::Close(name) => printer.close(name),
            Piece::Text(text) => printer.text(text),
        }
    }
    printer.block(false);
    let mut lines = printer.lines;
    lines.dedup_by(|one, other| one.is_empty() && other.is_empty());
    while lines.first().is_some_and(String::is_empty) {
        lines.remove(0);
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// Broken at blanks so that no line is wider than that, words apart.
pub(super) fn wrapped(lines: &[String], width: usize) -> Vec<String> {
    let mut out = Vec::new();
    for line in lines {
        let mut words = line.split(' ');
        let mut now = words.next().unwrap_or_default().to_owned();
        for word in words {
            let wide = now.chars().count() + 1 + word.chars().count();
            if wide > width && !now.trim().is_empty() {
                out.push(std::mem::take(&mut now).trim_end().to_owned());
                now.push_str(word);
            } else {
                now = format!("{now} {word}");
            }
        }
        out.push(now.trim_end().to_owned());
    }
    out
}
