//! Which lines of a mail are live: not quoted, and not below the point where the player's own
//! text ends.
//!
//! Not here: what a block is in full (`lang::block`); this file looks for lines that begin like
//! an opener or a closer, because the text ends only once a block has been seen: who edits our
//! sheet in a quotation without marks writes below such a point.

/// Where a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The player's own text: read.
    Live,
    /// Quoted, by `>` or the like: not read.
    Quoted,
    /// Begins like a quotation in the middle of a block: not read, and reported.
    Doubtful,
    /// Below a signature, a line like `-----Original Message-----` or the headers of an older
    /// mail: not read.
    Below,
}

/// Places all lines of a text, given folded.
pub fn places(lines: &[impl AsRef<str>]) -> Vec<Place> {
    let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    let mut places = Vec::with_capacity(lines.len());
    let mut attributed = false;
    let mut block = Block::None;
    // Whether the line is in a letter of that block, which may quote whatever it likes.
    let mut letter = false;
    for (at, line) in lines.iter().enumerate() {
        attributed |= line.trim_end().ends_with([':', '：']);
        let line = line.trim();
        let marked = line.starts_with('>') || (attributed && line.starts_with('|'));
        if marked && !letter {
            places.push(match block {
                Block::Open if is_order(line) => Place::Live,
                Block::Open if closes(&lines[at..]) && !unquoted(line).is_empty() => {
                    Place::Doubtful
                }
                _ => Place::Quoted,
            });
            continue;
        }
        if block != Block::None {
            let ends = match mark(&lines[at..]) {
                Mark::None => false,
                // A letter may hold what looks like one.
                Mark::Strong => !letter || !closes(&lines[at..]),
                // Inside a block `--` may be part of a letter, if the block is still closed below.
                Mark::Weak => block == Block::Closed || !closes(&lines[at..]),
                Mark::Attribution => block == Block::Open && !closes(&lines[at..]),
            };
            if ends {
                places.resize(lines.len(), Place::Below);
                return places;
            }
        }
        letter = match (block, letter) {
            (Block::Open, false) => is_letter(line) && ends_letter(&lines[at + 1..]),
            (Block::Open, true) => !is_end(line),
            _ => false,
        };
        block = match block {
            _ if is_opener(line) => Block::Open,
            Block::Open if is_closer(line) => Block::Closed,
            same => same,
        };
        places.push(Place::Live);
    }
    places
}

/// Whether a line of a block that begins with `>` is the player's own all the same: an order that
/// was broken before `>=`, or one to whose first word a mail server has put a `>`, as old folders
/// want it ([`without_mbox_mark`]).
fn is_order(line: &str) -> bool {
    line.starts_with(">=") || without_mbox_mark(line).is_some()
}

/// The line without the `>` that mail servers put before a line that begins with `From `.
pub fn without_mbox_mark(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('>')?;
    rest.starts_with("From ").then_some(rest)
}

/// Whether a line of a block begins a letter to other seats.
fn is_letter(line: &str) -> bool {
    let word = line.split([' ', '\t', ':', ',']).next();
    word.is_some_and(|it| it.eq_ignore_ascii_case("message"))
}

/// Whether a line ends one.
fn is_end(line: &str) -> bool {
    let line = line.split([';', '#']).next().unwrap_or_default();
    let word = line.trim().trim_end_matches(['.', '!', ' ']);
    word.eq_ignore_ascii_case("end")
}

/// Whether the end of a letter comes before that of its block.
fn ends_letter(lines: &[&str]) -> bool {
    let mut marks = lines
        .iter()
        .filter(|it| is_end(it) || is_opener(it) || is_closer(it));
    marks.next().is_some_and(|it| is_end(it))
}

/// Whether a folded line begins like the opener of a block: `#orders` in any case, a space after
/// the `#` allowed.
pub fn is_opener(line: &str) -> bool {
    let word = word_after_hash(line).map(|it| it.trim_end_matches('.'));
    word.is_some_and(|it| it.eq_ignore_ascii_case("orders"))
}

