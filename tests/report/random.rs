//! Templates written at random, as a referee's mistake or malice might have them: whatever they
//! try, a report is made, by them or by ours.

use super::pretend::{files, frame, page};
use packetboat::report::{ReportKind, Templates};
use packetboat_testkit::simulate::chance::Chance;

/// Bytes of a template at most.
const BYTES_MAX: usize = 2_000;

/// Names that may be there, and more of them the more are set.
const NAMES: [&str; 9] = [
    "a",
    "b",
    "c",
    "x",
    "ns.a",
    "ns.b",
    "view.prize",
    "seat_title",
    "campaign",
];

/// What makes something of a text or a list, and much of it of much.
const FILTERS: [&str; 16] = [
    "upper",
    "lower",
    "title",
    "trim",
    "list | join",
    "list | join('xxxxxxxxxxxxxxxx')",
    "pad(40)",
    "pad_left(300)",
    "wrap",
    "wrap(1)",
    "split('') | list | join(' ')",
    "lines | list | join('xx')",
    "reverse | list | join",
    "list | batch(2) | list | join",
    "list | map('upper') | join",
    "list | unique | join",
];

/// What is refused sooner or later.
const DANGEROUS: [&str; 16] = [
    "replace('x', a)",
    "replace('', 'xxxxxxxxxxxxxxxxxxxxxxxxx')",
    "replace('a', b ~ b)",
    "pad(99999999)",
    "pad(499)",
    "batch(9999999, 'xxxxxxxx')",
    "map('_list')",
    "map('list') | list",
    "groupby('x')",
    "join(a)",
    "format(a, a)",
    "indent(9999)",
    "tojson",
    "string",
    "dice",
    "_join",
];

struct Writing<'c> {
    chance: &'c mut Chance,
    text: String,
    macros: u32,
}

impl Writing<'_> {
    fn is_full(&self) -> bool {
        self.text.len() > BYTES_MAX - 300
    }

    fn name(&mut self) -> &'static str {
        let name: &&'static str = self.chance.pick(&NAMES);
        name
    }

    /// Whether something is written now that cannot come to a good end.
    fn is_dangerous(&mut self) -> bool {
        self.chance.one_in(150)
    }

    fn number(&mut self) -> &'static str {
        let numbers: &[&'static str] = if self.is_dangerous() {
            &["1001", "99999", "9999999999", "-1", "1.5"]
        } else {
            &["0", "1", "2", "9", "99", "999", "1000"]
        };
        let number: &&'static str = self.chance.pick(numbers);
        number
    }

    fn value(&mut self, depth: u32) -> String {
        if self.is_dangerous() {
            return match self.chance.below(4) {
                0 => "(a * 99999)".to_owned(),
                1 => "(a + 1)".to_owned(),
                2 => "nobody.home".to_owned(),
                _ => format!("(a | {})", self.chance.pick(&DANGEROUS)),
            };
        }
        let deep = depth > 3 || self.is_full();
        match self.chance.below(if deep { 4 } else { 18 }) {
            0..=2 => self.name().to_owned(),
            3 => format!("'{}'", "x".repeat(self.chance.below(40) as usize)),
            4..=8 => {
                let (one, other) = (self.value(depth + 1), self.value(depth + 1));
                format!("({one} ~ {other})")
            }
            9..=12 => {
                let value = self.value(depth + 1);
                format!("(({value}) ~ '' | {})", self.chance.pick(&FILTERS))
            }
            13 => {
                let value = self.value(depth + 1);
                format!("[{value}, {value}, {value}]")
            }
            14 => {
                let (value, from) = (self.value(depth + 1), self.number());
                format!("(({value}) ~ '')[{from}:]")
            }
            15 if self.macros > 0 => {
                let number = self.chance.below(self.macros);
                format!("m{number}({})", self.value(depth + 1))
            }
            16 => {
                let (one, other) = (self.value(depth + 1), self.value(depth + 1));
                format!("({one} if {other} else {other})")
            }
            _ => format!("range({})", self.number()),
        }
    }

    fn some(&mut self, depth: u32) {
        for _ in 0..=self.chance.below(4) {
            if self.is_full() || depth > 6 {
                return;
            }
            self.one(depth);
        }
    }

    fn one(&mut self, depth: u32) {
        match self.chance.below(16) {
            0 => self.text += &"text of it ".repeat(self.chance.below(12) as usize),
            1 | 2 => {
                let value = self.value(0);
                self.text += &format!("{{{{ {value} }}}}");
            }
            3..=6 => {
                // Again and again the same, which doubles what doubles.
                let name = *self.chance.pick(&["a", "b", "c", "ns.a", "ns.b"]);
                let value = self.value(0);
                let line = format!("{{% set {name} = {value} %}}\n");
                for _ in 0..=self.chance.below(6) {
                    if !self.is_full() {
                        self.text += &line;
                    }
                }
            }
            7 => {
                self.text += "{% set c %}";
                self.some(depth + 1);
                self.text += "{% endset %}";
            }
            8..=11 => {
                let value = self.value(1);
                let value = match self.chance.below(3) {
                    0 => format!("({value} ~ '') | list"),
                    _ => format!("range({})", self.number()),
                };
                let recursive = if self.is_dangerous() {
                    " recursive"
                } else {
                    ""
                };
                self.text += &format!("{{% for x in {value}{recursive} %}}");
                self.some(depth + 1);
                self.text += "{% endfor %}";
            }
            12 => {
                let value = self.value(1);
                self.text += &format!("{{% if {value} %}}");
                self.some(depth + 1);
                self.text += "{% endif %}";
            }
            13 => {
                let number = self.macros;
                self.macros += 1;
                self.text += &format!("{{% macro m{number}(x, a=1) %}}");
                self.some(depth + 1);
                self.text += "{% endmacro %}";
            }
            14 => {
                let tag = match self.chance.below(12) {
                    0 => "{% with b = a ~ a %}{{ b }}{% endwith %}",
                    1 => "{% set ns.a = ns %}",
                    2 => "{% include 'pretend/report.txt' %}",
                    3 => "{% import 'pretend/report.txt' as p %}",
                    4 => "{% block main %}xx{{ self.main() }}{% endblock %}",
                    5..=8 => "{% set b = [b, b] %}",
                    _ => "{% filter upper %}xx{{ a }}{% endfilter %}",
                };
                self.text += tag;
            }
            _ if self.macros > 0 => {
                let value = self.value(1);
                self.text += &format!("{{% call m0({value}) %}}");
                self.some(depth + 1);
                self.text += "{% endcall %}";
            }
            _ => {}
        }
    }
}

