//! A mail of ours taken apart again into headings, paragraphs, lists and order sheets, so that its
//! HTML part says what its text says, word for word.
//!
//! The text is what `tidy` leaves: a line that is as wide as it may be goes on in the next one, and
//! any other ends where it was meant to end. Not here: how the pieces look (`html`).

use super::text::{WIDTH, width};
use serde::Serialize;

/// A mail taken apart.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Doc {
    /// What is before the first heading.
    pub(super) head: Vec<Block>,
    /// What is below each heading.
    pub(super) chapters: Vec<Chapter>,
}

/// A heading, and what is below it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Chapter {
    /// As in the text: capitals.
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
}

/// A piece of a mail; blank lines part pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(super) enum Block {
    /// Lines of prose, each whole.
    Prose { lines: Vec<String> },
    /// Items after a hyphen, each whole.
    List { items: Vec<String> },
    /// Lines whose spaces count: indented ones, and what belongs to them; without what all of them
    /// are indented by. What carets below a line point at is marked in the line itself.
    Plain { lines: Vec<Pointed> },
    /// Short words at the left, and beside each what belongs to it.
    Pairs { rows: Vec<(String, String)> },
    /// Numbered lines of a player, and at the right what became of each.
    Ends { rows: Vec<End> },
    /// An order sheet.
    Sheet { lines: Vec<String> },
    /// What is laid out otherwise than in the text.
    Html { html: String },
}

/// A line of a player, and what became of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct End {
    number: String,
    text: String,
    became: String,
    notes: Vec<String>,
}

/// A line, of which a word may be pointed at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Pointed {
    /// What is before it; all of a line without such a word.
    pub(super) text: String,
    word: String,
    rest: String,
}

impl Pointed {
    /// Lines, with carets taken into the line above them.
    fn all(lines: Vec<String>) -> Vec<Self> {
        let mut all: Vec<Pointed> = Vec::new();
        for line in lines {
            match all.last_mut() {
                Some(above) if are_carets(&line) && above.word.is_empty() => {
                    above.point(indent(&line), line.trim().len());
                }
                _ => all.push(Pointed {
                    text: line,
                    ..Pointed::default()
                }),
            }
        }
        all
    }

    /// Marks so many letters from a place on.
    fn point(&mut self, from: usize, count: usize) {
        let line: Vec<char> = self.text.chars().collect();
        let (from, to) = (from.min(line.len()), (from + count).min(line.len()));
        self.text = line[..from].iter().collect();
        self.word = line[from..to].iter().collect();
        self.rest = line[to..].iter().collect();
    }
}

impl Block {
    fn bytes(&self) -> usize {
        let all = |it: &[String]| it.iter().map(String::len).sum();
        match self {
            Block::Prose { lines } | Block::Sheet { lines } => all(lines),
            Block::Plain { lines } => {
                let each = lines.iter();
                each.map(|it| it.text.len() + it.word.len() + it.rest.len())
                    .sum()
            }
            Block::List { items } => all(items),
            Block::Pairs { rows } => rows.iter().map(|it| it.0.len() + it.1.len()).sum(),
            Block::Ends { rows } => rows.iter().map(End::bytes).sum(),
            Block::Html { html } => html.len(),
        }
    }
}

impl End {
    fn bytes(&self) -> usize {
        let notes: usize = self.notes.iter().map(String::len).sum();
        self.number.len() + self.text.len() + self.became.len() + notes
    }
}

impl Chapter {
    /// Whether an order sheet is in it.
    pub(super) fn has_sheet(&self) -> bool {
        let mut blocks = self.blocks.iter();
        blocks.any(|it| matches!(it, Block::Sheet { .. }))
    }

    /// How long it is.
    pub(super) fn bytes(&self) -> usize {
        self.blocks.iter().map(Block::bytes).sum()
    }
}

