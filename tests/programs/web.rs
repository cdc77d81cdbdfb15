//! Mail in a browser, and the apps of those who offer it.

use super::mime::{self, Code, Part};
use super::page::{self, BARE, Look};
use super::{Answer, Program, Reply, alternative, marked};

pub(super) const ALL: &[Program] = &[
    Program {
        name: "Yahoo web",
        ids: "{}@mail.yahoo.example",
        write: yahoo,
    },
    Program {
        name: "Yahoo Android",
        ids: "a{}@mail.yahoo.example",
        write: yahoo_android,
    },
    Program {
        name: "Proton web",
        ids: "{}=@proton.example",
        write: proton,
    },
    Program {
        name: "Proton iOS",
        ids: "i{}=@proton.example",
        write: proton_ios,
    },
    Program {
        name: "Zoho",
        ids: "{}.9@zoho.example",
        write: zoho,
    },
    Program {
        name: "Fastmail",
        ids: "{}@app.fastmail.example",
        write: fastmail,
    },
    Program {
        name: "Tuta",
        ids: "O{}--9@tuta.example",
        write: tuta,
    },
    Program {
        name: "Roundcube",
        ids: "{}@example.org",
        write: roundcube,
    },
    Program {
        name: "Zimbra",
        ids: "17.{}.JavaMail.zimbra@example.org",
        write: zimbra,
    },
    Program {
        name: "Hey",
        ids: "{}@haystack-mail-home.example",
        write: hey,
    },
];

const LINKED: Look = Look {
    link: |it| format!(" [{it}]"),
    ..BARE
};

fn both(boundary: &str, code: Code, (plain, html): (&str, &str)) -> Part {
    let kind = |sub: &str| format!("text/{sub}; charset=UTF-8");
    alternative(
        boundary,
        mime::text(&kind("plain"), code, plain),
        mime::text(&kind("html"), code, html),
    )
}

fn yahoo(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!(
        "{}, {} {}, {}",
        when.day_name(),
        when.month_name(),
        when.day,
        when.year
    );
    let time = match when.hour % 12 {
        0 | 10 | 11 => when.am_pm_seconds(),
        _ => format!("0{}", when.am_pm_seconds()),
    };
    let on = format!("On {day} at {time} GMT+1, {} wrote:", reply.sender());
    let prefix = format!("ydp{}", &reply.mark[..8]);
    let inner = page::prefixed(
        &page::restyled(&reply.ours.page),
        &format!("{prefix}yiv12345"),
    );
    let number = reply.digits(10);
    let html = format!(
        "<html><head></head><body><div class=\"{prefix}yahoo-style-wrap\" style=\"font-family:\
         Helvetica Neue, Helvetica, Arial, sans-serif;font-size:13px;\"><div></div>\n        {}\
         <div dir=\"ltr\" data-setdir=\"false\"><br></div><div><br></div>\n        \n        \
         </div><div id=\"{prefix}yahoo_quoted_{number}\" class=\"{prefix}yahoo_quoted\">\n\
         <div style=\"font-family:'Helvetica Neue', Helvetica, Arial, sans-serif;\
         font-size:13px;color:#26282a;\">\n<div>\n{}\n</div>\n<div><br></div>\n<div><br></div>\n\
         <div><div id=\"{prefix}yiv12345\"><div>{}</div></div></div>\n</div>\n</div></body></html>",
        reply.each("<div dir=\"ltr\" data-setdir=\"false\">", "</div>"),
        page::escaped(&on),
        page::written(&inner)
    );
    let lines = page::plain(&reply.ours.page, &BARE).join("\n");
    let plain = format!("{}\n    {on}  \n \n {lines}\n", reply.text());
    Answer {
        subject: "Re: ",
        heads: vec!["X-Mailer: WebService/1.1.24866 YMailNovation".to_owned()],
        body: both(
            &format!(
                "----=_Part_{}_{}.{}",
                reply.digits(7),
                reply.digits(9),
                reply.digits(13)
            ),
            Code::Quoted,
            (&plain, &html),
        ),
    }
}

