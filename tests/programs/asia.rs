//! QQ, NetEase's 163, and Naver.

use super::mime::{self, Code};
use super::page::{self, BARE};
use super::{Answer, Program, Reply, alternative, marked};

pub(super) const ALL: &[Program] = &[
    Program {
        name: "QQ",
        ids: "tencent_{}@qq.example",
        write: qq,
    },
    Program {
        name: "163",
        ids: "{}.9a@163.example",
        write: netease,
    },
    Program {
        name: "Naver",
        ids: "{}@cweb017.nm.naver.example",
        write: naver,
    },
];

fn answer(reply: &Reply, heads: &[&str], boundary: &str, both: (&str, &str)) -> Answer {
    let kind = |sub: &str| format!("text/{sub};\n\tcharset=\"utf-8\"");
    let end = reply.digits(6);
    Answer {
        subject: "Re: ",
        heads: heads.iter().map(|it| (*it).to_owned()).collect(),
        body: alternative(
            &format!("{boundary}{end}"),
            mime::text(&kind("plain"), Code::Base64, both.0),
            mime::text(&kind("html"), Code::Base64, both.1),
        ),
    }
}

fn qq(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{}, {} {}, {}", when.ddd(), when.mmm(), when.day, when.year);
    let rows = [
        (
            "From:",
            format!("\"{}\"<{}>;", reply.ours.name, reply.ours.address),
        ),
        ("Date:", format!("{day} {}", when.am_pm(" "))),
        (
            "To:",
            format!("\"{}\"<{}>;", reply.ours.player.0, reply.ours.player.1),
        ),
        ("Subject:", reply.ours.subject.clone()),
    ];
    let html_rows = rows
        .iter()
        .map(|it| format!("<div><b>{}</b>&nbsp;{}</div>", it.0, page::escaped(&it.1)));
    let html = format!(
        "{}<div><br></div><div><br></div><div style=\"font-size: 12px;\
         font-family: Arial Narrow;padding:2px 0 2px 0;\">------------------&nbsp;Original\
         &nbsp;------------------</div><div style=\"font-size: 12px;background:#efefef;\
         padding:8px;\">{}</div><div><br></div>{}",
        reply.each("<div>", "</div>"),
        html_rows.collect::<String>(),
        page::written(&reply.ours.page)
    );
    let plain_rows: String = rows
        .iter()
        .map(|it| format!("{}&nbsp;{}\n", it.0, it.1))
        .collect();
    let lines = page::plain(&reply.ours.page, &BARE).join("\n");
    let plain = format!(
        "{}\n\n\n\n------------------&nbsp;Original&nbsp;------------------\n{plain_rows}\n\n\n\
         {lines}",
        reply.text()
    );
    let heads = ["X-Priority: 3", "X-Mailer: QQMail 2.x", "X-QQ-Style:"];
    answer(reply, &heads, "----=_NextPart_6A1F_0E", (&plain, &html))
}

fn netease(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let (name, address) = (&reply.ours.name, &reply.ours.address);
    let on = format!(
        "在 {} {}，\"{name}\" <{address}> 写道：",
        when.iso(),
        when.hms()
    );
    let html = format!(
        "<div style=\"line-height:1.7;color:#000000;font-size:14px;font-family:Arial\">{}\
         <div><br></div><div style=\"position:relative;zoom:1\"></div>\
         <div id=\"divNeteaseMailCard\"></div><p style=\"margin: 0;\"><br></p><p>{}</p>\
         <blockquote id=\"isReplyContent\" style=\"PADDING-LEFT: 1ex; MARGIN: 0px 0px 0px \
         0.8ex; BORDER-LEFT: #ccc 1px solid\">{}</blockquote></div>",
        reply.each("<div>", "</div>"),
        page::escaped(&on),
        page::written(&reply.ours.page)
    );
    let lines = page::plain(&reply.ours.page, &BARE);
    let plain = format!(
        "{}\n\n\n\n\n\n\n{on}\n\n{}",
        reply.text(),
        marked(&lines, ">")
    );
    let heads = [
        "X-Priority: 3",
        "X-Mailer: Coremail Webmail Server Version 2024.1 build 20240801",
    ];
    answer(
        reply,
        &heads,
        "----=_Part_31415_27182.1795",
        (&plain, &html),
    )
}

fn naver(reply: &Reply) -> Answer {
    const DAYS: [&str; 7] = ["월", "화", "수", "목", "금", "토", "일"];
    let when = &reply.ours.sent;
    let sent = format!(
        "{} ({}) {} (GMT+01:00)",
        when.iso(),
        DAYS[when.weekday],
        when.hms()
    );
    let rows = [
        (
            "From:",
            format!("\"{}\"<{}>", reply.ours.name, reply.ours.address),
        ),
        (
            "To:",
            format!("\"{}\"<{}>;", reply.ours.player.0, reply.ours.player.1),
        ),
        ("Cc:", String::new()),
        ("Sent:", sent),
        ("Subject:", reply.ours.subject.clone()),
    ];
    let html_rows = rows
        .iter()
        .map(|it| format!("<b>{}</b> {}<br>\n", it.0, page::escaped(&it.1)));
    let html = format!(
        "<html><head><style>p{{margin-top:0px;margin-bottom:0px;}}</style></head><body>\
         <div style=\"font-size:10pt; font-family:Gulim;\">{}<p><br></p><div><p>\
         -----Original Message-----<br>{}</p><p><br></p></div>{}</div>\
         <table style='display:none'><tr><td><img src=\"https://mail.naver.example/readReceipt/\
         notify/?img={}.gif\" border=\"0\"/></td></tr></table></body></html>",
        reply.each("<p>", "</p>"),
        html_rows.collect::<String>(),
        page::written(&reply.ours.page),
        reply.mark
    );
    let plain_rows: String = rows
        .iter()
        .map(|it| format!("{} {}\n", it.0, it.1))
        .collect();
    let lines = page::plain(&reply.ours.page, &BARE).join("\n");
    let plain = format!(
        "{}\n-----Original Message-----\n{plain_rows}\n{lines}\n",
        reply.text()
    );
    let heads = ["Importance: normal", "X-Originating-IP: 192.0.2.7"];
    answer(reply, &heads, "-----Boundary-WM=_", (&plain, &html))
}