/// Takes a mail apart.
pub(super) fn parse(text: &str) -> Doc {
    let mut doc = Doc::default();
    let mut lines = text.lines().peekable();
    let mut piece: Vec<&str> = Vec::new();
    let mut last_blank = true;
    while let Some(line) = lines.next() {
        if line.starts_with("#orders ") {
            doc.take(&mut piece);
            let mut sheet = vec![line.to_owned()];
            for line in lines.by_ref() {
                sheet.push(line.to_owned());
                if line.trim() == "#end" {
                    break;
                }
            }
            doc.add(Block::Sheet { lines: sheet });
            last_blank = false;
            continue;
        }
        let alone = last_blank && lines.peek().is_none_or(|it| it.is_empty());
        last_blank = line.is_empty();
        if line.is_empty() {
            doc.take(&mut piece);
        } else if alone && is_heading(line) {
            doc.chapters.push(Chapter {
                title: line.to_owned(),
                blocks: Vec::new(),
            });
        } else {
            piece.push(line);
        }
    }
    doc.take(&mut piece);
    doc
}

impl Doc {
    fn blocks(&mut self) -> &mut Vec<Block> {
        match self.chapters.last_mut() {
            Some(chapter) => &mut chapter.blocks,
            None => &mut self.head,
        }
    }

    fn add(&mut self, block: Block) {
        self.blocks().push(block);
    }

    /// Adds what is between two blank lines: runs of lines of one kind.
    fn take(&mut self, piece: &mut Vec<&str>) {
        if let Some(rows) = pairs(piece) {
            match self.blocks().last_mut() {
                Some(Block::Pairs { rows: above }) => above.extend(rows),
                _ => self.add(Block::Pairs { rows }),
            }
            return piece.clear();
        }
        if let (Some(Block::Pairs { rows }), Some(text)) = (self.blocks().last_mut(), beside(piece))
        {
            rows.push((String::new(), text));
            return piece.clear();
        }
        let whole = unwrapped(piece);
        let whole: Vec<&str> = whole.iter().map(String::as_str).collect();
        let mut rest: &[&str] = &whole;
        while let Some(first) = rest.first() {
            let kind = kind(first);
            let other =
                |it: &&str| self::kind(it) != kind && !(kind == BlockKind::List && hangs(it));
            let end = rest.iter().position(other).unwrap_or(rest.len());
            let (run, behind) = rest.split_at(end);
            self.add(block(kind, run));
            rest = behind;
        }
        piece.clear();
    }
}

/// Lines that begin with a short word and spaces, all with the rest in one column; what does not
/// fit is below the rest.
fn pairs(piece: &[&str]) -> Option<Vec<(String, String)>> {
    let first = piece.first()?;
    let label = first.split("  ").next().filter(|it| !it.is_empty())?;
    let rest = first[label.len()..].trim_start();
    let column = first.len() - rest.len();
    if label.contains(' ') || rest.is_empty() || column > LABEL_MAX {
        return None;
    }
    let mut rows: Vec<(String, String)> = Vec::new();
    for line in piece {
        let (left, right) = line.split_at_checked(column)?;
        let fits = left.ends_with("  ") && !right.starts_with(' ') && !right.contains("  ");
        match left.trim() {
            _ if !fits => return None,
            "" => {
                let above = &mut rows.last_mut()?.1;
                above.push(' ');
                above.push_str(right);
            }
            label => rows.push((label.to_owned(), right.to_owned())),
        }
    }
    Some(rows)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Lines without the spaces that all of them begin with.
fn outdented(run: &[&str]) -> Vec<String> {
    let least = run.iter().map(|it| indent(it)).min().unwrap_or_default();
    run.iter().map(|it| it[least..].to_owned()).collect()
}

/// What is in the right column of pairs and has no word at the left.
fn beside(piece: &[&str]) -> Option<String> {
    let column = indent(piece.first()?);
    let fits = |it: &&str| indent(it) == column && !it.trim_start().contains("  ");
    let words: Vec<&str> = piece.iter().map(|it| it.trim()).collect();
    ((4..=LABEL_MAX).contains(&column) && piece.iter().all(fits)).then(|| words.join(" "))
}

/// What is as far right as this, below a line that has no room, is what became of it.
const ALONE: &str = "                    ";

/// Numbered lines with what became of them at the right, below it or below the next line if there
/// was no room; what is below them is about them.
fn ends(run: &[&str]) -> Option<Vec<End>> {
    let mut rows: Vec<End> = Vec::new();
    for line in run {
        let (number, rest) = line.split_at_checked(NUMBER)?;
        let (text, became) = match rest.trim().rsplit_once("  ") {
            Some((text, became)) => (text.trim(), became),
            None => (rest.trim(), ""),
        };
        let number = number.trim();
        let parted = rest.starts_with("  ");
        if parted && !number.is_empty() && number.chars().all(|it| it.is_ascii_digit()) {
            rows.push(End {
                number: number.to_owned(),
                text: text.to_owned(),
                became: became.to_owned(),
                notes: Vec::new(),
            });
            continue;
        }
        let last = rows.last_mut()?;
        if !number.is_empty() {
            return None;
        } else if last.became.is_empty() && rest.starts_with(ALONE) {
            text.clone_into(&mut last.became);
        } else if last.became.is_empty() {
            last.text = format!("{} {text}", last.text);
            became.clone_into(&mut last.became);
        } else {
            last.notes.push(rest.trim().to_owned());
        }
    }
    rows.iter().all(|it| !it.became.is_empty()).then_some(rows)
}

/// The column of the numbers of lines.
const NUMBER: usize = 3;

/// The widest left column of pairs, with the spaces after it.
const LABEL_MAX: usize = 14;

#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    Prose,
    List,
    Plain,
}

