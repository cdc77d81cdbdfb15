//! How a seat's lines, and the lines of silence after them, come to a decision (4.2, 4.3); and what
//! there is to decide.

use super::board::Direction;
use super::data::{Blocks, Part, Resource, Tables, Upgrade, VOLLEY, Weapon};
use super::facts::Voyages;
use super::facts::{At, Shot, goal_hex};
use super::orders::{Dest, Onward, Order, Site, When, acts};
use super::refusal::Refusal;
use super::sea::harm;
use super::state::{Course, Ship};
use super::view::View;
use packetboat_core::engine::decide::{Decision, Lines, Live, Verdict};
use packetboat_core::engine::plain::tagged;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// What a seat is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[schemars(tag = "question")]
pub enum Question {
    /// Where to move, or to stay.
    Move,
    /// Where to move once more.
    Extra,
    /// Which block to take.
    Free {
        /// From whom; none: from the bank.
        from: Option<Seat>,
    },
    /// Whom to rob.
    Press,
    /// Whom to fight.
    Rival {
        /// What is lost in the duel.
        part: Part,
    },
    /// What to do next.
    Act,
    /// Whether to throw a shot back.
    Volley {
        /// Who shoots.
        shooter: Seat,
        /// What with.
        weapon: Weapon,
        /// The die; 0: none was thrown.
        die: u32,
    },
}

tagged!(Question, "question");

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each says what its order says")]
pub enum Choice {
    /// Moves into this hex, or stays; and where it is bound for.
    Sail {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Hex>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        course: Option<Course>,
    },
    /// Takes a block.
    Take {
        resource: Resource,
    },
    /// Names a victim or a rival.
    Name {
        seat: Seat,
    },
    Trade {
        give: Resource,
        take: Resource,
    },
    Buy {
        upgrade: Upgrade,
    },
    Outpost,
    Blockade {
        passage: String,
    },
    King,
    Attack {
        target: Seat,
        weapon: Weapon,
    },
    /// Nothing more in this turn.
    Rest,
    /// Throws the shot back, or does not.
    Volley {
        back: bool,
    },
}

tagged!(Choice, "choice");

/// All there is to choose from, where it can be listed: the last is what remains.
pub fn choices(view: &View, question: &Question) -> Vec<Choice> {
    let me = view.mine();
    let named = |ships: Vec<&Ship>| {
        ships
            .iter()
            .map(|it| Choice::Name { seat: it.seat })
            .collect()
    };
    match question {
        Question::Press => named(view.sea.victims(me)),
        Question::Rival { .. } => named(view.sea.duellists(me)),
        Question::Volley { .. } => {
            let held = view.hand.iter().any(|it| it.as_str() == VOLLEY);
            let back = held.then_some(Choice::Volley { back: true });
            back.into_iter()
                .chain([Choice::Volley { back: false }])
                .collect()
        }
        Question::Move | Question::Extra | Question::Free { .. } | Question::Act => Vec::new(),
    }
}

/// What one line says to a question.
type Said = Verdict<Choice, Refusal>;

/// Decides a question; the lines of silence come after those of the seat.
pub fn decide(
    game: &Voyages,
    view: &View,
    question: &Question,
    lines: &Lines<'_, Order>,
) -> Decision<Choice> {
    let tables = &game.tables;
    let own = |such: fn(&Order) -> bool| lines.written().any(|it| such(it.order));
    let say = |line: &Live<'_, Order>| match (question, line.order) {
        (Question::Move, Order::Move { course, fight }) => {
            sail(tables, view, lines.trying, (course, *fight, true))
        }
        (Question::Extra, Order::Extra { onward }) => match onward {
            Onward::None {} => Verdict::Always(Choice::Sail {
                to: None,
                course: None,
            }),
            Onward::To { course, fight } => {
                sail(tables, view, lines.trying, (course, *fight, false))
            }
        },
        (Question::Free { from }, Order::Any { resources }) => {
            let there = on_offer(tables, view, *from);
            let first = resources.iter().find(|it| there.get(**it) > 0).copied();
            first.map_or(Verdict::NotMine, |resource| {
                Verdict::Always(Choice::Take { resource })
            })
        }
        (Question::Press, Order::Press { players }) => name(
            tables,
            view,
            players,
            &view.sea.victims(view.mine()),
            richest,
        ),
        (Question::Rival { part }, Order::Duel { players }) => {
            let rivals = view.sea.duellists(view.mine());
            name(tables, view, players, &rivals, |ships| {
                weakest(tables, view, ships, *part)
            })
        }
        // D8: silence acts only where the seat has written no action at all.
        (Question::Act, order) if acts(order) && !(line.silent() && own(acts)) => {
            act(game, view, lines.trying, order)
        }
        (Question::Volley { .. }, Order::React { when, .. }) => {
            let reacts = |it: &Order| matches!(it, Order::React { .. });
            if line.silent() && own(reacts) {
                Verdict::NotMine
            } else {
                volley(tables, view, question, when)
            }
        }
        _ => Verdict::NotMine,
    };
    lines.first(say, |choice| permits(game, view, question, choice))
}