/// A quoted line without its marks: `> > #orders` becomes `#orders`.
pub fn unquoted(line: &str) -> &str {
    line.trim_start_matches(['>', '|', ' ', '\t'])
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    Open,
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// Ends the text, unless it is inside a block that is closed below.
    Weak,
    /// Ends an open block; the quotation after it is marked anyway.
    Attribution,
    /// Ends the text, unless it is in a letter of a block that is closed below.
    Strong,
}

fn word_after_hash(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?;
    rest.split_whitespace().next()
}

/// Whether a folded line closes a block.
pub fn is_closer(line: &str) -> bool {
    let word = word_after_hash(line).map(|it| it.trim_end_matches('.'));
    word.is_some_and(|it| it.eq_ignore_ascii_case("end"))
}

/// Whether a closer comes before the next opener, quotations left aside.
fn closes(lines: &[&str]) -> bool {
    let live = lines.iter().filter(|it| !it.trim_start().starts_with('>'));
    let mut tags = live.filter(|it| is_opener(it) || is_closer(it));
    tags.next().is_some_and(|it| is_closer(it))
}

/// How many of the last of these lines are an attribution, or lines of one: right above a
/// quotation, whose first line is not among them.
pub fn attribution_above(lines: &[&str]) -> usize {
    let end = lines
        .iter()
        .rposition(|it| !it.trim().is_empty())
        .map_or(0, |it| it + 1);
    let from = end.saturating_sub(ATTRIBUTION_MAX);
    let begin = (from..end).find(|it| is_attribution(&lines[*it..end], &[">"]));
    begin.map_or(0, |it| lines.len() - it)
}

/// Whether the first of these folded lines ends what the writer of a mail has typed: an
/// attribution, a separator, the headers of an older mail, a signature.
pub fn ends_text(lines: &[&str]) -> bool {
    !lines.is_empty() && mark(lines) != Mark::None
}

/// What kind of end the first of these lines is.
fn mark(lines: &[&str]) -> Mark {
    let line = lines[0].trim();
    if is_header_block(lines) || is_separator(line) {
        return Mark::Strong;
    }
    let ruled = |mark: u8| line.len() >= 10 && line.bytes().all(|it| it == mark);
    let rule = ruled(b'_') || ruled(b'-');
    if line == "--" || rule || is_phone_signature(line) {
        return Mark::Weak;
    }
    match attribution_lines(lines) {
        0 => Mark::None,
        // Yahoo, Zimbra and others set no marks at all.
        count if is_quoted(&lines[count..]) => Mark::Attribution,
        _ => Mark::Weak,
    }
}

/// Whether the first of these lines that is not blank is marked as a quotation.
fn is_quoted(lines: &[&str]) -> bool {
    let mut lines = lines.iter().map(|it| it.trim());
    let next = lines.find(|it| !it.is_empty()).unwrap_or_default();
    next.starts_with(['>', '|'])
}

/// Lines of one attribution at most: long ones are broken.
const ATTRIBUTION_MAX: usize = 3;

/// How many lines an attribution takes that begins here: `On Sunday …, Club wrote:` in whatever
/// language. It ends with a colon, or holds an address and a date, right above a quotation; where
/// none is marked, it must hold a date, and end with a colon.
fn attribution_lines(lines: &[&str]) -> usize {
    // Most lines are none, and are done with here.
    let near = lines.iter().take(ATTRIBUTION_MAX);
    if !{ near }.any(|it| it.contains([':', '：', '@'])) {
        return 0;
    }
    let begins =
        |it: &&&str| !it.trim().is_empty() && !it.trim_start().starts_with(['>', '|', '#']);
    let length = lines
        .iter()
        .take(ATTRIBUTION_MAX)
        .take_while(begins)
        .count();
    (1..=length)
        .find(|it| is_attribution(&lines[..*it], &lines[*it..]))
        .unwrap_or(0)
}

