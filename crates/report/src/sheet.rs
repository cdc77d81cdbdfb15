//! Order sheets: the block at the end of a report or receipt, ready to be sent back.
//!
//! Not here: which lines a game puts into it (`Language::order_sheet`) and how a sheet that comes
//! back is read (`lang`).

use super::text::{WIDTH, width, wrap};
use packetboat_core::engine::game::InForce;
use packetboat_core::engine::language::SheetText;
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::letter;
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::lang::sheet_names::SheetNames;
use packetboat_core::lang::text;

/// The last comment of a sheet with live lines: what makes a sheet sent on purpose differ from a
/// quotation.
pub const LAST_LINE: &str =
    "; to send this sheet as it is, answer OK, or send it without this line";

/// The last comment of a sheet that is filed.
const LAST_LINE_FILED: &str = "; this sheet is filed; to change it, edit it and send it back";

/// The last comment of a sheet of advice alone: OK sends that.
pub(super) const LAST_LINE_ADVICE: &str =
    "; OK sends all the advice; to send some, delete the ; before those lines";

/// The last comment of a sheet that says nothing yet.
const LAST_LINE_EMPTY: &str = "; no orders yet: add some and send it back";

/// The last comments of mails sent by packetboats of before.
const LAST_LINES_ONCE: [&str; 6] = [
    "; to send this sheet as it is, answer OK or delete this line",
    "; answer OK to send all the advice; for some of it, delete their ; only",
    "; no order is in it yet: write some and send it",
    "; to send this sheet as it stands, take this line away",
    "; to send this sheet as it stands, answer OK or take this line away",
    "; no order is in it yet: write some, or take a ; away, and send it",
];

/// Above the advice of a sheet.
pub(super) const ADVICE: &str = "; advice:";

/// Above advice that an order below would keep from counting.
pub(super) const INSTEAD: &str =
    "; advice (if you use a line, delete your own for the same thing):";

/// Above what the program plays if nothing is sent.
const SILENCE: &str = "; if you send no orders, this is played by default:";

/// Above what it plays besides orders that are in force.
const SILENCE_BESIDES: &str = "; besides your orders, this is played by default:";

/// The same in mails of before.
const SILENCE_BEFORE: [&str; 2] = [
    "; what you give no order for is played by default:",
    "; by default, where you give no order, the program plays:",
];

/// Above the comments of its player's own.
pub(super) const OWN: &str = "; your own comments, kept until you send a sheet without them:";

/// Columns of such a comment: it comes back quoted, and may not be broken.
const OWN_WIDTH: usize = 64;

/// Whether a comment is one that any sheet of ours may have: what is above its parts, its last
/// line.
pub fn is_ours(line: &str) -> bool {
    is_last_line(line) || is_heading(line) || is_above_advice(line)
}

/// A comment of a player's own in the pieces in which sheets print it.
pub fn own_pieces(text: &str) -> Vec<String> {
    let pieces: Vec<String> = text.split(' ').map(in_pieces).collect();
    wrap(&pieces.join(" "), OWN_WIDTH, "", "")
}

/// Comments of a player's own as a sheet prints them, with what is above them.
pub fn own_comments(own: &[String]) -> Vec<String> {
    let above = own.first().map(|_| OWN.to_owned());
    above
        .into_iter()
        .chain(own.iter().flat_map(|it| comment(it)))
        .collect()
}

/// Whether a line is above the advice of a sheet, in mails of before too.
pub(super) fn is_above_advice(line: &str) -> bool {
    [
        ADVICE,
        INSTEAD,
        "; advice in place of an order below (the first counts):",
        "; worth a thought:",
        "; worth a thought in place of a line below; the first counts:",
    ]
    .contains(&line)
}

/// Whether a line is the last comment of a sheet of ours.
pub fn is_last_line(line: &str) -> bool {
    let line = line.trim();
    [
        LAST_LINE,
        LAST_LINE_FILED,
        LAST_LINE_ADVICE,
        LAST_LINE_EMPTY,
    ]
    .contains(&line)
        || LAST_LINES_ONCE.contains(&line)
}

