//! Who wrote a mail: a person, or a machine that must never be answered.
//!
//! What its head says decides about strangers only. Forwarders and lists put such marks on
//! what people write, so a mail that proves its sender is never dropped for them alone
//! ([`Class::with_proof`]). Not here: what happens to each class, and what proves anything
//! (`desk`); a bounce's addresses and codes.

use super::address::House;
use super::compose;
use super::headers::{Headers, unfolded};
use super::mime::MimePart;
use serde::{Deserialize, Serialize};

/// What kind of mail it is. Without a proof of its sender only `Orders` may change a campaign or
/// get an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Our own mail come back.
    Own,
    /// A mail server could not deliver something.
    Bounce,
    /// Somebody called our mail spam.
    Complaint,
    /// An answering machine.
    AutoReply,
    /// A mailing list or bulk mail; the referee may want to see it.
    List,
    /// A mail program says that our mail was shown.
    ReadReceipt,
    /// The rest: written by a person.
    Orders,
}

/// What the class of a mail means if it proves its sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithProof {
    /// Nothing: lists and forwarders pass on what people write.
    AsAny,
    /// A program may have written it and quote our own sheet in it: the player is asked.
    Asked,
    /// No person writes such mails.
    Never,
}

impl Class {
    /// What it means for a mail that proves its sender and holds orders.
    pub fn with_proof(self) -> WithProof {
        match self {
            Class::Orders | Class::List => WithProof::AsAny,
            Class::AutoReply | Class::Bounce => WithProof::Asked,
            Class::Own | Class::Complaint | Class::ReadReceipt => WithProof::Never,
        }
    }
}

/// What the class is decided by.
#[derive(Debug, Clone, Copy)]
pub struct Signs<'a> {
    /// The mail's own headers, not those of what it encloses.
    pub headers: &'a Headers,
    /// Every recipient there is a trace of.
    pub to: &'a [String],
    /// Its parts, if they could be read.
    pub root: Option<&'a MimePart<'a>>,
    /// Address in `From`.
    pub from: Option<&'a str>,
    /// Message-ID without brackets.
    pub message_id: Option<&'a str>,
    /// The subject.
    pub subject: &'a str,
    /// Whether the live text holds the opener of a block.
    pub has_opener: bool,
    /// Who we are.
    pub house: &'a House,
}

/// The class, and what it was seen by (empty for orders). The first that fits: own mail, a report
/// (whose type says which), a bounce, an answering machine, a mail that wants no answer, one to an
/// address that only bounces go to, a list.
///
/// `X-Auto-Response-Suppress` says nothing: Exchange puts it on what people write, to mean that
/// *they* want no automatic answers.
pub fn classify(signs: &Signs<'_>) -> (Class, String) {
    let tests = [
        own,
        report,
        bounce,
        auto_reply,
        by_a_button,
        null_sender,
        to_bounces,
        list,
    ];
    let found = tests.iter().find_map(|test| test(signs));
    found.unwrap_or((Class::Orders, String::new()))
}

type Verdict = Option<(Class, String)>;

fn own(signs: &Signs<'_>) -> Verdict {
    let house = signs.house;
    let loops = signs
        .headers
        .first("x-packetboat-loop")
        .filter(|it| house.is_loop_mark(it));
    let because = if let Some(mark) = loops {
        format!("X-Packetboat-Loop: {mark}")
    } else if let Some(from) = signs.from.filter(|it| house.is_ours(it)) {
        format!("From: {from}")
    } else {
        let id = signs
            .message_id
            .filter(|it| compose::sent_by_us(it, house).is_some())?;
        format!("Message-ID: {id}")
    };
    Some((Class::Own, because))
}

/// multipart/report comes from machines only; its type says from which.
fn report(signs: &Signs<'_>) -> Verdict {
    let kind = signs
        .headers
        .raw("content-type")
        .map(super::library::kind)?;
    let receipt = kind.is("message", "disposition-notification");
    if !kind.is("multipart", "report") && !receipt {
        return None;
    }
    let of = kind
        .param("report-type")
        .unwrap_or_default()
        .to_ascii_lowercase();
    let holds = |sub| signs.root.is_some_and(|it| it.holds("message", sub));
    let class = if of == "feedback-report" || holds("feedback-report") {
        Class::Complaint
    } else if of == "disposition-notification" || receipt || holds("disposition-notification") {
        Class::ReadReceipt
    } else {
        Class::Bounce
    };
    Some((
        class,
        format!("Content-Type: multipart/report; report-type={of}"),
    ))
}

fn auto_reply(signs: &Signs<'_>) -> Verdict {
    const MACHINE_FIELDS: [&str; 8] = [
        "x-autoreply",
        "x-auto-reply",
        "x-autorespond",
        "x-autoresponse",
        "x-autoresponder",
        "x-mail-autoreply",
        "x-vacation",
        "x-autoreply-from",
    ];
    let sign = |because: String| Some((Class::AutoReply, because));
    if let Some(value) = signs.headers.first("auto-submitted") {
        let word = value.split([';', ' ', '(']).next().unwrap_or_default();
        if !word.is_empty() && !word.eq_ignore_ascii_case("no") {
            return sign(format!("Auto-Submitted: {value}"));
        }
    }
    for field in MACHINE_FIELDS {
        let value = signs.headers.first(field);
        if let Some(value) = value.filter(|it| !it.eq_ignore_ascii_case("no")) {
            return sign(format!("{field}: {value}"));
        }
    }
    let precedence = precedence(signs.headers);
    if matches!(precedence.as_str(), "auto_reply" | "auto-reply") {
        return sign(format!("Precedence: {precedence}"));
    }
    let spoken = !signs.has_opener && is_absence(signs.subject);
    spoken.then(|| (Class::AutoReply, format!("Subject: {}", signs.subject)))
}

