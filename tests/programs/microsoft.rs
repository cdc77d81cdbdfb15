//! Outlook: new, on the web, on phones, and the old one that writes with Word.

use super::mime::{self, Code, Part};
use super::page::{self, Look, Page, Piece};
use super::{Answer, Program, Reply, alternative};

pub(super) const ALL: &[Program] = &[
    Program {
        name: "Outlook new",
        ids: "PH7PR12{}@PH7PR12.namprd12.prod.outlook.example",
        write: new,
    },
    Program {
        name: "Outlook web (German)",
        ids: "AM9P190{}@AM9P190.EURP190.PROD.OUTLOOK.EXAMPLE",
        write: web,
    },
    Program {
        name: "Outlook mobile",
        ids: "DB9PR04{}@DB9PR04.eurprd04.prod.outlook.example",
        write: mobile,
    },
    Program {
        name: "Outlook mobile (Japanese)",
        ids: "TYZPR01{}@TYZPR01.apcprd01.prod.exchangelabs.example",
        write: japanese,
    },
    Program {
        name: "Outlook classic",
        ids: "01dc5a{}$@example.org",
        write: classic,
    },
];

const LOOK: Look = Look {
    cells: "\t",
    link: |it| format!("<{it}>"),
    image: |it| format!("[{it}]"),
    strong: "",
    item: "  *   ",
    hidden: true,
    gaps: true,
};

const RULE: &str = "________________________________";
const FONT: &str = "font-family: Aptos, Aptos_EmbeddedFont, Aptos_MSFontService, Calibri, \
                    Helvetica, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);";