fn template(chance: &mut Chance) -> String {
    let mut writing = Writing {
        chance,
        text: String::new(),
        macros: 0,
    };
    // Else most would end at the first name.
    writing.text += "{% set a = 'xx' %}{% set b = ['x', 'y'] %}{% set c = 'x' %}{% set x = 1 %}";
    writing.text += "{% set ns = namespace(a='x', b='y') %}";
    while !writing.is_full() {
        writing.some(0);
        if writing.chance.one_in(3) {
            break;
        }
    }
    writing.text
}

/// Makes a report with each of so many templates; how many of them made it themselves. After each
/// `fits` may say what is wrong.
pub(crate) fn run(
    count: usize,
    seed: u64,
    fits: impl Fn() -> Result<(), String>,
) -> Result<usize, String> {
    let mut chance = Chance::new(seed);
    let usual = Templates::of(files()).report(&frame(), ReportKind::Usual, &page())?;
    let mut own = 0;
    for number in 0..count {
        let mut text = template(&mut chance);
        while text.len() > BYTES_MAX {
            text = template(&mut chance);
        }
        let files_of_club = [("pretend/report.txt".to_owned(), text.clone().into_bytes())].into();
        let templates = Templates::load(files(), files_of_club);
        let made = templates.report(&frame(), ReportKind::Usual, &page());
        let made = made.map_err(|it| format!("template {number}: {it}\n{text}"))?;
        fits().map_err(|it| format!("template {number}: {it}\n{text}"))?;
        match templates.failed().as_slice() {
            [] => own += 1,
            [failed] if failed.starts_with("templates/pretend/report.txt") && made == usual => {}
            failed => return Err(format!("template {number}: {failed:?}\n{text}")),
        }
    }
    Ok(own)
}

#[test]
fn no_template_keeps_a_report_from_being_made() {
    let own = run(300, 48, || Ok(())).unwrap();
    assert!((20..280).contains(&own), "{own} of 300 made theirs");
}
