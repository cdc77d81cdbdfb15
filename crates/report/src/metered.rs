//! A template as it is read where a club has templates of its own: the same, with the marks by
//! which [`meter`](super::meter) weighs what it makes. Lines stay lines, so an error names the
//! line that its author knows.
//!
//! What cannot be weighed is refused, with its line: `*` and `**`, which repeat in one step; tags
//! that are not listed here; long chains of `~`; names with which marks begin.

use std::fmt;
use std::ops::Range;

/// What may begin a tag. `with` and `raw` are none of them: nothing of ours uses them.
const TAGS: [&str; 23] = [
    "autoescape",
    "block",
    "call",
    "do",
    "elif",
    "else",
    "endautoescape",
    "endblock",
    "endcall",
    "endfilter",
    "endfor",
    "endif",
    "endmacro",
    "endset",
    "extends",
    "filter",
    "for",
    "from",
    "if",
    "import",
    "include",
    "macro",
    "set",
];

/// How many `~` and `+` a tag may have: each adds up whole texts.
const JOINS_MAX: usize = 40;

/// How many things a tag may name.
const NAMES_MAX: usize = 150;

/// What keeps a template from being weighed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refused {
    pub(super) line: usize,
    pub(super) what: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// The template with its marks.
///
/// # Errors
/// What cannot be weighed, or be read at all.
pub(super) fn source(text: &str) -> Result<String, Refused> {
    let mut reading = Reading {
        text,
        edits: Vec::new(),
        bodies: vec![Body {
            tag: "",
            begins: 0,
            ending: "+%}",
            made: 0,
        }],
    };
    reading.all()?;
    Ok(reading.marked())
}

/// Text that is made again each time something is done.
struct Body<'t> {
    /// By which tag; empty: the whole template.
    tag: &'t str,
    begins: usize,
    /// How the tag before it ends: what follows keeps its white space or loses it by that.
    ending: &'t str,
    /// Bytes of its own text.
    made: usize,
}

struct Reading<'t> {
    text: &'t str,
    /// What is put in, and where.
    edits: Vec<(usize, String)>,
    bodies: Vec<Body<'t>>,
}

/// A word of a tag: a name, a number, a mark; or a text in quotes.
struct Word<'t> {
    at: Range<usize>,
    text: &'t str,
    /// In how many brackets it is.
    depth: usize,
}

impl Word<'_> {
    fn is_name(&self) -> bool {
        let first = self.text.chars().next();
        first.is_some_and(|it| it.is_alphabetic() || it == '_')
    }
}

impl<'t> Reading<'t> {
    fn refused<T>(&self, at: usize, what: impl Into<String>) -> Result<T, Refused> {
        Err(Refused {
            line: 1 + self.text[..at].matches('\n').count(),
            what: what.into(),
        })
    }

    fn all(&mut self) -> Result<(), Refused> {
        let mut at = 0;
        while let Some(found) = self.text[at..].find('{') {
            let open = at + found;
            self.make(open - at);
            at = match &self.text.as_bytes()[open..] {
                [_, b'#', ..] => self.comment(open)?,
                [_, b'{', ..] => {
                    let words = self.words(open, "}}")?;
                    self.check(open, &words.1)?;
                    words.0
                }
                [_, b'%', ..] => self.tag(open)?,
                _ => {
                    self.make(1);
                    open + 1
                }
            };
        }
        self.make(self.text.len() - at);
        match self.bodies.len() {
            1 => Ok(()),
            _ => self.refused(self.text.len(), "a tag is not closed"),
        }
    }

    /// Text of the body that is open.
    fn make(&mut self, bytes: usize) {
        if let Some(body) = self.bodies.last_mut() {
            body.made += bytes;
        }
    }

    fn comment(&self, open: usize) -> Result<usize, Refused> {
        match self.text[open + 2..].find("#}") {
            Some(length) => Ok(open + 2 + length + 2),
            None => self.refused(open, "a comment is not closed"),
        }
    }

