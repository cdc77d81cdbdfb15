//! Mail.ru and Yandex.

use super::mime::{self, Code};
use super::page::{self, BARE};
use super::{Answer, Program, Reply, alternative, marked};

pub(super) const ALL: &[Program] = &[
    Program {
        name: "mail.ru web",
        ids: "17{}@f.mail.example",
        write: mail_ru,
    },
    Program {
        name: "mail.ru app",
        ids: "18{}@f.mail.example",
        write: mail_ru_app,
    },
    Program {
        name: "Yandex",
        ids: "{}@mail.yandex.example",
        write: yandex,
    },
];

const DAYS: [&str; 7] = [
    "Понедельник",
    "Вторник",
    "Среда",
    "Четверг",
    "Пятница",
    "Суббота",
    "Воскресенье",
];
/// In the genitive.
const MONTHS: [&str; 12] = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
];

fn mail_ru(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let (day, month) = (DAYS[when.weekday], MONTHS[when.month - 1]);
    let on = format!(
        "{day}, {} {month} {}, {} +01:00 от",
        when.day,
        when.year,
        when.hm()
    );
    let number = reply.digits(20);
    let inner = page::prefixed(&reply.ours.page, "mr_css_attr_");
    let html = format!(
        "\n<HTML><BODY>{}<div>&nbsp;</div><div data-signature-widget=\"container\">\
         <div data-signature-widget=\"content\"><div>--<br>{}</div></div></div>\
         <div>&nbsp;</div><blockquote style=\"border-left:1px solid #0857A6;margin:10px;\
         padding:0 0 0 10px;\">{on} {} &lt;{}&gt;:<br>&nbsp;<div id=\"\">\
         <div class=\"js-helper js-readmsg-msg\"><div><div id=\"style_{number}_BODY\">\
         <div class=\"cl-{}\">{}</div></div></div></div></div></blockquote></BODY></HTML>\n",
        reply.each("<div>", "</div>"),
        page::escaped(&reply.ours.player.0),
        page::escaped(&reply.ours.name),
        reply.linked(),
        reply.digits(6),
        page::written(&inner)
    );
    let lines = page::plain(&reply.ours.page, &BARE);
    let plain = format!(
        "\n{} \n \n--\n{}\n \n>{on} {}:\n> \n{}",
        reply.text(),
        reply.ours.player.0,
        reply.sender(),
        marked(&lines, ">")
    );
    answer(reply, "X-Mailer: Mail.Ru Mailer 1.0", (&plain, &html))
}

fn answer(reply: &Reply, mailer: &str, (plain, html): (&str, &str)) -> Answer {
    let boundary = format!("--ALT--{}{}", &reply.mark[..8], reply.digits(10));
    Answer {
        subject: "Re: ",
        heads: vec![mailer.to_owned(), "X-Priority: 3 (Normal)".to_owned()],
        body: alternative(
            &boundary,
            mime::text("text/plain; charset=utf-8", Code::Base64, plain),
            mime::text("text/html; charset=utf-8", Code::Base64, html),
        ),
    }
}

fn mail_ru_app(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let (day, month) = (DAYS[when.weekday].to_lowercase(), MONTHS[when.month - 1]);
    let on = format!(
        "{day}, {} {month} {} г., {} +01:00 от",
        when.day,
        when.year,
        when.hm()
    );
    let html = format!(
        "<HTML><BODY>{}<div><br></div><div id=\"mail-app-auto-default-signature\">\
         <p>--<br>\nОтправлено из <a href=\"https://trk.mail.ru/c/zzm979?mt_sub1=mail\">Mail</a> \
         для Android</p></div>{on} {} <a href=\"mailto:{}\">{}</a>:<br>\
         <blockquote id=\"mail-app-auto-quote\" cite=\"{}\" style=\"border-left:1px solid \
         #005FF9; margin:0px 0px 0px 10px; padding:0px 0px 0px 10px;\">{}</blockquote>\
         </BODY></HTML>",
        reply.each("<div>", "</div>"),
        page::escaped(&reply.ours.name),
        reply.ours.address,
        reply.ours.address,
        reply.digits(20),
        page::written(&page::prefixed(&reply.ours.page, "mr_css_attr_"))
    );
    let lines = page::plain(&reply.ours.page, &BARE);
    let plain = format!(
        "{}\n\n--\nОтправлено из Mail для Android\n{on} {} {}:\n\n{}",
        reply.text(),
        reply.ours.name,
        reply.ours.address,
        marked(&lines, ">")
    );
    let mailer = "X-Mailer: Mail.Ru Mailer Android 15.23";
    answer(reply, mailer, (&plain, &html))
}

/// A page alone.
fn yandex(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let month = MONTHS[when.month - 1];
    let html = format!(
        "{}<div>\u{a0}</div><div>----------------</div><div>Кому: {} ({});</div>\
         <div>Тема: {};</div><div>{}, {} {month} {} г., {} &lt;{}&gt;:</div>\
         <blockquote><div>{}</div></blockquote>",
        reply.each("<div>", "</div>"),
        page::escaped(&reply.ours.player.0),
        reply.ours.player.1,
        page::escaped(&reply.ours.subject),
        when.hm(),
        when.day,
        when.year,
        page::escaped(&reply.ours.name),
        reply.ours.address,
        page::written(&page::prefixed(
            &page::restyled(&reply.ours.page),
            &reply.mark[..20]
        ))
    );
    Answer {
        subject: "Re: ",
        heads: vec!["X-Mailer: Yamail [ http://yandex.ru ] 5.0".to_owned()],
        body: mime::text("text/html; charset=utf-8", Code::Eight, &html),
    }
}