/// Words and dates of a language: from, sent, to, subject.
struct Tongue {
    heads: [&'static str; 4],
    sent: String,
    subject: &'static str,
}

fn english(reply: &Reply) -> Tongue {
    Tongue {
        heads: ["From:", "Sent:", "To:", "Subject:"],
        sent: reply.ours.sent.for_outlook(),
        subject: "Re: ",
    }
}

fn german(reply: &Reply) -> Tongue {
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
    let when = &reply.ours.sent;
    let (day, month) = (DAYS[when.weekday], MONTHS[when.month - 1]);
    Tongue {
        heads: ["Von:", "Gesendet:", "An:", "Betreff:"],
        sent: format!("{day}, {}. {month} {} {}", when.day, when.year, when.hm()),
        subject: "AW: ",
    }
}

fn of_japan(reply: &Reply) -> Tongue {
    let when = &reply.ours.sent;
    Tongue {
        heads: ["差出人:", "送信日時:", "宛先:", "件名:"],
        sent: format!(
            "{}年{}月{}日 {}",
            when.year,
            when.month,
            when.day,
            when.hm()
        ),
        subject: "Re: ",
    }
}

impl Tongue {
    /// What each of the four says.
    fn rows(&self, reply: &Reply) -> [(&'static str, String); 4] {
        let [from, sent, to, subject] = self.heads;
        [
            (from, reply.sender()),
            (sent, self.sent.clone()),
            (to, reply.player()),
            (subject, reply.ours.subject.clone()),
        ]
    }

    fn plain(&self, reply: &Reply) -> String {
        let rows = self.rows(reply);
        rows.iter()
            .map(|(head, says)| format!("{head} {says}\n"))
            .collect()
    }

    fn html(&self, reply: &Reply) -> String {
        let rows = self.rows(reply);
        let rows = rows
            .iter()
            .map(|(head, says)| format!("<b>{head}</b> {}", page::escaped(says)));
        rows.collect::<Vec<_>>().join("<br>\n")
    }
}

/// Our page as Exchange has cleaned it: `x_` before every name, the styles in a comment.
fn cleaned(reply: &Reply) -> (Page, String) {
    let page = page::restyled(&page::prefixed(&reply.ours.page, "x_"));
    let style = reply
        .ours
        .style
        .replace("\n.", "\n.x_")
        .replace(", .", ", .x_");
    let style = if style.is_empty() {
        String::new()
    } else {
        format!("<style>\n<!--\n{style}\n-->\n</style>")
    };
    let body = [Piece::Open("div".to_owned(), reply.ours.body.clone())];
    let body = page::restyled(&page::prefixed(&body, "x_"));
    let html = format!(
        "{style}{}{}</div>",
        page::written(&body),
        page::written(&page)
    );
    (page, html)
}

fn text_of(reply: &Reply, tongue: &Tongue, signature: &str) -> String {
    let lines = page::plain(&reply.ours.page, &LOOK).join("\n");
    format!(
        "{}\n{signature}{RULE}\n{}\n{lines}\n",
        reply.text(),
        tongue.plain(reply)
    )
}

fn answer(reply: &Reply, tongue: &Tongue, code: Code, (plain, html): (&str, &str)) -> Answer {
    let boundary = format!("_000_{}_", reply.mark.to_uppercase());
    let part = |sub: &str, said: &str| mime::western(&format!("text/{sub}"), code, said);
    Answer {
        subject: tongue.subject,
        heads: exchange(reply),
        body: alternative(&boundary, part("plain", plain), part("html", html)),
    }
}

fn exchange(reply: &Reply) -> Vec<String> {
    let index = mime::base64(reply.mark.as_bytes());
    vec![
        format!("Thread-Topic: {}", mime::header(&reply.ours.subject)),
        format!("Thread-Index: {}", index.trim_end()),
        "Accept-Language: en-US".to_owned(),
        "Content-Language: en-US".to_owned(),
        "X-MS-Has-Attach:".to_owned(),
        "X-MS-TNEF-Correlator:".to_owned(),
        "msip_labels:".to_owned(),
    ]
}

const HEAD: &str = "<html>\n<head>\n\
     <meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n\
     <style type=\"text/css\" style=\"display:none;\"> P {margin-top:0;margin-bottom:0;} </style>\n\
     </head>\n";

fn new(reply: &Reply) -> Answer {
    let tongue = english(reply);
    let (_, quoted) = cleaned(reply);
    let before = format!("<div class=\"elementToProof\" style=\"{FONT}\">\n");
    let html = format!(
        "{HEAD}<body dir=\"ltr\">\n{}{before}<br>\n</div>\n\
         <div id=\"mail-editor-reference-message-container\">\n\
         <hr style=\"display: inline-block; width: 98%;\">\n\
         <div id=\"divRplyFwdMsg\" dir=\"ltr\" class=\"elementToProof\">\
         <span style=\"font-family: Calibri, sans-serif; font-size: 11pt; \
         color: rgb(0, 0, 0);\">{}</span><div>&nbsp;</div></div>\n{quoted}</div>\n\
         </body>\n</html>\n",
        reply.each(&before, "</div>\n"),
        tongue.html(reply)
    );
    let plain = text_of(reply, &tongue, "");
    answer(reply, &tongue, Code::Quoted, (&plain, &html))
}

fn web(reply: &Reply) -> Answer {
    let tongue = german(reply);
    let (_, quoted) = cleaned(reply);
    // Written in the dark.
    let before = format!(
        "<div class=\"elementToProof\" style=\"{FONT}\" data-ogsc=\"rgb(0, 0, 0)\" \
         data-ogsb=\"rgb(255, 255, 255)\">\n"
    );
    let html = format!(
        "{HEAD}<body dir=\"ltr\">\n{}{before}<br>\n</div>\n\
         <div id=\"appendonsend\"></div>\n\
         <hr style=\"display:inline-block;width:98%\" tabindex=\"-1\">\n\
         <div id=\"divRplyFwdMsg\" dir=\"ltr\"><font face=\"Calibri, sans-serif\" \
         style=\"font-size:11pt\" color=\"#000000\" data-ogsc=\"\">{}</font>\n\
         <div>&nbsp;</div>\n</div>\n{quoted}\n</body>\n</html>\n",
        reply.each(&before, "</div>\n"),
        tongue.html(reply)
    );
    let plain = text_of(reply, &tongue, "");
    answer(reply, &tongue, Code::Quoted, (&plain, &html))
}

/// As an app on a phone writes it: `link` is the name of the app in the signature.
fn of_phone(reply: &Reply, tongue: &Tongue, (before, link, behind): (&str, &str, &str)) -> Answer {
    let (_, quoted) = cleaned(reply);
    let line = format!("<div dir=\"ltr\" style=\"{FONT}\">");
    let html = format!(
        "<html>\n<head>\n<meta http-equiv=\"Content-Type\" \
         content=\"text/html; charset=utf-8\">\n</head>\n<body>\n{}{line}<br>\n</div>\n\
         <div id=\"ms-outlook-mobile-signature\" dir=\"ltr\" style=\"{FONT}\">\
         {before}<a href=\"https://aka.ms/o0ukef\">{link}</a>{behind}</div>\n\
         <div id=\"mail-editor-reference-message-container\" dir=\"ltr\" \
         class=\"ms-outlook-mobile-reference-message\">\n\
         <hr style=\"display:inline-block;width:98%\" tabindex=\"-1\">\n\
         <div id=\"divRplyFwdMsg\" dir=\"ltr\"><font face=\"Calibri, sans-serif\">{}\n\
         <div>&nbsp;</div>\n</font></div>\n{quoted}</div>\n</body>\n</html>\n",
        reply.each(&line, "</div>\n"),
        tongue.html(reply)
    );
    let signature = format!("{before}{link}<https://aka.ms/o0ukef>{behind}\n");
    let plain = text_of(reply, tongue, &signature);
    answer(reply, tongue, Code::Base64, (&plain, &html))
}

fn mobile(reply: &Reply) -> Answer {
    of_phone(reply, &english(reply), ("Get ", "Outlook for iOS", ""))
}

fn japanese(reply: &Reply) -> Answer {
    of_phone(reply, &of_japan(reply), ("", "Outlook for iOS", " を入手"))
}

/// What Word makes of our page: paragraphs are `MsoNormal`, each line that kept its blanks is one,
/// and so is what stands in a cell.
fn in_word(page: &[Piece]) -> String {
    let mut out = String::new();
    let mut pre = false;
    let mut open = false;
    let normal = "<p class=MsoNormal>";
    for piece in page {
        match piece {
            Piece::Open(name, _) if name == "pre" => pre = true,
            Piece::Close(name) if name == "pre" => pre = false,
            // Each line is a paragraph as it is.
            Piece::Open(name, _) if pre && name == "br" => {}
            Piece::Text(text) if pre => {
                for line in text.split('\n') {
                    let line = page::escaped(line).replace("  ", "&nbsp; ");
                    let line = if line.is_empty() { "&nbsp;" } else { &line };
                    out.push_str(&format!("<pre>{line}<o:p></o:p></pre>\n"));
                }
            }
            Piece::Open(name, _) if ["p", "h1", "h2", "h3"].contains(&name.as_str()) => {
                out.push_str(if name == "p" { normal } else { "<h2>" });
                open = true;
            }
            Piece::Close(name) if ["p", "h1", "h2", "h3"].contains(&name.as_str()) => {
                out.push_str("<o:p></o:p>");
                out.push_str(if name == "p" { "</p>\n" } else { "</h2>\n" });
                open = false;
            }
            Piece::Text(text) if text.trim().is_empty() && !open => out.push('\n'),
            Piece::Text(text) => {
                if !open {
                    out.push_str(normal);
                    open = true;
                }
                out.push_str(&page::escaped(text));
            }
            Piece::Open(..) | Piece::Close(_) => {
                let block = matches!(piece, Piece::Open(name, _) | Piece::Close(name)
                    if ["div", "table", "tr", "td", "th", "li"].contains(&name.as_str()));
                if block && open {
                    out.push_str("<o:p></o:p></p>\n");
                    open = false;
                }
                out.push_str(&page::written(std::slice::from_ref(piece)));
            }
        }
    }
    out
}

fn classic(reply: &Reply) -> Answer {
    let tongue = english(reply);
    let page = page::changed(&reply.ours.page, |_, all| all.retain(|it| it.0 != "class"));
    let style = "<style><!--\n/* Font Definitions */\n@font-face\n\t{font-family:Aptos;}\n\
         /* Style Definitions */\np.MsoNormal, li.MsoNormal, div.MsoNormal\n\t{margin:0cm;\n\t\
         font-size:12.0pt;\n\tfont-family:\"Aptos\",sans-serif;}\npre\n\t{mso-style-priority:99;}\n\
         div.WordSection1\n\t{page:WordSection1;}\n--></style>";
    let html = format!(
        "<html xmlns:v=\"urn:schemas-microsoft-com:vml\" \
         xmlns:o=\"urn:schemas-microsoft-com:office:office\" \
         xmlns:w=\"urn:schemas-microsoft-com:office:word\" \
         xmlns=\"http://www.w3.org/TR/REC-html40\"><head>\
         <meta http-equiv=Content-Type content=\"text/html; charset=utf-8\">\
         <meta name=Generator content=\"Microsoft Word 15 (filtered medium)\">{style}</head>\
         <body bgcolor=\"#E9E0CB\" lang=EN-GB link=\"#467886\" vlink=\"#96607D\" \
         style='word-wrap:break-word'><div class=WordSection1>{}\
         <p class=MsoNormal><span style='mso-fareast-language:EN-US'><o:p>&nbsp;</o:p></span></p>\
         <div><div style='border:none;border-top:solid #E1E1E1 1.0pt;\
         padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>{}<o:p></o:p></p></div></div>\
         <p class=MsoNormal><o:p>&nbsp;</o:p></p>{}</div></body></html>",
        reply.each(
            "<p class=MsoNormal><span style='mso-fareast-language:EN-US'>",
            "<o:p></o:p></span></p>"
        ),
        tongue.html(reply).replace("<br>\n", "<br>"),
        in_word(&page)
    );
    // A paragraph is followed by a blank line, whatever its margin.
    let typed: String = reply.lines.iter().map(|it| format!("{it}\n\n")).collect();
    let lines = page::plain(&reply.ours.page, &LOOK).join("\n");
    let plain = format!("{typed}\u{a0}\n\n{}\n{lines}\n", tongue.plain(reply));
    let boundary = format!("----=_NextPart_000_{}", &reply.mark[..12].to_uppercase());
    let part = |sub: &str, said: &str| -> Part {
        let kind = format!("text/{sub};\n\tcharset=\"utf-8\"");
        mime::text(&kind, Code::Quoted, said)
    };
    Answer {
        subject: "RE: ",
        heads: vec![
            "X-Mailer: Microsoft Outlook 16.0".to_owned(),
            "Thread-Index: AdxbyQ3vM5n0q0J2T5S8m3bq1l2w7w==".to_owned(),
            "Content-Language: en-gb".to_owned(),
        ],
        body: alternative(&boundary, part("plain", &plain), part("html", &html)),
    }
}