/// The advice of a sheet, given as its lines, as orders to send.
pub fn suggestions<'l>(sheet: impl IntoIterator<Item = &'l str>) -> Vec<String> {
    let mut inside = false;
    let mut all = Vec::new();
    for line in sheet {
        if is_above_advice(line) {
            inside = true;
            continue;
        }
        inside &= line.starts_with(';') && !is_last_line(line) && !is_heading(line);
        all.extend(inside.then(|| line.trim_start_matches(';').trim_end().to_owned()));
    }
    // The space after the `;` is ours, what is set in further goes on with the line above.
    let bare = all
        .iter()
        .map(|it: &String| it.strip_prefix(' ').unwrap_or(it).to_owned());
    bare.collect()
}

/// Whether a comment of a sheet is above lines that are in force.
fn is_heading(line: &str) -> bool {
    [
        SILENCE,
        SILENCE_BESIDES,
        SILENCE_BEFORE[0],
        SILENCE_BEFORE[1],
        OWN,
        "; standing",
        "; in force",
        "; filed for later",
        "; your lines of this sheet",
        "; your orders of this turn",
    ]
    .iter()
    .any(|it| line.starts_with(it))
}

/// The same sheet, whose last comment says that it is filed.
pub(super) fn filed(sheet: &str) -> String {
    sheet.replacen(LAST_LINE, LAST_LINE_FILED, 1)
}

/// The same sheet without the line that says how to take it as it is.
pub(super) fn without_last_line(sheet: &str) -> String {
    let lines = sheet.split_inclusive('\n');
    lines.filter(|it| !is_last_line(it)).collect()
}

/// Above orders of the sheet that are in force.
pub(super) const ABOVE_IN_FORCE: &str = "; your orders of this turn, in force:";

/// Live lines leave room for the `> ` of a reply.
const LIVE_WIDTH: usize = WIDTH - 2;

/// The sheet of a report: position, advice, live lines, standing lines.
///
/// Where lines of this sheet are in force already they are its live lines, since silence keeps
/// them.
pub fn order_sheet(
    campaign: &str,
    seat: Seat,
    (sheet, names): (SheetNo, &SheetNames),
    text: &SheetText,
    in_force: &[InForce],
) -> String {
    let own: Vec<String> = in_force
        .iter()
        .filter(|it| it.sheet == Some(sheet))
        .map(|it| it.text.clone())
        .collect();
    let mut lines = vec![opener(campaign, seat, (sheet, names))];
    lines.extend(text.position.iter().flat_map(|it| comment(it)));
    let live = if own.is_empty() { &text.live } else { &own };
    let said = |it: &String| own.iter().any(|own| own.eq_ignore_ascii_case(it));
    let advice: Vec<&String> = text.advice.iter().filter(|it| !said(it)).collect();
    let (above, below) = if live.is_empty() {
        (&[][..], &advice[..])
    } else {
        (&advice[..], &[][..])
    };
    if !above.is_empty() {
        lines.push(INSTEAD.to_owned());
    }
    lines.extend(above.iter().flat_map(|it| suggestion(it)));
    if !own.is_empty() {
        lines.push(ABOVE_IN_FORCE.to_owned());
    }
    lines.extend(live.iter().flat_map(|it| live_lines(it)));
    if !own.is_empty() && text.goes_ahead {
        lines.push("GOAHEAD".to_owned());
    }
    if !own.is_empty() && text.waits {
        lines.push("WAIT".to_owned());
    }
    if !text.lead.is_empty() {
        lines.extend(comment(&text.lead));
    }
    if !below.is_empty() {
        lines.push(ADVICE.to_owned());
    }
    lines.extend(below.iter().flat_map(|it| suggestion(it)));
    let mut ahead = in_force.iter().filter_map(|line| {
        let later = line.sheet.filter(|it| *it > sheet)?;
        Some((later, &line.text))
    });
    if let Some((first, text)) = ahead.next() {
        let name = names.name(first);
        let end = format!("; filed for later (TURN {name} and CANCEL below it withdraw it):");
        lines.push(end);
        let all = [(first, text)].into_iter().chain(ahead);
        lines.extend(
            all.flat_map(|(later, it)| suggestion(&format!("{}: {it}", names.turn(later)))),
        );
    }
    close(
        lines,
        (in_force, &own),
        (text.asked, &text.silence),
        &text.own,
    )
}

