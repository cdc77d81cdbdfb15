//! The common lines, which mean the same in every game: `CLEAR`, `TURN`, `WAIT`, `AWAY` …
//!
//! Not here: `STANDING` (it is part of an order line), and letters (`letter`), and collecting
//! their text (`join`).

use super::common_help::help;
use super::consent::{Consent, Deed, Withheld};
use super::cut::{Token, TokenKind};
use super::days::{self, Campaigns};
use super::fault::{Fault, cut_short, quote};
use super::form::{Form, Slot};
use super::letter::{self, Head, To};
use super::reading::Context;
use super::request::{Request, Which};
use super::shape::{Lexicon, Matcher};
use super::sheet::{Readiness, SheetNo};
use super::turns::Before;
use super::verb::{no_order, verb_forms};
use super::vote;

/// The last leg a line may name.
const LEGS_MAX: u32 = 99;

/// Characters of what HANDBOOK and MAP are about.
const ABOUT_CHARS_MAX: usize = 60;

/// How many lines WHY may name.
const LINES_MAX: usize = 10;

/// Characters of a line that WHY names by its words.
const LINE_CHARS_MAX: usize = 120;

/// Letters of a word that HELP may explain though it begins no line.
const TERM_CHARS_MIN: usize = 2;

/// Shorter ones it explains too, but for these.
const ARTICLES: [&str; 2] = ["A", "I"];

/// Digits of the number of a place.
const PLACE_CHARS_MIN: usize = 3;

/// Words of a term: `HELP map to india`.
const TERM_WORDS_MAX: usize = 8;

/// Words after HELP that ask a person for it.
const COURTESIES: [&str; 10] = [
    "PLEASE", "NEEDED", "WANTED", "WITH", "ME", "US", "IS", "IN", "TO", "ON",
];

/// Characters of a code that CONFIRM names.
const CODE_CHARS: usize = 10;

/// Characters of the words after SALT.
const SALT_CHARS_MAX: usize = 60;

/// What a common line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Common {
    Clear(Option<Vec<String>>),
    Turn(SheetNo),
    Ready(Readiness),
    Cancel,
    Check,
    Request(Request),
    /// `AWAY`, from and to.
    Away(String, String, Campaigns),
    /// `AWAY NONE`.
    Back(Campaigns),
    /// `MESSAGE`, `NEWS` or `NOTE`, above the lines of the letter.
    Letter(To),
    /// `NEWS NONE`, `NOTE NONE`.
    NoText(To),
    Resign,
}

impl Common {
    /// What it comes to in a block without proof whose lines here are for this sheet.
    pub(super) fn consent(&self, sheet: SheetNo) -> Consent {
        match self {
            Common::Clear(key) => Consent::Does(Deed::Clear(key.as_ref().map(|it| it.join(" ")))),
            Common::Ready(ready) => Consent::Does(Deed::ready(sheet, *ready)),
            Common::Cancel => Consent::Does(Deed::Cancel(sheet)),
            Common::Away(from, to, _) => Consent::Does(Deed::Away(from.clone(), to.clone())),
            Common::Back(_) => Consent::Does(Deed::Back),
            Common::Turn(_) => Consent::Place,
            Common::Check => Consent::Never(Withheld::Check),
            Common::Letter(to) | Common::NoText(to) => Consent::Never(Withheld::text(to)),
            Common::Resign => Consent::Never(Withheld::Resignation),
            Common::Request(request) => Consent::Never(match request {
                Request::Report(_)
                | Request::Status
                | Request::Schedule
                | Request::Dice
                | Request::Help(_)
                | Request::Handbook(_)
                | Request::Map(_)
                | Request::Voyages(_)
                | Request::Why(_) => Withheld::Request,
                Request::Address(_) => Withheld::Address,
                Request::Confirm(_) => Withheld::Code,
                Request::Salt(_) => Withheld::Salt,
                Request::Vote(_) => Withheld::Vote,
                Request::Substitute(_) => Withheld::Substitute,
                Request::Digest { .. } => Withheld::Digest,
                Request::Format { .. } => Withheld::Format,
            }),
        }
    }
}

/// A common line and its one spelling.
pub(super) type Said = (Common, String);