fn kind(line: &str) -> BlockKind {
    match line {
        item if item.starts_with("- ") => BlockKind::List,
        indented if indented.starts_with(' ') => BlockKind::Plain,
        _ => BlockKind::Prose,
    }
}

/// Whether a line below an item of a list belongs to it.
fn hangs(line: &str) -> bool {
    line.starts_with("  ")
}

fn block(kind: BlockKind, run: &[&str]) -> Block {
    match kind {
        BlockKind::Prose => Block::Prose {
            lines: run.iter().map(|it| (*it).to_owned()).collect(),
        },
        BlockKind::Plain => match ends(run) {
            Some(rows) => Block::Ends { rows },
            None => Block::Plain {
                lines: Pointed::all(outdented(run)),
            },
        },
        BlockKind::List => {
            let mut items: Vec<String> = Vec::new();
            for line in run {
                match line.strip_prefix("- ") {
                    Some(item) => items.push(item.to_owned()),
                    None => {
                        let item = items.last_mut().expect("a list begins with an item");
                        item.push(' ');
                        item.push_str(line.trim());
                    }
                }
            }
            Block::List { items }
        }
    }
}

/// Lines as they were before they were wrapped: one goes on if the next word had no room in it,
/// below it or a little indented.
fn unwrapped(run: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut room = 0;
    for line in run {
        let words = line.trim_start();
        let word = words.split(' ').next().unwrap_or_default();
        match lines.last_mut() {
            Some(last) if width(word) >= room && goes_on(last, line) => {
                last.push(' ');
                last.push_str(words);
            }
            _ => lines.push((*line).to_owned()),
        }
        room = WIDTH.saturating_sub(width(line));
    }
    lines
}

/// Whether the second line can be the rest of the first: prose in prose, nothing in columns, and no
/// carets.
fn goes_on(first: &str, then: &str) -> bool {
    if are_carets(first) || are_carets(then) {
        return false;
    }
    let in_columns = |it: &str| it.trim_start().contains("  ");
    let hangs = indent(then) == indent(first) || indent(then) == indent(first) + 2;
    hangs && !in_columns(first) && !in_columns(then) && !then.trim_start().starts_with("- ")
}

/// Whether a line does nothing but point at a word above it.
fn are_carets(line: &str) -> bool {
    let carets = line.trim();
    !carets.is_empty() && carets.chars().all(|it| it == '^')
}

