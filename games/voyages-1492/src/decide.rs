//! How a seat's lines, and the lines of silence after them, come to a decision (4.2, 4.3).
//!
//! Not here: what keeps it from a choice (`may`).

use super::choice::{Choice, Question};
use super::data::{Part, Tables, VOLLEY, Weapon, volley};
use super::facts::{At, Shot, goal_hex};
use super::orders::{Dest, Onward, Order, Site, When, acts};
use super::state::{Course, Ship};
use super::{board::Direction, may::Eye, refusal::Refusal, sea::harm, view::View};
use packetboat_core::engine::decide::{Decision, Lines, Live, Verdict};
use packetboat_kit::{checks::unless, hex::Hex};
use std::cmp::Reverse;

/// What one line says to a question.
type Said = Verdict<Choice, Refusal>;

impl Eye<'_> {
    /// Decides a question; the lines of silence come after those of the seat.
    pub fn decide(&self, question: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
        let (view, trying) = (self.view, lines.trying);
        let own = |such: fn(&Order) -> bool| lines.written().any(|it| such(it.order));
        let say = |line: &Live<'_, Order>| match (question, line.order) {
            (Question::Move, Order::Move { course, fight }) => {
                self.sail(trying, course, *fight, true)
            }
            (Question::Extra, Order::Extra { onward }) => match onward {
                Onward::None {} => Verdict::Always(Choice::STAY),
                Onward::To { course, fight } => self.sail(trying, course, *fight, false),
            },
            (Question::Free { from }, Order::Any { resources }) => {
                let there = self.on_offer(*from);
                let first = resources.iter().find(|it| there.get(**it) > 0).copied();
                Verdict::always(first.map(|resource| Choice::Take { resource }))
            }
            (Question::Press, Order::Press { players }) => {
                let victims = view.sea.victims(view.mine());
                self.name(players, &victims, richest(&victims))
            }
            (Question::Rival { part }, Order::Duel { players }) => {
                let rivals = view.sea.duellists(view.mine());
                self.name(players, &rivals, self.weakest(&rivals, *part))
            }
            // D8: silence acts only where the seat has written no action at all.
            (Question::Act, order) if acts(order) && !(line.silent() && own(acts)) => {
                self.act(trying, order)
            }
            (Question::Volley { .. }, Order::React { when, .. }) => {
                let reacts = |it: &Order| matches!(it, Order::React { .. });
                if line.silent() && own(reacts) {
                    Verdict::NotMine
                } else {
                    self.volley(question, when)
                }
            }
            _ => Verdict::NotMine,
        };
        lines.first(say, |choice| self.permits(question, choice))
    }

    /// The first place in a line that is possible; while it is only tried, why others are not.
    fn sail(&self, trying: bool, dests: &[Dest], fight: bool, own_move: bool) -> Said {
        if self.view.turn.still {
            return Verdict::Refuse(Refusal::Still);
        }
        let mut why: Vec<Refusal> = Vec::new();
        for dest in dests {
            match self.bound(dest, fight, own_move) {
                Ok(to) if !trying => {
                    let course = match dest {
                        Dest::Toward { goal, hexes } if own_move => Some(Course {
                            goal: goal.clone(),
                            within: *hexes,
                            fight,
                        }),
                        _ => None,
                    };
                    return Verdict::Always(Choice::Sail { to, course });
                }
                Err(reason) if !why.contains(&reason) => why.push(reason),
                Ok(_) | Err(_) => {}
            }
        }
        Verdict::RefuseEach(why)
    }

    /// The hex that a place in a line leads into now; `None`: the ship stays, which with
    /// `must_move` it may only where no calm step is open (R1). Steps of a ship that has been sunk
    /// since sheets were collected are void (R49).
    ///
    /// # Errors
    /// Why it is not possible.
    pub(super) fn bound(
        &self,
        dest: &Dest,
        fight: bool,
        own_move: bool,
    ) -> Result<Option<Hex>, Refusal> {
        let (view, board) = (self.view, &self.tables.board);
        let (sea, me, here) = (&view.sea, view.mine(), view.own().hex);
        let stay = || {
            let must = view.ways.must_move && own_move && !sea.calm_steps(board, me).is_empty();
            unless(!must, || Refusal::MustMove).map(|()| None)
        };
        match dest {
            Dest::Stay {} => stay(),
            Dest::Step { .. } if view.own().adrift && !view.gate => Err(Refusal::Adrift),
            Dest::Step { to } => {
                let way = Direction::of(to).map_or_else(|| self.way_to(to), Ok)?;
                self.step(way, fight).map(Some)
            }
            Dest::Toward { goal, hexes } => {
                let to = goal_hex(self.tables, view, goal)?;
                match sea.way(board, me, (to, *hexes), fight) {
                    Some(way) if way.is_empty() => stay(),
                    Some(way) => Ok(Some(way[0])),
                    None => Err(Refusal::NoWay { goal: goal.clone() }),
                }
            }
            Dest::Away { seat } => {
                let who = || self.tables.title(*seat);
                let ship = sea.ships.iter().find(|it| it.seat == *seat);
                let ship = ship.ok_or_else(|| Refusal::Absent { who: who() })?;
                let steps = if fight {
                    sea.steps(board, me)
                } else {
                    sea.calm_steps(board, me)
                };
                let far = |it: &Hex| board.distance(*it, ship.hex);
                let steps = steps.into_iter().map(|it| it.1);
                let farther = steps.filter(|it| far(it) > far(&here));
                let best = farther.min_by_key(|it| Reverse(far(it)));
                let none = || Refusal::NoStepAway { who: who() };
                best.map(Some).ok_or_else(none)
            }
        }
    }

    /// The way to a hex beside the ship.
    fn way_to(&self, to: &str) -> Result<Direction, Refusal> {
        let hex: Option<Hex> = to.parse().ok();
        let mut around = self.tables.board.around(self.view.own().hex);
        if let Some((way, _)) = around.find(|it| Some(it.1) == hex) {
            return Ok(way);
        }
        hex.map_or(Ok(()), |it| self.water(it))?;
        Err(Refusal::NotBeside { hex: to.to_owned() })
    }

    /// The first of a ranking that may be named; `best` is the best of those there are.
    fn name(&self, ranking: &[String], there: &[&Ship], best: Option<&Ship>) -> Said {
        let most = self.most_points();
        let found = ranking.iter().find_map(|word| match word.as_str() {
            "RICHEST" | "WEAKEST" => best,
            // The player who comes next after a leader that may not be named is not one.
            "LEADER" => there.iter().copied().find(|it| self.points(it) == most),
            seat => there.iter().copied().find(|it| it.seat.as_str() == seat),
        });
        Verdict::always(found.map(|it| Choice::Name { seat: it.seat }))
    }

    fn points(&self, ship: &Ship) -> u32 {
        self.view.sea.points(self.tables, ship.seat)
    }

    /// The most that an opponent has.
    fn most_points(&self) -> u32 {
        let rivals = self.view.sea.rivals(self.view.mine()).into_iter();
        rivals.map(|it| self.points(it)).max().unwrap_or(0)
    }

    /// Lowest hull or crew, then most points (D6).
    fn weakest<'s>(&self, ships: &[&'s Ship], part: Part) -> Option<&'s Ship> {
        let strength = |it: &&Ship| (it.part(part), Reverse(self.points(it)));
        ships.iter().copied().min_by_key(strength)
    }

    /// What an action line would do now; while it is only tried, all that keeps it from it.
    fn act(&self, trying: bool, order: &Order) -> Said {
        if let Order::Attack { targets, weapons } = order {
            return self.attack(trying, targets, weapons);
        }
        let Some(choice) = action(order) else {
            return Verdict::NotMine;
        };
        let mut why = self.obstacles(&Question::Act, &choice);
        if why.is_empty() {
            return Verdict::Always(choice);
        }
        why.truncate(if trying { why.len() } else { 1 });
        Verdict::RefuseEach(why)
    }

    /// The first attack of a line that is possible: for each target each weapon (D9).
    fn attack(&self, trying: bool, targets: &[String], weapons: &[Weapon]) -> Said {
        let rivals = self.view.sea.rivals(self.view.mine());
        let most = self.most_points();
        let mut why: Vec<Refusal> = Vec::new();
        let pairs = targets.iter();
        for (word, weapon) in pairs.flat_map(|it| weapons.iter().map(move |weapon| (it, *weapon))) {
            let attack = |ship: &Ship| Choice::Attack {
                target: ship.seat,
                weapon,
            };
            let kept_from = |it: &Ship| self.obstacles(&Question::Act, &attack(it));
            let all = rivals.iter().copied();
            let mut all = all.filter(|it| kept_from(it).is_empty());
            let found = match word.as_str() {
                "ANY" => all.next(),
                // Of those with most points the first that can be attacked.
                "LEADER" => all.find(|it| self.points(it) == most),
                "WEAKEST" => all.min_by_key(|it| (it.hull, it.crew, Reverse(self.points(it)))),
                seat => all.find(|it| it.seat.as_str() == seat),
            };
            if let Some(ship) = found.filter(|_| !trying) {
                return Verdict::Always(attack(ship));
            }
            if found.is_none() {
                let mut new = self.kept((word, weapon), &rivals, &kept_from);
                new.retain(|it| !why.contains(it));
                new.truncate(if trying { new.len() } else { 1 });
                why.append(&mut new);
            }
        }
        let is_named = |who: &String| targets.iter().any(|it| self.tables.called(it) == *who);
        for refusal in &mut why {
            if let Refusal::OutOfReach { who, nearest, .. } = refusal {
                *nearest = !is_named(who);
            }
        }
        Verdict::RefuseEach(why)
    }

    /// What keeps it from attacking whom a word means with a weapon.
    fn kept(
        &self,
        (word, weapon): (&str, Weapon),
        rivals: &[&Ship],
        kept_from: &dyn Fn(&Ship) -> Vec<Refusal>,
    ) -> Vec<Refusal> {
        if let Some(named) = rivals.iter().find(|it| it.seat.as_str() == word) {
            return kept_from(named);
        }
        if !["ANY", "LEADER", "WEAKEST"].contains(&word) {
            let who = self.tables.called(word);
            return vec![Refusal::Absent { who }];
        }
        let target = self.view.mine();
        let shot = Choice::Attack { target, weapon };
        let unarmed = [self.attack_with(weapon), self.pay(&shot)];
        let unarmed: Vec<Refusal> = unarmed.into_iter().filter_map(Result::err).collect();
        if !unarmed.is_empty() {
            return unarmed;
        }
        // What keeps it from who is in its reach: a truce.
        let near = rivals.iter().find(|it| self.reach(it, weapon).is_ok());
        let (board, here) = (&self.tables.board, self.view.own().hex);
        let far = |it: &&&Ship| board.distance(here, it.hex);
        let weapon = weapon.word();
        match near.or_else(|| rivals.iter().min_by_key(far)) {
            Some(nearest) => kept_from(nearest),
            None => vec![Refusal::NobodyFits { weapon }],
        }
    }

    /// What a REACT line says to a shot.
    fn volley(&self, question: &Question, when: &When) -> Said {
        let Question::Volley {
            shooter, weapon, ..
        } = question
        else {
            return Verdict::NotMine;
        };
        let use_it = match when {
            When::Never {} => return Verdict::Always(Choice::Volley { back: false }),
            When::Always {} => true,
            When::If { vs, from, hull } => {
                let against = vs.is_empty() || vs.contains(weapon);
                let by = from.is_empty() || from.contains(shooter);
                let own = self.view.own().hull;
                against && by && hull.is_none_or(|it| it.is.holds(&own, &it.number))
            }
        };
        let held = self.view.hand.iter().any(|it| it.as_str() == VOLLEY);
        let card = || self.tables.card(volley()).name.clone();
        match (use_it, held) {
            (false, _) => Verdict::NotMine,
            (true, false) => Verdict::Refuse(Refusal::NotHeld { card: card() }),
            (true, true) => Verdict::Always(Choice::Volley { back: true }),
        }
    }
}

