//! The dates of `AWAY`, as people write them: `24 Dec - 2 Jan`, `24.12.-2.1.`, `from 24 December
//! until 2 January`. What can be read in two ways is not read.
//!
//! A date without a year is the next such day. Which day is today is given, and no clock is read.
//! Not here: what AWAY does (`desk`), and its plain form (`lang`).

use super::civil::{Date, Day};

/// The longest absence whose years need not be written: a longer one is more likely a slip.
const YEARLESS_DAYS_MAX: u32 = 120;

/// How many words and marks dates may have.
const PIECES_MAX: usize = 24;

/// Years until a 29 February comes again, at most.
const YEARS_MAX: i32 = 8;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const DAYS: [(Day, &str); 7] = [
    (Day::Mon, "monday"),
    (Day::Tue, "tuesday"),
    (Day::Wed, "wednesday"),
    (Day::Thu, "thursday"),
    (Day::Fri, "friday"),
    (Day::Sat, "saturday"),
    (Day::Sun, "sunday"),
];

/// The words of lines that name days.
pub const DATED: [&str; 2] = ["AWAY", "SUBSTITUTE"];

/// An AWAY or SUBSTITUTE line in its plain form, `AWAY 2026-12-24..2027-01-02`, if that is known;
/// else `None`, and the line is left as it is.
pub fn away(line: &str, today: Date) -> Option<String> {
    let line = line.split([';', '#']).next().unwrap_or_default().trim();
    let (word, rest) = line.split_once(char::is_whitespace)?;
    let word = DATED.iter().find(|it| word.eq_ignore_ascii_case(it))?;
    let is_all = |it: &&str| it.eq_ignore_ascii_case("ALL");
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    let mut all = "";
    if words.last().is_some_and(is_all) {
        words.pop();
        all = " ALL";
    } else if words.first().is_some_and(is_all) {
        words.remove(0);
        all = " ALL";
    }
    let (from, to) = dates(&words.join(" "), today)?;
    Some(format!("{word} {from}..{to}{all}"))
}

/// Two dates, the first not after the second; `None`: they cannot be read, or in two ways.
pub fn dates(text: &str, today: Date) -> Option<(Date, Date)> {
    let pieces = pieces(text)?;
    let mut reader = Dates {
        pieces: &pieces,
        at: 0,
    };
    let (from, to) = reader.both()?;
    if reader.at < pieces.len() {
        return None;
    }
    resolved(&from, &to, today)
}

/// The week from Monday to Sunday after that of today.
pub fn next_week(today: Date) -> (Date, Date) {
    let at = DAYS.iter().position(|it| it.0 == today.day()).unwrap_or(0);
    let monday = today.plus_days(7 - u16::try_from(at).unwrap_or(0));
    (monday, monday.plus_days(6))
}

/// A word, a number or a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Word(String),
    /// Its digits.
    Number(String),
    Mark(&'static str),
}

/// A date as it is written.
#[derive(Debug, Clone, Copy, Default)]
struct Written {
    weekday: Option<Day>,
    year: Option<i32>,
    month: u32,
    day: u32,
}

