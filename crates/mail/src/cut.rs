//! Which lines of a mail are live: not quoted, and not below the point where the player's own
//! text ends.
//!
//! Not here: what a block is in full (`lang::block`); this file looks for lines that begin like
//! an opener or a closer, because the text ends only once a block has been seen: who edits our
//! sheet in a quotation without marks writes below such a point.

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The player's own text: read.
    Live,
    /// Quoted, by `>` or the like: not read.
    Quoted,
    /// Begins like a quotation in the midst of a block: not read, and told.
    Doubtful,
    /// Below a signature, a line like `-----Original Message-----` or the headers of an older
    /// mail: not read.
    Below,
}

/// Places all lines of a text, given folded.
pub fn places(lines: &[impl AsRef<str>]) -> Vec<Place> {
    let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    let mut places = Vec::with_capacity(lines.len());
    let mut attributed = false;
    let mut block = Block::None;
    // Whether the line stands in a letter of that block, which may quote whatever it likes.
    let mut letter = false;
    for (at, line) in lines.iter().enumerate() {
        attributed |= is_attribution(line);
        let line = line.trim();
        let marked = line.starts_with('>') || (attributed && line.starts_with('|'));
        if marked && !letter {
            places.push(match block {
                Block::Open if is_order(line) => Place::Live,
                Block::Open if closes(&lines[at..]) && !unquoted(line).is_empty() => {
                    Place::Doubtful
                }
                _ => Place::Quoted,
            });
            continue;
        }
        if block != Block::None {
            let ends = match mark(&lines[at..]) {
                Mark::None => false,
                Mark::Strong => true,
                // Inside a block `--` may be part of a letter, if the block is still closed below.
                Mark::Weak => block == Block::Closed || !closes(&lines[at..]),
                Mark::Attribution => block == Block::Open && !closes(&lines[at..]),
            };
            if ends {
                places.resize(lines.len(), Place::Below);
                return places;
            }
        }
        letter = match (block, letter) {
            (Block::Open, false) => is_letter(line) && ends_letter(&lines[at + 1..]),
            (Block::Open, true) => !is_end(line),
            _ => false,
        };
        block = match block {
            _ if is_opener(line) => Block::Open,
            Block::Open if is_closer(line) => Block::Closed,
            same => same,
        };
        places.push(Place::Live);
    }
    places
}

/// Whether a line of a block that begins with `>` is the player's own all the same: an order that
/// was broken before `>=`, or one to whose first word a mail server has put a `>`, as old folders
/// want it ([`without_mbox_mark`]).
fn is_order(line: &str) -> bool {
    line.starts_with(">=") || without_mbox_mark(line).is_some()
}

/// The line without the `>` that mail servers put before a line that begins with `From `.
pub fn without_mbox_mark(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('>')?;
    rest.starts_with("From ").then_some(rest)
}

/// Whether a line of a block begins a letter to other seats.
fn is_letter(line: &str) -> bool {
    let word = line.split([' ', '\t', ':', ',']).next();
    word.is_some_and(|it| it.eq_ignore_ascii_case("message"))
}

/// Whether a line ends one.
fn is_end(line: &str) -> bool {
    let line = line.split([';', '#']).next().unwrap_or_default();
    let word = line.trim().trim_end_matches(['.', '!', ' ']);
    word.eq_ignore_ascii_case("end")
}

/// Whether the end of a letter comes before that of its block.
fn ends_letter(lines: &[&str]) -> bool {
    let mut marks = lines
        .iter()
        .filter(|it| is_end(it) || is_opener(it) || is_closer(it));
    marks.next().is_some_and(|it| is_end(it))
}

/// Whether a folded line begins like the opener of a block: `#orders` in any case, a blank behind
/// the `#` allowed.
pub fn is_opener(line: &str) -> bool {
    let word = word_behind_hash(line).map(|it| it.trim_end_matches('.'));
    word.is_some_and(|it| it.eq_ignore_ascii_case("orders"))
}

/// A quoted line without its marks: `> > #orders` becomes `#orders`.
pub fn unquoted(line: &str) -> &str {
    line.trim_start_matches(['>', '|', ' ', '\t'])
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    Open,
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// Ends the text, unless it stands inside a block that is closed below.
    Weak,
    /// Ends an open block; the quotation behind it is marked anyway.
    Attribution,
    Strong,
}

