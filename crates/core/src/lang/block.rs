//! Finding `#orders … #end` in the live text of a mail, and distinguishing quotations from orders.
//!
//! Not here: undoing marks of quotation (`mail`), the words of an opener (below, [`opener`]), and
//! the lines of a block (`read`).

pub use super::opener::{
    Asked, Known, KnownCampaign, Opener, completed, mask, opener, password, sheet_named, with_more,
};
use super::plain::is_unseen;

/// A stretch of text from `#orders` to `#end`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The opener as written. It may hold a password: show it through [`mask`] only.
    pub opener: String,
    /// The index of the opener among the lines searched, from 0.
    pub at: usize,
    /// The lines after the opener, as written.
    pub lines: Vec<String>,
    /// Whether `#end` was found; if not, the block runs to the end of the text or to the next
    /// opener.
    pub closed: bool,
}

impl Block {
    /// The lines as [`crate::lang::read::read`] takes them.
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// The opener without its password, and the lines: for echoes, line 0 being the opener.
    pub fn shown(&self) -> Vec<String> {
        let mut lines = vec![mask(&self.opener)];
        lines.extend(self.lines.iter().cloned());
        lines
    }

    /// What two blocks have in common that differ only in spaces, line breaks, capitals, and
    /// whether there is a password.
    pub fn folded(&self) -> String {
        let opener = mask(&self.opener).replace(super::opener::MASK, "");
        // A dot at the end does no harm, and `turn` may be left out.
        let opener = opener.trim().trim_end_matches('.').to_lowercase();
        let words = opener.split_whitespace().filter(|it| *it != "turn");
        let mut folded: String = words.collect();
        folded.push('\n');
        folded.push_str(&fold(&self.lines));
        folded
    }
}

/// The lines without spaces, line breaks and capitals; comments count.
pub fn fold<T: AsRef<str>>(lines: &[T]) -> String {
    let kept = |it: &char| !it.is_whitespace() && !is_unseen(*it);
    lines
        .iter()
        .flat_map(|it| it.as_ref().chars().filter(kept).collect::<Vec<char>>())
        .flat_map(char::to_lowercase)
        .collect()
}

/// All blocks in these lines.
pub fn find<T: AsRef<str>>(lines: &[T]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut inside = false;
    for (at, line) in lines.iter().enumerate() {
        let line = line.as_ref();
        match directive(line).as_deref() {
            Some("orders") => {
                let block = begun(line, at);
                inside = !block.closed;
                blocks.push(block);
            }
            Some("end") if inside => {
                if let Some(block) = blocks.last_mut() {
                    block.closed = true;
                }
                inside = false;
            }
            _ if inside => {
                if let Some(block) = blocks.last_mut() {
                    block.lines.push(line.to_owned());
                }
            }
            _ => {}
        }
    }
    blocks
}

/// The block that an opener begins. What else is on its line is the first line of the block.
fn begun(line: &str, at: usize) -> Block {
    let mut block = Block {
        opener: line.to_owned(),
        at,
        lines: Vec::new(),
        closed: false,
    };
    if let Some((opener, more)) = with_more(line) {
        let closer = more
            .rfind('#')
            .filter(|it| directive(&more[*it..]).is_some());
        let more = closer.map_or(more.as_str(), |it| more[..it].trim_end_matches([' ', ';']));
        block.closed = closer.is_some();
        block.opener = opener;
        block
            .lines
            .extend((!more.is_empty()).then(|| more.to_owned()));
    }
    block
}

/// Whether a line opens or closes a block.
pub(super) fn is_directive(line: &str) -> bool {
    directive(line).is_some()
}

/// The word after `#`, if it opens or closes a block; an `#end` is alone.
fn directive(line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix('#')?.trim();
    let word = rest.split_whitespace().next()?.to_lowercase();
    let bare = word.trim_end_matches('.');
    let alone = rest.split_whitespace().count() == 1;
    match bare {
        "orders" => Some("orders".to_owned()),
        "end" if alone => Some("end".to_owned()),
        _ => None,
    }
}

/// What the blocks of one mail come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chosen {
    /// There is none.
    Nothing,
    /// This one counts.
    One(Block),
    /// Nothing but a sheet we sent, unchanged: a quotation, which means silence. The last of
    /// them.
    Quoted(Block),
    /// Two that differ: none is taken, and the receipt asks which.
    Several(Vec<Block>),
}