/// Cuts a text into words, numbers and marks; `None`: it holds others, or too many.
fn pieces(text: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = text.trim().trim_end_matches(['.', '!']);
    while let Some(first) = rest.chars().next() {
        if pieces.len() >= PIECES_MAX {
            return None;
        }
        let run = |is_in: fn(char) -> bool| rest.find(|it| !is_in(it)).unwrap_or(rest.len());
        let length = if first.is_ascii_digit() {
            let length = run(|it| it.is_ascii_digit());
            pieces.push(Piece::Number(rest[..length].to_owned()));
            length
        } else if first.is_alphabetic() {
            let length = run(char::is_alphabetic);
            pieces.push(Piece::Word(rest[..length].to_lowercase()));
            length
        } else if rest.starts_with("..") || first == '\u{2026}' {
            pieces.push(Piece::Mark(".."));
            run(|it| it == '.' || it == '\u{2026}')
        } else if first.is_whitespace() {
            first.len_utf8()
        } else {
            pieces.push(Piece::Mark(match first {
                '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' => "-",
                '.' => ".",
                ',' => ",",
                _ => return None,
            }));
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    Some(pieces)
}

/// Reads dates from left to right.
struct Dates<'p> {
    pieces: &'p [Piece],
    at: usize,
}

impl Dates<'_> {
    /// `from`, a date, a joint, a date; or two days of one month.
    fn both(&mut self) -> Option<(Written, Written)> {
        let joints = if self.word(&["between"]) {
            &["and"][..]
        } else {
            self.word(&["from"]);
            &["to", "until", "till", "through", "thru"][..]
        };
        let begin = self.at;
        if let Some(from) = self.date()
            && self.joint(joints)
            && let Some(to) = self.date_or_day(from)
        {
            return Some((from, to));
        }
        // `24 - 28 December 2026`: both days are of the month of the second.
        self.at = begin;
        let weekday = self.weekday();
        let day = self.day()?;
        self.mark(".");
        let to = self.joint(joints).then(|| self.date()).flatten()?;
        let from = Written { weekday, day, ..to };
        Some((from, to))
    }

    /// A date; or, after a month that was named first (`Dec 24 - 28`), a day of it.
    fn date_or_day(&mut self, from: Written) -> Option<Written> {
        let begin = self.at;
        if let Some(date) = self.date() {
            return Some(date);
        }
        self.at = begin;
        let named_first = matches!(
            self.pieces.iter().find(|it| is_day_or_month(it)),
            Some(Piece::Word(_))
        );
        let weekday = self.weekday();
        let day = self.day().filter(|_| named_first)?;
        let year = self.year_after_comma().or(from.year);
        Some(Written {
            weekday,
            day,
            year,
            ..from
        })
    }

    /// A date of any form.
    fn date(&mut self) -> Option<Written> {
        let weekday = self.weekday();
        let begin = self.at;
        let forms: [fn(&mut Self) -> Option<Written>; 4] = [
            Self::year_first,
            Self::numbers,
            Self::day_first,
            Self::month_first,
        ];
        for form in forms {
            self.at = begin;
            if let Some(date) = form(self) {
                return Some(Written { weekday, ..date });
            }
        }
        None
    }

    /// `2026-12-24`.
    fn year_first(&mut self) -> Option<Written> {
        let year = self.year()?;
        let month = self.mark("-").then(|| self.number(2)).flatten()?;
        let day = self.mark("-").then(|| self.number(2)).flatten()?;
        Some(Written {
            weekday: None,
            year: Some(year),
            month,
            day,
        })
    }

    /// `24.12.`, `24.12.2026`, `24.12.26`.
    fn numbers(&mut self) -> Option<Written> {
        let day = self.number(2)?;
        let month = self.mark(".").then(|| self.number(2)).flatten()?;
        let mut year = None;
        if self.mark(".") {
            year = self.year().or_else(|| self.short_year());
        }
        Some(Written {
            weekday: None,
            year,
            month,
            day,
        })
    }

    /// `24 Dec`, `24th of December 2026`.
    fn day_first(&mut self) -> Option<Written> {
        let day = self.day()?;
        self.mark(".");
        self.word(&["of"]);
        let month = self.month()?;
        self.mark(".");
        let year = self.year_after_comma();
        Some(Written {
            weekday: None,
            year,
            month,
            day,
        })
    }

    /// `Dec 24`, `December 24th, 2026`.
    fn month_first(&mut self) -> Option<Written> {
        let month = self.month()?;
        self.mark(".");
        let day = self.day()?;
        let year = self.year_after_comma();
        Some(Written {
            weekday: None,
            year,
            month,
            day,
        })
    }

    fn next(&self) -> Option<&Piece> {
        self.pieces.get(self.at)
    }

    fn mark(&mut self, mark: &'static str) -> bool {
        let is_next = self.next() == Some(&Piece::Mark(mark));
        self.at += usize::from(is_next);
        is_next
    }

    fn word(&mut self, words: &[&str]) -> bool {
        let is_next =
            matches!(self.next(), Some(Piece::Word(word)) if words.contains(&word.as_str()));
        self.at += usize::from(is_next);
        is_next
    }

    fn joint(&mut self, words: &[&str]) -> bool {
        let comma = self.at;
        self.mark(",");
        let joins = self.mark("..") || self.mark("-") || self.word(words);
        if !joins {
            self.at = comma;
        }
        joins
    }

    /// A number of so many digits at most.
    fn number(&mut self, digits: usize) -> Option<u32> {
        let Some(Piece::Number(text)) = self.next() else {
            return None;
        };
        let number = text.parse().ok().filter(|_| text.len() <= digits)?;
        self.at += 1;
        Some(number)
    }

    /// `24`, `24th`.
    fn day(&mut self) -> Option<u32> {
        self.word(&["the"]);
        let day = self.number(2)?;
        self.word(&["st", "nd", "rd", "th"]);
        Some(day)
    }

    fn year(&mut self) -> Option<i32> {
        let Some(Piece::Number(text)) = self.next() else {
            return None;
        };
        let year = text.parse().ok().filter(|_| text.len() == 4)?;
        self.at += 1;
        Some(year)
    }

    /// `26` of `24.12.26`, unless a dot after it says that it is a day: `24.12. 26.12.`.
    fn short_year(&mut self) -> Option<i32> {
        let Some(Piece::Number(text)) = self.next() else {
            return None;
        };
        let after = self.pieces.get(self.at + 1..).unwrap_or_default();
        let is_day = matches!(after, [Piece::Mark("."), Piece::Number(_), ..]);
        let year: i32 = text.parse().ok().filter(|_| text.len() == 2 && !is_day)?;
        self.at += 1;
        Some(2000 + year)
    }

    fn year_after_comma(&mut self) -> Option<i32> {
        let begin = self.at;
        self.mark(",");
        let year = self.year();
        if year.is_none() {
            self.at = begin;
        }
        year
    }

    fn month(&mut self) -> Option<u32> {
        let Some(Piece::Word(word)) = self.next() else {
            return None;
        };
        let month = month(word)?;
        self.at += 1;
        Some(month)
    }

    /// A day of the week before a date.
    fn weekday(&mut self) -> Option<Day> {
        let Some(Piece::Word(word)) = self.next() else {
            return None;
        };
        let day = weekday(word)?;
        self.at += 1;
        self.mark(".");
        self.mark(",");
        Some(day)
    }
}