fn word_behind_hash(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?;
    rest.split_whitespace().next()
}

/// Whether a folded line closes a block.
pub fn is_closer(line: &str) -> bool {
    let word = word_behind_hash(line).map(|it| it.trim_end_matches('.'));
    word.is_some_and(|it| it.eq_ignore_ascii_case("end"))
}

/// Whether a closer comes before the next opener, quotations left aside.
fn closes(lines: &[&str]) -> bool {
    let live = lines.iter().filter(|it| !it.trim_start().starts_with('>'));
    let mut tags = live.filter(|it| is_opener(it) || is_closer(it));
    tags.next().is_some_and(|it| is_closer(it))
}

/// Whether the first of these folded lines ends what the writer of a mail has typed: an
/// attribution, a separator, the headers of an older mail, a signature.
pub fn ends_text(lines: &[&str]) -> bool {
    !lines.is_empty() && mark(lines) != Mark::None
}

/// What kind of end the first of these lines is.
fn mark(lines: &[&str]) -> Mark {
    let line = lines[0].trim();
    if is_separator(line) || is_header_block(lines) {
        return Mark::Strong;
    }
    let rule = line.len() >= 10 && line.bytes().all(|it| it == b'_');
    let titled = line.len() >= 12
        && line.starts_with("----")
        && line.ends_with("----")
        && line.chars().any(char::is_alphabetic);
    if line == "--" || rule || titled || is_phone_signature(line) {
        return Mark::Weak;
    }
    match attribution_lines(lines) {
        0 => Mark::None,
        count => {
            let mut behind = lines[count..].iter().map(|it| it.trim());
            let next = behind.find(|it| !it.is_empty()).unwrap_or_default();
            // Yahoo, Zimbra and others set no marks at all.
            match next.starts_with(['>', '|']) {
                true => Mark::Attribution,
                false => Mark::Weak,
            }
        }
    }
}

/// How many lines an attribution takes that begins here: long ones are broken into two.
fn attribution_lines(lines: &[&str]) -> usize {
    let begins = |line: &str| {
        const WORDS: [&str; 12] = [
            "on ", "am ", "le ", "el ", "il ", "op ", "em ", "den ", "dnia ", "w dniu ", "dne ",
            "pe ",
        ];
        let line = line.trim_start().to_lowercase();
        WORDS.iter().any(|it| line.starts_with(it))
    };
    match lines {
        [line, ..] if is_attribution(line) => 1,
        [first, second, ..] if begins(first) && is_attribution(second) => 2,
        _ => 0,
    }
}

/// `-----Original Message-----` and `---------- Forwarded message ---------` in their languages.
fn is_separator(line: &str) -> bool {
    const TITLES: [&str; 24] = [
        "original message",
        "original appointment",
        "forwarded message",
        "forwarded by",
        "ursprüngliche nachricht",
        "originalnachricht",
        "weitergeleitete nachricht",
        "message d'origine",
        "message original",
        "message transféré",
        "mensaje original",
        "mensaje reenviado",
        "messaggio originale",
        "messaggio inoltrato",
        "oorspronkelijk bericht",
        "doorgestuurd bericht",
        "mensagem original",
        "ursprungligt meddelande",
        "oprindelig meddelelse",
        "opprinnelig melding",
        "alkuperäinen viesti",
        "wiadomość oryginalna",
        "původní zpráva",
        "исходное сообщение",
    ];
    if !line.starts_with("--") {
        return false;
    }
    let title = line
        .trim_matches(|it| it == '-' || it == ' ')
        .to_lowercase();
    TITLES.iter().any(|it| title.starts_with(it))
}

/// What phones put under a mail without a line `--` above it.
fn is_phone_signature(line: &str) -> bool {
    const BEGINNINGS: [&str; 12] = [
        "sent from my ",
        "sent from mail for windows",
        "sent from outlook for",
        "get outlook for ",
        "sent with proton mail",
        "sent via ",
        "von meinem ",
        "gesendet von ",
        "gesendet mit ",
        "envoyé de mon ",
        "enviado desde mi ",
        "inviato da ",
    ];
    let line = line.to_lowercase();
    BEGINNINGS.iter().any(|it| line.starts_with(it))
}

