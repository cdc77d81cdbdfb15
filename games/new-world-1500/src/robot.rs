//! The robot: it weighs what each card in hand could do to the map as it is, takes the best use,
//! then weighs the others on the map that this leaves, until no card is worth more played than
//! held. It tries no answers and no draws; what a line would do it asks of the binder that serves
//! receipts.

use super::bind::{Wanted, bind};
use super::data::{Answer, Card, Shape, Tables, Timing, Way};
use super::deed::{Deed, Item};
use super::view::View;
use super::what::{Choice, What};
use super::world::{Colony, World};
use packetboat_core::prelude::*;
use packetboat_kit::words::{commas, few};

/// A point; all else is weighed in parts of it.
const POINT: i64 = 12;

/// What a Successful colony brings beyond its next tally.
const LATER: i64 = 6;

/// What a monopoly brings beyond its next tally.
const SET_LATER: i64 = 6;

/// A square of Royal Support, for each deal still to come.
const SQUARE: i64 = 12;

/// A Successful colony under an Isolation of one's own, and what an Isolation of others costs.
const SAFE: i64 = 8;

/// Fate in hand.
const FATE: i64 = 36;

/// Another answer in hand that is likely to find its cause; of Loyalty, for each colony a quarter.
const ANSWER: i64 = 12;

/// What is done with a card whose first use has become impossible.
const ELSE: [&str; 3] = ["REPAIR MINE.STRUG", "BUILD OPEN", "REDUCE FOE"];

/// Up to so much is added to what a use is worth, so that nobody can count on the robot.
const WHIM: u32 = 3;

/// What every card may be played for, whatever its text.
const COMMON: [&str; 3] = ["BUILD OPEN", "REPAIR MINE.STRUG", "REDUCE FOE"];

/// What a card may be played for, and the map after it.
#[derive(Clone)]
struct Use {
    text: String,
    /// How many colonies it touches that MIN could count.
    touched: usize,
    /// What that map is worth.
    worth: i64,
    after: World,
}

/// What the robot weighs by.
struct Mind<'a> {
    tables: &'a Tables,
    view: &'a View,
    me: Seat,
    /// How many times cards are still dealt.
    deals: i64,
    /// The opponent with most points.
    leader: Option<Seat>,
}

/// The lines of its sheet. The standing ones leave no question open that would be asked by mail.
pub fn sheet(tables: &Tables, view: &View, dice: &mut Dice) -> String {
    let mut lines = Vec::new();
    if !view.is_past() {
        let world = view.at_turn();
        let me = view.mine();
        let mind = Mind {
            tables,
            view,
            me,
            deals: i64::from(view.ways.turns - view.turn),
            leader: world.leader(me),
        };
        let (plays, held) = mind.plan(world, dice);
        // What is discarded before the turn are the last that KEEP names.
        let kept = plays.len().saturating_sub(view.excess());
        lines.extend(plays[..kept].iter().map(|it| mind.line(it.0, &it.1)));
        if held.iter().any(|it| tables.card(*it).kind == Timing::Tally) {
            lines.push("TALLY IRONGRIP IF MONO AT LEAST 1".to_owned());
        }
        lines.push("PASS".to_owned());
        if view.excess() > 0 {
            let played = plays.iter().map(|it| it.0);
            lines.push(format!("KEEP {}", commas(held.into_iter().chain(played))));
        }
    }
    lines.extend(POLICIES.map(str::to_owned));
    lines.join("\n")
}

/// Answers, and what it does in Plague Ship.
const POLICIES: [&str; 5] = [
    "STANDING REACT FATE IF HITS AT LEAST 3 OR MAKES AT LEAST 2 OR BREAKS AT LEAST 1",
    "STANDING REACT LOYALTY HITS AT LEAST 2",
    "STANDING PLAGUE REDUCE LEADER.BREAKS, LEADER.SUCC, FOE.SUCC, FOE.STRUG",
    "STANDING PLAGUE ROUNDS 2",
    "STANDING PLAGUE PLEDGE 2 MYHITS AT LEAST 2",
];

