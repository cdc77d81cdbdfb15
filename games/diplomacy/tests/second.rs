//! Two adjudicators, written apart from each other by two methods, come to one outcome.

mod board;
mod decisions;
mod positions;

use board::{Board, Chart, Units};
use decisions::{Class, Fate, Tally};
use packetboat_core::prelude::*;
use packetboat_diplomacy::GAME;
use packetboat_diplomacy::data::Tables;
use packetboat_diplomacy::judge::after::{Came, Edition, adjudicate};
use packetboat_diplomacy::judge::lawful::lawful;
use packetboat_diplomacy::judge::{Act, Ordered};
use packetboat_diplomacy::place::{Place, Province, Unit};
use positions::{Chance, World};
use std::fmt::Write;

type Acts = BTreeMap<Province, Act>;
type Fates = BTreeMap<Province, Fate>;

/// What the game makes of orders as they were written.
fn first(map: &Tables, units: &Units, raw: &Acts) -> Fates {
    let mut legal = BTreeSet::new();
    let mut all = Vec::new();
    for (at, (seat, unit)) in units {
        let act = lawful(map, units, *unit, raw[at]);
        if act.is_ok() {
            legal.insert(*at);
        }
        all.push(Ordered {
            seat: *seat,
            unit: *unit,
            act: act.unwrap_or(Act::Hold),
        });
    }
    let fates = adjudicate(map, &all, Edition::Of2023).into_iter();
    let of_2000 = adjudicate(map, &all, Edition::Of2000);
    let told = all
        .iter()
        .zip(fates.zip(of_2000))
        .map(|(one, (fate, older))| {
            let moved = match (one.act, fate.result) {
                (Act::Move { to, .. }, Came::Done) => Some(to),
                _ => None,
            };
            let class = match fate.result {
                Came::Done => Class::Done,
                Came::Bounce => Class::Bounce,
                Came::NoConvoy => Class::NoConvoy,
                Came::Cut => Class::Cut,
                Came::Void => Class::Void,
                Came::Disrupted => Class::Disrupted,
            };
            let at = one.unit.province();
            let fate = Fate {
                lawful: legal.contains(&at),
                moved,
                lost_to: fate.dislodged_by.map(|it| all[it].unit.province()),
                class,
                retreats: fate.retreats.into_iter().collect(),
                of_2000: older.retreats.into_iter().collect(),
            };
            (at, fate)
        });
    told.collect()
}

type Differs = fn(&Fate, &Fate) -> bool;

/// What differs, in a word.
fn difference(one: &Fates, two: &Fates) -> Option<&'static str> {
    let differs = |of: Differs| one.iter().any(|(at, it)| of(it, &two[at]));
    let kinds: [(&'static str, Differs); 6] = [
        ("what is lawful", |a, b| a.lawful != b.lawful),
        ("who moves", |a, b| a.moved != b.moved),
        ("who is dislodged", |a, b| a.lost_to != b.lost_to),
        ("results", |a, b| a.class != b.class),
        ("retreats", |a, b| a.retreats != b.retreats),
        ("retreats of 2000", |a, b| a.of_2000 != b.of_2000),
    ];
    kinds.into_iter().find(|it| differs(it.1)).map(|it| it.0)
}

/// An order as it could be written.
fn written(unit: Unit, act: Act) -> String {
    let unit = unit.printed();
    let coast = |it: Place| it.printed();
    let land = |it: Province| Place::inland(it).printed();
    match act {
        Act::Hold => format!("{unit} H"),
        Act::Move { to, via } => {
            let via = if via { " VIA" } else { "" };
            format!("{unit} - {}{via}", coast(to))
        }
        Act::Support { of, to: None } => format!("{unit} S {}", land(of)),
        Act::Support { of, to: Some(to) } => format!("{unit} S {} - {}", land(of), coast(to)),
        Act::Convoy { of, to } => format!("{unit} C {} - {}", land(of), land(to)),
    }
}

/// A position, its orders, and both outcomes, where they differ with a mark.
fn account(units: &Units, acts: &Acts, one: &Fates, two: &Fates) -> String {
    let mut text = String::new();
    let seats: BTreeSet<Seat> = units.values().map(|it| it.0).collect();
    for seat in seats {
        writeln!(text, "{seat}:").expect("it is only text");
        for (at, (_, unit)) in units.iter().filter(|it| it.1.0 == seat) {
            let mark = if one[at] == two[at] { ' ' } else { '*' };
            let order = written(*unit, acts[at]);
            writeln!(text, "{mark} {order}").expect("it is only text");
            if one[at] != two[at] {
                writeln!(text, "    judge:  {:?}", one[at]).expect("it is only text");
                writeln!(text, "    second: {:?}", two[at]).expect("it is only text");
            }
        }
    }
    text
}

struct Both<'a> {
    map: &'a Tables,
    chart: &'a Chart,
}

impl Both<'_> {
    fn judge(&self, units: &Units, acts: &Acts) -> (Fates, Fates, Tally) {
        let board = Board {
            map: self.map,
            chart: self.chart,
            units,
        };
        let (two, tally) = decisions::adjudicate(&board, acts);
        (first(self.map, units, acts), two, tally)
    }

    fn differ(&self, units: &Units, acts: &Acts) -> Option<&'static str> {
        let (one, two, _) = self.judge(units, acts);
        difference(&one, &two)
    }

    /// The same difference with fewer units and fewer orders.
    fn shrunk(&self, kind: &'static str, mut units: Units, mut acts: Acts) -> (Units, Acts) {
        loop {
            let mut smaller = false;
            for at in units.clone().into_keys() {
                let (mut fewer, mut without) = (units.clone(), acts.clone());
                fewer.remove(&at);
                without.remove(&at);
                if self.differ(&fewer, &without) == Some(kind) {
                    (units, acts) = (fewer, without);
                    smaller = true;
                    continue;
                }
                let mut idle = acts.clone();
                let before = idle.insert(at, Act::Hold);
                if before != Some(Act::Hold) && self.differ(&units, &idle) == Some(kind) {
                    acts = idle;
                    smaller = true;
                }
            }
            if !smaller {
                return (units, acts);
            }
        }
    }
}