/// The first place in a line that is possible; while it is only tried, why others are not.
fn sail(
    tables: &Tables,
    view: &View,
    trying: bool,
    (dests, fight, own_move): (&[Dest], bool, bool),
) -> Said {
    if view.turn.still {
        return Verdict::Refuse(Refusal::Still);
    }
    let mut why: Vec<Refusal> = Vec::new();
    for dest in dests {
        match bound(tables, view, dest, fight, own_move) {
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

/// The hex that a place in a line leads into now; `None`: the ship stays, which with `must_move` it
/// may only where no calm step is open (R1). Steps of a ship that has been sunk since sheets were
/// collected are void (R49).
///
/// # Errors
/// Why it is not possible.
pub fn bound(
    tables: &Tables,
    view: &View,
    dest: &Dest,
    fight: bool,
    own_move: bool,
) -> Result<Option<Hex>, Refusal> {
    let (board, sea, me) = (&tables.board, &view.sea, view.mine());
    let here = view.own().hex;
    let stay = || {
        if view.ways.must_move && own_move && !sea.calm_steps(board, me).is_empty() {
            Err(Refusal::MustMove)
        } else {
            Ok(None)
        }
    };
    match dest {
        Dest::Stay {} => stay(),
        Dest::Step { .. } if view.own().adrift && !view.gate => Err(Refusal::Adrift),
        Dest::Step { to } => {
            let way = Direction::of(to).map_or_else(|| way_to(tables, here, to), Ok)?;
            step(tables, view, way, fight).map(Some)
        }
        Dest::Toward { goal, hexes } => {
            let to = goal_hex(tables, view, goal)?;
            match sea.way(board, me, (to, *hexes), fight) {
                Some(way) if way.is_empty() => stay(),
                Some(way) => Ok(Some(way[0])),
                None => Err(Refusal::NoWay { goal: goal.clone() }),
            }
        }
        Dest::Away { seat } => {
            let ship = sea.ships.iter().find(|it| it.seat == *seat);
            let who = || tables.title(*seat);
            let ship = ship.ok_or_else(|| Refusal::Absent { who: who() })?;
            let steps = if fight {
                sea.steps(board, me)
            } else {
                sea.calm_steps(board, me)
            };
            let far = |it: &Hex| board.distance(*it, ship.hex);
            let steps = steps.into_iter().map(|it| it.1);
            let best = steps
                .filter(|it| far(it) > far(&here))
                .min_by_key(|it| Reverse(far(it)));
            best.map(Some)
                .ok_or_else(|| Refusal::NoStepAway { who: who() })
        }
    }
}

/// The way to a hex beside the ship.
///
/// # Errors
/// That it is none.
fn way_to(tables: &Tables, here: Hex, to: &str) -> Result<Direction, Refusal> {
    let hex: Option<Hex> = to.parse().ok();
    let mut around = tables.board.around(here);
    let found = around.find(|it| Some(it.1) == hex).map(|it| it.0);
    let place = to.to_owned();
    found.ok_or_else(|| match hex.and_then(|it| tables.board.land(it)) {
        Some(land) => Refusal::Land {
            hex: place,
            land: land.to_string(),
        },
        None => Refusal::NotBeside { hex: place },
    })
}

/// One step that way; onto a monster only if the line says FIGHT (D3).
fn step(tables: &Tables, view: &View, way: Direction, fight: bool) -> Result<Hex, Refusal> {
    let (board, sea, me) = (&tables.board, &view.sea, view.mine());
    let here = view.own().hex;
    let beside = board.beside(here, way);
    let hex = beside.ok_or(Refusal::Edge { way, hex: here })?;
    if let Some(land) = board.land(hex) {
        return Err(Refusal::Land {
            hex: hex.to_string(),
            land: land.to_string(),
        });
    }
    if let Some((passage, owner)) = sea.stops(board, me, here, hex) {
        return Err(Refusal::ClosedWay {
            by: tables.title(owner),
            passage: passage.name.clone(),
            hex,
        });
    }
    match sea.monsters_in(hex).next().filter(|_| !fight) {
        Some(monster) => {
            let name = tables.card(monster.card).name.clone();
            Err(Refusal::MonsterThere { name, hex })
        }
        None => Ok(hex),
    }
}

/// What may be taken: from the bank, or of another ship.
pub(super) fn on_offer(tables: &Tables, view: &View, from: Option<Seat>) -> Blocks {
    match from {
        None => view.sea.bank(tables),
        Some(seat) => view.sea.ship(seat).blocks,
    }
}

/// The first of a ranking that may be named.
fn name<'s>(
    tables: &Tables,
    view: &View,
    ranking: &[String],
    there: &[&'s Ship],
    best: impl Fn(&[&'s Ship]) -> Option<&'s Ship>,
) -> Said {
    let points = |it: &&Ship| view.sea.points(tables, it.seat);
    let most = view.sea.rivals(view.mine()).iter().map(points).max();
    let found = ranking.iter().find_map(|word| match word.as_str() {
        "RICHEST" | "WEAKEST" => best(there),
        // The player who comes next after a leader that may not be named is not one.
        "LEADER" => there.iter().copied().find(|it| Some(points(it)) == most),
        seat => there.iter().copied().find(|it| it.seat.as_str() == seat),
    });
    let seat = found.map(|it| it.seat);
    seat.map_or(Verdict::NotMine, |seat| {
        Verdict::Always(Choice::Name { seat })
    })
}

/// Most blocks, then most gold (4.2).
fn richest<'s>(ships: &[&'s Ship]) -> Option<&'s Ship> {
    let wealth = |it: &&Ship| Reverse((it.blocks.total(), it.blocks.gold));
    ships.iter().copied().min_by_key(wealth)
}

/// Lowest hull or crew, then most points (D6).
fn weakest<'s>(tables: &Tables, view: &View, ships: &[&'s Ship], part: Part) -> Option<&'s Ship> {
    let strength = |it: &&Ship| (it.part(part), Reverse(view.sea.points(tables, it.seat)));
    ships.iter().copied().min_by_key(strength)
}

