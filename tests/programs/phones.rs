//! Other mail programs of phones, and those that came from there.

use super::mime::{self, Code, Part};
use super::page::{self, BARE, Look};
use super::{Answer, Program, Reply, alternative, marked};

pub(super) const ALL: &[Program] = &[
    Program {
        name: "K-9",
        ids: "{}@example.org",
        write: k9,
    },
    Program {
        name: "FairEmail",
        ids: "f{}@localhost",
        write: fair_email,
    },
    Program {
        name: "Spark",
        ids: "{}@Spark",
        write: spark,
    },
    Program {
        name: "Superhuman",
        ids: "mg{}@we.are.superhuman.example",
        write: superhuman,
    },
    Program {
        name: "BlueMail",
        ids: "b{}@android.bluemail.example",
        write: blue_mail,
    },
    Program {
        name: "Edison",
        ids: "e{}@Mail",
        write: edison,
    },
];

const LINKED: Look = Look {
    link: |it| format!(" <{it}>"),
    ..BARE
};

const BAR: &str = "margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid rgb(204, 204, 204); \
                   padding-left: 1ex;";

fn both(boundary: &str, code: Code, (plain, html): (&str, &str)) -> Part {
    let kind = |sub: &str| format!("text/{sub};\n charset=utf-8");
    alternative(
        boundary,
        mime::text(&kind("plain"), code, plain),
        mime::text(&kind("html"), code, html),
    )
}

fn k9(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let on = format!(
        "On {} {} {} {} CET, {} wrote:",
        when.day,
        when.month_name(),
        when.year,
        when.hms(),
        reply.sender()
    );
    let lines = page::plain(&reply.ours.page, &LINKED);
    let signature = "Sent from my Android device with K-9 Mail. Please excuse my brevity.";
    let plain = format!(
        "{}\n-- \n{signature}\n\n{on}\n{}",
        reply.text(),
        marked(&lines, ">")
    );
    let html = format!(
        "<!DOCTYPE html><html><body><div dir=\"auto\">{}<br><br></div>\
         <div dir=\"auto\"><div class='k9mail-signature'>-- <br>{signature}</div></div>\
         <br><br><div class=\"gmail_quote\"><div dir=\"auto\">{}</div>\
         <blockquote class=\"gmail_quote\" style=\"{BAR}\">\n{}</blockquote></div></body></html>",
        reply.joined("<br>\n"),
        page::escaped(&on),
        page::written(&reply.ours.page)
    );
    let boundary = format!("----{}", &reply.mark.to_uppercase()[..30]);
    Answer {
        subject: "Re: ",
        heads: vec!["User-Agent: K-9 Mail for Android".to_owned()],
        body: both(&boundary, Code::Quoted, (&plain, &html)),
    }
}

fn fair_email(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let on = format!(
        "{} {} {} {}, {}:",
        when.day,
        when.mmm(),
        when.year,
        when.hms(),
        reply.sender()
    );
    let lines = page::plain(&reply.ours.page, &LINKED);
    let plain = format!("{}\n{on}\n\n{}", reply.text(), marked(&lines, "> "));
    let page = page::restyled(&reply.ours.page);
    let html = format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"></head><body>\
         <p dir=\"auto\">{}</p><div fairemail=\"reference\"><p dir=\"auto\">{}</p>\
         <blockquote style=\"margin:0; border-left:3px solid #ccc; padding-left:10px\">{}\
         </blockquote></div></body></html>",
        reply.joined("<br>"),
        page::escaped(&on),
        page::written(&page)
    );
    let boundary = format!("----=_Part_1_{}.{}", reply.digits(9), reply.digits(13));
    Answer {
        subject: "Re: ",
        heads: vec![format!("X-Correlation-ID: <{}@localhost>", reply.uuid())],
        body: both(&boundary, Code::Quoted, (&plain, &html)),
    }
}

fn spark(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let on = format!(
        "On {} {} {} at {} +0100, {}, wrote:",
        when.day,
        when.mmm(),
        when.year,
        when.hm(),
        reply.sender()
    );
    let lines = page::plain(&reply.ours.page, &BARE);
    let plain = format!(
        "{}\nSent from Spark\n{on}\n{}",
        reply.text(),
        marked(&lines, "> ")
    );
    let page = page::restyled(&reply.ours.page);
    let html = format!(
        "<html xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<title></title>\n</head>\n\
         <body>\n<div name=\"messageBodySection\">\n<div dir=\"auto\">{}</div>\n</div>\n\
         <div name=\"messageSignatureSection\"><br />\n<div class=\"matchFont\">Sent from \
         <a href=\"https://sparkmailapp.com/source?from=signature\">Spark</a></div>\n</div>\n\
         <div name=\"messageReplySection\">{}<br />\n<blockquote type=\"cite\" \
         style=\"border-left-color: grey; border-left-width: thin; border-left-style: solid; \
         margin: 5px 5px;padding-left: 10px;\">{}</blockquote>\n</div>\n</body>\n</html>\n",
        reply.joined("<br />\n"),
        page::escaped(&on),
        page::written(&page).replace("<br>", "<br />\n")
    );
    let inline = "Content-Disposition: inline";
    let part = |sub: &str, said: &str| {
        let kind = format!("text/{sub}; charset=\"utf-8\"");
        mime::text(&kind, Code::Quoted, said).with(inline)
    };
    Answer {
        subject: "Re: ",
        heads: vec![format!("X-Readdle-Message-ID: {}@Spark", reply.mark)],
        body: alternative(
            &format!(
                "{}_{}_{}",
                &reply.mark[..8],
                &reply.mark[8..16],
                &reply.mark[16..20]
            ),
            part("plain", &plain),
            part("html", &html),
        ),
    }
}

