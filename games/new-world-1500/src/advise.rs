//! What is worth knowing of the lines of a seat, besides what the engine finds out itself. It looks
//! at the seat's own hand and at what is open, and at nothing else (4.7).

use super::bind::{Wanted, bind, canonical, left_out, spare};
use super::choice::{leaving, not_leaving};
use super::data::{Answer, Card, Tables};
use super::deed::{Deed, carry_out};
use super::facts::NewWorld;
use super::orders::{Order, Plague, React, Shown, answers_none};
use super::view::View;
use super::what::What;
use super::world::World;
use packetboat_core::engine::advice::{Advice, TableLine};
use packetboat_core::engine::facts::Asked;
use packetboat_core::engine::note::{Note, Weight};
use packetboat_core::engine::orders::{Guard, OrderRef};
use packetboat_core::engine::reason::Reason;
use packetboat_core::lang::sheet::{Scope, SheetNo};
use packetboat_kit::supply::take;
use packetboat_kit::words::{commas, counted};

/// All that is worth knowing, line by line.
pub fn advise(game: &NewWorld, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let sheet = SheetNo::whole(view.turn);
    let mut plan = Plan {
        tables: &game.tables,
        view,
        lines,
        trials: Vec::new(),
    };
    if !view.is_past() {
        plan.trials = plan.trials(world(&game.tables, view, lines));
    }
    let advice = Advice {
        tables: &game.tables,
        facts: &game.facts,
        view,
        sheet,
        inside,
        remarks: &|_, line, order| {
            if line.sheet() != Some(sheet) {
                return Vec::new();
            }
            let doubts = plan.doubts(line, order).into_iter();
            doubts.map(|it| (Weight::Doubt, Reason::of(&it))).collect()
        },
        trial: None,
    };
    let mut notes = advice.notes(lines);
    notes.extend(plan.trials.iter().filter_map(|(at, trial)| {
        Some(Note {
            at: *at,
            what: Reason::of(trial.fact.as_ref()?),
            weight: Weight::Fact,
        })
    }));
    notes
}

fn inside(order: &Order) -> Option<&Guard<Asked>> {
    match order {
        Order::React {
            with: React::With { when, .. },
        }
        | Order::Counter { when, .. } => when.as_ref(),
        _ => None,
    }
}

/// The sheet now open, and what its plays come to.
struct Plan<'a> {
    tables: &'a Tables,
    view: &'a View,
    lines: &'a [&'a TableLine<Order>],
    /// Of each line of the sheet, as far as nothing of others comes between.
    trials: Vec<(OrderRef, Trial)>,
}

/// The map without the seat's own Isolations and the colonies it means to take off.
fn world(tables: &Tables, view: &View, lines: &[&TableLine<Order>]) -> World {
    let begins = view.at_turn();
    let mut world = begins.clone();
    let sheet = Some(SheetNo::whole(view.turn));
    let open = lines
        .iter()
        .filter(|it| it.sheet() == sheet && !view.is_past());
    let orders = open.filter_map(|it| it.branches.first());
    for branch in orders.filter(|it| it.when.is_always()) {
        if let Order::Abandon { colonies } = &branch.order {
            let gone = leaving(tables, view, &begins, colonies);
            world.colonies.retain(|it, _| !gone.contains(it));
        }
    }
    world
}

/// On which map a line was tried.
const NOW: &str = "on the map as it is now";
const ABOVE: &str = "on the map as your lines above would leave it";

/// The note that a line came to nothing, or to this, when it was tried.
fn tried(on: &str, what: &str) -> String {
    format!("tried {on}, {what}")
}

/// What a line came to when it was tried.
#[derive(Default)]
struct Trial {
    doubts: Vec<String>,
    fact: Option<String>,
}