fn yahoo_android(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{}, {} {}, {}", when.ddd(), when.mmm(), when.day, when.year);
    let on = format!("On {day} at {}, {}", when.hm(), reply.ours.name);
    let signature = "Yahoo Mail: Search, Organize, Conquer";
    let html = format!(
        "{}<br> <br> <div id=\"ymail_android_signature\">\
         <a id=\"ymail_android_signature_link\" \
         href=\"https://mail.onelink.me/107872968?pid=nativeplacement\">{signature}</a></div> \
         <br> <blockquote style=\"margin: 0 0 20px 0;\"> <div style=\"font-family:Roboto, \
         sans-serif; color:#6D00F6;\"> <div>{}</div><div>&lt;{}&gt; wrote:</div> </div> \
         <div style=\"padding: 10px 0 0 20px; margin: 10px 0 0 0; border-left: 1px solid \
         #6D00F6;\"> {} </div> </blockquote>",
        reply.joined("<br>"),
        page::escaped(&on),
        reply.ours.address,
        page::written(&page::restyled(&reply.ours.page))
    );
    let lines = page::plain(&reply.ours.page, &BARE).join("\n");
    let plain = format!(
        "{}\n\n{signature} \n \n  {on}<{}> wrote:   {lines}\n",
        reply.text().trim_end(),
        reply.ours.address
    );
    Answer {
        subject: "Re: ",
        heads: vec!["X-Mailer: WebService/1.1.24866 YMailNorrin".to_owned()],
        body: both(
            &format!(
                "----=_Part_{}_{}.{}",
                reply.digits(7),
                reply.digits(9),
                reply.digits(13)
            ),
            Code::Quoted,
            (&plain, &html),
        ),
    }
}

const PROTON: &str = "font-family: Arial, sans-serif; font-size: 14px;";

fn proton(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let nth = match when.day {
        1 | 21 | 31 => "st",
        2 | 22 => "nd",
        3 | 23 => "rd",
        _ => "th",
    };
    let day = format!(
        "{}, {} {}{nth}, {}",
        when.day_name(),
        when.month_name(),
        when.day,
        when.year
    );
    let on = format!("On {day} at {}, {} wrote:", when.am_pm(" "), reply.sender());
    let block = "protonmail_signature_block";
    let html = format!(
        "{}<div style=\"{PROTON}\"><br></div><div class=\"{block}\" style=\"{PROTON}\">\n    \
         <div class=\"{block}-user {block}-empty\">\n        \n            </div>\n    \n      \
         <div class=\"{block}-proton\">\n        Sent with <a target=\"_blank\" \
         href=\"https://proton.me/mail/home\">Proton Mail</a> secure email.\n    </div>\n</div>\n\
         <div style=\"{PROTON}\"><br></div><div class=\"protonmail_quote\">\n        {}<br>\n    \
         <blockquote class=\"protonmail_quote\" type=\"cite\">\n            {}\n        \
         </blockquote><br>\n    </div>",
        reply.each(&format!("<div style=\"{PROTON}\">"), "</div>"),
        page::escaped(&on),
        page::written(&page::restyled(&page::targeted(&reply.ours.page)))
    );
    let lines = page::plain(&reply.ours.page, &LINKED);
    let plain = format!(
        "{}\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\n{on}\n\n{}",
        reply.text(),
        marked(&lines, "> ")
    );
    of_proton(reply, (&plain, &html))
}

fn of_proton(reply: &Reply, both_forms: (&str, &str)) -> Answer {
    Answer {
        subject: "Re: ",
        heads: vec![format!("Feedback-ID: {}:user:proton", reply.digits(8))],
        body: both(&format!("b1=_{}", reply.mark), Code::Base64, both_forms),
    }
}

fn proton_ios(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{:02}/{:02}/{:02}", when.month, when.day, when.year % 100);
    let title = "-------- Original Message --------";
    let on = format!(
        "On {}, {day} at {} {} wrote:",
        when.day_name(),
        when.hm(),
        reply.sender()
    );
    let html = format!(
        "<html><head></head><body>{}<div><br></div><div>Sent from \
         <a href=\"https://proton.me/mail/home\">Proton Mail</a> for iOS</div><div><br></div>\
         <div class=\"protonmail_quote\">{title}<br>{}<br>\
         <blockquote class=\"protonmail_quote\" type=\"cite\"> {}</blockquote></div>\
         </body></html>",
        reply.each("<div>", "</div>"),
        page::escaped(&on),
        page::written(&reply.ours.page)
    );
    let lines = page::plain(&reply.ours.page, &LINKED);
    let plain = format!(
        "{}\nSent from [Proton Mail](https://proton.me/mail/home) for iOS\n\n{title}\n{on}\n\n{}",
        reply.text(),
        marked(&lines, "> ")
    );
    of_proton(reply, (&plain, &html))
}

