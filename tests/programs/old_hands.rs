//! Programs that write text alone: Claws, Mutt, Alpine, The Bat. They quote our text part.

use super::mime::{self, Code};
use super::page::wrapped;
use super::{Answer, Program, Reply, marked};

pub(super) const ALL: &[Program] = &[
    Program {
        name: "Claws",
        ids: "20261122{}@example.org",
        write: claws,
    },
    Program {
        name: "Mutt",
        ids: "ah{}@host.example.org",
        write: mutt,
    },
    Program {
        name: "Alpine",
        ids: "{}@host.example.org",
        write: alpine,
    },
    Program {
        name: "The Bat",
        ids: "17{}.20261122@example.org",
        write: the_bat,
    },
];

fn answer(heads: &[&str], kind: &str, code: Code, said: &str) -> Answer {
    Answer {
        subject: "Re: ",
        heads: heads.iter().map(|it| (*it).to_owned()).collect(),
        body: mime::text(kind, code, said),
    }
}

fn claws(reply: &Reply) -> Answer {
    let on = format!(
        "On {}\n{} wrote:",
        reply.ours.sent.for_mail(),
        reply.sender()
    );
    let plain = format!(
        "{}\n{on}\n\n{}\n",
        reply.text(),
        marked(&reply.ours.plain, "> ")
    );
    let mailer = "X-Mailer: Claws Mail 4.3.0 (GTK 3.24.43; x86_64-pc-linux-gnu)";
    answer(&[mailer], "text/plain; charset=UTF-8", Code::Seven, &plain)
}

/// Every line has the whole mark, blank ones too.
fn mutt(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let half = if when.hour < 12 { "AM" } else { "PM" };
    let hour = (when.hour + 11) % 12 + 1;
    let on = format!(
        "On {}, {} {:02}, {} at {hour:02}:{:02}:{:02}{half} +0100, {} wrote:",
        when.ddd(),
        when.mmm(),
        when.day,
        when.year,
        when.minute,
        when.second,
        reply.ours.name
    );
    let quoted: String = reply
        .ours
        .plain
        .iter()
        .map(|it| format!("> {it}\n"))
        .collect();
    let plain = format!("{}\n{on}\n{quoted}", reply.text());
    let heads = [
        "Content-Disposition: inline",
        "User-Agent: Mutt/2.2.13 (2024-03-09)",
    ];
    answer(&heads, "text/plain; charset=utf-8", Code::Eight, &plain)
}

fn alpine(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let day = format!("{}, {} {} {}", when.ddd(), when.day, when.mmm(), when.year);
    let on = format!("On {day}, {} wrote:", reply.ours.name);
    let plain = format!(
        "{}\n{on}\n\n{}",
        mime::flowed(&reply.lines, ""),
        marked(&reply.ours.plain, "> ")
    );
    let code = if plain.is_ascii() {
        ("text/plain; format=flowed; charset=US-ASCII", Code::Seven)
    } else {
        ("text/plain; format=flowed; charset=UTF-8", Code::Eight)
    };
    answer(
        &["User-Agent: Alpine 2.26 (LNX 649 2022-06-02)"],
        code.0,
        code.1,
        &plain,
    )
}

/// Its templates greet, and sign.
fn the_bat(reply: &Reply) -> Answer {
    let when = &reply.ours.sent;
    let (name, address) = &reply.ours.player;
    let first = reply.ours.name.split(' ').next().unwrap_or_default();
    let on = format!(
        "{}, {} {}, {}, {}, you wrote:",
        when.day_name(),
        when.month_name(),
        when.day,
        when.year,
        when.am_pm_seconds()
    );
    let lines = wrapped(&reply.ours.plain, 70);
    let plain = format!(
        "Hello {first},\n\n{}\n{on}\n\n{}\n\n\n-- \nBest regards,\n {name}{:28}mailto:{address}\n",
        reply.text(),
        marked(&lines, "> "),
        ""
    );
    let heads = [
        "X-Mailer: The Bat! (v11.4) Professional",
        "X-Priority: 3 (Normal)",
    ];
    answer(&heads, "text/plain; charset=utf-8", Code::Quoted, &plain)
}
