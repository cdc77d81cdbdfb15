//! Templates: strictness, and errors that name file and line.

use super::pretend::{files, frame, page};
use packetboat::report::{ReportKind, Templates};
use serde_json::json;

/// With this template in place of the built-in one, a report fails with this error.
fn check(name: &str, template: &str, wanted: &str) {
    let mut files = files();
    files.insert(name.to_owned(), template.to_owned());
    let report = Templates::of(files).report(&frame(), ReportKind::Usual, &page());
    let error = report.expect_err("this template is wrong");
    assert!(error.contains(wanted), "{error}");
}

#[test]
fn names_that_are_not_there_are_errors_with_file_and_line() {
    check(
        "pretend/report.txt",
        "one\ntwo {{ view.prise }}\n",
        "templates/pretend/report.txt, line 2: undefined value",
    );
    check(
        "pretend/report.txt",
        "{{ nobody }}",
        "templates/pretend/report.txt, line 1: undefined value",
    );
    check(
        "pretend/events.txt",
        "{% macro played(e) %}\n\n{{ e.cart }}{% endmacro %}",
        "templates/pretend/events.txt, line 3: undefined value",
    );
}

#[test]
fn errors_inside_includes_name_the_included_file() {
    check(
        "_common/seals.txt",
        "one\n{{ dice.shwon }}\n",
        "templates/_common/seals.txt, line 2: undefined value",
    );
}

#[test]
fn templates_that_do_not_parse_name_file_and_line() {
    check(
        "pretend/report.txt",
        "one\n\n{% if %}\n",
        "templates/pretend/report.txt, line 3: syntax error",
    );
    check(
        "pretend/report.txt",
        "{{ view.prize | shout }}",
        "templates/pretend/report.txt, line 1: unknown filter",
    );
}

#[test]
fn a_template_of_a_club_that_fails_gives_way_and_is_told() {
    let usual = Templates::of(files());
    let usual = usual.report(&frame(), ReportKind::Usual, &page()).unwrap();
    let round = "{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}";
    let long = "{% for a in range(9000) %}{% for b in range(9000) %}{% endfor %}{% endfor %}";
    for (bytes, told) in [
        (&b"fine"[..], ""),
        (b"one\n{% if %}", "line 2: syntax error"),
        (
            b"one\n\n{{ view.no_such_thing.at_all }}",
            "line 3: undefined value",
        ),
        (b"caf\xe9", "it is not UTF-8"),
        (round.as_bytes(), "templates/pretend/report.txt"),
        (long.as_bytes(), "templates/pretend/report.txt"),
    ] {
        let own = [("pretend/report.txt".to_owned(), bytes.to_vec())].into();
        let templates = Templates::load(files(), own);
        let made = templates
            .report(&frame(), ReportKind::Usual, &page())
            .unwrap();
        assert_eq!(made == usual, !told.is_empty(), "{told}");
        let failed = templates.failed();
        if told.is_empty() {
            assert_eq!(failed, [""; 0]);
        } else {
            assert_eq!(failed.len(), 1, "{failed:?}");
            assert!(
                failed[0].contains("templates/pretend/report.txt"),
                "{failed:?}"
            );
            assert!(failed[0].contains(told), "{failed:?}");
        }
    }
}

#[test]
fn every_template_that_is_compiled_in_parses() {
    // Each as if it were a club's own, since those are compiled at once.
    let own = files().into_iter().map(|it| (it.0, it.1.into_bytes()));
    let templates = Templates::load(files(), own.collect());
    assert_eq!(templates.failed(), [""; 0]);
}

#[test]
fn an_event_without_a_macro_is_an_error() {
    check(
        "pretend/events.txt",
        "{% macro quiet(e) %}{% endmacro %}",
        "templates/pretend/events.txt: there is no macro `played`",
    );
}

#[test]
fn a_missing_template_is_an_error() {
    let mut files = files();
    files.remove("pretend/report.txt");
    let templates = Templates::of(files);
    let error = templates.report(&frame(), ReportKind::Usual, &page());
    assert!(error.unwrap_err().contains("pretend/report.txt"));
}

#[test]
fn unknown_seats_are_errors() {
    let mut page = page();
    page.events = vec![json!({"event": "played", "seat": "nord", "card": "x", "gain": 1})];
    let templates = Templates::of(files());
    let error = templates
        .report(&frame(), ReportKind::Usual, &page)
        .unwrap_err();
    assert!(error.contains("there is no seat `nord`"), "{error}");
    assert!(
        error.contains("templates/pretend/events.txt, line 2"),
        "{error}"
    );
}

/// What this template makes of `view`.
fn check_filter(template: &str, wanted: &str) {
    let mut files = files();
    files.insert("_common/report.txt".to_owned(), template.to_owned());
    let templates = Templates::of(files);
    let mut page = page();
    page.view["list"] = json!(["a", "b", "c"]);
    page.view["dice"] = json!([5, 2]);
    page.view["text"] = json!("one two\nthree\n\nfour");
    let text = templates
        .report(&frame(), ReportKind::Usual, &page)
        .unwrap();
    assert_eq!(text, format!("{wanted}\n"), "{template}");
}

#[test]
fn filters() {
    check_filter("{{ view.list | join_and }}", "a, b and c");
    check_filter("{{ view.list[:2] | join_or }}", "a or b");
    check_filter("{{ view.list[:1] | join_and }}", "a");
    check_filter("{{ view.list[:0] | join_and }}.", ".");
    check_filter("{{ view.dice | dice }}", "5, 2");
    check_filter(
        "{{ 1 | plural('card') }}, {{ 0 | plural('card') }}",
        "1 card, 0 cards",
    );
    check_filter("{{ 2 | plural('city', 'cities') }}", "2 cities");
    check_filter(
        "{{ 12 | number }}, {{ 13 | number }}, {{ -1 | number }}",
        "twelve, 13, -1",
    );
    check_filter(
        "{{ 1 | ordinal }} {{ 11 | ordinal }} {{ 22 | ordinal }}",
        "1st 11th 22nd",
    );
    check_filter("{{ 2 | signed }} {{ -2 | signed }}", "+2 -2");
    check_filter("{{ 'x' | pad(3) }}|{{ 7 | pad_left(3) }}|", "x  |  7|");
    check_filter("{{ view.text | wrap(9) }}", "one two\nthree\n\nfour");
    check_filter("{{ view.text | wrap }}", "one two three\n\nfour");
    check_filter("{{ 'no one' | sentence }}", "No one");
    check_filter("{{ 'west' | who }}", "West");
}