impl Plan<'_> {
    /// What speaks against an order of the sheet.
    fn doubts(&self, line: &TableLine<Order>, order: &Order) -> Vec<String> {
        let (tables, view) = (self.tables, self.view);
        let held = |it: &Card| view.hand.contains(it);
        let not_held = |it: &Card| format!("you do not hold {it} now");
        match order {
            Order::Play { .. } | Order::Pass {} | Order::Abandon { .. } if view.is_past() => {
                vec!["your player turn is over: this lapses".to_owned()]
            }
            Order::Discard { .. } if view.prepared => {
                vec!["cards have been given up in this game turn already".to_owned()]
            }
            Order::Discard { cards } => {
                let excess = view.excess();
                let many = (cards.len() > excess).then(|| match excess {
                    0 => "you hold no card too many: nothing is given up".to_owned(),
                    _ => format!("you give up {excess} at most: the first that are named"),
                });
                let none = cards.iter().find(|it| !held(it)).map(not_held);
                many.into_iter().chain(none).collect()
            }
            Order::Abandon { colonies } => {
                let gone = leaving(tables, view, &view.at_turn(), colonies);
                let why = if gone.is_empty() {
                    Some("no colony of yours that it names could leave".to_owned())
                } else {
                    not_leaving(colonies, &gone)
                };
                why.map(|it| tried(NOW, &it)).into_iter().collect()
            }
            Order::Play { card, .. } if !held(card) => vec![not_held(card)],
            Order::Play { card, .. } => {
                let again = self.played_above(line, *card);
                let first = line.branches.first();
                let whole = first.is_some_and(|it| std::ptr::eq(&it.order, order));
                let mut trials = self.trials.iter().filter(|it| whole && it.0 == line.at);
                let doubts = trials.next().map_or(&[][..], |it| &it.1.doubts);
                again.into_iter().chain(doubts.iter().cloned()).collect()
            }
            Order::Show {
                cards: Shown::Cards { list },
                ..
            } => list
                .iter()
                .find(|it| !held(it))
                .map(not_held)
                .into_iter()
                .collect(),
            _ => self.doubts_of_policy(line, order).into_iter().collect(),
        }
    }

    /// What speaks against a policy.
    fn doubts_of_policy(&self, line: &TableLine<Order>, order: &Order) -> Option<String> {
        let most = self.tables.tracks.plague.price;
        match order {
            Order::React {
                with: React::With {
                    rcard, vs, from, ..
                },
            } => {
                let own = |it: &String| it.parse() == Ok(self.view.mine());
                let tally = self.tables.card(*rcard).answer == Some(Answer::Plunder);
                if self.switched_off(line) {
                    Some("`REACT NONE` switches it off, wherever that stands".to_owned())
                } else if tally && !vs.is_empty() {
                    Some(format!(
                        "{rcard} answers a tally, not a card: with VS it never counts"
                    ))
                } else if from.iter().any(own) {
                    Some("nobody answers a card of his own with REACT: see COUNTER".to_owned())
                } else {
                    None
                }
            }
            Order::Plague {
                say: Plague::Pledge { pledge, .. },
            } if *pledge > most => Some(format!("more than {most} is never asked for")),
            _ => None,
        }
    }

    /// That lines above play all copies of a card.
    fn played_above(&self, line: &TableLine<Order>, card: Card) -> Option<String> {
        let above = self
            .lines
            .iter()
            .filter(|it| it.sheet() == line.sheet() && it.at < line.at);
        let plays = |line: &&&TableLine<Order>| {
            let first = line.branches.first().map(|it| &it.order);
            matches!(first, Some(Order::Play { card: played, .. }) if *played == card)
        };
        let (number, copies) = (above.filter(plays).count(), self.view.copies(card) as usize);
        (number >= copies).then(|| {
            format!(
                "you hold {copies} {card}: it is left for this line if one above does not play it"
            )
        })
    }

    /// Whether a REACT NONE without IF is in force, which switches all other REACT lines off; of
    /// those after it the engine says so.
    fn switched_off(&self, line: &TableLine<Order>) -> bool {
        let now = SheetNo::whole(self.view.turn);
        // As they are tried: those of the sheet, then standing ones, the newest submission's first.
        let place = |line: &TableLine<Order>| match line.scope {
            Scope::Sheet { sheet } if sheet == now => Some((0, line.at)),
            Scope::Sheet { .. } => None,
            Scope::Standing { .. } => Some((u32::MAX - line.at.submission, line.at)),
        };
        let none = |other: &&&TableLine<Order>| {
            let mut always = other.branches.iter().filter(|it| it.when.is_always());
            place(other) > place(line) && always.any(|it| answers_none(&it.order))
        };
        self.lines.iter().any(|it| none(&it))
    }

    /// What each line of the sheet comes to, on the map as those above would leave it.
    fn trials(&self, mut world: World) -> Vec<(OrderRef, Trial)> {
        let sheet = Some(SheetNo::whole(self.view.turn));
        let mut hand = self.view.kept(self.tables);
        let mut on = NOW;
        let mut trials = Vec::new();
        for line in self.lines.iter().filter(|it| it.sheet() == sheet) {
            trials.push((line.at, self.trial((&world, on), line)));
            let always = line.branches.iter().take_while(|it| it.when.is_always());
            let mut always = always.map(|it| &it.order);
            let played = always.find_map(|order| match (order, self.bound(&world, order)) {
                (Order::Play { card, .. }, Some(Ok(deed))) => Some((card, deed)),
                _ => None,
            });
            let Some((_, deed)) = played.filter(|(card, _)| take(&mut hand, card)) else {
                continue;
            };
            let me = self.view.mine();
            if !carry_out(self.tables, &mut world, me, &deed.hits, None).is_empty() {
                on = ABOVE;
            }
        }
        trials
    }

    /// What the first branch of a line that can be played would come to, else why none can.
    fn trial(&self, (world, on): (&World, &str), line: &TableLine<Order>) -> Trial {
        let mut why: Vec<String> = Vec::new();
        for branch in &line.branches {
            let Order::Play { card, what, min } = &branch.order else {
                return Trial::default();
            };
            match self.bound(world, &branch.order) {
                Some(Ok(deed)) => return self.comes_to(on, (*card, what, *min), &deed),
                Some(Err(reason)) if !why.contains(&reason) => why.push(reason),
                _ => {}
            }
        }
        let why = format!("it was passed over: {}", why.join("; "));
        Trial {
            doubts: vec![tried(on, &why)],
            fact: None,
        }
    }

    fn comes_to(&self, on: &str, (card, what, min): (Card, &What, u32), deed: &Deed) -> Trial {
        let mut doubts = match &left_out(self.tables, card, what, deed)[..] {
            [] => Vec::new(),
            areas => vec![tried(on, &format!("it did nothing in {}", commas(areas)))],
        };
        let spare = u32::try_from(spare(self.tables, card, what)).expect("few");
        if spare > 0 && min == 0 {
            let steps = counted(spare, "step");
            doubts.push(format!(
                "{steps} more than {card} has: to spare, where others fall away"
            ));
        }
        let found = !deed.hits.is_empty() && canonical(self.tables, card, deed) != *what;
        let areas = commas(deed.hits.iter().map(|it| it.area));
        let fact = found && doubts.is_empty();
        let fact = fact.then(|| tried(on, &format!("it comes to {} {areas}", deed.way)));
        Trial { doubts, fact }
    }

    fn bound(&self, world: &World, order: &Order) -> Option<Result<Deed, String>> {
        let Order::Play { card, what, min } = order else {
            return None;
        };
        let wanted = Wanted {
            card: *card,
            what,
            min: *min,
            victims: &[],
        };
        Some(bind(self.tables, world, self.view.mine(), &wanted))
    }
}