fn zoho(reply: &Reply) -> Answer {
    let on = format!("---- On {} ", reply.ours.sent.for_mail());
    let html = format!(
        "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"><html><head>\
         <meta content=\"text/html;charset=UTF-8\" http-equiv=\"Content-Type\"></head><body>\
         <div style=\"font-family: Verdana, Arial, Helvetica, sans-serif; font-size: 10pt;\">{}\
         <div><br></div><div id=\"Zm-_Id_-Sgn\" data-zbluepencil-ignore=\"true\" \
         data-sigid=\"{}\"><br></div><div><br></div><div class=\"zmail_extra_hr\" \
         style=\"border-top: 1px solid rgb(204, 204, 204); min-height: 0px; margin-top: 10px; \
         margin-bottom: 10px; line-height: 0px;\"><br></div><div class=\"zmail_extra\" \
         data-zbluepencil-ignore=\"true\"><div><br></div><div id=\"Zm-_Id_-Sgn1\">{on}\
         <b>{} &lt;{}&gt;</b> wrote ---<br></div><div><br></div>\
         <blockquote id=\"blockquote_zmail\" style=\"margin: 0px;\"><div>{}</div></blockquote>\
         </div><div><br></div></div><br></body></html>",
        reply.each("<div>", "<br></div>"),
        reply.digits(19),
        page::escaped(&reply.ours.name),
        reply.linked(),
        page::written(&page::prefixed(
            &reply.ours.page,
            &format!("x_{}", reply.digits(9))
        ))
    );
    let lines = page::plain(&reply.ours.page, &BARE);
    let plain = format!(
        "{}\n\n\n\n{on}{} wrote ---\n\n{}",
        reply.text(),
        reply.sender(),
        marked(&lines, " > ")
    );
    Answer {
        subject: "Re: ",
        heads: vec![
            "Importance: Medium".to_owned(),
            "User-Agent: Zoho Mail".to_owned(),
            "X-Mailer: Zoho Mail".to_owned(),
        ],
        body: both(
            &format!(
                "----=_Part_{}_{}.{}",
                reply.digits(5),
                reply.digits(9),
                reply.digits(13)
            ),
            Code::Quoted,
            (&plain, &html),
        ),
    }
}

fn fastmail(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{}, {} {} {}", when.ddd(), when.day, when.mmm(), when.year);
    let on = format!("On {day}, at {}, {} wrote:", when.hm(), reply.ours.name);
    let html = format!(
        "<!DOCTYPE html><html><head><title></title></head><body>{}<div><br></div>\
         <div>{}<br></div><blockquote type=\"cite\" id=\"qt\" style=\"\">{}</blockquote>\
         <div><br></div></body></html>",
        reply.each("<div>", "<br></div>"),
        page::escaped(&on),
        page::written(&page::prefixed(&reply.ours.page, "qt-"))
    );
    let lines = page::plain(&reply.ours.page, &BARE);
    let plain = format!(
        "{}\n{on}\n{}",
        reply.text(),
        marked(&page::wrapped(&lines, 72), "> ")
    );
    Answer {
        subject: "Re: ",
        heads: vec![
            "X-Mailer: MessagingEngine.com Webmail Interface".to_owned(),
            format!("X-ThreadId: {}", &reply.mark[..16]),
        ],
        body: both(&reply.mark, Code::Quoted, (&plain, &html)),
    }
}

/// A page alone.
fn tuta(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{} {}, {}", when.mmm(), when.day, when.year);
    let html = format!(
        "<html><head><meta http-equiv=\"content-type\" content=\"text/html; charset=UTF-8\"/>\
         </head>\n<body>{}<br>-- <br>\n Sent with Tuta; enjoy secure &amp; ad-free emails: \
         <br>\n https://tuta.com<br><br><br>{day}, {} by {}:<br>\
         <blockquote class=\"tutanota_quote\" style=\"border-left: 1px solid #93A3B8; \
         padding-left: 10px; margin-left: 5px;\">{}</blockquote></body></html>",
        reply.each("<div>", "</div>"),
        when.hm(),
        reply.ours.address,
        page::written(&page::restyled(&reply.ours.page))
    );
    let inner = mime::text("text/html; charset=UTF-8", Code::Base64, &html);
    let boundary = format!(
        "----=_Part_{}_{}.{}",
        reply.digits(5),
        reply.digits(9),
        reply.digits(13)
    );
    Answer {
        subject: "Re: ",
        heads: Vec::new(),
        body: mime::multi("related", &boundary, &[inner]),
    }
}

