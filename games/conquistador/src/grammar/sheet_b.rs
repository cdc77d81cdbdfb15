//! Sheet b: land phase, final naval phase, maintenance.

use super::atlas::{Atlas, ships_or_kinds};
use super::common::{BY_LAND, MANY, exceed, label, label_or_all, once, soldiers};
use packetboat_core::lang::form::{
    Clausal, Form, Shape, choice, clause, clauses, code, counted, either, list, maybe, name,
    needed, number, word,
};
use packetboat_core::prelude::*;

/// The order group of what is done to natives: `ELSE` may join them.
const NATIVES: &str = "NATIVES";

/// Prospecting, mining and looting.
pub(super) fn gold(atlas: &Atlas) -> Vec<Form> {
    let place_or_all = || {
        either(vec![
            vec![atlas.place("place")],
            vec![choice("place", &[&["ALL"]])],
        ])
    };
    let yes = || maybe(vec![choice("yes", &[&["YES"], &["NO"]])]);
    let digging = either(vec![
        vec![number("miners", 0, 99)],
        vec![choice("miners", &[&["MAX"], &["NONE"], &["AUTO"]])],
    ]);
    let form = |title, help, verb, last| {
        once(title, help, vec![word(verb), place_or_all(), last])
            .key(Some(2))
            .head(2)
    };
    vec![
        form(
            "PROSPECT",
            "Whether your units on a gold site look for gold; without this order they do.",
            &["PROSPECT"],
            yes(),
        ),
        form(
            "MINE",
            "How many Colonists dig; they and others in the same hex then earn no resources.",
            &["MINE"],
            digging,
        ),
        form(
            "LOOT",
            "Whether to loot a treasure city; if you say nothing, it is looted.",
            &["LOOT"],
            yes(),
        ),
    ]
}

/// Parties, marches and retreats.
pub(super) fn marches(atlas: &Atlas) -> Vec<Form> {
    let quests: [&[&str]; 3] = [&["CIBOLA"], &["ELDORADO"], &["BOTH"]];
    let from = vec![atlas.units("units"), word(&["FROM"]), atlas.place("from")];
    let who = either(vec![vec![label()], from]);
    vec![
        once(
            "PARTY",
            "Names a group that marches as one and remembers where it has been.",
            vec![
                word(&["PARTY"]),
                label(),
                atlas.units("units"),
                word(&["AT"]),
                atlas.place("at"),
                maybe(vec![word(&["QUEST"]), choice("quest", &quests)]),
            ],
        )
        .head(2),
        once(
            "MOVE",
            "Marches by land: TO ends without a fight, STORM attacks; CARRY takes gold along.",
            vec![word(&["MOVE"]), who, clauses(march_parts(atlas))],
        )
        .group(BY_LAND)
        .head(2),
        Form::order(
            "RETREAT",
            "Where your units go when they must leave a hex after a fight.",
            vec![
                word(&["RETREAT"]),
                clauses(vec![
                    clause(vec![word(&["FROM"]), atlas.place("from")]),
                    needed(vec![word(&["TO"]), atlas.place("to")]),
                ]),
            ],
        )
        .subject(&["from"]),
    ]
}

fn march_parts(atlas: &Atlas) -> Vec<Clausal> {
    let storm = either(vec![
        vec![atlas.place("storm")],
        vec![word(&["UNGUARDED"]), atlas.power("unguarded")],
    ]);
    let amount = either(vec![
        vec![number("carry", 0, MANY)],
        vec![choice("carry", &[&["max"]])],
    ]);
    let drop = vec![
        word(&["DROP"]),
        atlas.units("units"),
        word(&["AT"]),
        atlas.place("at"),
    ];
    vec![
        atlas.via(),
        clause(vec![word(&["TO"]), atlas.place("to")]),
        clause(vec![word(&["STORM"]), storm]),
        clause(vec![word(&["CARRY"]), amount, of(atlas)]),
        clause(vec![list("drops", Marks::Repeated, drop)]),
        clause(vec![word(&["ABOARD"]), code("aboard", Shape::Label)]),
    ]
}

/// Natives, gold on ships, the way home, upkeep.
pub(super) fn endings(atlas: &Atlas) -> Vec<Form> {
    let places = list("from", Marks::All, vec![atlas.place("place")]);
    vec![
        once(
            "NATIVES",
            "Attacks the natives of an Area with Soldiers who are in it.",
            vec![
                word(&["NATIVES"]),
                atlas.area(),
                clauses(vec![
                    needed(vec![
                        word(&["WITH"]),
                        number_or("with", &[&["ALL"]]),
                        soldiers(),
                    ]),
                    clause(vec![word(&["FROM"]), places]),
                ]),
            ],
        )
        .group(NATIVES)
        .key(Some(2))
        .head(2),
        once(
            "PREACH",
            "A Missionary preaches in an Area whose natives Spain does not attack this turn.",
            vec![word(&["PREACH"]), atlas.area()],
        )
        .group(NATIVES)
        .key(Some(2)),
        once(
            "STOW",
            "Which gold of the Port goes aboard; if you say nothing, all that may be shipped.",
            vec![
                word(&["STOW"]),
                label(),
                word(&["GOLD"]),
                number_or("gold", &[&["ALL"], &["NONE"]]),
                of(atlas),
            ],
        )
        .key(Some(2))
        .head(2),
        sail(atlas),
        keep(atlas),
        disband(atlas),
    ]
}

fn sail(atlas: &Atlas) -> Form {
    let to = either(vec![
        vec![choice("to", &[&["HOME"], &["STAY"], &["CIRCUMNAVIGATE"]])],
        vec![word(&["TO"]), atlas.place("to")],
    ]);
    once(
        "SAIL",
        "What an expedition does at the end of the turn: sails home, stays where it is, \
             crosses TO a place, or sails home round the world.",
        vec![word(&["SAIL"]), label_or_all(), to, clauses(vec![exceed()])],
    )
    .key(Some(2))
    .head(2)
}

fn keep(atlas: &Atlas) -> Form {
    let thing = vec![
        name("thing", ships_or_kinds()),
        maybe(vec![word(&["AT"]), atlas.place("at")]),
    ];
    Form::order(
        "KEEP",
        "Which units are paid for first if money runs short, most important first.",
        vec![word(&["KEEP"]), list("things", Marks::All, thing)],
    )
}

fn disband(atlas: &Atlas) -> Form {
    let item = counted("unit", ships_or_kinds(), 1, MANY, Count::OrMax);
    let items = list("items", Marks::All, vec![item]);
    let all = choice("all", &[&["ALL"]]);
    once(
        "DISBAND",
        "Dismisses units or ships before upkeep is paid; ALL means all land units of the place.",
        vec![
            word(&["DISBAND"]),
            either(vec![vec![items], vec![all]]),
            word(&["AT"]),
            atlas.place("at"),
        ],
    )
}

fn of(atlas: &Atlas) -> Slot {
    maybe(vec![word(&["OF"]), atlas.place("of")])
}

fn number_or(value: &'static str, words: &[&'static [&'static str]]) -> Slot {
    either(vec![
        vec![number(value, 0, MANY)],
        vec![choice(value, words)],
    ])
}
