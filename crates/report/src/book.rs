//! A handbook by chapters, and its Markdown laid out for a mail.
//!
//! Not here: where handbooks are (`desk::guide`).

use super::text::{WIDTH, defused, width, wrap};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::mem::take;
use std::ops::Range;

/// A chapter of a handbook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// Its heading: `5. At sea`.
    pub title: String,
    /// All of it, the heading left out, in Markdown.
    pub text: String,
}

/// Reads Markdown, with tables.
pub(super) fn reader(markdown: &str) -> Parser<'_> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES)
}

/// What comes before the first chapter, and the chapters, numbered if their headings are not.
pub fn chapters(handbook: &str) -> (String, Vec<Chapter>) {
    let heads = headings(handbook, HeadingLevel::H2);
    let ends = heads.iter().skip(1).map(|(_, at)| at.start);
    let ends = ends.chain([handbook.len()]);
    let is_numbered = heads.iter().any(|it| it.0.starts_with(char::is_numeric));
    let chapters = heads.iter().zip(1..).zip(ends);
    let chapters = chapters.map(|(((title, at), number), end)| Chapter {
        title: if is_numbered {
            (*title).to_owned()
        } else {
            format!("{number}. {title}")
        },
        text: handbook[at.end..end].to_owned(),
    });
    let intro = heads.first().map_or(handbook.len(), |(_, at)| at.start);
    (handbook[..intro].to_owned(), chapters.collect())
}

/// The title of a handbook, and what is below it without the contents, which pages have as links.
pub fn titled(handbook: &str) -> (&str, String) {
    let first = handbook.lines().next().unwrap_or_default();
    let (title, below) = match first.strip_prefix('#') {
        Some(title) => (title.trim(), &handbook[first.len()..]),
        None => ("Handbook", handbook),
    };
    let Some((above, contents)) = below.split_once("**Contents**") else {
        return (title, below.to_owned());
    };
    // The list ends where a chapter begins.
    let chapters = contents.find("\n## ").map_or("", |it| &contents[it..]);
    (title, format!("{above}{chapters}"))
}

/// The headings of a level, and where they are.
fn headings(markdown: &str, wanted: HeadingLevel) -> Vec<(&str, Range<usize>)> {
    let events = reader(markdown).into_offset_iter();
    let found = events.filter_map(|(event, at)| match event {
        Event::Start(Tag::Heading { level, .. }) if level == wanted => {
            Some((markdown[at.clone()].trim_matches(['#', ' ', '\n']), at))
        }
        _ => None,
    });
    found.collect()
}

impl Chapter {
    /// Its number; none: its heading has none.
    pub fn number(&self) -> Option<u32> {
        self.title.split('.').next()?.parse().ok()
    }

    /// Whether it is meant by what a reader wrote: its number, or words of its heading or of a
    /// heading within it.
    pub fn is_called(&self, wanted: &str) -> bool {
        let wanted = wanted.trim().trim_end_matches('.').to_lowercase();
        if let Ok(number) = wanted.parse::<u32>() {
            return self.number() == Some(number);
        }
        self.headings()
            .any(|it| it.to_lowercase().contains(&wanted))
    }

    /// Whether its text has this word, in whatever case.
    pub fn mentions(&self, word: &str) -> bool {
        let (text, word) = (self.text.to_lowercase(), word.trim().to_lowercase());
        let inside = |it: &str| it.chars().next().is_some_and(char::is_alphanumeric);
        let found = |at: usize| !text[..at].ends_with(char::is_alphanumeric);
        let ends = |at: usize| !inside(text[at + word.len()..].trim_start_matches(['s', '`']));
        !word.is_empty()
            && text
                .match_indices(&word)
                .any(|it| found(it.0) && ends(it.0))
    }

    /// Its heading, and those within it.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        let within = headings(&self.text, HeadingLevel::H3).into_iter();
        std::iter::once(self.title.as_str()).chain(within.map(|it| it.0))
    }
}

/// Markdown as a mail shows it: paragraphs and tables fit its width, headings are in capitals,
/// marks are left out.
pub fn laid_out(markdown: &str) -> String {
    let markdown = whole_rows(markdown);
    let mut page = Page::default();
    for (event, at) in reader(&markdown).into_offset_iter() {
        match event {
            Event::Start(tag) => page.begins(&tag, markdown.split_at(at.start)),
            Event::End(tag) => page.ends(tag),
            Event::Text(text) | Event::Code(text) => page.words += &text,
            Event::Html(text) | Event::InlineHtml(text) => page.words += &text,
            Event::SoftBreak | Event::HardBreak => page.words.push(' '),
            _ => {}
        }
    }
    let lines = page.lines.iter().map(|it| defused(it));
    let text = lines.collect::<Vec<_>>().join("\n");
    text.trim_matches('\n').to_owned()
}