fn is_attribution(lines: &[&str], behind: &[&str]) -> bool {
    let whole = lines.join(" ");
    let whole = whole.trim_end();
    let ends = whole.ends_with([':', '：']);
    let (address, dated) = (whole.contains('@'), is_dated(whole));
    // What is above an attribution is not part of it: this begins with its date.
    if lines.len() > 1 && (!is_dated(lines[0]) || lines[1..].iter().any(|it| is_dated(it))) {
        return false;
    }
    if is_quoted(behind) {
        ends || (address && dated)
    } else {
        ends && dated && (address || whole.split_whitespace().count() >= WORDS_MIN)
    }
}

/// Words of an attribution without an address at least.
const WORDS_MIN: usize = 4;

/// Whether a line holds a year or a time of day, as dates of all languages do.
fn is_dated(line: &str) -> bool {
    let runs = |text: &str| -> Vec<usize> {
        let runs = text.split(|it: char| !it.is_numeric());
        runs.map(|it| it.chars().count()).collect()
    };
    let year = runs(line).contains(&4);
    let is_time = |it: &str| matches!(runs(it).as_slice(), [1 | 2, 2, ..]);
    let words = |it: char| !(it.is_numeric() || it == ':' || it == '.');
    year || line
        .split(words)
        .any(|it| it.contains([':', '.']) && is_time(it))
}

/// `-----Original Message-----` and `---------- Forwarded message ---------` in their languages: a
/// title between dashes.
fn is_separator(line: &str) -> bool {
    let is_dash = |it: char| "-—–=".contains(it);
    if !line.starts_with(is_dash) {
        return false;
    }
    let front = line.chars().take_while(|it| is_dash(*it)).count();
    let back = line.chars().rev().take_while(|it| is_dash(*it)).count();
    front >= 4 && back >= 2 && line.chars().any(char::is_alphabetic)
}

/// What phones put under a mail without a line `--` above it.
fn is_phone_signature(line: &str) -> bool {
    const BEGINNINGS: [&str; 11] = [
        "sent from ",
        "get outlook for ",
        "get bluemail for ",
        "sent with proton mail",
        "sent via ",
        "von meinem ",
        "gesendet von ",
        "gesendet mit ",
        "envoyé de mon ",
        "enviado desde mi ",
        "inviato da ",
    ];
    let line = line.to_lowercase();
    BEGINNINGS.iter().any(|it| line.starts_with(it))
}

/// Lines in which the headers of an older mail are looked for.
const HEADERS_MAX: usize = 6;

/// The headers of an older mail as Outlook and web mail print them, in whatever language: a short
/// name before a colon in each of three lines or more, an address or a date among what follows it.
fn is_header_block(lines: &[&str]) -> bool {
    if header_value(lines[0]).is_none() {
        return false;
    }
    let block = lines
        .iter()
        .take(HEADERS_MAX)
        .take_while(|it| !it.trim().is_empty());
    let named: Vec<Option<&str>> = block.map(|it| header_value(it)).collect();
    // A long list of recipients goes on in the next line.
    let values: Vec<&str> = named.into_iter().flatten().collect();
    let known = values.iter().any(|it| it.contains('@') || is_dated(it));
    values.len() >= 3 && known
}

/// What comes after the short name of a header, and its colon; stars of bold text left aside.
fn header_value(line: &str) -> Option<&str> {
    let (name, value) = line.split_once([':', '：'])?;
    let name = name.trim_matches(['*', ' ', '\t', '_', '\u{a0}']);
    let is_name = |it: char| it.is_alphabetic() || " -'’".contains(it) || is_combining(it);
    let few = name.chars().count() <= NAME_CHARS_MAX && name.split_whitespace().count() <= 3;
    let fits = !name.is_empty() && few && name.chars().all(is_name);
    let value = value.trim_matches(['*', ' ', '\t']);
    (fits && !value.is_empty()).then_some(value)
}

/// Whether this is a mark above or below a letter, as Arabic, Hebrew and Thai write vowels.
fn is_combining(letter: char) -> bool {
    unicode_normalization::char::is_combining_mark(letter)
}