/// Chooses the block of a mail. `is_ours`: whether a block is a sheet mailed to this seat, to be
/// recognized by [`Block::folded`] or [`fold`]. The same block twice is one.
pub fn choose(blocks: Vec<Block>, is_ours: impl Fn(&Block) -> bool) -> Chosen {
    let mut live: Vec<(String, Block)> = Vec::new();
    let mut quoted = None;
    for block in blocks {
        let folded = block.folded();
        if is_ours(&block) {
            quoted = Some(block);
        } else if let Some((_, twin)) = live.iter_mut().find(|it| it.0 == folded) {
            // One of the two may lack its end.
            twin.closed |= block.closed;
        } else {
            live.push((folded, block));
        }
    }
    let mut blocks: Vec<Block> = live.into_iter().map(|it| it.1).collect();
    match (blocks.len(), quoted) {
        (0, Some(block)) => Chosen::Quoted(block),
        (0, None) => Chosen::Nothing,
        (1, _) => Chosen::One(blocks.remove(0)),
        _ => Chosen::Several(blocks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sheet_names::SheetNames;

    fn blocks(text: &str) -> Vec<Block> {
        let lines: Vec<&str> = text.lines().collect();
        find(&lines)
    }

    #[test]
    fn blocks_are_found_and_folded() {
        let text =
            "hello\n#Orders a red turn 6\nPLAY R1\n# END.\nbye\n# orders a red 6. \n play  r1";
        let found = blocks(text);
        assert_eq!(found.len(), 2);
        assert!(found[0].closed && !found[1].closed);
        assert_eq!(found[0].lines, ["PLAY R1"]);
        assert_eq!(found[0].folded(), found[1].folded());
        let one = choose(found.clone(), |_| false);
        assert!(matches!(one, Chosen::One(block) if block.at == 1));
        let ours = choose(found, |it| it.closed);
        assert!(matches!(ours, Chosen::One(block) if block.at == 5));
    }

    #[test]
    fn orders_on_the_line_of_the_opener_are_its_first_line() {
        let of = |line: &str| {
            let block = blocks(line).remove(0);
            (mask(&block.opener), block.lines.join(" | "), block.closed)
        };
        let opener = "#orders a red turn 6";
        for (more, lines, closed) in [
            ("", "", false),
            (" PLAY R1 IF TOP", "PLAY R1 IF TOP", false),
            (" Play R1 #end", "Play R1", true),
            ("; PLAY R1; PLAY R2; #end", "; PLAY R1; PLAY R2", true),
            (" ; a comment", "; a comment", false),
            (" ;", "", false),
        ] {
            let whole = format!("{opener}{more}");
            let want = (opener.to_owned(), lines.to_owned(), closed);
            let (said, rest, end) = of(&whole);
            assert_eq!(
                (
                    said.trim_end().trim_end_matches([' ', ';']).to_owned(),
                    rest,
                    end
                ),
                want,
                "{whole}"
            );
        }
        // What is a password, or may be one with a slip, is never a line.
        for secret in [
            "babab-babab-babab-babab",
            "babab-babab-babab-babb",
            "babab babab",
        ] {
            let (said, lines, _) = of(&format!("{opener} {secret}"));
            assert!(!said.contains("bab") && lines.is_empty(), "{said}: {lines}");
        }
        let (said, lines, _) = of(&format!("{opener} babab-babab-babab-babab PLAY R1"));
        assert_eq!(
            (said.as_str(), lines.as_str()),
            ("#orders a red turn 6 ****", "PLAY R1")
        );
    }

    #[test]
    fn two_that_differ_are_none() {
        let text = "#orders a red 6\nPLAY R1\n#end\n#orders a red 6\nPLAY R1 ; now\n#end";
        assert!(matches!(choose(blocks(text), |_| false), Chosen::Several(all) if all.len() == 2));
        assert!(matches!(choose(blocks(text), |_| true), Chosen::Quoted(block) if block.at == 3));
        assert_eq!(choose(blocks("hello"), |_| true), Chosen::Nothing);
    }

    #[test]
    fn passwords_are_masked() {
        let check = |line: &str, want: &str, secret: Option<&str>| {
            assert_eq!(mask(line), want);
            assert_eq!(password(line).as_deref(), secret);
        };
        check("#orders a red turn 6a", "#orders a red turn 6a", None);
        let word = "babob-lusab-BABOBlusab";
        let moved = [" turn", "", " turn six", " turn 6"];
        for front in moved {
            let line = format!("#orders a red{front} {word}");
            let shown = format!("#orders a red{front} ****");
            check(&line, &shown, Some(word));
        }
        check(&format!("#orders a {word}"), "#orders a ****", Some(word));
        check(
            "# orders a red turn 6a pw",
            "# orders a red turn 6a ****",
            Some("pw"),
        );
        check("#orders a red 6 pw.", "#orders a red 6 ****", Some("pw"));
        check(
            "#orders a red check pw",
            "#orders a red check ****",
            Some("pw"),
        );
        check(
            "#orders a red check turn 6 pw",
            "#orders a red check turn 6 ****",
            Some("pw"),
        );
        check("#orders a red pw", "#orders a red ****", Some("pw"));
        check("#orders a", "#orders a", None);
    }

    #[test]
    fn a_password_is_never_repeated() {
        let campaigns = [KnownCampaign {
            name: "a".to_owned(),
            seats: vec!["red".to_owned()],
            open: "6a".parse().expect("a sheet"),
            parts: 2,
            last: None,
            names: SheetNames::NONE,
        }];
        let known = Known {
            campaigns: &campaigns,
        };
        for line in [
            "#orders a red hunter2",
            "#orders a red turn 6a hunter2 hunter2",
            "#orders a red turn 5b hunter2",
            "#orders a red turn 6 hunter2",
        ] {
            let fault = opener(&known, line).expect_err(line);
            assert!(!format!("{fault:?}").contains("hunter2"), "{fault:?}");
        }
        for line in [
            "#orders a red turn 6a hunter2",
            "#orders A Red check hunter2",
        ] {
            let read = opener(&known, line).expect(line);
            assert_eq!(read.password.as_deref(), Some("hunter2"));
            assert!(!format!("{read:?}").contains("hunter2"));
        }
    }
}
