//! A handbook as pages: each chapter is one.

use super::super::book::{reader, whole_rows};
use super::pieces::PRE;
use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};

/// Markdown of a handbook as HTML, and the headings within it: the place of each and its words.
/// HTML in it is shown, not obeyed. Its headings are a level higher than in the handbook, whose
/// chapters are pages.
pub fn handbook(markdown: &str) -> (String, Vec<(String, String)>) {
    let markdown = whole_rows(markdown);
    let mut within: Vec<(String, String)> = Vec::new();
    let mut heading: Option<String> = None;
    let mut events = Vec::new();
    for event in reader(&markdown) {
        if let (Some(words), Event::Text(text) | Event::Code(text)) = (&mut heading, &event) {
            words.push_str(text);
        }
        events.push(match event {
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some(String::new());
                let place = format!("s{}", within.len() + 1);
                within.push((format!("#{place}"), String::new()));
                Event::Start(Tag::Heading {
                    level: raised(level),
                    id: Some(place.into()),
                    classes: Vec::new(),
                    attrs: Vec::new(),
                })
            }
            Event::End(TagEnd::Heading(level)) => {
                if let (Some(link), Some(words)) = (within.last_mut(), heading.take()) {
                    link.1 = words;
                }
                Event::End(TagEnd::Heading(raised(level)))
            }
            other => other,
        });
    }
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events.into_iter());
    let html = html
        .replace("<table>", "<div class=\"wide\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<th>", "<th scope=\"col\">")
        .replace("<th style", "<th scope=\"col\" style")
        .replace(" style=\"text-align: right\"", " class=\"n\"")
        .replace(" style=\"text-align: left\"", "")
        .replace("<pre>", PRE);
    (html, within)
}

/// The level of a heading on a page of its own for each chapter.
fn raised(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H1,
        HeadingLevel::H2 | HeadingLevel::H3 => HeadingLevel::H2,
        HeadingLevel::H4 => HeadingLevel::H3,
        HeadingLevel::H5 => HeadingLevel::H4,
        HeadingLevel::H6 => HeadingLevel::H5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_within_a_chapter_have_places() {
        let (html, within) = handbook("### At `sea`\n\nx\n\n#### Storms\n");
        let links = [("#s1", "At sea"), ("#s2", "Storms")];
        assert_eq!(within, links.map(|it| (it.0.to_owned(), it.1.to_owned())));
        assert!(
            html.contains("<h2 id=\"s1\">At <code>sea</code></h2>"),
            "{html}"
        );
        assert!(html.contains("<h3 id=\"s2\">"), "{html}");
    }

    #[test]
    fn a_row_of_a_handbook_may_go_on_below() {
        let (html, _) = handbook("| a | b |\n|---|---|\n| one | two |\n|  | more |\n| three | |\n");
        assert!(html.contains("<td>two more</td>"), "{html}");
        assert_eq!(html.matches("<tr>").count(), 3, "{html}");
    }

    #[test]
    fn a_row_with_an_empty_first_cell_is_a_row() {
        let (html, _) = handbook("| a | b | c |\n|---|---|---|\n| one | 1 | x |\n| | 2 | y |\n");
        assert!(html.contains("<td></td><td>2</td><td>y</td>"), "{html}");
    }

    #[test]
    fn a_handbook_shows_tags_and_obeys_none() {
        let (html, _) = handbook("### A\n\n<script>alert(1)</script>\n\n| a |\n|---|\n| b |\n");
        assert!(
            html.contains("<h2 id=\"s1\">A</h2>") && html.contains("&lt;script&gt;"),
            "{html}"
        );
        assert!(
            html.contains("<td>b</td>") && !html.contains("<script"),
            "{html}"
        );
    }
}