    /// The words of a tag that begins here, and where it ends.
    fn words(&self, open: usize, close: &str) -> Result<(usize, Vec<Word<'t>>), Refused> {
        let mut words = Vec::new();
        let (mut at, mut depth) = (open + 2, 0_usize);
        loop {
            let rest = &self.text[at..];
            let Some(first) = rest.chars().next() else {
                return self.refused(open, "a tag is not closed");
            };
            if depth == 0 && rest.starts_with(close) {
                return Ok((at + close.len(), words));
            }
            let length = match first {
                '"' | '\'' => match closing(rest, first) {
                    Some(length) => length,
                    None => return self.refused(at, "a text in quotes is not closed"),
                },
                letter if letter.is_alphanumeric() || letter == '_' => {
                    let ends = |it: char| !(it.is_alphanumeric() || it == '_');
                    rest.find(ends).unwrap_or(rest.len())
                }
                other => other.len_utf8(),
            };
            depth = match first {
                ')' | ']' | '}' => depth.saturating_sub(1),
                _ => depth,
            };
            if !first.is_whitespace() {
                words.push(Word {
                    at: at..at + length,
                    text: &rest[..length],
                    depth,
                });
            }
            if matches!(first, '(' | '[' | '{') {
                depth += 1;
            }
            at += length;
        }
    }

