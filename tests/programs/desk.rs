//! Programs with windows on a computer, that write HTML too.

use super::mime::{self, Code, Part};
use super::page::{self, BARE, Look};
use super::{Answer, Program, Reply, alternative, marked};

pub(super) const ALL: &[Program] = &[
    Program {
        name: "Thunderbird HTML",
        ids: "{}@example.org",
        write: thunderbird,
    },
    Program {
        name: "Thunderbird flowed",
        ids: "f{}@example.org",
        write: thunderbird_text,
    },
    Program {
        name: "Thunderbird flowed, of the page",
        ids: "p{}@example.org",
        write: thunderbird_of_page,
    },
    Program {
        name: "Evolution",
        ids: "{}.camel@example.org",
        write: evolution,
    },
    Program {
        name: "eM Client",
        ids: "em{}@example.com",
        write: em_client,
    },
    Program {
        name: "Notes",
        ids: "OF{}.ON00258D3B.00-C1258D3B@notes.example",
        write: notes,
    },
];

/// As Mozilla makes text of a page.
const MOZILLA: Look = Look {
    cells: " \t",
    link: |it| format!(" <{it}>"),
    image: |it| it.to_owned(),
    strong: "*",
    item: " * ",
    hidden: false,
    gaps: true,
};

const AGENT: &str = "User-Agent: Mozilla Thunderbird";

fn on(reply: &Reply) -> String {
    let when = &reply.ours.sent;
    let date = format!("{}, {}", when.slashed(), when.hm());
    format!("On {date}, {} wrote:", reply.ours.name)
}

fn thunderbird(reply: &Reply) -> Answer {
    let id = reply.ours.id.replace(['<', '>'], "");
    let picture = format!(
        "part1.{}.{}@example.org",
        &reply.mark[..8],
        &reply.mark[8..16]
    );
    let page = page::pictured(&reply.ours.page, &picture);
    let head = if reply.ours.style.is_empty() {
        String::new()
    } else {
        format!(
            "<meta http-equiv=\"content-type\" content=\"text/html; charset=UTF-8\">\n      \
             <meta name=\"color-scheme\" content=\"light dark\">\n      <title>{}</title>\n      \
             <style>\n{}\n</style>\n      ",
            page::escaped(&reply.ours.title),
            reply.ours.style
        )
    };
    let typed = if reply.lines.is_empty() {
        "<p><br>\n    </p>\n    ".to_owned()
    } else {
        reply.each("<p>", "</p>\n    ")
    };
    let html = format!(
        "<!DOCTYPE html>\n<html>\n  <head>\n    <meta http-equiv=\"Content-Type\" \
         content=\"text/html; charset=UTF-8\">\n  </head>\n  <body>\n    {typed}\
         <div class=\"moz-cite-prefix\">{}<br>\n    </div>\n    \
         <blockquote type=\"cite\"\n      cite=\"mid:{id}\">\n      {head}{}\n    </blockquote>\n \
         <br>\n  </body>\n</html>\n",
        page::escaped(&on(reply)),
        page::written(&page)
    );
    let lines = page::plain(&page, &MOZILLA);
    let typed: String = reply.lines.iter().map(|it| format!("{it}\n\n")).collect();
    let plain = format!("{typed}{}\n{}\n", on(reply), mime::flowed(&lines, ">"));
    let mut html = mime::text("text/html; charset=UTF-8", Code::Eight, &html);
    if let Some(image) = &reply.ours.picture {
        let boundary = format!("------------{}", &reply.mark[..24]);
        let image = mime::picture(&picture, image);
        html = mime::multi("related", &boundary, &[html, image]);
    }
    let kind = "text/plain; charset=UTF-8; format=flowed";
    Answer {
        subject: "Re: ",
        heads: vec![AGENT.to_owned(), "Content-Language: en-GB".to_owned()],
        body: alternative(
            &format!("------------{}", &reply.mark[8..]),
            mime::text(kind, Code::Eight, &plain),
            html,
        ),
    }
}

/// Our text part quoted in text: its lines stay as they are.
fn thunderbird_text(reply: &Reply) -> Answer {
    flowed(reply, &marked(&reply.ours.plain, "> "))
}

/// What our page shows quoted in text.
fn thunderbird_of_page(reply: &Reply) -> Answer {
    let lines = page::plain(&reply.ours.page, &MOZILLA);
    flowed(reply, &mime::flowed(&lines, ">"))
}

fn flowed(reply: &Reply, quoted: &str) -> Answer {
    let typed = mime::flowed(&reply.lines, "");
    let plain = format!("{typed}\n{}\n{quoted}", on(reply));
    let kind = "text/plain; charset=UTF-8; format=flowed";
    Answer {
        subject: "Re: ",
        heads: vec![AGENT.to_owned(), "Content-Language: en-GB".to_owned()],
        body: mime::text(kind, Code::Seven, &plain),
    }
}

