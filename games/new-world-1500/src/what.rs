//! What a PLAY line says after the card: its use and its targets, as written.
//!
//! Which shape follows TEXT depends on the card, by its text in `cards.toml`.

use super::data::{Act, Face, Region, Shape, Tables, Test, Text, Timing, Way};
use super::group::Target;
use super::names::{area_or_group, areas, group, players, regions, target};
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
        let way = find(values, "use").map(|_| Way::read(with, values, "use"));
        let mut what = What::bare(way.unwrap_or(Ok(Way::Text))?);
        let plain = |it: &Vec<Value>| Choice::plain(target(it));
        let one = |it: &Value| it.items().iter().map(plain).collect();
        what.steps.extend(find(values, "step").map(one));
        what.steps.extend(steps_of(find(values, "steps"), verbs));
        what.at = steps_of(find(values, "at"), false);
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
    let several = face.text.as_ref().is_some_and(Text::has_verbs);
    let one = |words: &[&'static [&'static str]], hint| {
        let also = vec![vec![name("also", areas(with))], vec![group(with, "also")]];
        // After a comma the text of a card with verbs goes on.
        let comma = vec![maybe(vec![mark(",")]); usize::from(!several)];
        let also = [comma, vec![either(also)]].concat();
        let more = refused(also, "{use} takes one area", hint);
        let step = list("step", Marks::First, area_or_group(with));
        vec![choice("use", words), step, maybe(vec![more])]
    };
    let or_else = "for a second choice write {step}/{also}";
    let both = "for a second choice write {step}/{also}, for both {step}, {also}";
    let mut shapes = Vec::new();
    if let Some(text) = &face.text {
        use Shape::{Lift, Plague, Player, Steps};
        let after = of_text(with, text);
        let may = matches!(text.shape, Steps | Plague | Lift | Player);
        let whole = if may { vec![maybe(after)] } else { after };
        shapes.push([vec![choice("use", &[&["TEXT"]])], whole].concat());
    }
    shapes.extend([
        one(&[&["BUILD"]], if several { both } else { or_else }),
        one(&[&["REDUCE"], &["REPAIR"]], or_else),
        vec![choice("use", &[&["SUPPORT"]]), maybe(vec![whom(with)])],
    ]);
    // What only TEXT has after it needs no TEXT.
    let after = face.text.iter().map(|it| of_text(with, it));
    let after = after.filter(|it| !it.is_empty());
    shapes.extend(after.map(|it| [vec![implied(&["TEXT"])], it].concat()));
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

/// What comes after TEXT.
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
            vec![list("steps", Marks::All, vec![step])]
        }
        Shape::Steps if text.test == Test::OneOwner => {
            let of = vec![
                word(&["OF"]),
                name("of", players(with)),
                maybe(vec![steps("steps")]),
            ];
            vec![either(vec![of, vec![steps("steps")]])]
        }
        Shape::Steps | Shape::Plague => vec![steps("steps")],
        Shape::Pairs => vec![steps("steps"), maybe(vec![word(&["AT"]), steps("at")])],
        Shape::All => Vec::new(),
        Shape::Region | Shape::Isolate | Shape::Lift => region(),
        Shape::Player => vec![implied(&["VS"]), whom(with)],
    }
}

/// Steps as written: a verb holds until the next one; before the first, of a card that has verbs,
/// BUILD is meant.
fn steps_of(of: Option<&Value>, verbs: bool) -> Vec<Step> {
    let mut verb = verbs.then_some(Verb::Build);
    let mut read = |option: &Vec<Value>| {
        let said = find(option, "verb").and_then(Value::as_word);
        verb = said.and_then(Verb::of).or(verb);
        let to = target(option);
        Choice { verb, to }
    };
    let steps = of.map_or(&[][..], Value::items).iter();
    let steps = steps.map(|it| it.iter().flat_map(Value::items).map(&mut read).collect());
    steps.collect()
}