/// What an action line would do now; while it is only tried, all that keeps it from it.
fn act(game: &Voyages, view: &View, trying: bool, order: &Order) -> Said {
    let one = |choice| {
        let mut why = obstacles(game, view, &Question::Act, &choice);
        if why.is_empty() {
            Verdict::Always(choice)
        } else {
            why.truncate(if trying { why.len() } else { 1 });
            Verdict::RefuseEach(why)
        }
    };
    match order {
        Order::Trade { give, take } => one(Choice::Trade {
            give: give.kind(),
            take: take.kind(),
        }),
        Order::Buy { upgrade } => one(Choice::Buy { upgrade: *upgrade }),
        Order::Build {
            site: Site::Outpost {},
        } => one(Choice::Outpost),
        Order::Build {
            site: Site::Blockade { passage },
        } => one(Choice::Blockade {
            passage: passage.clone(),
        }),
        Order::Pay { .. } => one(Choice::King),
        Order::Attack { targets, weapons } => attack(game, view, trying, (targets, weapons)),
        _ => Verdict::NotMine,
    }
}

/// The first attack of a line that is possible: for each target each weapon (D9).
fn attack(
    game: &Voyages,
    view: &View,
    trying: bool,
    (targets, weapons): (&[String], &[Weapon]),
) -> Said {
    let (tables, me) = (&game.tables, view.mine());
    let mut why: Vec<Refusal> = Vec::new();
    let rivals = view.sea.rivals(me);
    let points = |it: &&Ship| Reverse(view.sea.points(tables, it.seat));
    let most = rivals
        .iter()
        .map(|it| view.sea.points(tables, it.seat))
        .max();
    for word in targets {
        for weapon in weapons {
            let attack = |target: Seat| Choice::Attack {
                target,
                weapon: *weapon,
            };
            let kept_from = |it: &&Ship| obstacles(game, view, &Question::Act, &attack(it.seat));
            let possible: Vec<&Ship> = rivals
                .iter()
                .copied()
                .filter(|it| kept_from(it).is_empty())
                .collect();
            let mut all = possible.iter().copied();
            let found = match word.as_str() {
                "ANY" => all.next(),
                // Of those with most points the first that can be attacked.
                "LEADER" => all.find(|it| Some(view.sea.points(tables, it.seat)) == most),
                "WEAKEST" => all.min_by_key(|it| (it.hull, it.crew, points(it))),
                seat => all.find(|it| it.seat.as_str() == seat),
            };
            if let Some(ship) = found.filter(|_| !trying) {
                return Verdict::Always(attack(ship.seat));
            }
            if found.is_some() {
                continue;
            }
            let mut new = kept(game, view, (word, *weapon), &rivals, &kept_from);
            new.retain(|it| !why.contains(it));
            new.truncate(if trying { new.len() } else { 1 });
            why.append(&mut new);
        }
    }
    Verdict::RefuseEach(why)
}