impl Mind<'_> {
    /// Which cards it plays, best first, and which it holds.
    fn plan(&self, mut world: World, dice: &mut Dice) -> (Vec<(Card, Use)>, Vec<Card>) {
        let (mut hand, mut plays) = (self.view.hand.clone(), Vec::new());
        while let Some(first) = hand.first() {
            let now = self.worth(&world);
            // Whatever the card, these come to the same.
            let common = COMMON
                .iter()
                .filter_map(|it| self.weigh(&world, *first, it));
            let common: Vec<Use> = common.collect();
            let mut best: Option<(i64, Card, Use)> = None;
            let mut kinds = hand.clone();
            kinds.dedup();
            for card in &kinds {
                let own = self.texts(*card);
                let own = own.iter().filter_map(|it| self.weigh(&world, *card, it));
                for one in own.chain(common.iter().cloned()) {
                    let whim = i64::from(dice.one(Bowl::Hidden, "robot", WHIM));
                    let more = one.worth + whim - now - self.held(&world, &hand, *card);
                    if more > 0 && best.as_ref().is_none_or(|it| more > it.0) {
                        best = Some((more, *card, one));
                    }
                }
            }
            let Some((_, card, one)) = best else {
                break;
            };
            world.clone_from(&one.after);
            let at = hand.iter().position(|it| *it == card);
            hand.remove(at.expect("a card of the hand"));
            plays.push((card, one));
        }
        (plays, hand)
    }

    /// A line for a card.
    fn line(&self, card: Card, one: &Use) -> String {
        let text = &one.text;
        let counts = one.touched > 1 && self.tables.card(card).touches(Way::Text);
        let least = one.touched.div_ceil(2);
        let first = if counts {
            format!("{text} MIN {least}")
        } else {
            text.clone()
        };
        let others = ELSE
            .into_iter()
            .filter(|it| text != it && text != "SUPPORT");
        let uses: Vec<&str> = [first.as_str()].into_iter().chain(others).collect();
        format!("PLAY {card} {}", uses.join(&format!(" ELSE PLAY {card} ")))
    }

    /// The texts of a card that are worth a try.
    fn texts(&self, card: Card) -> Vec<String> {
        let map = &self.tables.map;
        let Some(text) = &self.tables.card(card).text else {
            return vec!["SUPPORT".to_owned()];
        };
        let all: Vec<String> = match text.shape {
            Shape::Steps if text.has_verbs() => {
                let steps = ["BUILD OPEN", "REDUCE FOE", "BUILD OPEN", "REDUCE FOE"];
                let mixed = |from: usize| commas(&steps[from..from + 3]);
                vec![commas([steps[0]; 3]), mixed(0), mixed(1)]
            }
            Shape::Pairs => (1..=3).map(|it| commas(vec!["MINE.SUCC"; it])).collect(),
            Shape::Region | Shape::Isolate => {
                let regions = map.regions.iter();
                regions.map(|it| format!("REGION {}", it.code)).collect()
            }
            _ => vec![String::new()],
        };
        let words = all
            .iter()
            .map(|it| format!("TEXT {it}").trim_end().to_owned());
        words.chain(["SUPPORT".to_owned()]).collect()
    }

    /// What comes of a card played so; none: it cannot be.
    fn weigh(&self, world: &World, card: Card, text: &str) -> Option<Use> {
        let wanted = Wanted {
            card,
            what: &what(text),
            min: 0,
            victims: &[],
        };
        let deed = bind(self.tables, world, self.me, &wanted).ok()?;
        let touched = deed.hits.len();
        let after = self.after(world, card, deed);
        Some(Use {
            text: text.to_owned(),
            touched,
            worth: self.worth(&after),
            after,
        })
    }

    /// The map after a card that nobody answers.
    fn after(&self, world: &World, card: Card, deed: Deed) -> World {
        let mut after = world.clone();
        let (shape, region) = (deed.shape(self.tables, card), deed.region);
        let item = Item::laid(self.me, card, Some(deed));
        let changes = item.enact(self.tables, &mut after);
        if shape != Some(Shape::Plague) {
            let strikes = changes.iter().filter(|it| it.strikes(self.me));
            after.crown_mut(self.me).vp += few(strikes);
        }
        if shape == Some(Shape::Lift) {
            after.isolations.retain(|it| Some(it.region) != region);
        }
        after
    }

    /// What a map is worth to the robot as its tally comes: its own position less a share of those
    /// of others.
    fn worth(&self, world: &World) -> i64 {
        let others = world.others(self.me);
        let number = i64::from(few(&others));
        let theirs = others.into_iter().map(|seat| {
            let share = if Some(seat) == self.leader { 3 } else { 2 };
            self.position(world, seat) * share / (2 * number)
        });
        let shut = world.isolations.iter().map(|closed| {
            let areas = self.tables.map.of_region(closed.region);
            let thrive = i64::from(few(areas.filter(|area| world.thrives(self.me, *area))));
            if closed.seat == self.me {
                thrive * SAFE * self.deals.min(1)
            } else {
                -SAFE
            }
        });
        self.position(world, self.me) + shut.sum::<i64>() - theirs.sum::<i64>()
    }

    /// What the position of a seat is worth to it.
    fn position(&self, world: &World, seat: Seat) -> i64 {
        let crown = world.crown(seat);
        let last = self.deals == 0;
        // Whether it still tallies in this game turn, or in one to come.
        let tallies = !(last && self.view.acted.contains(&seat));
        let now = if tallies { POINT } else { 0 };
        let later = if last { 0 } else { LATER };
        let sets = i64::from(few(world.monopolies(self.tables, seat)));
        let thrive = i64::from(world.count(seat, Colony::thrives));
        let struggle = i64::from(world.all_of(seat)) - thrive;
        i64::from(crown.vp) * POINT
            + i64::from(crown.square) * SQUARE * self.deals
            + thrive * (now + later)
            + sets * (2 * now + if last { 0 } else { SET_LATER })
            - struggle * if last { POINT } else { POINT / 3 }
    }

    /// What a card is worth in hand: an answer while others may still give it cause, Iron Grip by
    /// the monopolies it would double.
    fn held(&self, world: &World, hand: &[Card], card: Card) -> i64 {
        let face = self.tables.card(card);
        let again = hand.iter().filter(|it| **it == card).count() > 1;
        let others = world.others(self.me);
        let to_come = others.iter().any(|it| !self.view.acted.contains(it));
        let thrive = i64::from(world.count(self.me, Colony::thrives));
        let rich = |it: &Seat| !world.monopolies(self.tables, *it).is_empty();
        let ahead = |it: &Seat| world.crown(*it).vp > world.crown(self.me).vp;
        if again || (self.deals == 0 && !to_come && face.kind == Timing::Reaction) {
            return 0;
        }
        match (face.kind, face.answer) {
            (Timing::Tally, _) => {
                2 * POINT * i64::from(few(world.monopolies(self.tables, self.me)))
            }
            (_, Some(Answer::Cancel)) => FATE,
            (_, Some(Answer::Spare)) => thrive * ANSWER / 4,
            (_, Some(Answer::Plunder)) if others.iter().any(rich) => ANSWER,
            (_, Some(Answer::Stir)) if others.iter().any(ahead) => ANSWER,
            _ => 0,
        }
    }
}

/// A use as the binder wants it.
fn what(text: &str) -> What {
    let (way, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut what = What::bare(Way::of(way).expect("a use"));
    if let Some(region) = rest.strip_prefix("REGION ") {
        what.regions = vec![region.parse().expect("a region of the map")];
    } else if !rest.is_empty() {
        let step = |it: &str| vec![Choice::try_from(it.to_owned()).expect("a step")];
        what.steps = rest.split(", ").map(step).collect();
    }
    what
}
