//! GMX, as it was and as it is.

use super::mime::{self, Code};
use super::page::{self, BARE};
use super::{Answer, Program, Reply, alternative, marked};

pub(super) const ALL: &[Program] = &[
    Program {
        name: "GMX old",
        ids: "trinity-{}-3c-app-gmx-bap01@gmx.example",
        write: old,
    },
    Program {
        name: "GMX new",
        ids: "trinity-{}-3c-app-gmx-bs22@gmx.example",
        write: new,
    },
];

const DAYS: [&str; 7] = [
    "Montag",
    "Dienstag",
    "Mittwoch",
    "Donnerstag",
    "Freitag",
    "Samstag",
    "Sonntag",
];
const MONTHS: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];

const QUOTE: &str = "margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; \
                     border-left:2px solid #C3D9E5; word-wrap: break-word; \
                     -webkit-nbsp-mode: space; -webkit-line-break: after-white-space;";

/// A page alone; the head of the quotation stands inside it.
fn old(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let (day, month) = (DAYS[when.weekday], MONTHS[when.month - 1]);
    let sent = format!(
        "{day}, {:02}. {month} {} um {} Uhr",
        when.day,
        when.year,
        when.hm()
    );
    let of = |name: &str, address: &str| {
        let said = format!("\"{name}\" <{address}>");
        page::escaped(&said).replace('"', "&quot;")
    };
    let html = format!(
        "<html><head></head><body><div style=\"font-family: Verdana;font-size: 12.0px;\">{}\n\
         <div>&nbsp;\n<div>&nbsp;\n<div name=\"quote\" style=\"{QUOTE}\">\n\
         <div style=\"margin:0 0 10px 0;\"><b>Gesendet:</b>&nbsp;{sent}<br/>\n\
         <b>Von:</b>&nbsp;{}<br/>\n<b>An:</b>&nbsp;{}<br/>\n<b>Betreff:</b>&nbsp;{}</div>\n\n\
         <div name=\"quoted-content\">{}</div>\n</div>\n</div>\n</div></div></body></html>\n",
        reply.each("<div>", "</div>\n"),
        of(&reply.ours.name, &reply.ours.address),
        of(&reply.ours.player.0, &reply.ours.player.1),
        page::escaped(&reply.ours.subject),
        page::written(&reply.ours.page)
    );
    Answer {
        subject: "Aw: ",
        heads: vec![
            "Importance: normal".to_owned(),
            "Sensitivity: Normal".to_owned(),
            "X-Priority: 3".to_owned(),
            "X-UI-Message-Type: mail".to_owned(),
        ],
        body: mime::text("text/html; charset=UTF-8", Code::Quoted, &html),
    }
}

fn new(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{:02}.{:02}.{:02}", when.day, when.month, when.year % 100);
    let on = format!("Am {day} um {} schrieb {}", when.hm(), reply.ours.name);
    let html = format!(
        "<html><head></head><body><div style=\"font-family: Verdana, Geneva, sans-serif; \
         font-size: 14px;\"><div>{}</div><div><br></div></div>\
         <div name=\"quote\" class=\"quote\" style=\"margin: 10px 0 0;\"><div>{}</div>\
         <blockquote type=\"cite\" style=\"margin: 10px 0 0; padding: 0 0 0 10px; \
         border-left: 2px solid #C3D9E5;\"><div name=\"quoted-content\">{}</div></blockquote>\
         </div></body></html>\n",
        reply.joined("<br>"),
        page::escaped(&on),
        page::written(&page::restyled(&reply.ours.page))
    );
    let lines = page::plain(&reply.ours.page, &BARE);
    let plain = format!("{}\n{on}\n{}", reply.text(), marked(&lines, "> "));
    Answer {
        subject: "Re: ",
        heads: vec![
            "Importance: normal".to_owned(),
            "Sensitivity: Normal".to_owned(),
            "X-Priority: 3".to_owned(),
        ],
        body: alternative(
            &format!("abmob-{}", reply.uuid().to_lowercase()),
            mime::text("text/plain; charset=UTF-8", Code::Quoted, &plain),
            mime::text("text/html; charset=UTF-8", Code::Quoted, &html),
        ),
    }
}