/// The sheet of a receipt: the block as it would be once corrected, then standing lines that are
/// not in it.
pub fn corrected_sheet(
    campaign: &str,
    seat: Seat,
    (sheet, names): (SheetNo, &SheetNames),
    corrected: &[String],
    (in_force, own): (&[InForce], &[String]),
) -> String {
    let mut lines = vec![opener(campaign, seat, (sheet, names))];
    let mut in_letter = false;
    for line in corrected {
        if in_letter && !letter::ends(1, line) {
            lines.extend(as_text(line, WIDTH));
            continue;
        }
        in_letter = letter::is_above_text(line);
        match line.trim_start().strip_prefix(';') {
            Some(rest) if width(line) > WIDTH => lines.extend(suggestion(rest.trim())),
            Some(_) => lines.push(line.clone()),
            None => lines.extend(live_lines(line)),
        }
    }
    close(lines, (in_force, corrected), (false, &[]), own)
}

/// The first line of a block.
pub fn opener(campaign: &str, seat: Seat, (sheet, names): (SheetNo, &SheetNames)) -> String {
    format!("#orders {campaign} {seat} {}", names.turn(sheet))
}

/// Standing lines after `;`, how to end one, what silence means, the player's own comments, the
/// last line, the closer. `asked`: whether OK says something though no line is live.
fn close(
    mut lines: Vec<String>,
    (in_force, shown): (&[InForce], &[String]),
    (asked, silence): (bool, &[String]),
    own: &[String],
) -> String {
    let standing: Vec<&str> = in_force
        .iter()
        .filter(|it| it.sheet.is_none() && !shown.contains(&it.text))
        .map(|it| it.text.as_str())
        .collect();
    if let Some(first) = standing.first() {
        let verb = verb(first);
        if standing.len() == 1 {
            lines.push(format!(
                "; standing order, in force (CLEAR {verb} ends it):"
            ));
        } else {
            lines.push(
                "; standing orders, in force (CLEAR and the first word of one ends".to_owned(),
            );
            lines.push(format!("; it: CLEAR {verb}; CLEAR ALL ends all):"));
        }
        lines.extend(standing.iter().flat_map(|it| suggestion(it)));
    }
    if !silence.is_empty() {
        let live = lines.iter().skip(1).any(|it| !it.starts_with(';'));
        let above = if live { SILENCE_BESIDES } else { SILENCE };
        lines.push(above.to_owned());
        lines.extend(silence.iter().flat_map(|it| default_order(it)));
    }
    lines.extend(own_comments(own));
    let live = lines.iter().skip(1).map(String::as_str);
    let live = live.filter(|it| !it.starts_with(';'));
    // A form that nobody has filled in says nothing yet.
    let says = asked || (live.clone().next().is_some() && !text::is_blank(live));
    let advises = lines.iter().any(|it| is_above_advice(it));
    let last = if says {
        LAST_LINE
    } else if advises {
        LAST_LINE_ADVICE
    } else {
        LAST_LINE_EMPTY
    };
    lines.push(last.to_owned());
    lines.push("#end".to_owned());
    lines.push(String::new());
    lines.join("\n")
}

