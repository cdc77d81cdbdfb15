//! What a PLAY line says after the card: its use and its targets, as written.
//!
//! Which shape follows TEXT depends on the card, by its text in `cards.toml`.

use super::data::{Act, Face, Region, Shape, Tables, Test, Text, Timing, Way};
use super::group::Target;
use super::names::{area_or_group, players, regions, target};
use packetboat_core::lang::form::{
    Case, by, case, choice, either, implied, list, mark, maybe, name, refused, word,
};
use packetboat_core::lang::said::{Value, find, items};
use packetboat_core::prelude::*;

words! {
    /// A verb before a target.
    pub enum Verb: keywords "verb" {
        /// Builds there.
        Build = "BUILD",
        /// Reduces what is there.
        Reduce = "REDUCE",
    }
}

impl Verb {
    /// What it does to an area.
    pub fn does(self) -> Act {
        match self {
            Verb::Build => Act::Build,
            Verb::Reduce => Act::Reduce,
        }
    }

    /// The verb for what is done to an area.
    pub fn for_act(does: Act) -> Option<Self> {
        Verb::ALL.into_iter().find(|it| it.does() == does)
    }
}

/// One alternative of a step; stored as it is written: `BUILD OPEN.CH`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Choice {
    /// What is done; none: what the card does.
    pub verb: Option<Verb>,
    /// The target of the card.
    pub to: Target,
}

impl Choice {
    /// What the card does, to this target.
    pub fn plain(to: Target) -> Self {
        Choice { verb: None, to }
    }
}

impl From<Choice> for String {
    fn from(choice: Choice) -> String {
        match choice.verb {
            Some(verb) => format!("{verb} {}", choice.to),
            None => choice.to.to_string(),
        }
    }
}

impl TryFrom<String> for Choice {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (verb, to) = match text.split_once(' ') {
            Some((verb, to)) => {
                let known = Verb::of(verb).ok_or_else(|| format!("`{verb}` is not a verb"));
                (Some(known?), to)
            }
            None => (None, text.as_str()),
        };
        let to = to.parse()?;
        Ok(Choice { verb, to })
    }
}

/// A step: the first of its alternatives that is legal counts.
pub type Step = Vec<Choice>;

/// What a card is to be played for, as written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct What {
    /// The use.
    #[serde(rename = "use")]
    pub way: Way,
    /// The steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// After AT: steps against others; empty: the ranking chooses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Step>,
    /// Regions, the first that is possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Region>,
    /// Players, the first that is possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub whom: Vec<String>,
}

impl What {
    /// A use with nothing after it.
    pub fn bare(way: Way) -> Self {
        What {
            way,
            steps: Vec::new(),
            at: Vec::new(),
            regions: Vec::new(),
            whom: Vec::new(),
        }
    }
}

impl OrderPart<Tables> for What {
    fn slots(with: &Tables, _name: &'static str) -> Vec<Slot> {
        let mut cases: Vec<Case> = Vec::new();
        for face in &with.deck.cards {
            let slots = vec![either(uses(with, face))];
            match cases.iter_mut().find(|it| it.slots == slots) {
                Some(same) => same.is.push(face.code.to_string()),
                None => cases.push(case([face.code.to_string()], slots)),
            }
        }
        vec![by("card", cases)]
    }

    fn read(with: &Tables, values: &[Value], _name: &'static str) -> Result<Self, Diagnostic> {
        let card = find(values, "card").and_then(Value::as_name);
        let face = card.and_then(|it| it.parse().ok()).map(|it| with.card(it));
        let verbs = face.is_some_and(|it| it.text.as_ref().is_some_and(Text::has_verbs));
        let mut what = What::bare(Way::read(with, values, "use")?);
        if let Some(step) = find(values, "step") {
            let options = step.items().iter();
            let options = options.map(|it| Choice::plain(target(it)));
            what.steps = vec![options.collect()];
        }
        if let Some(steps) = find(values, "steps") {
            what.steps = steps_of(steps, verbs)?;
        }
        if let Some(steps) = find(values, "at") {
            what.at = steps_of(steps, false)?;
        }
        let names = |list, item| {
            let all = items(values, list).iter();
            all.filter_map(move |it| find(it, item).and_then(Value::as_name))
        };
        let code = |it: &str| it.parse().expect("the form lists the regions");
        what.regions = names("regions", "region").map(code).collect();
        what.whom = names("whom", "who").map(str::to_owned).collect();
        let of = find(values, "of").and_then(Value::as_name);
        what.whom.extend(of.map(str::to_owned));
        Ok(what)
    }
}

