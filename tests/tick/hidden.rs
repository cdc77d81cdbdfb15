//! Pages whose writer may not have seen all that they say: they are asked about, and file nothing.

use crate::support::{Bench, DUEL, header, seat};
use packetboat::store::entry::Verdict;
use packetboat_testkit::simulate::chance::Chance;

/// Ways to hide words: what stands in the head, and an element around them, `{}`.
const WAYS: [(&str, &str); 40] = [
    ("", "<p style=\"display:none\">{}</p>"),
    ("", "<p style=\"dis/**/play:none;d\\69splay:none\">{}</p>"),
    ("", "<p style=\"visibility:hidden\">{}</p>"),
    ("", "<p style=\"color:white\">{}</p>"),
    ("", "<p style=\"color:#fefefe\">{}</p>"),
    (":root{--c:#fff}", "<p style=\"color:var(--c)\">{}</p>"),
    ("", "<p style=\"font-size:0\">{}</p>"),
    ("", "<p style=\"opacity:0\">{}</p>"),
    ("", "<p style=\"letter-spacing:-1em\">{}</p>"),
    ("", "<p style=\"text-indent:-999em\">{}</p>"),
    ("", "<p style=\"margin-left:-900px\">{}</p>"),
    ("", "<p style=\"position:absolute;left:-9999px\">{}</p>"),
    ("", "<p style=\"max-height:0;overflow:hidden\">{}</p>"),
    ("", "<p style=\"width:1px;height:1px\">{}</p>"),
    (
        "",
        "<p style=\"mask-image:linear-gradient(transparent,transparent)\">{}</p>",
    ),
    ("", "<p style=\"mix-blend-mode:screen\">{}</p>"),
    ("", "<p style=\"transform:scale(0)\">{}</p>"),
    ("", "<p style=\"clip-path:inset(100%)\">{}</p>"),
    ("", "<p style=\"filter:opacity(0)\">{}</p>"),
    ("", "<p style=\"content-visibility:hidden\">{}</p>"),
    ("", "<p style=\"some-day:hidden\">{}</p>"),
    ("[title]{display:none}", "<p title=\"x\">{}</p>"),
    ("p:nth-child(2){display:none}", "<p></p><p>{}</p>"),
    ("p:not(.a){visibility:hidden}", "<p>{}</p>"),
    (":where(.b){opacity:0}", "<p class=\"b\">{}</p>"),
    (
        ".a{.b{display:none}}",
        "<div class=\"a\"><p class=\"b\">{}</p></div>",
    ),
    ("@supports (color:red){p{display:none}}", "<p>{}</p>"),
    ("@import url(https://example.org/a.css);", "<p>{}</p>"),
    ("@media screen{p{font-size:1px}}", "<p>{}</p>"),
    ("", "<noscript>{}</noscript>"),
    ("", "<select><option>{}</option></select>"),
    ("", "<svg><text>{}</text></svg>"),
    ("", "<object>{}</object>"),
    ("", "<bdo dir=\"rtl\">{}</bdo>"),
    ("", "<details>{}</details>"),
    ("", "<ruby><rp>{}</rp></ruby>"),
    ("", "<p hidden>{}</p>"),
    ("", "<font color=\"white\">{}</font>"),
    ("", "<table bgcolor=\"black\"><tr><td>{}</td></tr></table>"),
    ("", "<p onclick=\"hide()\">{}</p>"),
];

/// A page alone, or with a text beside it.
fn mail(bench: &Bench, page: &str, text: Option<&str>) -> String {
    let report = bench.last("duel", "north", ".report");
    let to = header(&report.message, "Reply-To").unwrap();
    let mail = bench.written("ana@example.org", &to, "");
    let kind = "Content-Type: text/plain; charset=utf-8\n";
    let html = "Content-Type: text/html; charset=utf-8\n";
    let Some(text) = text else {
        return mail.replace(kind, html) + page;
    };
    let parts = format!("--x\n{kind}\n{text}\n--x\n{html}\n{page}\n--x--\n");
    mail.replace(kind, "Content-Type: multipart/alternative; boundary=x\n") + &parts
}

fn in_force(bench: &Bench) -> Vec<String> {
    let lines = bench.campaign("duel").table.in_force(seat("north"));
    lines.into_iter().map(|it| it.text).collect()
}

fn taken(base: &Bench, mail: &str) -> (Bench, Verdict) {
    let mut bench = base.copy();
    bench.later(60).deliver(mail);
    bench.tick();
    let verdict = bench.note("duel").mail[0].verdict;
    (bench, verdict)
}

#[test]
fn what_a_page_may_hide_is_asked_about() {
    let base = Bench::with(&DUEL);
    let block = "#orders duel north turn 1<br>BID 3<br>RESIGN duel<br>#end";
    for (head, around) in WAYS {
        for inside in [block, "BID 3"] {
            let body = around.replace("{}", inside);
            let page =
                format!("<html><head><style>{head}</style></head><body>{body}</body></html>");
            let (bench, _) = taken(&base, &mail(&base, &page, None));
            assert!(in_force(&bench).is_empty(), "{page}");
            let desk = bench.note("duel").desk;
            let touched = desk.seats.any(|it| it.left || it.known.is_some());
            assert!(!touched, "{page}");
            let said = bench.receipt("duel", "north");
            assert!(
                said.contains("nothing has been filed yet"),
                "{page}: {said}"
            );
            let words: Vec<&str> = said.split_whitespace().collect();
            let why = "written in a way that may hide some of its words from you";
            assert!(words.join(" ").contains(why), "{said}");
        }
    }
}

/// Two ways at once, around one another, in any order: never filed.
#[test]
fn ways_to_hide_hold_together() {
    let base = Bench::with(&DUEL);
    let mut chance = Chance::new(16);
    for _ in 0..100 {
        let (one, other) = (*chance.pick(&WAYS), *chance.pick(&WAYS));
        let inner = other.1.replace("{}", "<b>BID 3</b>");
        let body = one.1.replace("{}", &format!("<div>{inner}</div>"));
        let style = format!("<style>{}{}</style>", one.0, other.0);
        let page = if chance.one_in(2) {
            format!("{style}{body}")
        } else {
            format!("{body}{style}")
        };
        let (bench, _) = taken(&base, &mail(&base, &page, None));
        assert!(in_force(&bench).is_empty(), "{page}");
    }
}

/// Where plain text says the same, that is what counts; what only the page says counts for nothing.
#[test]
fn a_text_beside_a_page_is_what_counts() {
    let base = Bench::with(&DUEL);
    let hidden = "<div>BID 3</div><p style=\"color:var(--c)\">GOAHEAD<br>RESIGN duel</p>";
    let (bench, verdict) = taken(&base, &mail(&base, hidden, Some("BID 3")));
    assert_eq!(
        (in_force(&bench), verdict),
        (vec!["BID 3".to_owned()], Verdict::Accepted)
    );
    assert!(!bench.note("duel").desk.seats.any(|it| it.left));
    // A text that says no more than that there is a page.
    let page = "<div style=\"font-size:12pt\">#orders duel north turn 1<br>BID 4<br>#end</div>";
    let (bench, _) = taken(&base, &mail(&base, page, Some("This mail is HTML.")));
    assert_eq!(in_force(&bench), ["BID 4"]);
}