/// `PACKETBOAT_POSITIONS=100000` tries as many; `PACKETBOAT_DIFFERENCES=20` prints so many
/// differences before it gives up.
#[test]
fn random_positions_have_one_outcome() {
    let number = |name: &str, default: u64| {
        let said = std::env::var(name).ok().and_then(|it| it.parse().ok());
        said.unwrap_or(default)
    };
    let map = Tables::read(&GAME.pack()).expect("the data fits");
    let chart = Chart::of(&map);
    let world = World::of(&map, &chart);
    let both = Both {
        map: &map,
        chart: &chart,
    };
    let shown = number("PACKETBOAT_DIFFERENCES", 1);
    let first = number("PACKETBOAT_SEED", 0);
    let mut faults = Vec::new();
    let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
    let mut all = Tally::default();
    let (mut lost, mut units_seen) = (0, 0);
    for seed in first..first + number("PACKETBOAT_POSITIONS", 1000) {
        let (units, acts) = world.position(&mut Chance(seed));
        let (one, two, tally) = both.judge(&units, &acts);
        all.rings += tally.rings;
        all.paradoxes += tally.paradoxes;
        all.solved += tally.solved;
        units_seen += units.len();
        lost += two.values().filter(|it| it.lost_to.is_some()).count();
        let Some(kind) = difference(&one, &two) else {
            continue;
        };
        *kinds.entry(kind).or_default() += 1;
        if u64::try_from(faults.len()).expect("few") < shown {
            let (units, acts) = both.shrunk(kind, units, acts);
            let (one, two, _) = both.judge(&units, &acts);
            let account = account(&units, &acts, &one, &two);
            faults.push(format!("position {seed}, {kind}:\n{account}"));
        }
    }
    println!("{units_seen} units, {lost} dislodged, {all:?}");
    assert!(faults.is_empty(), "{kinds:?}\n{}", faults.join("\n"));
    assert!(all.rings > 0 && all.paradoxes > 0, "too tame: {all:?}");
}

/// Orders, who moves, who is dislodged, whose orders are not lawful.
type Known = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

/// What random positions have shown of the judge once.
const FOUND: [Known; 5] = [
    // A convoy whose fleet is attacked too weakly is no paradox, whoever supports the fleet: the
    // judge took an order for settled that rested on a guess.
    (
        "austria F ANK - BLA, austria F BLA C A RUM - BUL, austria A RUM - BUL, \
         england A CON S A RUM - BUL, france F BUL/EC S F BLA",
        &["rum"],
        &["bul"],
        &[],
    ),
    // A paradox beside which another convoy hangs on the attack (as 6.F.18): London stays, its
    // fleet is supported, and Holland does not get in.
    (
        "austria A DEN - HOL, austria F ENG - NTH, austria F HOL - NTH, \
         france A LON - NWY VIA, france F NTH C A LON - NWY, italy F BEL S F HOL - NTH, \
         italy F HEL C A DEN - HOL, russia F NWY S F NTH",
        &[],
        &[],
        &[],
    ),
    // What no convoy could do is not ordered at all (4.E.1): the army is supported in holding.
    (
        "france A BEL - BUR VIA, france A PIC S A BEL, germany A RUH - BEL, \
         germany A HOL S A RUH - BEL",
        &[],
        &[],
        &["bel"],
    ),
    // As 6.G.8, with a fleet that might have: it is a move, and no support to hold is for it.
    (
        "france A BEL - PIC VIA, france F ENG H, france A BUR S A BEL, germany A RUH - BEL, \
         germany A HOL S A RUH - BEL",
        &["ruh"],
        &["bel"],
        &[],
    ),
    // 4.B.6: a coast means nothing to an army, in a support too.
    (
        "austria A NWY - STP, france A MOS S A NWY - STP/NC, russia A LVN - STP",
        &["nwy"],
        &[],
        &[],
    ),
];

#[test]
fn what_was_found_stays_mended() {
    let map = Tables::read(&GAME.pack()).expect("the data fits");
    let chart = Chart::of(&map);
    let both = Both {
        map: &map,
        chart: &chart,
    };
    for (text, moved, lost, unlawful) in FOUND {
        let mut units = Units::new();
        let mut acts = Acts::new();
        for line in text.split(", ") {
            let (seat, rest) = line.trim().split_once(' ').expect("a power and an order");
            let (unit, act) = crate::recorded::order(rest);
            let seat = seat.parse().expect("a power");
            units.insert(unit.province(), (seat, unit));
            acts.insert(unit.province(), act);
        }
        let (one, two, _) = both.judge(&units, &acts);
        assert_eq!(one, two, "{}", account(&units, &acts, &one, &two));
        let such = |fits: fn(&Fate) -> bool| {
            let all = one.iter().filter(|it| fits(it.1));
            all.map(|it| it.0.to_string()).collect::<Vec<String>>()
        };
        assert_eq!(such(|it| it.moved.is_some()), moved, "{text}");
        assert_eq!(such(|it| it.lost_to.is_some()), lost, "{text}");
        assert_eq!(such(|it| !it.lawful), unlawful, "{text}");
    }
}