/// Most blocks, then most gold (4.2).
fn richest<'s>(ships: &[&'s Ship]) -> Option<&'s Ship> {
    let wealth = |it: &&Ship| Reverse((it.blocks.total(), it.blocks.gold));
    ships.iter().copied().min_by_key(wealth)
}

/// What an action line does, other than an attack.
pub(super) fn action(order: &Order) -> Option<Choice> {
    Some(match order {
        Order::Trade { give, take } => Choice::Trade {
            give: give.kind(),
            take: take.kind(),
        },
        Order::Buy { upgrade } => Choice::Buy { upgrade: *upgrade },
        Order::Build { site } => match site {
            Site::Outpost {} => Choice::Outpost,
            Site::Blockade { passage } => Choice::Blockade {
                passage: passage.clone(),
            },
        },
        Order::Pay { .. } => Choice::King,
        _ => return None,
    })
}

/// What tests look at when this is asked.
pub fn scene<'a>(tables: &'a Tables, view: &'a View, question: Option<&Question>) -> At<'a> {
    let shot = match question.copied() {
        Some(Question::Volley {
            shooter,
            weapon,
            die,
        }) => {
            let (part, takes) = harm(tables, weapon, die, view.own());
            let (_, back) = harm(tables, weapon, die, view.sea.ship(shooter));
            Some(Shot {
                shooter,
                part,
                takes,
                back,
            })
        }
        _ => None,
    };
    At { tables, view, shot }
}
