//! Pieces of reports on pages: in as few bytes as may be, and shared out over several pages where
//! there is too much for one.

use serde::Serialize;

/// What tags of mails say because mail programs have no style sheet: pages have one, which says
/// the same. What people wrote holds no such quotation mark by now.
const SAID: [&str; 8] = [
    " class=\"rule left\"",
    " class=\"rule right\"",
    " class=\"rule\"",
    " valign=\"top\"",
    " valign=\"bottom\"",
    " align=\"left\"",
    " width=\"100%\"",
    " cellpadding=\"0\" cellspacing=\"0\" border=\"0\"",
];

/// Where something begins in what happened.
const BEGINS: &str = "<p style=\"margin:12px";

/// A map in letters, or other lines that stay as they are: they scroll where there is little room.
pub(super) const PRE: &str = "<pre tabindex=\"0\">";

/// Tags that nothing closes.
const ALONE: [&str; 4] = ["br", "hr", "img", "wbr"];

/// A piece of a mail for a page with a style sheet.
pub(super) fn plain(html: &str) -> String {
    let html = html.replace(BEGINS, "<p class=\"new\" style=\"margin:0");
    let mut pieces = html.split(" style=\"");
    let mut bare = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        bare += piece.split_once('"').map_or("", |it| it.1);
    }
    for said in SAID {
        if bare.contains(said) {
            bare = bare.replace(said, "");
        }
    }
    bare.replace("&#x2f;", "/")
}

/// The same with numbers at the right as style sheets put them there.
pub(super) fn slim(html: &mut String) {
    *html = html.replace(" align=\"right\"", " class=\"n\"");
}

/// A section of a page, as HTML.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// What it says.
    pub html: String,
}

/// What is on a page of its own.
pub type SitePart = Vec<Section>;

/// Sections on as many pages as it takes, each with at most this many bytes unless one piece alone
/// has more.
pub(super) fn parts(sections: SitePart, most: usize) -> Vec<SitePart> {
    let mut all: Vec<SitePart> = Vec::new();
    let mut full = most;
    for section in sections {
        let title = section.title;
        for (at, piece) in split(&section.html, most).into_iter().enumerate() {
            if full + piece.len() > most {
                all.push(Vec::new());
                full = 0;
            }
            full += piece.len();
            let page = all.last_mut().expect("one was just added");
            match page.last_mut().filter(|it| at > 0 && it.title == title) {
                Some(section) => section.html += &piece,
                None => page.push(Section { title, html: piece }),
            }
        }
    }
    all
}

/// A section in pieces that can be on pages of their own; a long table in several, each with
/// the heads of its columns.
fn split(html: &str, most: usize) -> Vec<String> {
    let mut all = Vec::new();
    for block in blocks(html) {
        if block.trim_start().starts_with("<table") && block.len() > most {
            all.extend(rows(block, most));
        } else {
            all.push(block.to_owned());
        }
    }
    all
}

/// What is beside one another in HTML, not within one another.
fn blocks(html: &str) -> Vec<&str> {
    let (mut all, mut depth, mut begin, mut from) = (Vec::new(), 0_usize, 0, 0);
    while let Some(open) = html[from..].find('<').map(|it| it + from) {
        let close = html[open..]
            .find('>')
            .map_or(html.len(), |it| open + it + 1);
        let tag = html[open..close].trim_start_matches('<');
        let name = tag.split([' ', '>', '\n']).next().unwrap_or_default();
        let ends = tag.starts_with('/');
        if ends {
            depth = depth.saturating_sub(1);
        } else if !ALONE.contains(&name) {
            depth += 1;
        }
        from = close;
        if ends && depth == 0 {
            all.push(&html[begin..close]);
            begin = close;
        }
    }
    all.extend(Some(&html[begin..]).filter(|it| !it.trim().is_empty()));
    all
}

/// A table as several.
fn rows(table: &str, most: usize) -> Vec<String> {
    let whole = || vec![table.to_owned()];
    let Some((open, inside)) = table.split_once('>') else {
        return whole();
    };
    let Some((inside, _)) = inside.rsplit_once("</table>") else {
        return whole();
    };
    let mut rows = inside.split_inclusive("</tr>");
    let first = rows.next().unwrap_or_default();
    // A table without heads begins with a row as any other.
    let (head, first) = if first.contains("<th") && !first.contains("<td") {
        (first, None)
    } else {
        ("", Some(first))
    };
    let begin = format!("{open}>{head}");
    let mut all = vec![begin.clone()];
    for row in first.into_iter().chain(rows) {
        let piece = all.last_mut().expect("there is one");
        if piece.len() > begin.len() && piece.len() + row.len() > most {
            piece.push_str("</table>\n");
            all.push(begin.clone());
        }
        all.last_mut().expect("there is one").push_str(row);
    }
    all.last_mut().expect("there is one").push_str("</table>\n");
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_mails_lose_their_looks_and_nothing_else() {
        let html = "<p style=\"margin:0\">a style=&quot;b&quot; 1&#x2f;2</p><td align=\"right\" \
                    style=\"x\">1</td><td class=\"rule left\" valign=\"top\" align=\"left\">2</td>";
        let bare = "<p>a style=&quot;b&quot; 1/2</p><td align=\"right\">1</td><td>2</td>";
        assert_eq!(plain(html), bare);
        let events =
            "<p style=\"margin:12px 0 5px\">A<br>b</p>\n<p style=\"margin:0px 0 5px\">c</p>";
        assert_eq!(plain(events), "<p class=\"new\">A<br>b</p>\n<p>c</p>");
    }

    #[test]
    fn numbers_are_at_the_right() {
        let mut html = "<table><tr><td>a</td><td align=\"right\">1</td></tr></table>".to_owned();
        slim(&mut html);
        assert_eq!(
            html,
            "<table><tr><td>a</td><td class=\"n\">1</td></tr></table>"
        );
    }

    #[test]
    fn blocks_stand_beside_one_another() {
        let html = "<p>a<br>b</p>\n<div><p>c</p><p>d</p></div> <pre>e &lt;f</pre>\n";
        let all = [
            "<p>a<br>b</p>",
            "\n<div><p>c</p><p>d</p></div>",
            " <pre>e &lt;f</pre>",
        ];
        assert_eq!(blocks(html), all);
        assert_eq!(blocks("words alone"), ["words alone"]);
        assert!(blocks("").is_empty());
    }

    #[test]
    fn what_is_too_long_is_shared_out_and_nothing_is_lost() {
        let line = |it: usize| format!("<p>line {it:04}</p>\n");
        let lines: String = (0..100).map(line).collect();
        let row = |it: usize| format!("<tr><td>{it}</td></tr>\n");
        let table: String = (0..100).map(row).collect();
        let section = |title: &'static str, html: String| Section { title, html };
        let table = format!("<table><tr><th>Order</th></tr>{table}</table>\n");
        let parts = parts(vec![section("a", lines), section("b", table)], 500);
        assert!(parts.len() > 5);
        let mut all = String::new();
        for part in &parts {
            let long: usize = part.iter().map(|it| it.html.len()).sum();
            assert!(long <= 600, "{long}");
            for piece in part {
                assert_eq!(
                    piece.html.matches("<p>").count(),
                    piece.html.matches("</p>").count()
                );
                assert_eq!(
                    piece.html.matches("<table><tr><th>").count(),
                    piece.html.matches("</table>").count()
                );
                all += &piece.html;
            }
        }
        for number in 0..100 {
            assert_eq!(all.matches(line(number).trim_end()).count(), 1, "{number}");
            assert_eq!(all.matches(row(number).trim_end()).count(), 1, "{number}");
        }
    }
}