/// Letters in the name of a header at most.
const NAME_CHARS_MAX: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines with their wanted place before them: `.` live, `>` quoted, `?` doubtful, `-` below.
    #[track_caller]
    fn check(text: &str) {
        let lines: Vec<&str> = text.lines().map(|it| &it[1..]).collect();
        let got = places(&lines).into_iter().map(|place| match place {
            Place::Live => '.',
            Place::Quoted => '>',
            Place::Doubtful => '?',
            Place::Below => '-',
        });
        let shown: Vec<String> = got
            .zip(&lines)
            .map(|(mark, line)| format!("{mark}{line}"))
            .collect();
        assert_eq!(shown.join("\n"), text.trim_end());
    }

    #[test]
    fn quotes_of_any_depth() {
        check(".a\n>> b\n>>> c\n> > d\n>>c\n.d");
    }

    #[test]
    fn bars_are_quotes_behind_an_attribution_only() {
        check(".| a\n.On Sunday, Club wrote:\n>| b\n.c");
        check(".Am Sonntag\n.schrieb Ana:\n>| a");
        check(".Ana schrieb:\n>| a");
    }

    #[test]
    fn nothing_is_cut_before_a_block() {
        check(".-- \n.Ana\n.-----Original Message-----\n.#orders a b\n.X\n.#end\n--- \n-Ana");
    }

    #[test]
    fn an_open_block_ends_at_a_signature() {
        check(".#orders a b\n.X\n---\n-Ana");
        check(".# Orders a b\n.X\n-Sent from my iPhone");
        check(".#orders a b\n.X\n-__________\n-#orders a b\n-#end");
    }

    #[test]
    fn a_closed_block_may_hold_a_signature() {
        check(".#orders a b\n.MESSAGE all\n.--\n.Ana\n.END\n.#End.\n---\n-Ana");
    }

    #[test]
    fn an_older_mail_ends_even_an_open_block() {
        check(".#orders a b\n.X\n-From: Club\n-Sent: Sunday, 9:00\n-To: Ana\n-Subject: x\n-#end");
        check(".#orders a b\n.X\n-*Von:* Club\n-*Gesendet:* So 9:00\n-*An:* Ana\n-#end");
        check(".#orders a b\n.X\n------Original Message-----\n-#end");
        check(".#orders a b\n.FROM: rome\n.X\n.#end");
    }

    #[test]
    fn an_attribution_ends_what_needs_an_end() {
        check(".#orders a b\n.X\n-On Sunday at 9:00, Club <\n-a@b.example> wrote:\n-> #end");
        check(".#orders a b\n.#end\n.On Sunday, Club wrote:\n.\n>> #end\n.my comment");
        check(".#orders a b\n.#end\n-On Sunday 9:00, Club wrote:\n-\n- #orders a b\n- #end");
        check(".On Sunday 9:00, Club wrote:\n.\n. #orders a b\n. #end");
        check(".#orders a b\n.MESSAGE all\n.Ana wrote:\n.END\n.#end");
    }

    #[test]
    fn a_letter_holds_what_it_quotes() {
        check(".#orders a b\n.Message to c\n.> d\n.>From e\n.END.\n?> f\n.#end\n>> g");
        check(".#orders a b\n.MESSAGE c\n.Ana wrote:\n.| d\n.> d\n.end ; x\n.#end");
        // One without end holds nothing.
        check(".#orders a b\n.MESSAGE c\n?> d\n.#end\n.END");
        check(".#orders a b\n.MESSAGE c\n-On Sunday, Club wrote:\n-> d");
        check(">> #orders a b\n.MESSAGE c\n>> d\n.END\n>> #end");
    }

    #[test]
    fn lines_of_a_block_that_begin_like_a_quotation() {
        check(".#orders a b\n.X IF Y\n.>= 3\n?> 4\n?>5\n>>\n.>From rome\n.#end");
        check(".#orders a b\n.X\n>> d\n>> e");
        check(".#orders a b\n.#end\n>> d\n.#orders a c\n?> d\n.#end");
        assert_eq!(without_mbox_mark(">From a"), Some("From a"));
        assert_eq!(without_mbox_mark("> From a"), None);
    }

    #[test]
    fn marks_can_be_taken_off() {
        assert_eq!(unquoted("> >> #orders a"), "#orders a");
    }
}