/// Reads a common line; `None` if it is none.
pub(super) fn common(
    lexicon: Lexicon<'_>,
    context: &Context<'_>,
    tokens: &[Token],
) -> Option<Result<Said, Fault>> {
    let (first, rest) = tokens.split_first()?;
    if first.quoted || first.kind != TokenKind::Word {
        return None;
    }
    let line = CommonLine {
        lexicon,
        context,
        tokens,
        rest,
    };
    let word = first.text.to_uppercase();
    Some(match word.as_str() {
        "CLEAR" => line.clear(),
        "TURN" => line.turn(),
        "LEG" if lexicon.grammar.legs => line.leg(),
        "WAIT" => line.alone(Common::Ready(Readiness::Wait), "WAIT", 1),
        "GOAHEAD" => line.alone(Common::Ready(Readiness::GoAhead), "GOAHEAD", 1),
        "GO" if rest.first().is_some_and(|it| it.is("AHEAD")) => {
            line.alone(Common::Ready(Readiness::GoAhead), "GOAHEAD", 2)
        }
        "CANCEL" => line.alone(Common::Cancel, "CANCEL", 1),
        "CHECK" => line.alone(Common::Check, "CHECK", 1),
        "DICE" => line.alone(Common::Request(Request::Dice), "DICE", 1),
        "STATUS" => line.alone(Common::Request(Request::Status), "STATUS", 1),
        "SCHEDULE" => line.alone(Common::Request(Request::Schedule), "SCHEDULE", 1),
        "BACK" => line.alone(Common::Back(Campaigns::This), "BACK", 1),
        "VOTE" => {
            vote::vote(context.seats, tokens).map(|it| (Common::Request(Request::Vote(it.0)), it.1))
        }
        "REPORT" => line.of_turn("REPORT", Request::Report),
        "HELP" => line.help(),
        "HANDBOOK" => line.about("HANDBOOK", Request::Handbook),
        "MAP" => line.about("MAP", Request::Map),
        "VOYAGES" => line.of_turn("VOYAGES", |it| Request::Voyages(it.map(|it| it.turn))),
        "WHY" => line.why(),
        "AWAY" => days::away(tokens).map(|(days, campaigns, printed)| match days {
            Some((from, to)) => (Common::Away(from, to, campaigns), printed),
            None => (Common::Back(campaigns), printed),
        }),
        "SUBSTITUTE" => {
            days::substitute(tokens).map(|it| (Common::Request(Request::Substitute(it.0)), it.1))
        }
        "ADDRESS" => line.address(),
        "CONFIRM" => line.confirm(),
        "MESSAGE" => letter::message(context.seats, tokens).map(|it| (Common::Letter(it.0), it.1)),
        "NEWS" => letter::news(tokens).map(said_above),
        "NOTE" => letter::note(tokens).map(said_above),
        "SALT" => line.salt(),
        "FORMAT" => line.format(),
        "DIGEST" => line.digest(),
        "RESIGN" => line.resign(),
        "WHATIF" => {
            let hint = "CHECK in the block reads it and files nothing";
            Err(Fault::rule(first.span, "WHATIF is kept for later", hint))
        }
        _ => return None,
    })
}

/// Whether this is a line that says for which sheet the lines below it are.
pub(super) fn is_turn(lexicon: Lexicon<'_>, context: &Context<'_>, tokens: &[Token]) -> bool {
    let first = tokens.first();
    let word = first.is_some_and(|it| it.is("TURN") || (lexicon.grammar.legs && it.is("LEG")));
    let names = |it: &Token| it.kind == TokenKind::Number || context.is_named(it);
    word && tokens.get(1).is_none_or(names)
}

struct CommonLine<'l> {
    lexicon: Lexicon<'l>,
    context: &'l Context<'l>,
    tokens: &'l [Token],
    /// All after the first word.
    rest: &'l [Token],
}

