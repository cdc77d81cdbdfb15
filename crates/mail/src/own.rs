//! What a player has typed into a mail outside any order sheet: above what it quotes, and below.
//!
//! Exact, for orders may result from it: the text above ends at the first attribution, separator,
//! header block or signature, whether what follows is marked as a quotation or not; marked lines
//! never count. Not here: what the lines say (`desk::reply`), and which lines of a mail a block may
//! be found in (`cut`).

use super::body::MailLine;
use super::cut::{ends_text, is_closer, is_opener, unquoted};

/// The text of a mail outside order sheets and marked quotations; lines by their indices, from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Own {
    /// What is above the point where the player's own text ends; blank lines too.
    pub above: Vec<usize>,
    /// The lines of order sheets that are above it without a mark.
    pub sheets: Vec<usize>,
    /// What is below it without a mark: quoted, or typed below or between a quotation.
    pub below: Vec<usize>,
    /// Whether any of what is above, or of a sheet, is in HTML that may hide it.
    pub odd: bool,
    /// Whether that point is known: what is above it is the player's, whatever it says.
    pub bordered: bool,
}

/// Parts the lines of a mail.
pub fn own(lines: &[MailLine]) -> Own {
    let texts: Vec<&str> = lines.iter().map(|it| it.text.as_str()).collect();
    let bare: Vec<&str> = texts.iter().map(|it| unquoted(it)).collect();
    let mut own = Own::default();
    let mut is_above = true;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        is_above &= !line.beyond;
        if is_opener(bare[at]) {
            let behind = after_block(&bare, at);
            if is_marked(texts[at]) {
                own.bordered = true;
            } else if is_above {
                own.sheets.extend(at..behind);
            }
            own.odd |= lines[at..behind].iter().any(|it| it.odd);
            at = behind;
            continue;
        }
        is_above = is_above && !ends_text(&texts[at..]);
        match (is_marked(texts[at]), is_above) {
            (true, _) => own.bordered = true,
            (false, true) => {
                own.odd |= line.odd;
                own.above.push(at);
            }
            (false, false) => own.below.push(at),
        }
        at += 1;
    }
    own.bordered |= !is_above;
    own
}

/// The first line after the block that begins here; one without an end takes all there is, or
/// what comes before the next opener.
fn after_block(bare: &[&str], opener: usize) -> usize {
    let mut rest = bare.iter().enumerate().skip(opener + 1);
    match rest.find(|it| is_opener(it.1) || is_closer(it.1)) {
        Some((at, line)) if is_closer(line) => at + 1,
        Some((at, _)) => at,
        None => bare.len(),
    }
}

/// Whether a line is marked as somebody else's: by `>` or `|` as mail programs do, or by the `:`
/// after which we print letters and excerpts.
fn is_marked(line: &str) -> bool {
    line.trim_start().starts_with(['>', '|', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cut::Place;

    fn check(text: &str, above: &[&str], below: &[&str]) {
        let line = |words: &str| MailLine {
            raw: words.to_owned(),
            text: words.to_owned(),
            place: Place::Live,
            cut: false,
            beyond: false,
            odd: false,
        };
        let lines: Vec<MailLine> = text.lines().map(line).collect();
        let own = own(&lines);
        let texts = |places: &[usize]| -> Vec<String> {
            let texts = places.iter().map(|it| lines[*it].text.clone());
            texts.filter(|it| !it.is_empty()).collect()
        };
        assert_eq!(texts(&own.above), above, "{text}");
        assert_eq!(texts(&own.below), below, "{text}");
    }

    #[test]
    fn text_ends_at_whatever_ends_a_mail() {
        check(
            "PLAY R1\n\nOn Sunday, Club wrote:\n> PLAY R2",
            &["PLAY R1"],
            &["On Sunday, Club wrote:"],
        );
        for said in [
            "Am 16.11.2026 um 10:00 schrieb Club:",
            "Op 16-11-2026 om 10:00 schreef Club:",
            "W dniu 16.11.2026 o 10:00, Club pisze:",
        ] {
            check(&format!("OK\n{said}\na"), &["OK"], &[said, "a"]);
        }
        let prose = "Am Ende schrieb Ana das Ziel:\nPLAY R1";
        check(prose, &["Am Ende schrieb Ana das Ziel:", "PLAY R1"], &[]);
        check("OK\n-- \nAna", &["OK"], &["-- ", "Ana"]);
        check("OK\nSent from my iPhone", &["OK"], &["Sent from my iPhone"]);
        let outlook = "OK\nFrom: Club\nSent: Sunday, 9:00\nTo: Ana\nSubject: x\nPLAY R2";
        let below = [
            "From: Club",
            "Sent: Sunday, 9:00",
            "To: Ana",
            "Subject: x",
            "PLAY R2",
        ];
        check(outlook, &["OK"], &below);
        check(
            "OK\n-----Original Message-----\na",
            &["OK"],
            &["-----Original Message-----", "a"],
        );
    }

    #[test]
    fn marked_lines_and_sheets_are_left_out() {
        check("> a\nb\n| c\n  : PLAY R1\nd", &["b", "d"], &[]);
        check(
            "a\n#orders x y turn 1\nPLAY R1\n--\n#end\nb",
            &["a", "b"],
            &[],
        );
        check(
            "a\n> #orders x y turn 1\n> PLAY R1\n> #end\nb",
            &["a", "b"],
            &[],
        );
        check("a\n#orders x y turn 1\nPLAY R1\nb", &["a"], &[]);
    }

    #[test]
    fn what_is_typed_below_a_quotation_is_kept_apart() {
        let text = "On Sunday, Club wrote:\n> a\nPLAY R1\n> b\nbye";
        check(text, &[], &["On Sunday, Club wrote:", "PLAY R1", "bye"]);
    }
}
