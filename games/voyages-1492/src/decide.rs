//! How a seat's lines, and the lines of silence after them, come to a decision (4.2, 4.3); and what
//! there is to decide.

use super::board::Direction;
use super::data::{Blocks, Part, Resource, Tables, Upgrade, VOLLEY, Weapon};
use super::facts::Voyages;
use super::facts::{At, Shot, goal_hex};
use super::orders::{Dest, Onward, Order, Site, When, acts};
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
            sail(tables, view, course, *fight, true).map_or_else(Verdict::Refuse, Verdict::Always)
        }
        (Question::Extra, Order::Extra { onward }) => match onward {
            Onward::None {} => Verdict::Always(Choice::Sail {
                to: None,
                course: None,
            }),
            Onward::To { course, fight } => sail(tables, view, course, *fight, false)
                .map_or_else(Verdict::Refuse, Verdict::Always),
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
            act(game, view, order)
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

/// The first place in a line that is possible.
///
/// # Errors
/// Why none is.
fn sail(
    tables: &Tables,
    view: &View,
    dests: &[Dest],
    fight: bool,
    own_move: bool,
) -> Result<Choice, String> {
    if view.turn.still {
        return Err("your ship lies still in this turn".to_owned());
    }
    let mut why: Vec<String> = Vec::new();
    for dest in dests {
        match bound(tables, view, dest, fight, own_move) {
            Ok(to) => {
                let course = match dest {
                    Dest::Toward { goal, hexes } if own_move => Some(Course {
                        goal: goal.clone(),
                        within: *hexes,
                        fight,
                    }),
                    _ => None,
                };
                return Ok(Choice::Sail { to, course });
            }
            Err(reason) if why.contains(&reason) => {}
            Err(reason) => why.push(reason),
        }
    }
    Err(why.join("; "))
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
) -> Result<Option<Hex>, String> {
    let (board, sea, me) = (&tables.board, &view.sea, view.mine());
    let here = view.own().hex;
    let stay = || {
        if view.ways.must_move && own_move && !sea.calm_steps(board, me).is_empty() {
            Err("a ship that can move must move, and may not stay".to_owned())
        } else {
            Ok(None)
        }
    };
    match dest {
        Dest::Stay {} => stay(),
        Dest::Step { .. } if view.own().adrift && !view.gate => {
            Err("your ship was sunk before it, and the step was meant for another place".to_owned())
        }
        Dest::Step { to } => {
            let way = Direction::of(to).map_or_else(|| way_to(tables, here, to), Ok)?;
            step(tables, view, way, fight).map(Some)
        }
        Dest::Toward { goal, hexes } => {
            let to = goal_hex(tables, view, goal)?;
            match sea.way(board, me, (to, *hexes), fight) {
                Some(way) if way.is_empty() => stay(),
                Some(way) => Ok(Some(way[0])),
                None => Err(format!("there was no way to {goal}")),
            }
        }
        Dest::Away { seat } => {
            let ship = sea.ships.iter().find(|it| it.seat == *seat);
            let ship =
                ship.ok_or_else(|| format!("{} was not at the table", tables.title(*seat)))?;
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
            let none = || format!("no step led away from {}", tables.title(*seat));
            best.map(Some).ok_or_else(none)
        }
    }
}

/// The way to a hex beside the ship.
///
/// # Errors
/// That it is none.
fn way_to(tables: &Tables, here: Hex, to: &str) -> Result<Direction, String> {
    let hex: Option<Hex> = to.parse().ok();
    let mut around = tables.board.around(here);
    let found = around.find(|it| Some(it.1) == hex).map(|it| it.0);
    found.ok_or_else(|| match hex.and_then(|it| tables.board.land(it)) {
        Some(land) => format!("{to} is {land}"),
        None => format!("{to} was not beside your ship"),
    })
}

/// One step that way; onto a monster only if the line says FIGHT (D3).
fn step(tables: &Tables, view: &View, way: Direction, fight: bool) -> Result<Hex, String> {
    let (board, sea, me) = (&tables.board, &view.sea, view.mine());
    let here = view.own().hex;
    let beside = board.beside(here, way);
    let hex = beside.ok_or_else(|| format!("{way} of {here} is the edge of the map"))?;
    if let Some(land) = board.land(hex) {
        return Err(format!("{hex} is {land}"));
    }
    if let Some((passage, owner)) = sea.stops(board, me, here, hex) {
        let whose = tables.title(owner);
        return Err(format!(
            "{whose}'s blockade on {} closed the way to {hex}",
            passage.name
        ));
    }
    match sea.monsters_in(hex).next().filter(|_| !fight) {
        Some(monster) => {
            let name = &tables.card(monster.card).name;
            Err(format!(
                "the {name} was in {hex}, and the line does not say FIGHT"
            ))
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
) -> Verdict<Choice> {
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

/// What an action line would do now.
pub fn act(game: &Voyages, view: &View, order: &Order) -> Verdict<Choice> {
    let one = |choice| match permits(game, view, &Question::Act, &choice) {
        Ok(()) => Verdict::Always(choice),
        Err(why) => Verdict::Refuse(why),
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
        Order::Attack { targets, weapons } => {
            attack(game, view, targets, weapons).map_or_else(Verdict::Refuse, Verdict::Always)
        }
        _ => Verdict::NotMine,
    }
}

/// The first attack of a line that is possible: for each target each weapon (D9).
///
/// # Errors
/// Why none is.
fn attack(
    game: &Voyages,
    view: &View,
    targets: &[String],
    weapons: &[Weapon],
) -> Result<Choice, String> {
    let (tables, me) = (&game.tables, view.mine());
    let mut why: Vec<String> = Vec::new();
    let mut note = |reason: String| {
        if !why.contains(&reason) {
            why.push(reason);
        }
    };
    for word in targets {
        for weapon in weapons {
            let attack = |target: Seat| Choice::Attack {
                target,
                weapon: *weapon,
            };
            let try_out = |it: &&Ship| permits(game, view, &Question::Act, &attack(it.seat));
            let rivals = view.sea.rivals(me);
            let (possible, others): (Vec<&Ship>, Vec<&Ship>) =
                rivals.into_iter().partition(|it| try_out(it).is_ok());
            let points = |it: &&Ship| Reverse(view.sea.points(tables, it.seat));
            let found = match word.as_str() {
                "ANY" => possible.first().copied(),
                // Of those with most points the first that can be attacked.
                "LEADER" => {
                    let all = possible.iter().chain(&others);
                    let most = all.map(|it| view.sea.points(tables, it.seat)).max();
                    let mut best = possible.iter().copied();
                    best.find(|it| Some(view.sea.points(tables, it.seat)) == most)
                }
                "WEAKEST" => possible
                    .iter()
                    .copied()
                    .min_by_key(|it| (it.hull, it.crew, points(it))),
                seat => possible.iter().copied().find(|it| it.seat.as_str() == seat),
            };
            if let Some(ship) = found {
                return Ok(attack(ship.seat));
            }
            let named = others.iter().find(|it| it.seat.as_str() == word);
            let hand = (me, view.hand.as_slice());
            let armed = view
                .sea
                .may_attack(tables, (&view.ways, &view.turn), hand, *weapon);
            match (named, armed) {
                (Some(ship), _) => try_out(ship).err().into_iter().for_each(&mut note),
                (None, Err(reason)) => note(reason),
                (None, Ok(()))
                    if view.sea.ships.iter().all(|it| it.seat.as_str() != word)
                        && !["ANY", "LEADER", "WEAKEST"].contains(&word.as_str()) =>
                {
                    note(format!("{} is not at the table", tables.called(word)));
                }
                (None, Ok(())) => {
                    // What keeps it from who is in its reach: ammunition, a truce.
                    let near = |it: &&&Ship| view.sea.in_reach(tables, me, it, *weapon).is_ok();
                    let why = others.iter().find(near).and_then(|it| try_out(it).err());
                    let nobody = || format!("{} could hit nobody it names", weapon.word());
                    note(why.unwrap_or_else(nobody));
                }
            }
        }
    }
    Err(why.join("; "))
}

/// What a REACT line says to a shot.
fn volley(tables: &Tables, view: &View, question: &Question, when: &When) -> Verdict<Choice> {
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
    let name = &tables.card(super::data::volley()).name;
    match (use_it, held) {
        (false, _) => Verdict::NotMine,
        (true, false) => Verdict::Refuse(format!("you held no {name}")),
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
/// Why not, for the seat.
pub fn permits(
    game: &Voyages,
    view: &View,
    question: &Question,
    choice: &Choice,
) -> Result<(), String> {
    let (tables, sea, me) = (&game.tables, &view.sea, view.mine());
    let prices = &tables.prices;
    match (question, choice) {
        (Question::Move | Question::Extra, Choice::Sail { to: None, .. }) => Ok(()),
        (Question::Move | Question::Extra, Choice::Sail { to: Some(hex), .. }) => {
            let steps = sea.steps(&tables.board, me);
            if !view.turn.still && steps.iter().any(|it| it.1 == *hex) {
                Ok(())
            } else {
                Err(format!("you cannot move to {hex}"))
            }
        }
        (Question::Free { from }, Choice::Take { resource }) => {
            match on_offer(tables, view, *from).get(*resource) {
                0 => Err(format!("there is no {resource}")),
                _ => Ok(()),
            }
        }
        (Question::Act, Choice::Rest) => Ok(()),
        (Question::Act, Choice::Trade { give, take }) => {
            sea.may_trade(tables, &view.turn, me, *give, *take)
        }
        (Question::Act, Choice::Buy { upgrade }) => {
            sea.may_own(me, *upgrade)?;
            not_rammed(view)?;
            sea.can_pay(me, &prices.upgrade(*upgrade))
        }
        (Question::Act, Choice::Outpost) => {
            sea.may_build_outpost(&tables.board, me)?;
            sea.can_pay(me, &sea.outpost_price(tables))
        }
        (Question::Act, Choice::Blockade { passage }) => {
            sea.may_close(tables, &view.ways, me, tables.board.passage(passage))?;
            not_rammed(view)?;
            sea.can_pay(me, &prices.blockade)
        }
        (Question::Act, Choice::King) => {
            sea.may_pay_king(&view.ways, me)?;
            sea.can_pay(me, &prices.king)
        }
        (Question::Act, Choice::Attack { target, weapon }) => {
            let hand = (me, view.hand.as_slice());
            sea.may_attack(tables, (&view.ways, &view.turn), hand, *weapon)?;
            let ship = sea.ship(*target);
            if ship.truce {
                return Err(format!("{} was under truce", tables.title(*target)));
            }
            if *weapon == Weapon::Ram && !view.turn.met.contains(target) {
                Err(format!("you had not moved onto {}", tables.title(*target)))
            } else {
                sea.in_reach(tables, me, ship, *weapon)
            }?;
            sea.can_pay(me, &prices.ammunition(*weapon))
        }
        (question, choice) => {
            if choices(view, question).contains(choice) {
                Ok(())
            } else {
                Err("that cannot be chosen now".to_owned())
            }
        }
    }
}

fn not_rammed(view: &View) -> Result<(), String> {
    if view.turn.rammed {
        Err("you rammed in this turn".to_owned())
    } else {
        Ok(())
    }
}