    /// What no tag may have.
    fn check(&self, open: usize, words: &[Word<'t>]) -> Result<(), Refused> {
        if let Some(star) = words.iter().find(|it| it.text == "*") {
            return self.refused(
                star.at.start,
                "`*` may not be used in a template of a club's own",
            );
        }
        if let Some(name) = words.iter().find(|it| it.is_name() && is_mark(it.text)) {
            let what = format!(
                "`{}` begins with `_`, as the program's own names do",
                name.text
            );
            return self.refused(name.at.start, what);
        }
        let joins = words.iter().filter(|it| matches!(it.text, "~" | "+"));
        if joins.count() > JOINS_MAX {
            return self.refused(
                open,
                format!("more than {JOINS_MAX} `~` and `+` in one tag"),
            );
        }
        match words.iter().filter(|it| it.is_name()).count() {
            0..=NAMES_MAX => Ok(()),
            _ => self.refused(open, format!("more than {NAMES_MAX} names in one tag")),
        }
    }

    fn tag(&mut self, open: usize) -> Result<usize, Refused> {
        let (end, words) = self.words(open, "%}")?;
        self.check(open, &words)?;
        // Marks for white space are none of its words.
        let (mut first, mut last) = (0, words.len());
        let sign = |it: &Word<'t>| it.text == "-" || it.text == "+";
        if words
            .first()
            .is_some_and(|it| sign(it) && it.at.start == open + 2)
        {
            first += 1;
        }
        let mut ending = "%}";
        if last > first && sign(&words[last - 1]) && words[last - 1].at.end + 2 == end {
            last -= 1;
            ending = &self.text[end - 3..end];
        }
        let words = &words[first..last];
        let Some((name, words)) = words.split_first() else {
            return self.refused(open, "an empty tag");
        };
        if !TAGS.contains(&name.text) {
            let what = format!(
                "`{}` is not a tag that a template of a club's own may use",
                name.text
            );
            return self.refused(open, what);
        }
        match name.text {
            "set" => self.set(open, words)?,
            "for" => {
                self.looped(open, words)?;
                self.begin("for", (end, ending), String::new());
            }
            "macro" => {
                let given = given(words.get(1..).unwrap_or_default(), ending);
                self.begin("macro", (end, ending), given);
            }
            "call" => self.begin("call", (end, ending), given(words, ending)),
            "block" => self.begin("block", (end, ending), String::new()),
            "endfor" | "endmacro" | "endcall" | "endblock" => self.finish(open, name.text)?,
            _ => {}
        }
        Ok(end)
    }

    /// `set x = …` weighs what is kept; so does `set x` with a text below it.
    fn set(&mut self, open: usize, words: &[Word<'t>]) -> Result<(), Refused> {
        let Some(last) = words.last() else {
            return self.refused(open, "`set` sets nothing");
        };
        let is_assignment = |at: &usize| {
            let touches = |beside: Option<&Word<'t>>, at: usize| {
                beside.is_some_and(|sign| {
                    (sign.at.start == at || sign.at.end == at) && "=<>!".contains(sign.text)
                })
            };
            let word = &words[*at];
            let before = at.checked_sub(1).and_then(|it| words.get(it));
            word.text == "="
                && word.depth == 0
                && !touches(before, word.at.start)
                && !touches(words.get(at + 1), word.at.end)
        };
        let end = last.at.end;
        match (0..words.len()).find(is_assignment) {
            Some(at) => {
                let inside = words[..at].iter().any(|it| it.text == ".");
                let kept = if inside { "_kept_in" } else { "_kept" };
                self.edits.push((words[at].at.end, "(".to_owned()));
                self.edits.push((end, format!(")|{kept}")));
            }
            None => self.edits.push((end, "|_kept".to_owned())),
        }
        Ok(())
    }

    /// `for x in …` weighs what it goes through.
    fn looped(&mut self, open: usize, words: &[Word<'t>]) -> Result<(), Refused> {
        let outside = |it: &Word<'t>, text: &str| it.depth == 0 && it.text == text;
        if let Some(word) = words.iter().find(|it| outside(it, "recursive")) {
            return self.refused(word.at.start, "`recursive` may not be used");
        }
        let Some(within) = words.iter().position(|it| outside(it, "in")) else {
            return self.refused(open, "a `for` without `in`");
        };
        let rest = &words[within + 1..];
        let until = rest.iter().position(|it| outside(it, "if"));
        let (Some(first), Some(last)) = (rest.first(), rest[..until.unwrap_or(rest.len())].last())
        else {
            return self.refused(open, "a `for` goes through nothing");
        };
        self.edits.push((first.at.start, "(".to_owned()));
        self.edits.push((last.at.end, ")|_looped".to_owned()));
        Ok(())
    }

    fn begin(&mut self, tag: &'t str, (begins, ending): (usize, &'t str), given: String) {
        self.bodies.push(Body {
            tag,
            begins,
            ending,
            made: 0,
        });
        if !given.is_empty() {
            self.edits.push((begins, given));
        }
    }

    fn finish(&mut self, open: usize, name: &str) -> Result<(), Refused> {
        let body = self
            .bodies
            .pop_if(|it| !it.tag.is_empty() && name[3..] == *it.tag);
        match body {
            Some(body) => {
                self.spends(&body);
                Ok(())
            }
            None => self.refused(open, format!("`{name}` closes nothing")),
        }
    }

    fn spends(&mut self, body: &Body<'t>) {
        if body.made > 0 {
            let mark = format!("{{% do _made({}) {}", body.made, body.ending);
            self.edits.push((body.begins, mark));
        }
    }

    /// The text with all that is put in.
    fn marked(mut self) -> String {
        if let Some(whole) = self.bodies.pop() {
            self.spends(&whole);
        }
        // Those of one place in the order in which they were thought of.
        self.edits.sort_by_key(|it| it.0);
        let mut marked = String::with_capacity(self.text.len() + 64 * self.edits.len());
        let mut done = 0;
        for (at, text) in &self.edits {
            marked += &self.text[done..*at];
            marked += text;
            done = *at;
        }
        marked + &self.text[done..]
    }
}

/// Where a text in quotes ends that begins here, in bytes.
fn closing(rest: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            mark if mark == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Whether a name is one of those that this file puts in, or of filters that weigh nothing.
fn is_mark(name: &str) -> bool {
    name.len() > 1 && name.starts_with('_')
}

/// Weighs the arguments that a macro is given, or the text that a macro calls: those named in the
/// first brackets of these words, if they begin with some.
fn given(words: &[Word<'_>], ending: &str) -> String {
    let brackets = words.first().filter(|it| it.text == "(");
    let Some(brackets) = brackets else {
        return String::new();
    };
    let inner = words[1..].iter().take_while(|it| it.depth > brackets.depth);
    let mut names = Vec::new();
    let mut may_be = true;
    for word in inner.filter(|it| it.depth == brackets.depth + 1) {
        if may_be && word.is_name() {
            names.push(word.text);
        }
        may_be = word.text == ",";
    }
    if names.is_empty() {
        String::new()
    } else {
        format!("{{% do _given({}) {ending}", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_looped_and_made_is_weighed() {
        for (text, wanted) in [
            ("", ""),
            ("ab", "{% do _made(2) +%}ab"),
            ("{{ a ~ b }}", "{{ a ~ b }}"),
            ("{# {% set %} #}", "{# {% set %} #}"),
            ("{% set a = b ~ 'x' %}", "{% set a =( b ~ 'x')|_kept %}"),
            (
                "{%- set a.b = c == d -%}",
                "{%- set a.b =( c == d)|_kept_in -%}",
            ),
            ("{% set a, b = 1, 2 %}", "{% set a, b =( 1, 2)|_kept %}"),
            (
                "{% set a %}x{% endset %}",
                "{% do _made(1) +%}{% set a|_kept %}x{% endset %}",
            ),
            (
                "{% for a, b in c.d | list if a == 1 -%}\nxyz{% endfor %}",
                "{% for a, b in (c.d | list)|_looped if a == 1 -%}{% do _made(4) -%}\n\
                 xyz{% endfor %}",
            ),
            (
                "{% macro f(a, b=[1, c]) %}x{% endmacro %}",
                "{% macro f(a, b=[1, c]) %}{% do _given(a, b) %}{% do _made(1) %}x{% endmacro %}",
            ),
            (
                "{% call(x) p.f(y) %}ab{% endcall %}",
                "{% call(x) p.f(y) %}{% do _given(x) %}{% do _made(2) %}ab{% endcall %}",
            ),
            (
                "{% call p.f(y) %}ab{% endcall %}",
                "{% call p.f(y) %}{% do _made(2) %}ab{% endcall %}",
            ),
            (
                "{{ {'a': {'b': '}}'}} }}c",
                "{% do _made(1) +%}{{ {'a': {'b': '}}'}} }}c",
            ),
            ("a { b", "{% do _made(5) +%}a { b"),
        ] {
            assert_eq!(source(text).as_deref(), Ok(wanted), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_weighed_is_refused_with_its_line() {
        let chain = format!("{{{{ a{} }}}}", " ~ a".repeat(41));
        for (text, line, what) in [
            ("a\n{{ b * 3 }}", 2, "`*`"),
            ("{{ b ** 3 }}", 1, "`*`"),
            ("{% with a = 1 %}", 1, "`with` is not a tag"),
            ("{% raw %}", 1, "`raw` is not a tag"),
            ("{% for a in b recursive %}", 1, "`recursive`"),
            ("{{ a | _join }}", 1, "begins with `_`"),
            ("\n\n{% for a in b %}", 3, "not closed"),
            ("{% endfor %}", 1, "closes nothing"),
            ("{% macro f() %}{% endfor %}", 1, "closes nothing"),
            ("{{ 'a }}", 1, "quotes"),
            ("{{ a", 1, "not closed"),
            ("{# a", 1, "comment"),
            (chain.as_str(), 1, "more than 40"),
        ] {
            let refused = source(text).expect_err(text);
            assert_eq!(refused.line, line, "{text}");
            assert!(refused.what.contains(what), "{text}: {}", refused.what);
        }
    }
}