/// What a program writes when its user taps a button: yes or no to an entry of a calendar, a thumb
/// up. Unless the user has written orders beside it.
fn by_a_button(signs: &Signs<'_>) -> Verdict {
    const ANSWERS: [&str; 4] = ["reply", "counter", "declinecounter", "refresh"];
    let tapped = |part: &MimePart<'_>| {
        let kind = &part.kind;
        let method = kind
            .param("method")
            .unwrap_or_default()
            .to_ascii_lowercase();
        if kind.is("text", "calendar") && ANSWERS.contains(&method.as_str()) {
            return Some(format!("Content-Type: text/calendar; method={method}"));
        }
        if kind.main == "text" && kind.sub.contains("reaction+json") {
            return Some(format!("Content-Type: text/{}", kind.sub));
        }
        let shown = part
            .headers
            .first("content-disposition")
            .unwrap_or_default();
        let reaction = shown.trim().to_ascii_lowercase().starts_with("reaction");
        reaction.then(|| "Content-Disposition: reaction".to_owned())
    };
    let root = signs.root.filter(|_| !signs.has_opener)?;
    let because = root.find(&tapped)?;
    Some((Class::AutoReply, because))
}

fn bounce(signs: &Signs<'_>) -> Verdict {
    if signs.headers.raw("x-failed-recipients").is_some() {
        return Some((Class::Bounce, "X-Failed-Recipients".to_owned()));
    }
    let from = signs.from.unwrap_or_default().to_ascii_lowercase();
    let (local, _) = from.split_once('@').unwrap_or((&from, ""));
    // A postmaster may be a person, who then has a return path.
    let unreturnable = is_null_or_absent(signs.headers);
    let daemon = local == "mailer-daemon" || (local == "postmaster" && unreturnable);
    daemon.then(|| (Class::Bounce, format!("From: {from}")))
}

/// After `auto_reply`, for answering machines send with the null sender too.
fn null_sender(signs: &Signs<'_>) -> Verdict {
    let path = signs.headers.first("return-path")?;
    is_null(&path).then(|| (Class::Bounce, "Return-Path: <>".to_owned()))
}

/// Nobody is given that address, and machines do not all say what they are. A person who finds it
/// and writes orders there is not a machine, and proves nothing by it.
fn to_bounces(signs: &Signs<'_>) -> Verdict {
    let whose = signs.house.bounced_among(signs.to)?;
    (!signs.has_opener).then(|| {
        let because = format!(
            "To: the bounce address of {} in {}",
            whose.seat, whose.campaign
        );
        (Class::Bounce, because)
    })
}

fn is_null_or_absent(headers: &Headers) -> bool {
    headers.first("return-path").is_none_or(|it| is_null(&it))
}

fn is_null(path: &str) -> bool {
    path.replace(' ', "") == "<>"
}

fn list(signs: &Signs<'_>) -> Verdict {
    let fields = || {
        signs
            .headers
            .fields()
            .filter(|it| it.0.starts_with("list-"))
    };
    // A club whose address is a list of its own, or comes through a forwarder, has such fields on
    // everything.
    if fields().any(|it| signs.house.accepts_list(&unfolded(it.1))) {
        return None;
    }
    if let Some(id) = signs.headers.first("list-id") {
        return Some((Class::List, format!("List-Id: {id}")));
    }
    if let Some((name, _)) = fields().next() {
        return Some((Class::List, name.to_owned()));
    }
    let precedence = precedence(signs.headers);
    matches!(precedence.as_str(), "bulk" | "list" | "junk")
        .then(|| (Class::List, format!("Precedence: {precedence}")))
}

fn precedence(headers: &Headers) -> String {
    headers
        .first("precedence")
        .unwrap_or_default()
        .to_ascii_lowercase()
}

/// Whether a subject begins as answering machines begin theirs. Never enough by itself: a person
/// may answer such a mail with orders in it.
fn is_absence(subject: &str) -> bool {
    const BEGINNINGS: [&str; 31] = [
        "automatic reply",
        "auto reply",
        "auto-reply",
        "autoreply",
        "auto response",
        "autoresponse",
        "out of office",
        "out of the office",
        "out-of-office",
        "abwesenheitsnotiz",
        "automatische antwort",
        "réponse automatique",
        "respuesta automática",
        "fuera de la oficina",
        "risposta automatica",
        "fuori sede",
        "automatisch antwoord",
        "resposta automática",
        "autosvar",
        "automatiskt svar",
        "automatisk svar",
        "automaattinen vastaus",
        "autoodpowiedź",
        "odpowiedź automatyczna",
        "automatická odpověď",
        "автоответ",
        "автоматический ответ",
        "automatikus válasz",
        "otomatik yanıt",
        "自動応答",
        "自动答复",
    ];
    let subject = subject.to_lowercase();
    BEGINNINGS.iter().any(|it| subject.starts_with(it))
}