/// The order word of a standing line.
fn verb(line: &str) -> &str {
    let mut words = line.split_whitespace();
    match (words.next(), words.next()) {
        (Some("STANDING"), Some("UNTIL")) => words.nth(1).unwrap_or_default(),
        (Some("STANDING"), Some(verb)) => verb,
        (first, _) => first.unwrap_or_default(),
    }
}

/// A comment; a long one becomes several, since a wrapped comment would leave a faulty line.
fn comment(text: &str) -> Vec<String> {
    if width(text) + 2 <= WIDTH {
        // Tables and maps keep their spaces.
        return vec![format!("; {text}").trim_end().to_owned()];
    }
    // A word that fits into no line would be left in one of its own, without its `;`.
    let pieces: Vec<String> = text.split(' ').map(in_pieces).collect();
    let text = pieces.join(" ");
    let text = text.trim_end();
    let words = text.trim_start();
    let indent = &text[..(text.len() - words.len()).min(WIDTH / 2)];
    let lead = format!("; {indent}");
    wrap(words, WIDTH, &lead, &lead)
}

/// What is played by default: an order, broken as those of advice are; or a sentence, of which all
/// lines but the first are set in as well.
fn default_order(text: &str) -> Vec<String> {
    let is_order = text.starts_with(|it: char| it.is_uppercase());
    if is_order {
        suggestion(text)
    } else if width(text) + 2 <= WIDTH {
        comment(text)
    } else {
        wrap(text, WIDTH, "; ", ";   ")
    }
}

/// A word in pieces that fit into a line.
fn in_pieces(word: &str) -> String {
    if width(word) <= WIDTH / 2 {
        return word.to_owned();
    }
    let letters: Vec<char> = word.chars().collect();
    let pieces = letters
        .chunks(WIDTH / 2)
        .map(|it| it.iter().collect::<String>());
    pieces.collect::<Vec<_>>().join(" ")
}

/// A live order, broken so that its pieces are joined again when they are read.
fn live_lines(order: &str) -> Vec<String> {
    break_order(order, LIVE_WIDTH)
}

/// A line for people: as it is, or broken, and not set in, where it is too wide.
fn as_text(line: &str, columns: usize) -> Vec<String> {
    if width(line) > columns {
        wrap(line, columns, "", "")
    } else {
        vec![line.to_owned()]
    }
}

/// An order after `;`, which can be read as it is once its `;` (or all of them) are gone.
fn suggestion(order: &str) -> Vec<String> {
    let pieces = break_order(order, WIDTH - 2);
    if pieces.iter().any(|it| width(it) > WIDTH - 2) {
        // No order has a word that long: a comment of the player's own.
        return comment(order);
    }
    pieces.into_iter().map(|it| format!("; {it}")).collect()
}

/// How surely two pieces are joined again (`docs/order-language.md`, section 10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Joint {
    /// Only if the second piece is not an order of its own: a word in capitals may be one.
    Doubtful,
    /// The second piece begins with a name or a number, and no order does (rule 3).
    Likely,
    /// The first piece is not finished, or the second begins with IF, ELSE and the like (rules 1
    /// and 2).
    Sure,
}

fn break_order(order: &str, columns: usize) -> Vec<String> {
    if let Some(lines) = text::opened(order) {
        // Text for people stays as it is; where it is too wide it is broken, and not set in.
        return lines.iter().flat_map(|it| as_text(it, columns)).collect();
    }
    let mut pieces = Vec::new();
    let mut rest = order.trim().to_owned();
    let mut indent = "";
    while width(indent) + width(&rest) > columns {
        let room = columns - width(indent);
        let Some(at) = break_at(&rest, room) else {
            break;
        };
        let tail = rest.split_off(at);
        pieces.push(format!("{indent}{}", rest.trim_end()));
        rest = tail.trim_start().to_owned();
        indent = "  ";
    }
    pieces.push(format!("{indent}{rest}"));
    pieces
}