/// What keeps it from attacking whom a word means with a weapon.
fn kept(
    game: &Voyages,
    view: &View,
    (word, weapon): (&str, Weapon),
    rivals: &[&Ship],
    kept_from: &dyn Fn(&&Ship) -> Vec<Refusal>,
) -> Vec<Refusal> {
    let (tables, sea, me) = (&game.tables, &view.sea, view.mine());
    if let Some(named) = rivals.iter().find(|it| it.seat.as_str() == word) {
        return kept_from(named);
    }
    if !["ANY", "LEADER", "WEAKEST"].contains(&word) {
        let who = tables.called(word);
        return vec![Refusal::Absent { who }];
    }
    let hand = (me, view.hand.as_slice());
    let armed = sea.may_attack(tables, (&view.ways, &view.turn), hand, weapon);
    let unarmed = [armed, sea.can_pay(me, &tables.prices.ammunition(weapon))];
    let unarmed: Vec<Refusal> = unarmed.into_iter().filter_map(Result::err).collect();
    if !unarmed.is_empty() {
        return unarmed;
    }
    // What keeps it from who is in its reach: a truce.
    let near = |it: &&&Ship| sea.in_reach(tables, me, it, weapon).is_ok();
    if let Some(near) = rivals.iter().find(near) {
        return kept_from(near);
    }
    let far = |it: &&&Ship| tables.board.distance(view.own().hex, it.hex);
    match rivals.iter().min_by_key(far) {
        Some(nearest) => kept_from(nearest),
        None => vec![Refusal::NobodyFits {
            weapon: weapon.word(),
        }],
    }
}

/// What a REACT line says to a shot.
fn volley(tables: &Tables, view: &View, question: &Question, when: &When) -> Said {
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
            let by = from.is_empty() || from.iter().any(|it| it == shooter);
            let at = hull.is_none_or(|it| it.is.holds(&view.own().hull, &it.number));
            against && by && at
        }
    };
    let held = view.hand.iter().any(|it| it.as_str() == VOLLEY);
    let card = || tables.card(super::data::volley()).name.clone();
    match (use_it, held) {
        (false, _) => Verdict::NotMine,
        (true, false) => Verdict::Refuse(Refusal::NotHeld { card: card() }),
        (true, true) => Verdict::Always(Choice::Volley { back: true }),
    }
}