fn is_day_or_month(piece: &Piece) -> bool {
    match piece {
        Piece::Word(word) => month(word).is_some(),
        Piece::Number(_) => true,
        Piece::Mark(_) => false,
    }
}

/// A month by its name, or the first three letters of it.
fn month(word: &str) -> Option<u32> {
    let is_it = |name: &str| word == name || word == &name[..3];
    let at = MONTHS.iter().position(|it| is_it(it));
    let at = at.or((word == "sept").then_some(8))?;
    u32::try_from(at + 1).ok()
}

fn weekday(word: &str) -> Option<Day> {
    let short = |name: &str| word == &name[..2] || word == &name[..3];
    let longer = [("tues", Day::Tue), ("thur", Day::Thu), ("thurs", Day::Thu)];
    let found = DAYS.iter().find(|it| word == it.1 || short(it.1));
    let found = found.map(|it| it.0);
    found.or_else(|| longer.iter().find(|it| it.0 == word).map(|it| it.1))
}

/// Both with their years. Without any, they are the next such days; of an absence that has begun,
/// the first may be past.
fn resolved(from: &Written, to: &Written, today: Date) -> Option<(Date, Date)> {
    let of = |it: &Written, year| Date::new(year, it.month, it.day);
    let on_or_after = |written: &Written, day: Date| {
        years(day.year(), 1).find_map(|year| of(written, year).filter(|at| *at >= day))
    };
    let on_or_before = |written: &Written, day: Date| {
        years(day.year(), -1).find_map(|year| of(written, year).filter(|at| *at <= day))
    };
    let (first, last) = match (from.year, to.year) {
        (Some(first), Some(last)) => (of(from, first)?, of(to, last)?),
        (Some(first), None) => {
            let first = of(from, first)?;
            (first, on_or_after(to, first)?)
        }
        (None, Some(last)) => {
            let last = of(to, last)?;
            (on_or_before(from, last)?, last)
        }
        (None, None) => {
            let last = on_or_after(to, today)?;
            (on_or_before(from, last)?, last)
        }
    };
    let has_years = from.year.is_some() && to.year.is_some();
    let days_fit = |date: Date, it: &Written| it.weekday.is_none_or(|day| day == date.day());
    let fits = first <= last
        && (has_years || last.days_since(first) <= YEARLESS_DAYS_MAX)
        && days_fit(first, from)
        && days_fit(last, to);
    fits.then_some((first, last))
}