/// `On Sunday …, Club wrote:` in its languages; the line may be the second half of one.
fn is_attribution(line: &str) -> bool {
    const VERBS: [&str; 20] = [
        "wrote",
        "writes",
        "schrieb",
        "écrit",
        "escribió",
        "ha scritto",
        "scritto",
        "schreef",
        "escreveu",
        "skrev",
        "kirjoitti",
        "napisał",
        "napisał(a)",
        "napsal",
        "napsal(a)",
        "pisze",
        "пишет",
        "írta",
        "yazdı",
        "写道",
    ];
    let Some(line) = line.trim_end().strip_suffix([':', '：']) else {
        return false;
    };
    let line = line.trim_end().to_lowercase();
    VERBS.iter().any(|it| line.ends_with(it)) || is_inverted(&line)
}

/// `Am 16.11.2026 um 10:00 schrieb Club`: a date, and the verb before the writer.
fn is_inverted(line: &str) -> bool {
    const INVERTED: [(&str, &str); 5] = [
        ("am ", " schrieb "),
        ("op ", " schreef "),
        ("den ", " skrev "),
        ("på ", " skrev "),
        ("dne ", " napsal "),
    ];
    let mut all = INVERTED.iter().filter(|it| line.starts_with(it.0));
    all.any(|(_, verb)| {
        let date = line.split_once(verb).map(|it| it.0);
        date.is_some_and(|it| it.bytes().any(|it| it.is_ascii_digit()))
    })
}

/// The headers of an older mail as Outlook and web mail print them: a sender or a date, and within
/// the next five lines two more of sender, date, recipient and subject.
fn is_header_block(lines: &[&str]) -> bool {
    const FROM: &[&str] = &[
        "from",
        "von",
        "de",
        "da",
        "van",
        "från",
        "fra",
        "lähettäjä",
        "od",
        "от",
        "feladó",
        "kimden",
        "差出人",
        "发件人",
        "寄件者",
        "보낸 사람",
        "de la",
        "από",
    ];
    const SENT: &[&str] = &[
        "sent",
        "date",
        "gesendet",
        "datum",
        "envoyé",
        "enviado",
        "enviado el",
        "fecha",
        "inviato",
        "data",
        "verzonden",
        "enviada em",
        "skickat",
        "sendt",
        "dato",
        "lähetetty",
        "päivämäärä",
        "wysłano",
        "odesláno",
        "отправлено",
        "дата",
        "elküldve",
        "dátum",
        "gönderildi",
        "tarih",
        "送信日時",
        "发送时间",
        "寄件日期",
        "보낸 날짜",
        "trimis",
    ];
    const TO: &[&str] = &[
        "to",
        "an",
        "à",
        "para",
        "a",
        "aan",
        "till",
        "til",
        "vastaanottaja",
        "do",
        "komu",
        "кому",
        "címzett",
        "kime",
        "宛先",
        "收件人",
        "收件者",
        "받는 사람",
        "către",
    ];
    const SUBJECT: &[&str] = &[
        "subject",
        "betreff",
        "objet",
        "asunto",
        "oggetto",
        "onderwerp",
        "assunto",
        "ämne",
        "emne",
        "aihe",
        "temat",
        "předmět",
        "тема",
        "tárgy",
        "konu",
        "件名",
        "主题",
        "主旨",
        "제목",
        "subiect",
    ];
    let said = |line: &str, words: &[&str]| {
        let name = header_name(line);
        name.is_some_and(|name| words.contains(&name.as_str()))
    };
    // GMX and others put the date before the sender.
    if !said(lines[0], FROM) && !said(lines[0], SENT) {
        return false;
    }
    let block = &lines[..lines.len().min(6)];
    let kinds = [FROM, SENT, TO, SUBJECT];
    let found = kinds
        .iter()
        .filter(|words| block.iter().any(|line| said(line, words)));
    found.count() >= 3
}

