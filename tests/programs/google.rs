//! Gmail, in a browser and on phones.

use super::mime::{self, Code, Part};
use super::page::{self, Look, Page};
use super::{Answer, Program, Reply, alternative, marked};

pub(super) const ALL: &[Program] = &[
    Program {
        name: "Gmail web",
        ids: "CAFx9{}@mail.gmail.com",
        write: web,
    },
    Program {
        name: "Gmail Android",
        ids: "CAKp3{}@mail.gmail.com",
        write: android,
    },
    Program {
        name: "Gmail iOS",
        ids: "CAJr7{}@mail.gmail.com",
        write: ios,
    },
];

const LOOK: Look = Look {
    cells: "\n",
    link: |it| format!(" <{it}>"),
    image: |it| format!("[image: {it}]"),
    strong: "*",
    item: "   - ",
    hidden: true,
    gaps: true,
};

const WEB: &str = "margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);\
                   padding-left:1ex";
const PHONE: &str = "margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex";

/// Our page as it lies in Gmail: the body is a `div`, names have a prefix, the head has gone.
fn quoted(reply: &Reply, picture: Option<&str>) -> (Page, String) {
    let prefix = format!("m_{}", reply.digits(19));
    let mut page = page::targeted(&page::prefixed(&reply.ours.page, &prefix));
    if let Some(id) = picture {
        page = page::pictured(&page, id);
    }
    let body = page::prefixed(
        &[page::Piece::Open("div".to_owned(), reply.ours.body.clone())],
        &prefix,
    );
    let html = format!(
        "<u></u>\n\n\n\n\n\n{}\n{}\n</div>\n",
        page::written(&body),
        page::written(&page)
    );
    (page, html)
}

struct Mail<'a> {
    /// What was typed, as a page.
    typed: String,
    line: String,
    style: &'a str,
    picture: Option<&'a str>,
}

fn text_of(reply: &Reply, line: &str, page: &Page) -> String {
    let lines = page::plain(page, &LOOK);
    let lines = page::wrapped(&lines, 76);
    let line = page::wrapped(&[line.to_owned()], 78).join("\n");
    format!("{}\n{line}\n\n{}", reply.text(), marked(&lines, "> "))
}

fn mail(reply: &Reply, mail: &Mail<'_>) -> Answer {
    let (page, html) = quoted(reply, mail.picture);
    let plain = text_of(
        reply,
        &format!("{} {} wrote:", mail.line, reply.sender()),
        &page,
    );
    let html = format!(
        "{}<div class=\"gmail_quote gmail_quote_container\">\
         <div dir=\"ltr\" class=\"gmail_attr\">{} {} &lt;{}&gt; wrote:<br></div>\
         <blockquote class=\"gmail_quote\" style=\"{}\">{html}</blockquote></div>\n",
        mail.typed,
        mail.line,
        page::escaped(&reply.ours.name),
        reply.linked(),
        mail.style,
    );
    let kind = |sub: &str| format!("text/{sub}; charset=\"UTF-8\"");
    let code = if plain.is_ascii() {
        Code::Seven
    } else {
        Code::Base64
    };
    let plain = mime::text(&kind("plain"), code, &plain);
    let html = mime::text(&kind("html"), Code::Quoted, &html);
    let body = alternative(&format!("000000000000{}", &reply.mark[..16]), plain, html);
    Answer {
        subject: "Re: ",
        heads: Vec::new(),
        body: with_picture(reply, body, mail.picture),
    }
}

fn with_picture(reply: &Reply, body: Part, id: Option<&str>) -> Part {
    let (Some(id), Some(image)) = (id, &reply.ours.picture) else {
        return body;
    };
    let picture = mime::picture(id, image).with(&format!("X-Attachment-Id: {id}"));
    let boundary = format!("000000000000{}", &reply.mark[16..]);
    mime::multi("related", &boundary, &[body, picture])
}

/// The first line stands bare, each other in a `div` of its own.
fn first_bare(reply: &Reply) -> String {
    let each = reply.each("<div>", "</div>");
    if reply.lines.is_empty() {
        "<br>".to_owned()
    } else {
        each.replacen("<div>", "", 1).replacen("</div>", "", 1)
    }
}

fn web(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{}, {} {}, {}", when.ddd(), when.mmm(), when.day, when.year);
    let picture = format!("ii_{}", &reply.mark[..13]);
    let id = reply.ours.picture.is_some().then_some(picture.as_str());
    mail(
        reply,
        &Mail {
            typed: format!("<div dir=\"ltr\">{}</div><br>", first_bare(reply)),
            line: format!("On {day} at {}", when.am_pm("\u{202f}")),
            style: WEB,
            picture: id,
        },
    )
}

fn android(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{}, {} {}, {}", when.ddd(), when.mmm(), when.day, when.year);
    let each = reply.each("<div dir=\"auto\">", "</div>");
    let first = each.replacen("<div dir=\"auto\">", "", 1);
    let typed = first.replacen("</div>", "", 1);
    mail(
        reply,
        &Mail {
            typed: format!("<div dir=\"auto\">{typed}</div><br>"),
            line: format!("On {day}, {}", when.hm()),
            style: PHONE,
            picture: None,
        },
    )
}

fn ios(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{}, {} {} {}", when.ddd(), when.day, when.mmm(), when.year);
    mail(
        reply,
        &Mail {
            typed: format!(
                "{}<div dir=\"auto\"><br></div><div><br></div>",
                reply.each("<div dir=\"auto\">", "</div>")
            ),
            line: format!("On {day} at {}", when.hm()),
            style: WEB,
            picture: None,
        },
    )
}