fn superhuman(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!(
        "{}, {} {:02}, {}",
        when.ddd(),
        when.mmm(),
        when.day,
        when.year
    );
    let on = format!("On {day} at {}, {} ", when.am_pm(" "), reply.ours.name);
    let lines = page::plain(&reply.ours.page, &LINKED);
    let plain = format!(
        "{}\nSent via Superhuman ( https://sprh.mn/?vip=one )\n\n\
         {on}< {} > wrote:\n\n{}",
        reply.text(),
        reply.ours.address,
        marked(&page::wrapped(&lines, 78), "> ")
    );
    let html = format!(
        "<html><head></head><body><div><div><div>{}<div><br></div></div>\
         <div class=\"sh-signature\">Sent via \
         <a href=\"https://sprh.mn/?vip=one\" target=\"_blank\">Superhuman</a></div>\
         <br></div><div><div class=\"gmail_quote\">{on}<span dir=\"ltr\">&lt;{}&gt;</span> \
         wrote:<br><blockquote class=\"gmail_quote sh-color-black sh-color\" \
         style=\"margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex\">\
         <div class=\"sh-color-black sh-color\">{}</div></blockquote></div></div></div>\
         </body></html>",
        reply.each("<div>", "</div>"),
        reply.linked(),
        page::written(&page::targeted(&page::restyled(&reply.ours.page)))
    );
    Answer {
        subject: "Re: ",
        heads: vec![
            "X-Mailer: Superhuman Desktop (2026-11-20T19:00:00Z)".to_owned(),
            format!("X-Superhuman-ID: {}", &reply.mark[..12]),
            format!("X-Superhuman-Draft-ID: draft00{}", &reply.mark[..14]),
        ],
        body: both(&reply.mark.repeat(2)[..60], Code::Quoted, (&plain, &html)),
    }
}

fn blue_mail(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{} {} {}", when.day, when.mmm(), when.year);
    let on = format!("On {day}, at {}, {} wrote:", when.hm(), reply.sender());
    let lines = page::plain(&reply.ours.page, &BARE);
    let plain = format!(
        "{}\n⁣Get BlueMail for Android ​\n\n{on}\n\n{}",
        reply.text(),
        marked(&lines, ">")
    );
    let html = format!(
        "<html><head></head><body>{}<div dir=\"auto\"><br></div>\n\
         <!-- tmjah_g_1299s -->Get <a href=\"https://bluemail.me/download/\" target=\"_blank\">\
         BlueMail for Android</a><!-- tmjah_g_1299e --><br><br>\n\
         <div class=\"gmail_quote\" >On {day}, at {}, {} &lt;{}&gt; wrote:\
         <blockquote class=\"gmail_quote\" style=\"{BAR}\">\n{}\n</blockquote></div>\
         </body></html>",
        reply.each("<div dir=\"auto\">", "</div>\n"),
        when.hm(),
        page::escaped(&reply.ours.name),
        reply.linked(),
        page::written(&page::targeted(&reply.ours.page))
    );
    let boundary = format!("----{}", &reply.mark.to_uppercase()[..30]);
    Answer {
        subject: "Re: ",
        heads: vec![format!(
            "X-Correlation-ID: <{}>",
            reply.uuid().to_lowercase()
        )],
        body: both(&boundary, Code::Quoted, (&plain, &html)),
    }
}

fn edison(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{} {}, {}", when.mmm(), when.day, when.year);
    let on = format!("On {day} at {}, ", when.am_pm(" "));
    let lines = page::plain(&reply.ours.page, &BARE).join("\n");
    let plain = format!(
        "{}\nSent from Edison Mail\n\n{on}<{}> wrote:\n\n{lines}\n",
        reply.text(),
        reply.ours.name
    );
    let html = format!(
        "<html><body><div id=\"edo-message\"><div></div>{}<div><br></div></div>\
         <div id=\"edo-meta\"><div id=\"edo-signature\" style=\"font-family: sans-serif, \
         'Helvetica Neue', Helvetica, Arial;\">Sent from \
         <a href=\"https://mailapp.edison.tech/signature\">Edison Mail</a></div>\
         <div><br></div></div><div id=\"edo-original\"><div>\
         <blockquote type=\"cite\" style=\"margin:1ex 0 0 0;border-left:1px #ccc solid;\
         padding-left:0.5ex;\"><div>{on}&lt;<a href=\"mailto:{}\">{}</a>&gt; wrote:<br><br>\
         </div>{}</blockquote></div></div></body></html>",
        reply.each("<div>", "</div>"),
        reply.ours.address,
        page::escaped(&reply.ours.name),
        page::written(&reply.ours.page)
    );
    let boundary = format!("{}_{}_Edison", &reply.mark[..8], &reply.mark[8..16]);
    Answer {
        subject: "Re: ",
        heads: vec!["X-Mailer: Edison Mail".to_owned()],
        body: both(&boundary, Code::Base64, (&plain, &html)),
    }
}