fn roundcube(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let on = format!(
        "On {} {}, {} wrote:",
        when.iso(),
        when.hm(),
        reply.ours.name
    );
    let html = format!(
        "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\" />\
         </head><body style='font-size: 10pt; font-family: Verdana,Geneva,sans-serif'>\n{}\
         <p><br /></p>\n<p id=\"reply-intro\">{}</p>\n\
         <blockquote type=\"cite\" style=\"padding: 0 0.4em; border-left: #1010ff 2px solid; \
         margin: 0\">\n<div id=\"replybody1\">\n<div class=\"v1bg v1rcmBody\" \
         style=\"margin: 0; padding: 0; background: #e9e0cb\">{}</div>\n</div>\n</blockquote>\n\
         </body></html>\n",
        reply.each("<p>", "</p>\n"),
        page::escaped(&on),
        page::written(&page::prefixed(&reply.ours.page, "v1"))
    );
    let lines = page::wrapped(&page::plain(&reply.ours.page, &BARE), 72);
    let typed: String = reply.lines.iter().map(|it| format!("{it}\n\n")).collect();
    let plain = format!("{typed}\n{on}\n\n{}", marked(&lines, "> "));
    let part = |kind: &str, code: Code, said: &str| mime::text(kind, code, said);
    Answer {
        subject: "Re: ",
        heads: vec!["User-Agent: Roundcube Webmail/1.6.9".to_owned()],
        body: alternative(
            &format!("=_{}", reply.mark),
            part(
                "text/plain; charset=UTF-8;\n format=flowed",
                Code::Eight,
                &plain,
            ),
            part("text/html; charset=UTF-8", Code::Quoted, &html),
        ),
    }
}

fn zimbra(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let sent = format!(
        "{}, {} {}, {} {}",
        when.day_name(),
        when.month_name(),
        when.day,
        when.year,
        when.am_pm_seconds()
    );
    let of = |(name, address): (&str, &str)| format!("\"{name}\" <{address}>");
    let rows = [
        ("From", of((&reply.ours.name, &reply.ours.address))),
        ("To", of((&reply.ours.player.0, &reply.ours.player.1))),
        ("Sent", sent),
        ("Subject", reply.ours.subject.clone()),
    ];
    let plain: String = rows
        .iter()
        .map(|it| format!("{}: {} \n", it.0, it.1))
        .collect();
    let bold = rows
        .iter()
        .map(|it| format!("<b>{}: </b>{}<br>", it.0, page::escaped(&it.1)));
    let html = format!(
        "<html><body><div style=\"font-family: arial, helvetica, sans-serif; font-size: 12pt; \
         color: #000000\">{}<div><br></div><hr id=\"zwchr\" data-marker=\"__DIVIDER__\">\
         <div data-marker=\"__HEADERS__\">{}</div><div><br></div>\
         <div data-marker=\"__QUOTED_TEXT__\">{}<br></div></div></body></html>",
        reply.each("<div>", "</div>"),
        bold.collect::<String>(),
        page::written(&reply.ours.page)
    );
    let lines = page::plain(&reply.ours.page, &BARE).join("\n");
    let plain = format!("{}\n\n{plain}\n{lines}\n", reply.text());
    Answer {
        subject: "Re: ",
        heads: vec![
            "X-Mailer: Zimbra 10.1.0_GA_4655 (ZimbraWebClient - FF130 (Linux)/10.1.0)".to_owned(),
            format!("Thread-Topic: {}", mime::header(&reply.ours.subject)),
        ],
        body: both(
            &format!("=_{}", reply.uuid().to_lowercase()),
            Code::Quoted,
            (&plain, &html),
        ),
    }
}

fn hey(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{} {}, {}", when.month_name(), when.day, when.year);
    let on = format!("On {day}, {} wrote:", reply.sender());
    let html = format!(
        "<!DOCTYPE html>\n<html>\n  <head>\n    <meta http-equiv=\"Content-Type\" \
         content=\"text/html; charset=utf-8\" />\n  </head>\n  <body>\n    \
         <div class=\"trix-content\">\n  <div>{}<br><br></div>\n</div>\n\n\n  <br>\n  \
         <div>{}</div>\n  <blockquote>\n{}</blockquote>\n  </body>\n</html>\n",
        reply.joined("<br>"),
        page::escaped(&on),
        page::written(&page::restyled(&reply.ours.page))
    );
    let lines = page::plain(&reply.ours.page, &BARE);
    let plain = format!("{}\n\n{on}\n{}", reply.text(), marked(&lines, "> "));
    Answer {
        subject: "Re: ",
        heads: Vec::new(),
        body: both(
            &format!("--==_mimepart_{}", &reply.mark),
            Code::Quoted,
            (&plain, &html),
        ),
    }
}
