//! What templates can do with data beyond the library's own filters.
//!
//! Not here: anything a rule would need to know. A filter changes how a thing is said, no more.
//!
//! | filter | gives |
//! |---|---|
//! | `[5, 2] \| dice` | `5, 2` |
//! | `["a", "b", "c"] \| join_and` (`join_or`) | `a, b and c` |
//! | `3 \| plural("card")`, `2 \| plural("city", "cities")` | `3 cards`, `2 cities` |
//! | `3 \| number` | `three` (to twelve; then digits) |
//! | `2 \| ordinal` | `2nd` |
//! | `2 \| signed` | `+2` |
//! | `"x" \| pad(4)`, `"x" \| pad_left(4)` | `x` with spaces after or before it |
//! | `text \| wrap`, `text \| wrap(60)` | paragraphs of at most 72 (60) columns |
//! | `"no one" \| sentence` | `No one` |
//! | `"THE POSITION" \| headline` | `The position` |
//! | `"no one" \| stopped` | `no one.` (nothing after what ends in a mark) |
//! | `"north" \| who` | the seat's title from `seats`: `North` |
//! | `"6b" \| turn` | `turn 6b`, or what `sheet_names` call that sheet: `S1901M` |
//! | `6 \| turn`, `["6a", "6b"] \| turn` | `turn 6`, or its year; `turn 6a and 6b` |
//! | `"6b" \| sheet_name` | the same without the word: `6b` |
//!
//! In macros, where `sheet_names` are not seen, `turn` takes them: `r.turn | turn(sheet_names)`.

use super::text;
use minijinja::value::{Value, ValueKind};
use minijinja::{Environment, Error, ErrorKind, State};
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::lang::sheet_names::SheetNames;

/// What they are called.
pub(super) const NAMES: [&str; 16] = [
    "dice",
    "headline",
    "join_and",
    "join_or",
    "number",
    "ordinal",
    "pad",
    "pad_left",
    "plural",
    "sentence",
    "sheet_name",
    "signed",
    "stopped",
    "turn",
    "who",
    "wrap",
];

/// Columns to which a text may be filled.
const PAD_MAX: usize = 500;

/// Adds the filters to an environment, each by its name with a mark before it.
pub(super) fn add(environment: &mut Environment<'static>, mark: &str) {
    let named = |name: &str| format!("{mark}{name}");
    environment.add_filter(named("dice"), |items: Vec<Value>| joined(&items, ", "));
    environment.add_filter(named("join_and"), |items: Vec<Value>| listed(&items, "and"));
    environment.add_filter(named("join_or"), |items: Vec<Value>| listed(&items, "or"));
    environment.add_filter(named("plural"), plural);
    environment.add_filter(named("number"), number);
    environment.add_filter(named("ordinal"), ordinal);
    environment.add_filter(named("signed"), |it: i64| format!("{it:+}"));
    environment.add_filter(named("pad"), |value: Value, columns: usize| {
        let text = value.to_string();
        gap(&text, columns).map(|gap| format!("{text}{gap}"))
    });
    environment.add_filter(named("pad_left"), |value: Value, columns: usize| {
        let text = value.to_string();
        gap(&text, columns).map(|gap| format!("{gap}{text}"))
    });
    environment.add_filter(named("wrap"), |text: String, columns: Option<usize>| {
        text::reflow(&text, columns.unwrap_or(text::WIDTH))
    });
    environment.add_filter(named("sentence"), sentence);
    environment.add_filter(named("headline"), |it: String| sentence(&it.to_lowercase()));
    environment.add_filter(named("stopped"), stopped);
    environment.add_filter(named("who"), who);
    environment.add_filter(named("turn"), turn);
    environment.add_filter(named("sheet_name"), sheet_name);
}

