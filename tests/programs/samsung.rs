//! Samsung's mail on phones, in English and German.

use super::mime::{self, Code};
use super::page::{self, BARE, Look};
use super::{Answer, Program, Reply, alternative};

pub(super) const ALL: &[Program] = &[
    Program {
        name: "Samsung (English)",
        ids: "{}@samsung.example",
        write: english,
    },
    Program {
        name: "Samsung (German)",
        ids: "de{}@samsung.example",
        write: german,
    },
];

const LOOK: Look = Look {
    hidden: true,
    ..BARE
};

struct Tongue {
    title: &'static str,
    heads: [&'static str; 4],
    date: String,
    signature: &'static str,
    subject: &'static str,
    /// What stands behind each line of the head in the text part.
    end: &'static str,
}

fn english(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    answer(
        reply,
        &Tongue {
            title: "-------- Original message --------",
            heads: ["From:", "Date:", "To:", "Subject:"],
            date: format!("{}  {}  (GMT+01:00)", when.slashed(), when.hm()),
            signature: "Sent from my Galaxy",
            subject: "Re: ",
            end: "\n",
        },
    )
}

/// The text part of this one is that of older ones: its head is a single line.
fn german(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let date = format!("{:02}.{:02}.{:02}", when.day, when.month, when.year % 100);
    answer(
        reply,
        &Tongue {
            title: "-------- Ursprüngliche Nachricht --------",
            heads: ["Von:", "Datum:", "An:", "Betreff:"],
            date: format!("{date}  {}  (GMT+01:00)", when.hm()),
            signature: "Von meinem Galaxy gesendet",
            subject: "AW: ",
            end: "",
        },
    )
}

fn answer(reply: &Reply, tongue: &Tongue) -> Answer {
    let says = [
        reply.sender(),
        tongue.date.clone(),
        reply.player(),
        reply.ours.subject.clone(),
    ];
    let rows: Vec<String> = tongue
        .heads
        .iter()
        .zip(&says)
        .map(|(head, says)| format!("{head} {says} "))
        .collect();
    let divs = rows
        .iter()
        .map(|it| format!("<div>{}</div>", page::escaped(it)));
    let html = format!(
        "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\">\
         </head><body dir=\"auto\">{}<div dir=\"auto\"><br></div><div dir=\"auto\"><br></div>\
         <div dir=\"auto\"><br></div><div id=\"composer_signature\" dir=\"auto\">\
         <div style=\"font-size:12px;color:#575757\" dir=\"auto\">{}</div></div>\
         <div dir=\"auto\"><br></div><div><br></div>\
         <div align=\"left\" dir=\"auto\" style=\"font-size:100%;color:#000000\">\
         <div>{}</div>{}<div><br></div></div>{}{}</body></html>",
        reply.each("<div dir=\"auto\">", "</div>"),
        tongue.signature,
        tongue.title,
        divs.collect::<String>(),
        head(reply),
        page::written(&reply.ours.page)
    );
    let lines = page::plain(&reply.ours.page, &LOOK).join("\n");
    let end = tongue.end;
    let plain = format!(
        "{}\n\n{}\n\n{}{end}{}\n{lines}\n",
        reply.text(),
        tongue.signature,
        tongue.title,
        rows.iter()
            .map(|it| format!("{it}{end}"))
            .collect::<String>()
    );
    let kind = |sub: &str| format!("text/{sub}; charset=utf-8");
    Answer {
        subject: tongue.subject,
        heads: Vec::new(),
        body: alternative(
            &format!("--_com.samsung.android.email_{}", reply.digits(16)),
            mime::text(&kind("plain"), Code::Base64, &plain),
            mime::text(&kind("html"), Code::Base64, &html),
        ),
    }
}

/// The style sheet of our page is taken along as it is.
fn head(reply: &Reply) -> String {
    if reply.ours.style.is_empty() {
        String::new()
    } else {
        format!("<style>\n{}\n</style>", reply.ours.style)
    }
}