/// Markdown in which each row of a table is on one line: a line with nothing but the rest of one
/// cell, not the first, goes on with the row above it.
pub(super) fn whole_rows(markdown: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in markdown.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let is_rest = cells.len() > 3 && cells[1].is_empty();
        let goes_on = is_rest && cells.iter().filter(|it| !it.is_empty()).count() == 1;
        let fits = |it: &&mut String| it.split('|').count() == cells.len();
        match lines.last_mut().filter(|it| goes_on && fits(it)) {
            Some(above) => {
                let joined = above.split('|').zip(&cells);
                let joined = joined.map(|(it, more)| format!("{} {more}", it.trim_end()));
                *above = joined.collect::<Vec<_>>().join("|");
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

#[derive(Default)]
struct Page {
    lines: Vec<String>,
    /// The paragraph, list item, heading, code or cell being read.
    words: String,
    row: Vec<String>,
    table: Vec<Vec<String>>,
}

impl Page {
    /// Keeps the blank lines before a block, and the mark or number of an item.
    fn begins(&mut self, tag: &Tag<'_>, (before, here): (&str, &str)) {
        match tag {
            Tag::Item => {
                self.paragraph_ends();
                let mark = here.split_whitespace().next().unwrap_or_default();
                self.words = format!("{mark} ");
            }
            Tag::Paragraph | Tag::Heading { .. } | Tag::BlockQuote(_) => {}
            Tag::CodeBlock(_) | Tag::Table(_) | Tag::HtmlBlock => {}
            _ => return,
        }
        let above = before.trim_end_matches(' ').lines().rev();
        let blank = above.take_while(|it| it.trim().is_empty()).count();
        self.lines.extend(vec![String::new(); blank]);
    }

    fn ends(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Item | TagEnd::HtmlBlock => self.paragraph_ends(),
            TagEnd::Heading(_) => self.lines.push(take(&mut self.words).to_uppercase()),
            TagEnd::CodeBlock => {
                let code = take(&mut self.words);
                self.lines.extend(code.lines().flat_map(in_code));
            }
            TagEnd::TableCell => self.row.push(take(&mut self.words)),
            TagEnd::TableHead | TagEnd::TableRow => self.table.push(take(&mut self.row)),
            TagEnd::Table => self.lines.extend(in_columns(&take(&mut self.table))),
            _ => {}
        }
    }

    fn paragraph_ends(&mut self) {
        let words = take(&mut self.words);
        if words.is_empty() {
            return;
        }
        let rest = if words.starts_with("- ") { "  " } else { "" };
        self.lines.extend(wrap(&words, WIDTH, "", rest));
    }
}

/// A line of code: an order that is too long goes on in the next line, as orders may; a comment
/// then goes into a line of its own.
fn in_code(line: &str) -> Vec<String> {
    if width(line) + 2 <= WIDTH {
        return vec![format!("  {line}")];
    }
    let (order, comment) = line.split_once(';').unwrap_or((line, ""));
    let mut lines = wrap(order.trim_end(), WIDTH, "  ", "    ");
    if !comment.is_empty() {
        lines.extend(wrap(comment.trim(), WIDTH, "  ; ", "  ; "));
    }
    lines
}

/// Columns of a mail between those of a table.
const GAP: usize = 2;
/// The least to which a column is narrowed.
const COLUMN_MIN: usize = 12;

/// A table in columns; the widest is narrowed, and its cells wrapped, until all fit.
fn in_columns(table: &[Vec<String>]) -> Vec<String> {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        let cells = table.iter().filter_map(|row| row.get(column));
        cells.map(|it| width(it)).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..columns).map(widest).collect();
    let room = WIDTH.saturating_sub(GAP * columns.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        let Some(most) = widths.iter_mut().max().filter(|it| **it > COLUMN_MIN) else {
            break;
        };
        *most -= 1;
    }
    table.iter().flat_map(|row| in_row(row, &widths)).collect()
}

fn in_row(row: &[String], widths: &[usize]) -> Vec<String> {
    let cells: Vec<Vec<String>> = row
        .iter()
        .zip(widths)
        .map(|(cell, width)| wrap(cell, *width, "", ""))
        .collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |at: usize| {
        let mut line = String::new();
        for (cell, column) in cells.iter().zip(widths) {
            let text = cell.get(at).map_or("", String::as_str);
            line.push_str(text);
            line.push_str(&" ".repeat((column + GAP).saturating_sub(width(text))));
        }
        line.trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_and_stars_that_are_none_stay() {
        let text = laid_out("A **b**, *c*, `d`, C* and `*`.\n\n1. one\n2. two\n   goes on\n- x\n");
        assert_eq!(text, "A b, c, d, C* and *.\n\n1. one\n2. two goes on\n- x");
    }

    #[test]
    fn what_looks_like_a_heading_in_code_is_none() {
        let (intro, chapters) = chapters("i\n## 1. A\n```\n## b\n### c\n```\n### d\n");
        assert_eq!((intro.as_str(), chapters.len()), ("i\n", 1));
        assert_eq!(chapters[0].headings().collect::<Vec<_>>(), ["1. A", "d"]);
        assert_eq!(laid_out(&chapters[0].text), "  ## b\n  ### c\nD");
    }
}