/// The spaces that a text lacks to this many columns.
fn gap(text: &str, columns: usize) -> Result<String, Error> {
    if columns > PAD_MAX {
        let what = format!("a text can be filled to {PAD_MAX} columns, not to {columns}");
        return Err(Error::new(ErrorKind::InvalidOperation, what));
    }
    Ok(" ".repeat(columns.saturating_sub(text::width(text))))
}

fn joined(items: &[Value], by: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    items.join(by)
}

/// `a`, `a and b`, `a, b and c`.
fn listed(items: &[Value], last: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.to_string(),
        [first @ .., end] => format!("{} {last} {end}", joined(first, ", ")),
    }
}

fn plural(count: i64, one: &str, many: Option<String>) -> String {
    let many = many.unwrap_or_else(|| format!("{one}s"));
    text::counted(count, one, &many)
}

fn number(count: i64) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let word = usize::try_from(count).ok().and_then(|it| WORDS.get(it));
    word.map_or_else(|| count.to_string(), |it| (*it).to_owned())
}

/// A place: `1st`, `12th`.
pub fn ordinal(count: u32) -> String {
    let ending = match (count % 10, count % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{count}{ending}")
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn stopped(text: &str) -> String {
    let end = if text.ends_with(['.', ':', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{text}{end}")
}

/// The title of a seat by its name, from the `seats` of the page.
fn who(state: &State<'_, '_>, seat: &Value) -> Result<Value, Error> {
    let seats = state
        .lookup("seats")
        .filter(|it| it.kind() == ValueKind::Seq);
    let seats = seats.ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidOperation,
            "`who` needs `seats`, which is not there; inside a macro, name it there once",
        )
    })?;
    for other in seats.try_iter()? {
        if other.get_attr("name")? == *seat {
            return other.get_attr("title");
        }
    }
    Err(Error::new(
        ErrorKind::InvalidOperation,
        format!("there is no seat `{seat}`"),
    ))
}

/// Sheets in a sentence: as the game calls them, or by number after `turn`.
fn turn(state: &State<'_, '_>, value: &Value, names: Option<Value>) -> Result<String, Error> {
    let names = sheet_names(state, names)?;
    let all = match value.kind() {
        ValueKind::Seq => value.try_iter()?.collect(),
        _ => vec![value.clone()],
    };
    let said: Vec<Value> = all.iter().map(|it| one_sheet(&names, it).into()).collect();
    let said = listed(&said, "and");
    Ok(if names.are_given() {
        said
    } else {
        format!("turn {said}")
    })
}

/// The same without a word.
fn sheet_name(state: &State<'_, '_>, value: &Value) -> Result<String, Error> {
    Ok(one_sheet(&sheet_names(state, None)?, value))
}

fn one_sheet(names: &SheetNames, value: &Value) -> String {
    let sheet = match value.as_str() {
        Some(text) => text.parse().ok(),
        None => u32::try_from(value.clone()).ok().map(SheetNo::whole),
    };
    sheet.map_or_else(|| value.to_string(), |it| names.name(it))
}

/// What the sheets are called, from the page or as given.
fn sheet_names(state: &State<'_, '_>, given: Option<Value>) -> Result<SheetNames, Error> {
    let names = given.or_else(|| state.lookup("sheet_names"));
    let names = names.filter(|it| !it.is_undefined()).ok_or_else(|| {
        let what = "`turn` needs `sheet_names`, which are not there; inside a macro, give them to \
                    it: turn(sheet_names)";
        Error::new(ErrorKind::InvalidOperation, what)
    })?;
    if names.is_none() {
        return Ok(SheetNames::NONE);
    }
    let end = |sheet: &Value, at: usize| sheet.get_item_by_index(at).map(|it| it.to_string());
    let sheets = names.get_attr("sheets")?;
    let ends = sheets
        .try_iter()?
        .map(|it| Ok((end(&it, 0)?, end(&it, 1)?)));
    let ends = ends.collect::<Result<Vec<_>, Error>>()?;
    let year = u32::try_from(names.get_attr("first_year")?)?;
    Ok(SheetNames::of_ends(year, ends))
}