fn evolution(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let on = format!(
        "On {}, {} at {} +0100, {} wrote:",
        when.ddd(),
        when.iso(),
        when.hm(),
        reply.ours.name
    );
    let html = format!(
        "<html><head><style>pre,code,address {{\n  margin: 0px;\n}}\nh1,h2,h3,h4,h5,h6 {{\n  \
         margin-top: 0.2em;\n  margin-bottom: 0.2em;\n}}\n</style></head><body>{}\
         <div><br></div><div>{}</div><blockquote type=\"cite\" style=\"margin:0 0 0 .8ex; \
         border-left:2px #729fcf solid;padding-left:1ex\">{}</blockquote><div><br></div>\
         <div><span></span></div></body></html>",
        reply.each("<div>", "</div>"),
        page::escaped(&on),
        page::written(&reply.ours.page)
    );
    let lines = page::wrapped(&page::plain(&reply.ours.page, &BARE), 69);
    let plain = format!("{}\n{on}\n{}", reply.text(), marked(&lines, "> "));
    let part = |sub: &str, said: &str| -> Part {
        mime::text(
            &format!("text/{sub}; charset=\"UTF-8\""),
            Code::Quoted,
            said,
        )
    };
    Answer {
        subject: "Re: ",
        heads: vec!["User-Agent: Evolution 3.56.2-1".to_owned()],
        body: alternative(
            &format!("=-{}", &reply.mark[..20]),
            part("plain", &plain),
            part("html", &html),
        ),
    }
}

fn em_client(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let rows = [
        format!("From \"{}\" <{}>", reply.ours.name, reply.ours.address),
        format!("To \"{}\" <{}>", reply.ours.player.0, reply.ours.player.1),
        format!("Date {} {}", when.slashed(), when.hms()),
        format!("Subject {}", reply.ours.subject),
    ];
    let title = "------ Original Message ------";
    let divs = rows
        .iter()
        .map(|it| format!("<div>{}</div>\n", page::escaped(it)));
    let id = reply.ours.id.replace(['<', '>'], "");
    let html = format!(
        "<html><head>\n<style id=\"css_styles\"> \nblockquote.cite {{ margin-left: 5px; \
         margin-right: 0px; padding-left: 10px; padding-right:0px; border-left: 1px solid \
         #cccccc }}\n</style>\n</head>\n<body class=\"plain\">{}<div><br /></div>\n\
         <div>{title}</div>\n{}<div><br /></div>\n<div id=\"x{}\" class=\"cite2\">\
         <blockquote cite=\"{id}\" type=\"cite\" class=\"cite2\">\n{}</blockquote></div>\n\
         </body></html>",
        reply.each("<div>", "</div>\n"),
        divs.collect::<String>(),
        &reply.mark[..15],
        page::written(&page::restyled(&reply.ours.page))
    );
    let lines = page::plain(&reply.ours.page, &BARE);
    let plain = format!(
        "{}\n{title}\n{}\n\n{}",
        mime::flowed(&reply.lines, ""),
        rows.join("\n"),
        mime::flowed(&lines, ">")
    );
    let kind = "text/plain; format=flowed; charset=utf-8";
    Answer {
        subject: "Re: ",
        heads: vec![
            format!("Reply-To: {}", reply.player()),
            "User-Agent: eM_Client/10.3.2619.0".to_owned(),
        ],
        body: alternative(
            &format!("------=_MB{}", reply.uuid()),
            mime::text(kind, Code::Quoted, &plain),
            mime::text("text/html; charset=utf-8", Code::Quoted, &html),
        ),
    }
}

/// What the old windows of Notes write.
fn notes(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let rows = [
        (
            "From:",
            format!("\"{}\" <{}>", reply.ours.name, reply.ours.address),
        ),
        (
            "To:",
            format!("\"{}\" <{}>", reply.ours.player.0, reply.ours.player.1),
        ),
        ("Date:", format!("{} {}", when.slashed(), when.hm())),
        ("Subject:", reply.ours.subject.clone()),
    ];
    let small = "<font size=1 color=#5f5f5f face=\"sans-serif\">";
    let html_rows = rows.iter().map(|(head, says)| {
        let says = page::escaped(says);
        let head = format!("{small}{head} &nbsp; &nbsp; &nbsp; &nbsp;</font>");
        format!("{head}<font size=1 face=\"sans-serif\">{says}</font>\n<br>")
    });
    let html = format!(
        "{}\n<br>\n<br>\n<br>\n{}\n<hr noshade>\n<br>\n<br>\n<br>{}\n<BR>\n",
        reply.each("<font size=2 face=\"sans-serif\">", "</font>\n<br>"),
        html_rows.collect::<String>(),
        page::written(&page::changed(&reply.ours.page, |_, all| all.retain(|it| it.0 != "class")))
    );
    let plain_rows: String = rows
        .iter()
        .map(|it| format!("{:8}{}\n", it.0, it.1))
        .collect();
    let lines = page::plain(&reply.ours.page, &BARE).join("\n");
    let plain = format!("{}\n\n\n{plain_rows}\n\n\n\n{lines}\n\n", reply.text());
    Answer {
        subject: "Re: ",
        heads: vec![
            "X-KeepSent: 1A2B3C4D-C1258D3B; type=4; name=$KeepSent".to_owned(),
            "X-Mailer: HCL Notes Release 14.0FP2 July 2024".to_owned(),
        ],
        body: alternative(
            &format!("=_alternative {}_=", &reply.mark[..24].to_uppercase()),
            mime::text("text/plain; charset=\"UTF-8\"", Code::Base64, &plain),
            mime::text("text/html; charset=\"UTF-8\"", Code::Base64, &html),
        ),
    }
}
