//! Apple's Mail, on phones and on a Mac.

use super::mime::{self, Code};
use super::page::{self, BARE, Look};
use super::{Answer, Program, Reply, alternative, marked};

pub(super) const ALL: &[Program] = &[
    Program {
        name: "Apple iOS",
        ids: "{}@icloud.example",
        write: ios,
    },
    Program {
        name: "Apple Mac",
        ids: "{}@me.example",
        write: mac,
    },
];

const LOOK: Look = Look {
    cells: "\n",
    image: |_| "<image.png>".to_owned(),
    ..BARE
};

/// Quoted lines; a blank one keeps the blank behind its mark.
fn quoted(lines: &[String]) -> String {
    let marked = marked(lines, "> ");
    let lines = marked.lines().map(|line| match line {
        ">" => "> \n".to_owned(),
        other => format!("{other}\n"),
    });
    lines.collect()
}

/// The head of our page, as it is taken along.
fn head(reply: &Reply) -> String {
    if reply.ours.style.is_empty() {
        String::new()
    } else {
        format!(
            "<meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">\
             <title>{}</title><style>\n{}\n</style>",
            page::escaped(&reply.ours.title),
            reply.ours.style
        )
    }
}

fn ios(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let on = format!(
        "On {} {} {}, at {}, {} wrote:",
        when.day,
        when.mmm(),
        when.year,
        when.hm(),
        reply.sender()
    );
    let lines = page::plain(&reply.ours.page, &LOOK);
    let plain = format!(
        "{}\n\nSent from my iPhone\n\n> {on}\n> \n{}",
        reply.text(),
        quoted(
            &format!("\u{feff}{}", lines.join("\n"))
                .lines()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        )
    );
    let each = reply.each("<div>", "</div>").replacen("<div>", "", 1);
    let html = format!(
        "<html><head><meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">\
         </head><body dir=\"auto\">{}<div><br id=\"lineBreakAtBeginningOfSignature\">\
         <div dir=\"ltr\">Sent from my iPhone</div><div dir=\"ltr\"><br>\
         <blockquote type=\"cite\">{}<br><br></blockquote></div>\
         <blockquote type=\"cite\"><div dir=\"ltr\">\u{feff}{}{}</div></blockquote></div>\
         </body></html>",
        each.replacen("</div>", "", 1),
        page::escaped(&on),
        head(reply),
        page::written(&reply.ours.page)
    );
    Answer {
        subject: "Re: ",
        heads: vec![
            "Mime-Version: 1.0 (1.0)".to_owned(),
            "X-Mailer: iPhone Mail (23B85)".to_owned(),
        ],
        body: alternative(
            &format!("Apple-Mail-{}", reply.uuid()),
            mime::text("text/plain;\n charset=utf-8", Code::Quoted, &plain),
            mime::text("text/html;\n charset=utf-8", Code::Quoted, &html),
        ),
    }
}

fn mac(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let on = format!(
        "On {} {} {}, at {}, {} wrote:",
        when.day,
        when.mmm(),
        when.year,
        when.hm(),
        reply.sender()
    );
    let lines = page::plain(&reply.ours.page, &LOOK);
    let plain = format!("{}\n> {on}\n> \n{}\n", reply.text(), quoted(&lines));
    let each = reply.each("<div>", "</div>").replacen("<div>", "", 1);
    let html = format!(
        "<html><head><meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">\
         </head><body style=\"overflow-wrap: break-word; -webkit-nbsp-mode: space; \
         line-break: after-white-space;\">{}<br id=\"lineBreakAtBeginningOfMessage\">\
         <div><br><blockquote type=\"cite\"><div>{}</div>\
         <br class=\"Apple-interchange-newline\"><div>{}{}{}</div></div></blockquote></div>\
         <br></body></html>",
        each.replacen("</div>", "", 1),
        page::escaped(&on),
        head(reply),
        page::written(&[page::Piece::Open("div".to_owned(), reply.ours.body.clone())]),
        page::written(&reply.ours.page)
    );
    let plain = mime::text("text/plain;\n\tcharset=utf-8", Code::Quoted, &plain);
    let mut html = mime::text("text/html;\n\tcharset=utf-8", Code::Quoted, &html);
    if let Some(image) = &reply.ours.picture {
        // The picture keeps the name that it had in our mail.
        let id = reply.ours.page.iter().find_map(|piece| match piece {
            page::Piece::Open(name, all) if name == "img" => {
                let source = all.iter().find(|it| it.0 == "src");
                source.and_then(|it| it.1.strip_prefix("cid:"))
            }
            _ => None,
        });
        let boundary = format!("Apple-Mail=_{}", reply.uuid().replace('-', "_"));
        let picture = mime::picture(id.unwrap_or_default(), image);
        html = mime::multi(
            "related;\n\ttype=\"text/html\"",
            &boundary,
            &[html, picture],
        );
    }
    Answer {
        subject: "Re: ",
        heads: vec![
            "Mime-Version: 1.0 (Mac OS X Mail 16.0 \\(3864.200.81.1.6\\))".to_owned(),
            "X-Mailer: Apple Mail (2.3864.200.81.1.6)".to_owned(),
        ],
        body: alternative(&format!("Apple-Mail=_{}", reply.uuid()), plain, html),
    }
}