/// Capitals, and nothing that ends a sentence.
fn is_heading(line: &str) -> bool {
    let letters = || line.chars().filter(|it| it.is_alphabetic());
    let ends = line.ends_with(['.', ':', ';', ',', '!', '?']);
    letters().count() > 2 && letters().all(char::is_uppercase) && !line.starts_with(' ') && !ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_taken_apart_into_pairs() {
        let text = "S1    It sails home from Jamaica.\n      All lie in port.\n\nS2    It waits.\n";
        let rows = [
            ("S1", "It sails home from Jamaica. All lie in port."),
            ("S2", "It waits."),
        ];
        let rows = rows.map(|it| (it.0.to_owned(), it.1.to_owned())).to_vec();
        assert_eq!(parse(text).head, [Block::Pairs { rows }]);
        let seen = "S1    It waits.\n\n      France, as seen. 1 Carrack\n      crosses.\n";
        let Block::Pairs { rows } = &parse(seen).head[0] else {
            panic!("no pairs: {seen}")
        };
        let other = "France, as seen. 1 Carrack crosses.";
        assert_eq!(rows[1], (String::new(), other.to_owned()));
        let chart = "ab  c  d\n    e\n";
        assert!(matches!(
            parse(chart).head[..],
            [Block::Prose { .. }, Block::Plain { .. }]
        ));
    }

    #[test]
    fn lines_are_taken_apart_from_what_became_of_them() {
        let text = "x, turn 1: 2 lines.\n  1  BUY 5 soldiers          once\n     63 left\n \
                    12  LAND\n       veracruz                once\n \
                    13  SAIL\n                                until done\n";
        let end = |number: &str, text: &str, notes: &[&str]| End {
            number: number.to_owned(),
            text: text.to_owned(),
            became: "once".to_owned(),
            notes: notes.iter().map(|it| (*it).to_owned()).collect(),
        };
        let alone = End {
            became: "until done".to_owned(),
            ..end("13", "SAIL", &[])
        };
        let rows = vec![
            end("1", "BUY 5 soldiers", &["63 left"]),
            end("12", "LAND veracruz", &[]),
            alone,
        ];
        assert_eq!(parse(text).head[1], Block::Ends { rows });
        for other in [
            "     PLAI\n     ^^^^\n",
            "  1st  Red    7\n  2nd  Blue   5\n",
        ] {
            assert!(matches!(parse(other).head[..], [Block::Plain { .. }]));
        }
    }

    #[test]
    fn carets_mark_the_word_above_them() {
        let text =
            "     HEMI E2 TO avalonn\n                ^^^^^^^\n     did you mean `avalon`?\n";
        let Block::Plain { lines } = &parse(text).head[0] else {
            panic!("{text}")
        };
        let told: Vec<[&str; 3]> = lines
            .iter()
            .map(|it| [&*it.text, &*it.word, &*it.rest])
            .collect();
        let hint = ["did you mean `avalon`?", "", ""];
        assert_eq!(told, [["HEMI E2 TO ", "avalonn", ""], hint]);
    }

    #[test]
    fn a_reason_of_two_lines_and_a_line_as_wide_as_may_be_keep_what_is_pointed_at() {
        let reason = "line 1, column 6: nothing that can be asked for here is called by this name,";
        let written = format!("     MOVE {}", "x".repeat(62));
        let text = format!("{reason}\n  and no ship\n{written}\n          ^^^\n     try E2\n");
        let head = parse(&text).head;
        let [Block::Prose { lines }, Block::Plain { lines: plain }] = &head[..] else {
            panic!("{head:?}")
        };
        assert_eq!(lines, &[format!("{reason} and no ship")]);
        assert_eq!(plain[0].word, "xxx");
        assert_eq!(plain[1].text, "try E2");
    }

    #[test]
    fn a_mail_is_taken_apart() {
        let long = "This is a line of prose that goes on until there is no room for another";
        let text = format!(
            "Ana, this is turn 2.\n\n- One thing\n  and more\n- Another\n\nTHE POSITION\n\n{long}\n\
             word and ends.\nShort.\n  plain  text\n\n#orders x north turn 2\n; a\n#end\n\nBelow.\n"
        );
        let doc = parse(&text);
        let prose = |lines: &[&str]| Block::Prose {
            lines: lines.iter().map(|it| (*it).to_owned()).collect(),
        };
        let list = Block::List {
            items: vec!["One thing and more".to_owned(), "Another".to_owned()],
        };
        assert_eq!(doc.head, [prose(&["Ana, this is turn 2."]), list]);
        let [chapter] = &doc.chapters[..] else {
            panic!("one chapter: {doc:?}")
        };
        assert_eq!(chapter.title, "THE POSITION");
        let whole = format!("{long} word and ends.");
        assert_eq!(
            chapter.blocks,
            [
                prose(&[&whole, "Short."]),
                Block::Plain {
                    lines: Pointed::all(vec!["plain  text".to_owned()])
                },
                Block::Sheet {
                    lines: ["#orders x north turn 2", "; a", "#end"]
                        .map(str::to_owned)
                        .to_vec()
                },
                prose(&["Below."]),
            ]
        );
    }
}