/// The word before the colon, without the stars of bold text.
fn header_name(line: &str) -> Option<String> {
    let (name, _) = line.split_once([':', '：'])?;
    let name = name.trim_matches(['*', ' ', '\t', '_']);
    (name.chars().count() <= 20).then(|| name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines with their wanted place before them: `.` live, `>` quoted, `?` doubtful, `-` below.
    #[track_caller]
    fn check(text: &str) {
        let lines: Vec<&str> = text.lines().map(|it| &it[1..]).collect();
        let got = places(&lines).into_iter().map(|it| match it {
            Place::Live => '.',
            Place::Quoted => '>',
            Place::Doubtful => '?',
            Place::Below => '-',
        });
        let shown: Vec<String> = got
            .zip(&lines)
            .map(|(mark, line)| format!("{mark}{line}"))
            .collect();
        assert_eq!(shown.join("\n"), text.trim_end());
    }

    #[test]
    fn quotes_of_any_depth() {
        check(".a\n>> b\n>>> c\n> > d\n>>c\n.d");
    }

    #[test]
    fn bars_are_quotes_behind_an_attribution_only() {
        check(".| a\n.On Sunday, Club wrote:\n>| b\n.c");
        check(".Am Sonntag\n.schrieb Ana:\n.| a");
        check(".Ana schrieb:\n>| a");
    }

    #[test]
    fn nothing_is_cut_before_a_block() {
        check(".-- \n.Ana\n.-----Original Message-----\n.#orders a b\n.X\n.#end\n--- \n-Ana");
    }

    #[test]
    fn an_open_block_ends_at_a_signature() {
        check(".#orders a b\n.X\n---\n-Ana");
        check(".# Orders a b\n.X\n-Sent from my iPhone");
        check(".#orders a b\n.X\n-__________\n-#orders a b\n-#end");
    }

    #[test]
    fn a_closed_block_may_hold_a_signature() {
        check(".#orders a b\n.MESSAGE all\n.--\n.Ana\n.END\n.#End.\n---\n-Ana");
    }

    #[test]
    fn an_older_mail_ends_even_an_open_block() {
        check(".#orders a b\n.X\n-From: Club\n-Sent: Sunday\n-To: Ana\n-Subject: x\n-#end");
        check(".#orders a b\n.X\n-*Von:* Club\n-*Gesendet:* So\n-*An:* Ana\n-#end");
        check(".#orders a b\n.X\n------Original Message-----\n-#end");
        check(".#orders a b\n.FROM: rome\n.X\n.#end");
    }

    #[test]
    fn an_attribution_ends_what_needs_an_end() {
        check(".#orders a b\n.X\n-On Sunday at 9:00, Club <\n-a@b.example> wrote:\n-> #end");
        check(".#orders a b\n.#end\n.On Sunday, Club wrote:\n.\n>> #end\n.my comment");
        check(".#orders a b\n.#end\n-On Sunday, Club wrote:\n-\n- #orders a b\n- #end");
        check(".On Sunday, Club wrote:\n.\n. #orders a b\n. #end");
        check(".#orders a b\n.MESSAGE all\n.Ana wrote:\n.END\n.#end");
    }

    #[test]
    fn a_letter_holds_what_it_quotes() {
        check(".#orders a b\n.Message to c\n.> d\n.>From e\n.END.\n?> f\n.#end\n>> g");
        check(".#orders a b\n.MESSAGE c\n.Ana wrote:\n.| d\n.> d\n.end ; x\n.#end");
        // One without end holds nothing.
        check(".#orders a b\n.MESSAGE c\n?> d\n.#end\n.END");
        check(".#orders a b\n.MESSAGE c\n-On Sunday, Club wrote:\n-> d");
        check(">> #orders a b\n.MESSAGE c\n>> d\n.END\n>> #end");
    }

    #[test]
    fn lines_of_a_block_that_begin_like_a_quotation() {
        check(".#orders a b\n.X IF Y\n.>= 3\n?> 4\n?>5\n>>\n.>From rome\n.#end");
        check(".#orders a b\n.X\n>> d\n>> e");
        check(".#orders a b\n.#end\n>> d\n.#orders a c\n?> d\n.#end");
        assert_eq!(without_mbox_mark(">From a"), Some("From a"));
        assert_eq!(without_mbox_mark("> From a"), None);
    }

    #[test]
    fn marks_can_be_taken_off() {
        assert_eq!(unquoted("> >> #orders a"), "#orders a");
    }
}