/// A year and those after it, or before it.
fn years(from: i32, step: i32) -> impl Iterator<Item = i32> {
    (0..=YEARS_MAX).map(move |it| from + it * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec",
    ];

    fn date(text: &str) -> Date {
        text.parse().expect(text)
    }

    fn read(text: &str, today: &str) -> Option<String> {
        dates(text, date(today)).map(|(from, to)| format!("{from}..{to}"))
    }

    /// A date in each of the forms that say its year, and in those that do not.
    fn forms(date: Date) -> (Vec<String>, Vec<String>) {
        let text = date.to_string();
        let (month, day): (usize, u32) = (text[5..7].parse().unwrap(), text[8..].parse().unwrap());
        let year = date.year();
        let (name, short) = (MONTHS[month - 1], SHORT[month - 1]);
        let upper = name.to_uppercase();
        let weekday = date.day().name();
        let full = vec![
            text.clone(),
            format!("{day}.{month}.{year}"),
            format!("{day:02}.{month:02}.{year}"),
            format!("{day}. {month}. {year}"),
            format!("{day}.{month}.{:02}", year % 100),
            format!("{day} {short} {year}"),
            format!("{day} {upper} {year}"),
            format!("{day}th of {name}, {year}"),
            format!("{short} {day}, {year}"),
            format!("{weekday}, {day} {name} {year}"),
            format!("{weekday} {name} {day}, {year}"),
        ];
        let without = vec![
            format!("{day}.{month}."),
            format!("{day:02}.{month:02}."),
            format!("{day} {short}"),
            format!("{day}. {name}"),
            format!("the {day}th of {name}"),
            format!("{short} {day}"),
            format!("{short}. {day}th"),
            format!("{} {day} {short}", &weekday[..3]),
        ];
        (full, without)
    }

    fn said(from: &str, to: &str) -> [String; 9] {
        [
            format!("{from} - {to}"),
            format!("{from}-{to}"),
            format!("{from} \u{2013} {to}"),
            format!("{from}..{to}"),
            format!("{from} to {to}"),
            format!("from {from} until {to}"),
            format!("From {from} till {to}."),
            format!("between {from} and {to}!"),
            format!("{from} through {to}"),
        ]
    }

    /// Whatever is understood is understood right.
    #[test]
    fn dates_are_read_in_every_form() {
        let mut tried = 0;
        let pairs = [
            ("2026-12-24", "2027-01-02"),
            ("2026-11-30", "2026-12-04"),
            ("2027-02-28", "2027-03-01"),
            ("2026-11-22", "2026-11-22"),
        ];
        for (from, to) in pairs {
            let meant = Some(format!("{from}..{to}"));
            let (first, second) = (forms(date(from)), forms(date(to)));
            for (from, with_year) in first
                .0
                .iter()
                .map(|it| (it, true))
                .chain(first.1.iter().map(|it| (it, false)))
            {
                let others = second
                    .0
                    .iter()
                    .chain(second.1.iter().filter(|_| !with_year));
                for text in others.flat_map(|to| said(from, to)) {
                    assert_eq!(read(&text, "2026-11-22"), meant, "{text}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 1000, "{tried}");
    }

    #[test]
    fn two_days_of_a_month_need_it_once() {
        let meant = Some("2026-12-24..2026-12-28".to_owned());
        for text in [
            "24-28 Dec",
            "24 - 28 December 2026",
            "24.-28.12.",
            "24.-28.12.2026",
            "from the 24th to the 28th of December",
            "Dec 24-28",
            "December 24 to 28, 2026",
            "Thu 24 - Mon 28 Dec",
        ] {
            assert_eq!(read(text, "2026-11-22"), meant, "{text}");
        }
    }

    #[test]
    fn the_next_such_days_are_meant() {
        for (text, today, meant) in [
            ("24 Dec - 2 Jan", "2026-12-28", "2026-12-24..2027-01-02"),
            ("24 Dec - 2 Jan", "2027-01-02", "2026-12-24..2027-01-02"),
            ("24 Dec - 2 Jan", "2027-01-03", "2027-12-24..2028-01-02"),
            ("20 Nov - 25 Nov", "2026-11-22", "2026-11-20..2026-11-25"),
            ("20 Nov - 21 Nov", "2026-11-22", "2027-11-20..2027-11-21"),
            ("29 Feb - 1 Mar", "2026-11-22", ""),
            ("29 Feb - 29 Feb", "2026-11-22", "2028-02-29..2028-02-29"),
            (
                "24 Dec 2026 - 2 Jan",
                "2026-11-22",
                "2026-12-24..2027-01-02",
            ),
            (
                "24 Dec - 2 Jan 2028",
                "2026-11-22",
                "2027-12-24..2028-01-02",
            ),
        ] {
            let meant = Some(meant.to_owned()).filter(|it| !it.is_empty());
            assert_eq!(read(text, today), meant, "{text}");
        }
        let week = next_week(date("2026-11-22"));
        assert_eq!(week, (date("2026-11-23"), date("2026-11-29")));
        assert_eq!(next_week(date("2026-11-23")).0, date("2026-11-30"));
    }

    #[test]
    fn what_may_mean_two_things_is_not_read() {
        for text in [
            "",
            "soon",
            "24 Dec",
            "12/24 - 1/2",
            "24/12/2026 - 2/1/2027",
            "12-24 - 01-02",
            "next week",
            "24 Dec - 2",
            "24.12 - 28",
            "31 Nov - 2 Dec",
            "12.24. - 12.28.",
            "Fri 24 Dec 2026 - 2 Jan 2027",
            "2 Jan - 24 Dec",
            "24 Dec - 22 Dec",
            "2027-01-02 - 2026-12-24",
            "24 Dec - 2 Jan - 5 Jan",
            "24 Dec - 2 Jan or so",
            "not 24 Dec - 2 Jan",
            "2026-12-24..28",
            "from 24 Dec and 2 Jan",
            "until 2 Jan",
            "1 2 3 4 5 6",
            "24 Dec 99999 - 2 Jan",
            "24 Dec - 2 Jan (noon)",
        ] {
            assert_eq!(read(text, "2026-11-22"), None, "{text}");
        }
        assert_eq!(read(&"24 Dec - ".repeat(50), "2026-11-22"), None);
    }

    #[test]
    fn a_line_has_one_plain_form() {
        let away = |text: &str| away(text, date("2026-11-22"));
        let line = |it: &str| Some(it.to_owned());
        let plain = "AWAY 2026-12-24..2027-01-02";
        let all = "AWAY 2026-12-24..2027-01-02 ALL";
        assert_eq!(away("away 24 Dec - 2 Jan ; skiing"), line(plain));
        assert_eq!(away("AWAY 24.12.-2.1. all"), line(all));
        assert_eq!(away("Away ALL from 24 Dec until 2 Jan"), line(all));
        assert_eq!(away(all), line(all));
        for text in [
            "AWAY",
            "AWAY ALL",
            "AWAY NONE ALL",
            "AWAY soon",
            "AWAYS 24 Dec - 2 Jan",
            "MOVE AWAY red",
        ] {
            assert_eq!(away(text), None, "{text}");
        }
    }
}
