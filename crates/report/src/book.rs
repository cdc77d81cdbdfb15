//! A handbook by chapters, and its Markdown laid out for a mail.
//!
//! Not here: where handbooks lie (`desk::guide`).

use super::text::{WIDTH, defused, width, wrap};

/// A chapter of a handbook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// Its heading: `5. At sea`.
    pub title: String,
    /// All of it, the heading left out, in Markdown.
    pub text: String,
}

/// What stands before the first chapter, and the chapters.
pub fn chapters(handbook: &str) -> (String, Vec<Chapter>) {
    let mut intro = String::new();
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut in_code = false;
    for line in handbook.lines() {
        in_code ^= line.starts_with("```");
        match line.strip_prefix("## ").filter(|_| !in_code) {
            Some(title) => chapters.push(Chapter {
                title: title.trim().to_owned(),
                text: String::new(),
            }),
            None => {
                let text = chapters.last_mut().map_or(&mut intro, |it| &mut it.text);
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    (intro, chapters)
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

    fn headings(&self) -> impl Iterator<Item = &str> {
        let within = self.text.lines().filter_map(|it| it.strip_prefix("### "));
        std::iter::once(self.title.as_str()).chain(within)
    }
}

/// Markdown as a mail shows it: paragraphs and tables fit its width, headings are in capitals,
/// marks are left out.
pub fn laid_out(markdown: &str) -> String {
    let mut page = Page::default();
    for line in markdown.lines() {
        page.line(line);
    }
    page.ends();
    let lines = page.lines.iter().map(|it| defused(it));
    let text = lines.collect::<Vec<_>>().join("\n");
    text.trim_matches('\n').to_owned()
}

#[derive(Default)]
struct Page {
    lines: Vec<String>,
    /// The paragraph or list item being read.
    words: String,
    table: Vec<Vec<String>>,
    in_code: bool,
}

impl Page {
    fn line(&mut self, line: &str) {
        if line.starts_with("```") {
            self.ends();
            self.in_code = !self.in_code;
        } else if self.in_code {
            self.lines.extend(in_code(line));
        } else if let Some(row) = line.strip_prefix('|') {
            self.paragraph_ends();
            self.row(row);
        } else if line.trim().is_empty() {
            self.ends();
            self.lines.push(String::new());
        } else if line.starts_with('#') {
            self.ends();
            let heading = line.trim_start_matches('#').trim();
            self.lines.push(plain(heading).to_uppercase());
        } else {
            if line.starts_with("- ") || line.starts_with("* ") || is_numbered(line) {
                self.ends();
            }
            if !self.words.is_empty() {
                self.words.push(' ');
            }
            self.words.push_str(line.trim());
        }
    }

    fn row(&mut self, row: &str) {
        let row = row.trim_end().trim_end_matches('|');
        let rule = row.chars().all(|it| matches!(it, '-' | ':' | '|' | ' '));
        if rule {
            return;
        }
        let cells: Vec<String> = row.split('|').map(|it| plain(it.trim())).collect();
        match self.table.last_mut() {
            // A row that goes on: nothing stands in it but the rest of one cell.
            Some(last) if cells[0].is_empty() && goes_on(&cells) => {
                for (cell, more) in last.iter_mut().zip(cells).filter(|it| !it.1.is_empty()) {
                    cell.push(' ');
                    cell.push_str(&more);
                }
            }
            _ => self.table.push(cells),
        }
    }

    fn ends(&mut self) {
        self.paragraph_ends();
        let table = std::mem::take(&mut self.table);
        self.lines.extend(in_columns(&table));
    }

    fn paragraph_ends(&mut self) {
        let words = plain(&std::mem::take(&mut self.words));
        if words.is_empty() {
            return;
        }
        let rest = if words.starts_with("- ") { "  " } else { "" };
        self.lines.extend(wrap(&words, WIDTH, "", rest));
    }
}

/// Whether a row is only the rest of a cell in the row above it.
fn goes_on(cells: &[String]) -> bool {
    cells.iter().filter(|it| !it.is_empty()).count() == 1
}

/// A line of code: an order that is too long goes on in the next line, as orders may; a comment
/// then stands in a line of its own.
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

/// `1. ` at the beginning of an item.
fn is_numbered(line: &str) -> bool {
    let number = line.split(". ").next().unwrap_or_default();
    number.len() < line.len() && number.len() <= 2 && number.bytes().all(|it| it.is_ascii_digit())
}

/// Text without the marks of Markdown.
fn plain(text: &str) -> String {
    text.replace("**", "").replace(['*', '`'], "")
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