/// The byte at which the second piece begins: the surest joint that fits, and of equals the last.
/// A sure joint in the first third would leave ragged lines, so it counts only if nothing else
/// does.
fn break_at(order: &str, room: usize) -> Option<usize> {
    let fits = joints(order)
        .into_iter()
        .filter(|(at, _)| width(order[..*at].trim_end()) <= room);
    fits.max_by_key(|(at, joint)| {
        let ragged = width(&order[..*at]) < room / 3;
        (!ragged, *joint, *at)
    })
    .map(|(at, _)| at)
}

/// All places where an order may be broken.
fn joints(order: &str) -> Vec<(usize, Joint)> {
    let mut joints = Vec::new();
    let mut before = "";
    let mut from = 0;
    for word in order.split(' ') {
        let at = from;
        from += word.len() + 1;
        if at > 0 && !word.is_empty() {
            joints.push((at, joint(before, word)));
        }
        // A list written without spaces may be broken after its marks.
        let marks = word.match_indices([',', '/', '+']);
        let inner = marks.map(|(place, mark)| at + place + mark.len());
        joints.extend(
            inner
                .filter(|it| *it < at + word.len())
                .map(|it| (it, Joint::Sure)),
        );
        if !word.is_empty() {
            before = word;
        }
    }
    // A piece that begins with `>` would be taken for quoted mail, one with `#` or `;` for none.
    joints.retain(|(at, _)| !order[*at..].trim_start().starts_with(['>', '#', ';']));
    joints
}

fn joint(before: &str, word: &str) -> Joint {
    const UNFINISHED: [&str; 6] = ["IF", "THEN", "AND", "OR", "NOT", "ELSE"];
    const JOINING: [&str; 5] = ["ELSE", "AND", "OR", "THEN", "IF"];
    let ends_in_mark = before.ends_with([',', '/', '+', '-', '*', '@', ':']);
    if ends_in_mark || UNFINISHED.contains(&before) || JOINING.contains(&word) {
        return Joint::Sure;
    }
    if word.starts_with(|it: char| it.is_ascii_uppercase()) {
        Joint::Doubtful
    } else {
        Joint::Likely
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(order: &str, wanted: &[&str]) {
        assert_eq!(break_order(order, LIVE_WIDTH), wanted);
    }

    #[test]
    fn long_orders_break_where_they_join_again() {
        check("PLAY LOWEST", &["PLAY LOWEST"]);
        check(
            "MOVE 6 soldiers FROM 1721 STORM 1722 IF ODDS AT LEAST 2:1 ELSE MOVE 6 soldiers FROM \
             1721 TO 1620",
            &[
                "MOVE 6 soldiers FROM 1721 STORM 1722 IF ODDS AT LEAST 2:1 ELSE",
                "  MOVE 6 soldiers FROM 1721 TO 1620",
            ],
        );
        check(
            "EXPEDITION S1 FROM europe SHIPS 2 carracks LOAD 5 soldiers, 1 missionary LAND hut",
            &[
                "EXPEDITION S1 FROM europe SHIPS 2 carracks LOAD 5 soldiers,",
                "  1 missionary LAND hut",
            ],
        );
    }

    #[test]
    fn a_list_without_blanks_breaks_behind_a_mark() {
        let list: Vec<String> = (10..60).map(|it| format!("R{it}")).collect();
        let pieces = break_order(&format!("PLAY {}", list.join("/")), LIVE_WIDTH);
        assert!(pieces.iter().all(|it| width(it) <= LIVE_WIDTH));
        let last = pieces.len() - 1;
        assert!(pieces[..last].iter().all(|it| it.ends_with('/')));
        let joined: String = pieces.concat().split_whitespace().collect();
        assert_eq!(joined, format!("PLAY{}", list.join("/")));
    }

    #[test]
    fn the_verb_of_a_standing_line() {
        assert_eq!(verb("STANDING KEEP 2 spice"), "KEEP");
        assert_eq!(verb("STANDING UNTIL 8 DEAL england"), "DEAL");
    }
}