/// What may come after a card.
fn uses(with: &Tables, face: &Face) -> Vec<Vec<Slot>> {
    let step = || list("step", Marks::First, area_or_group(with));
    let several = face.text.as_ref().is_some_and(Text::has_verbs);
    let mut build = vec![choice("use", &[&["BUILD"]]), step()];
    if several {
        let reason = "the order should end here; `{found}` was not understood";
        let hint = "BUILD alone takes one area; for more write {card} TEXT BUILD NAL, BUILD NAG";
        build.push(maybe(vec![refused(vec![mark(",")], reason, hint)]));
    }
    let others = [
        build,
        vec![choice("use", &[&["REDUCE"], &["REPAIR"]]), step()],
        vec![choice("use", &[&["SUPPORT"]]), maybe(vec![whom(with)])],
    ];
    let mut shapes = Vec::new();
    if let Some(text) = &face.text {
        let mut slots = vec![choice("use", &[&["TEXT"]])];
        slots.extend(of_text(with, text));
        shapes.push(slots);
    }
    shapes.extend(others);
    if face.kind != Timing::Action {
        let reason = "{card} has no TEXT use in your own turn";
        let hint = match face.kind {
            Timing::Tally => "you play it when you tally: write TALLY {card}",
            _ => "",
        };
        shapes.push(vec![refused(vec![word(&["TEXT"])], reason, hint)]);
    }
    shapes
}

fn whom(with: &Tables) -> Slot {
    list("whom", Marks::First, vec![name("who", players(with))])
}

/// What may come after TEXT.
fn of_text(with: &Tables, text: &Text) -> Vec<Slot> {
    let steps = |name| {
        let step = list("step", Marks::First, area_or_group(with));
        list(name, Marks::All, vec![step])
    };
    let region = || {
        let one = name("region", regions(with));
        vec![
            implied(&["REGION"]),
            list("regions", Marks::First, vec![one]),
        ]
    };
    match text.shape {
        Shape::Steps if text.has_verbs() => {
            let verb = maybe(vec![choice("verb", &[&["BUILD"], &["REDUCE"]])]);
            let option = [vec![verb], area_or_group(with)].concat();
            let step = list("step", Marks::First, option);
            vec![maybe(vec![list("steps", Marks::All, vec![step])])]
        }
        Shape::Steps if text.test == Test::OneOwner => {
            let of = vec![
                word(&["OF"]),
                name("of", players(with)),
                maybe(vec![steps("steps")]),
            ];
            vec![maybe(vec![either(vec![of, vec![steps("steps")]])])]
        }
        Shape::Steps | Shape::Plague => vec![maybe(vec![steps("steps")])],
        Shape::Pairs => vec![steps("steps"), maybe(vec![word(&["AT"]), steps("at")])],
        Shape::All => Vec::new(),
        Shape::Region | Shape::Isolate => region(),
        Shape::Lift => vec![maybe(region())],
        Shape::Player => vec![maybe(vec![implied(&["VS"]), whom(with)])],
    }
}

/// Steps as written: a verb holds until the next one, and where there are any the first is needed.
fn steps_of(of: &Value, verbs: bool) -> Result<Vec<Step>, Diagnostic> {
    let mut verb = None;
    let mut bare = None;
    let mut steps = Vec::new();
    for step in of.items() {
        let options = step.iter().flat_map(Value::items);
        let mut read = Vec::new();
        for option in options {
            let said = find(option, "verb").and_then(Value::as_word);
            verb = said.and_then(Verb::of).or(verb);
            let to = target(option);
            if verb.is_none() {
                bare = bare.or(option.first().map(|it| it.span));
            }
            read.push(Choice { verb, to });
        }
        steps.push(read);
    }
    match bare.filter(|_| verbs) {
        Some(span) => Err(Diagnostic::new(
            span,
            "the first step says neither BUILD nor REDUCE",
            "write BUILD or REDUCE before it",
        )),
        _ => Ok(steps),
    }
}