impl CommonLine<'_> {
    fn unfinished(&self, hint: impl Into<String>) -> Fault {
        Fault::unfinished(self.tokens, hint)
    }

    /// A line that ends after its first `words` words.
    fn alone(&self, said: Common, printed: &str, words: usize) -> Result<Said, Fault> {
        self.ends(words)?;
        Ok((said, printed.to_owned()))
    }

    fn ends(&self, words: usize) -> Result<(), Fault> {
        match self.tokens.get(words) {
            None => Ok(()),
            Some(more) => {
                let written = quote(&more.text);
                let reason = format!("the order should end here; {written} was not understood");
                Err(Fault::words(
                    more.span,
                    reason,
                    "expected here: the end of the line",
                ))
            }
        }
    }

    fn clear(&self) -> Result<Said, Fault> {
        let Some((verb, subject)) = self.rest.split_first() else {
            return Err(self.unfinished("expected here: ALL or an order that can have STANDING"));
        };
        if verb.is("ALL") {
            self.ends(2)?;
            return Ok((Common::Clear(None), "CLEAR ALL".to_owned()));
        }
        if verb.is("STANDING") {
            let reason = "CLEAR takes the order alone, without STANDING";
            let hint = "CLEAR ALL ends all of them; CLEAR and a first word, those of one order";
            return Err(Fault::rule(verb.span, reason, hint));
        }
        let forms = verb_forms(self.lexicon, verb);
        let Some(first) = forms.first() else {
            return Err(no_order(self.lexicon, verb));
        };
        let standing: Vec<&Form> = forms
            .iter()
            .copied()
            .filter(|it| it.key.is_some())
            .collect();
        if standing.is_empty() {
            let reason = format!(
                "{} cannot have STANDING, so there is nothing to clear",
                first.name
            );
            return Err(Fault::rule(verb.span, reason, ""));
        }
        let mut best: Option<Fault> = None;
        for form in standing {
            match self.subject(form, subject) {
                Ok(words) => {
                    let mut key = vec![form.name.to_owned()];
                    key.extend(words);
                    let printed = format!("CLEAR {}", key.join(" "));
                    return Ok((Common::Clear(Some(key)), printed));
                }
                Err(fault) => {
                    let column = |it: &Fault| it.diagnostic.span.column;
                    if best
                        .as_ref()
                        .is_none_or(|best| column(best) < column(&fault))
                    {
                        best = Some(fault);
                    }
                }
            }
        }
        Err(best.unwrap_or_else(|| self.unfinished("")))
    }

    /// The printed words of a subject, or of a beginning of it.
    fn subject(&self, form: &Form, subject: &[Token]) -> Result<Vec<String>, Fault> {
        let mut matcher = Matcher::new(self.lexicon, subject, None);
        let mut words = Vec::new();
        let mut at = 0;
        let named: Vec<&Slot>;
        let slots: Vec<&Slot> = if form.subject.is_empty() {
            form.slots
                .iter()
                .take(form.key.unwrap_or(1))
                .skip(1)
                .collect()
        } else {
            named = named_slots(&form.slots, form.subject);
            named.clone()
        };
        if form.subject.is_empty() {
            for slot in slots {
                if at >= subject.len() {
                    break;
                }
                let got = matcher.slot(slot, at, &[]).map_err(|_| matcher.fault())?;
                at = got.at;
                words.push(got.text.words);
            }
        } else {
            while at < subject.len() {
                let from = at;
                for slot in &slots {
                    if let Ok(got) = matcher.slot(slot, at, &[])
                        && got.at > at
                    {
                        at = got.at;
                        words.push(got.text.words);
                        break;
                    }
                }
                if at == from {
                    break;
                }
            }
            words.sort_unstable();
            words.dedup();
        }
        if at < subject.len() {
            if matcher.far.at() <= at {
                matcher.far.complete_at(at);
            }
            return Err(matcher.fault());
        }
        words.retain(|it| !it.is_empty() && it != ":");
        Ok(words)
    }

    fn turn(&self) -> Result<Said, Fault> {
        let context = self.context;
        if self.rest.is_empty() {
            return Err(self.unfinished(context.expected_turn()));
        }
        let written: String = self.rest.iter().map(|it| it.text.as_str()).collect();
        let span = self.rest[0].span.to(self.rest[self.rest.len() - 1].span);
        let Ok(sheet) = context.names.read(&written) else {
            let reason = format!("did not understand {}", quote(&self.written()));
            return Err(Fault::words(span, reason, context.expected_turn()));
        };
        match super::turns::wrong(sheet, context.turns(), Before::Lines) {
            Some((reason, hint)) => Err(Fault::rule(span, reason, hint)),
            None => Ok((
                Common::Turn(sheet),
                Before::Lines.write(context.names, sheet),
            )),
        }
    }

    fn leg(&self) -> Result<Said, Fault> {
        let Some(number) = self.rest.first() else {
            return Err(self.unfinished("expected here: a number"));
        };
        if number.kind != TokenKind::Number {
            let reason = format!("did not understand {}", quote(&number.text));
            return Err(Fault::words(number.span, reason, "expected here: a number"));
        }
        self.ends(2)?;
        let leg = number.text.parse().unwrap_or(0);
        if !(1..=LEGS_MAX).contains(&leg) {
            let written = cut_short(&number.text);
            let reason = format!("a leg must be from 1 to {LEGS_MAX}, not {written}");
            return Err(Fault::words(number.span, reason, ""));
        }
        let open = self.context.open;
        let sheet = SheetNo {
            turn: open.turn.saturating_add(leg - 1),
            ..open
        };
        match super::turns::wrong(sheet, self.context.turns(), Before::Lines) {
            Some((reason, hint)) => Err(Fault::rule(number.span, reason, hint)),
            None => Ok((Common::Turn(sheet), format!("LEG {leg}"))),
        }
    }

    /// A request about a turn, by its number or the name of a sheet; `TURN` may be before it.
    fn of_turn(
        &self,
        word: &str,
        request: impl Fn(Option<SheetNo>) -> Request,
    ) -> Result<Said, Fault> {
        let names = self.context.names;
        let turn = usize::from(self.rest.first().is_some_and(|it| it.is("TURN")));
        let Some(number) = self.rest.get(turn) else {
            return Ok((Common::Request(request(None)), word.to_owned()));
        };
        self.ends(2 + turn)?;
        let sheet = match number.text.parse::<u32>() {
            Ok(turn) if number.kind == TokenKind::Number => Ok(SheetNo::whole(names.turn_of(turn))),
            _ if names.are_given() => names.read(&number.text),
            _ => Err("the number of a turn".to_owned()),
        };
        let sheet = sheet.map_err(|_| {
            let reason = format!("did not understand {}", quote(&number.text));
            let hint = if names.are_given() {
                format!(
                    "expected here: a sheet such as {}",
                    names.name(self.context.open)
                )
            } else {
                "expected here: the number of a turn".to_owned()
            };
            Fault::words(number.span, reason, hint)
        })?;
        let printed = format!("{word} {}", names.name(sheet));
        Ok((Common::Request(request(Some(sheet))), printed))
    }

    /// A request about something that is named in a few words.
    fn about(
        &self,
        word: &str,
        request: impl Fn(Option<String>) -> Request,
    ) -> Result<Said, Fault> {
        let about = self.written();
        if about.is_empty() {
            return Ok((Common::Request(request(None)), word.to_owned()));
        }
        if about.chars().count() > ABOUT_CHARS_MAX {
            let hint = format!("write {word} and a few words, or {word} alone");
            return Err(self.not_one_word("a name", &hint));
        }
        let printed = format!("{word} {about}");
        Ok((Common::Request(request(Some(about))), printed))
    }

    /// `WHY 12`, `WHY lines 12, 13`, `WHY BUY gun`. Other words are not a request: many a letter
    /// begins so.
    fn why(&self) -> Result<Said, Fault> {
        let noun = self.rest.first();
        let noun = noun.is_some_and(|it| it.is("LINE") || it.is("LINES"));
        let rest = &self.rest[usize::from(noun)..];
        let Some(first) = rest.first() else {
            self.ends(1)?;
            return Ok((
                Common::Request(Request::Why(Which::Short)),
                "WHY".to_owned(),
            ));
        };
        if !verb_forms(self.lexicon, first).is_empty() {
            let text = self.written();
            if text.chars().count() > LINE_CHARS_MAX {
                return Err(self.not_one_word("a line", "write WHY and the number of the order"));
            }
            let printed = format!("WHY {text}");
            return Ok((Common::Request(Request::Why(Which::Begins(text))), printed));
        }
        let mut numbers: Vec<u32> = Vec::new();
        for token in rest.iter().filter(|it| !(it.is(",") || it.is("AND"))) {
            let number = token
                .text
                .parse()
                .ok()
                .filter(|_| token.kind == TokenKind::Number);
            let Some(number) = number else {
                let reason = format!("did not understand {}", quote(&token.text));
                let hint =
                    "expected here: the number of an order in your last report, or its first words";
                return Err(Fault::words(token.span, reason, hint));
            };
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        if !(1..=LINES_MAX).contains(&numbers.len()) {
            let hint = format!("write WHY and the numbers of up to {LINES_MAX} orders");
            return Err(self.not_one_word("the number of an order", &hint));
        }
        let printed: Vec<String> = numbers.iter().map(u32::to_string).collect();
        let printed = format!("WHY {}", printed.join(", "));
        Ok((
            Common::Request(Request::Why(Which::Numbered(numbers))),
            printed,
        ))
    }

    fn help(&self) -> Result<Said, Fault> {
        let Some(word) = self.rest.first() else {
            return Ok((Common::Request(Request::Help(None)), "HELP".to_owned()));
        };
        let is_courtesy = |word: &Token| COURTESIES.iter().any(|it| word.is(it));
        let courtesy = is_courtesy(word);
        if (self.rest.len() > 1 || word.is("ME")) && self.rest.iter().all(is_courtesy) {
            return Ok((Common::Request(Request::Help(None)), "HELP".to_owned()));
        }
        let is_term = (2..=TERM_WORDS_MAX).contains(&self.rest.len()) && !word.is_mark();
        if is_term && !courtesy {
            let words = self.written().to_uppercase();
            let printed = format!("HELP {words}");
            return Ok((Common::Request(Request::Help(Some(words))), printed));
        }
        self.ends(2)?;
        let forms = verb_forms(self.lexicon, word);
        let common = help(self.lexicon.grammar).map(|it| it.word);
        let tests = self.lexicon.grammar.tests.iter().map(|it| it.name);
        let common = common.chain(tests).find(|it| word.is(it));
        let term = || {
            let long = |least| word.text.chars().count() >= least;
            let plain = match word.text.chars().next() {
                Some(first) if first.is_alphabetic() => {
                    long(TERM_CHARS_MIN) || !ARTICLES.iter().any(|it| word.is(it))
                }
                Some(first) => first.is_ascii_digit() && long(PLACE_CHARS_MIN),
                None => false,
            };
            (plain && !courtesy).then(|| word.text.to_uppercase())
        };
        let name = forms.first().map(|it| it.name).or(common);
        let Some(name) = name.map(str::to_owned).or_else(term) else {
            return Err(no_order(self.lexicon, word));
        };
        let printed = format!("HELP {name}");
        Ok((Common::Request(Request::Help(Some(name))), printed))
    }

    /// All after the first word as it was written, spaces single. Words that were apart stay apart:
    /// glued together they may look like a secret.
    fn written(&self) -> String {
        let mut text = String::new();
        let mut end = None;
        for token in self.rest {
            if end.is_some_and(|it| it != token.span.column) {
                text.push(' ');
            }
            text.push_str(&token.text);
            end = Some(token.span.column + token.span.width);
        }
        text
    }

    /// The line needs one thing in one word, and what is there is not that.
    fn not_one_word(&self, what: &str, hint: &str) -> Fault {
        match (self.rest.first(), self.rest.last()) {
            (Some(first), Some(last)) => {
                let reason = format!("{what} was expected here, and nothing else");
                Fault::words(first.span.to(last.span), reason, hint)
            }
            _ => self.unfinished(hint),
        }
    }

    /// What is not an address is reported in the receipt, by those who know what one is. Some mail
    /// programs write it twice: `ana@example.org<mailto:ana@example.org>`.
    fn address(&self) -> Result<Said, Fault> {
        let written = self.written();
        let inner = written.trim_start_matches('<');
        let end = inner.find(['<', '>']).unwrap_or(inner.len());
        let written = inner[..end].to_owned();
        if written.is_empty() || written.contains(' ') {
            return Err(self.not_one_word("an address", "write ADDRESS ana@example.org"));
        }
        let printed = format!("ADDRESS {written}");
        Ok((Common::Request(Request::Address(written)), printed))
    }

    fn confirm(&self) -> Result<Said, Fault> {
        let code = self.written();
        if code.len() != CODE_CHARS || !code.bytes().all(|it| it.is_ascii_alphanumeric()) {
            let hint = "copy the ten-character code from our mail";
            return Err(self.not_one_word("a code", hint));
        }
        let request = Request::Confirm(code.to_lowercase());
        Ok((Common::Request(request), format!("CONFIRM {code}")))
    }

    fn salt(&self) -> Result<Said, Fault> {
        let words = self.written();
        let plain = |it: u8| it.is_ascii_alphanumeric() || it == b' ';
        if !(1..=SALT_CHARS_MAX).contains(&words.len()) || !words.bytes().all(plain) {
            let hint = "write SALT and up to 60 letters, digits and spaces of your own";
            return Err(self.not_one_word("words of letters and digits", hint));
        }
        let printed = format!("SALT {words}");
        Ok((Common::Request(Request::Salt(words)), printed))
    }

    fn format(&self) -> Result<Said, Fault> {
        let html = match self.written().to_uppercase().as_str() {
            "HTML" => true,
            "TEXT" => false,
            _ => {
                return Err(
                    self.not_one_word("a form of mails", "write FORMAT HTML or FORMAT TEXT")
                );
            }
        };
        let printed = if html { "FORMAT HTML" } else { "FORMAT TEXT" };
        let request = Request::Format { html };
        Ok((Common::Request(request), printed.to_owned()))
    }

    fn digest(&self) -> Result<Said, Fault> {
        let daily = match self.written().to_uppercase().as_str() {
            "DAILY" => true,
            "NONE" => false,
            _ => {
                let hint = "write DIGEST DAILY or DIGEST NONE";
                return Err(self.not_one_word("how often notices come", hint));
            }
        };
        let printed = if daily { "DIGEST DAILY" } else { "DIGEST NONE" };
        let request = Request::Digest { daily };
        Ok((Common::Request(request), printed.to_owned()))
    }

    fn resign(&self) -> Result<Said, Fault> {
        let campaign = self.context.campaign;
        let hint = format!("write RESIGN {campaign}, so that nobody resigns by accident");
        let Some(name) = self.rest.first() else {
            let mut fault = self.unfinished(hint);
            fault.diagnostic.reason = "RESIGN needs the name of the campaign".to_owned();
            return Err(fault);
        };
        let written: String = self.rest.iter().map(|it| it.text.as_str()).collect();
        if written.eq_ignore_ascii_case(campaign) {
            return Ok((Common::Resign, format!("RESIGN {campaign}")));
        }
        let span = name.span.to(self.rest[self.rest.len() - 1].span);
        let written = quote(&self.written());
        let reason = format!("this is the campaign `{campaign}`, not {written}");
        Err(Fault::words(span, reason, hint))
    }
}

fn said_above((head, printed): (Head, &str)) -> Said {
    let said = match head {
        Head::Above(to) => Common::Letter(to),
        Head::None(to) => Common::NoText(to),
    };
    (said, printed.to_owned())
}

/// The slots, at any depth, whose values have one of these names.
fn named_slots<'g>(slots: &'g [Slot], names: &[&str]) -> Vec<&'g Slot> {
    let mut found = Vec::new();
    for slot in slots {
        match slot {
            Slot::Choice { name, .. }
            | Slot::Number { name, .. }
            | Slot::Name { name, .. }
            | Slot::Code { name, .. }
            | Slot::Numbered { name, .. }
                if names.contains(name) =>
            {
                found.push(slot);
            }
            Slot::List { of, .. } | Slot::Maybe { of } => found.extend(named_slots(of, names)),
            Slot::Either { of } => {
                found.extend(of.iter().flat_map(|it| named_slots(it, names)));
            }
            Slot::By { of, .. } => {
                found.extend(of.iter().flat_map(|it| named_slots(&it.slots, names)));
            }
            Slot::Clauses { of } => {
                found.extend(of.iter().flat_map(|it| named_slots(&it.slots, names)));
            }
            _ => {}
        }
    }
    found
}