/// What tests look at when this is asked.
pub fn scene<'a>(tables: &'a Tables, view: &'a View, question: Option<&Question>) -> At<'a> {
    let shot = match question {
        Some(Question::Volley {
            shooter,
            weapon,
            die,
        }) => {
            let (part, takes) = harm(tables, *weapon, *die, view.own());
            let (_, back) = harm(tables, *weapon, *die, view.sea.ship(*shooter));
            Some(Shot {
                shooter: *shooter,
                part,
                takes,
                back,
            })
        }
        _ => None,
    };
    At { tables, view, shot }
}

/// May this be chosen now?
///
/// # Errors
/// Why not, for the seat: what it meets first.
pub fn permits(
    game: &Voyages,
    view: &View,
    question: &Question,
    choice: &Choice,
) -> Result<(), Refusal> {
    let first = obstacles(game, view, question, choice).into_iter().next();
    first.map_or(Ok(()), Err)
}

/// All that keeps a choice from being made now; nothing if it may.
pub fn obstacles(
    game: &Voyages,
    view: &View,
    question: &Question,
    choice: &Choice,
) -> Vec<Refusal> {
    let (tables, sea, me) = (&game.tables, &view.sea, view.mine());
    let prices = &tables.prices;
    let rammed = || {
        let fresh = !view.turn.rammed;
        fresh.then_some(()).ok_or(Refusal::Rammed)
    };
    let all = match (question, choice) {
        (Question::Move | Question::Extra, Choice::Sail { to: None, .. }) => vec![],
        (Question::Move | Question::Extra, Choice::Sail { to: Some(hex), .. }) => {
            let steps = sea.steps(&tables.board, me);
            let open = !view.turn.still && steps.iter().any(|it| it.1 == *hex);
            vec![open.then_some(()).ok_or(Refusal::NoStep { hex: *hex })]
        }
        (Question::Free { from }, Choice::Take { resource }) => {
            let resource = *resource;
            let there = on_offer(tables, view, *from).get(resource) > 0;
            vec![there.then_some(()).ok_or(Refusal::NoBlock { resource })]
        }
        (Question::Act, Choice::Rest) => vec![],
        (Question::Act, Choice::Trade { give, take }) => {
            vec![sea.may_trade(tables, &view.turn, me, *give, *take)]
        }
        (Question::Act, Choice::Buy { upgrade }) => vec![
            sea.may_own(me, *upgrade),
            rammed(),
            sea.can_pay(me, &prices.upgrade(*upgrade)),
        ],
        (Question::Act, Choice::Outpost) => vec![
            sea.may_build_outpost(&tables.board, me),
            sea.can_pay(me, &sea.outpost_price(tables)),
        ],
        (Question::Act, Choice::Blockade { passage }) => vec![
            sea.may_close(tables, &view.ways, me, tables.board.passage(passage)),
            rammed(),
            sea.can_pay(me, &prices.blockade),
        ],
        (Question::Act, Choice::King) => vec![
            sea.may_pay_king(&view.ways, me),
            sea.can_pay(me, &prices.king),
        ],
        (Question::Act, Choice::Attack { target, weapon }) => {
            let (hand, ship) = ((me, view.hand.as_slice()), sea.ship(*target));
            let who = || tables.title(*target);
            let met = *weapon != Weapon::Ram || view.turn.met.contains(target);
            vec![
                sea.may_attack(tables, (&view.ways, &view.turn), hand, *weapon),
                (!ship.truce)
                    .then_some(())
                    .ok_or_else(|| Refusal::Truce { who: who() }),
                met.then_some(())
                    .ok_or_else(|| Refusal::NotMet { who: who() })
                    .and_then(|()| sea.in_reach(tables, me, ship, *weapon)),
                sea.can_pay(me, &prices.ammunition(*weapon)),
            ]
        }
        (question, choice) => {
            let there = choices(view, question).contains(choice);
            vec![there.then_some(()).ok_or(Refusal::NoChoice)]
        }
    };
    all.into_iter().filter_map(Result::err).collect()
}
