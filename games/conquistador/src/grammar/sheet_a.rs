//! Sheet a: council and initial naval phase.

use super::atlas::{Atlas, kinds, ships, ships_or_kinds};
use super::common::{BY_SEA, MANY, ducats, exceed, label, not_here, once, soldiers};
use packetboat_core::lang::form::{
    Clausal, Form, choice, clause, clauses, counted, either, list, maybe, name, needed, number,
    word,
};
use packetboat_core::prelude::*;

/// Answers to events, and purchases.
pub(super) fn council(atlas: &Atlas) -> Vec<Form> {
    let at = || vec![word(&["AT"]), atlas.place("at")];
    let row = |first: Vec<Slot>| [first, at()].concat();
    let loss = either(vec![
        row(vec![word(&["SETTLEMENT"])]),
        row(vec![name("kind", kinds())]),
        vec![word(&["LEADER"]), atlas.leader()],
    ]);
    let answer = either(vec![
        vec![choice("choice", &[&["IGNORE"]])],
        vec![
            choice("choice", &[&["LOSE"]]),
            list("losses", Marks::All, vec![loss]),
        ],
    ]);
    let item = counted("item", ships_or_kinds(), 1, MANY, Count::OrMax);
    vec![
        once(
            "EVENT",
            "Answers a choice that an event gives you, by the number of the event.",
            vec![word(&["EVENT"]), number("event", 2, 17), answer],
        ),
        once(
            "BUY",
            "Buys in Europe, in this order, while money lasts; AT builds in a Port of 5 Colonists.",
            vec![
                word(&["BUY"]),
                list("items", Marks::All, vec![item, maybe(at())]),
            ],
        ),
    ]
}

/// An entry of the Expedition Log.
pub(super) fn expedition(atlas: &Atlas, cruise: bool) -> Form {
    let all = vec![choice("ships", &[&["ALL"]])];
    let ship = counted("ship", ships(), 1, MANY, Count::OrMax);
    let ships = list("ships", Marks::All, vec![ship]);
    let bounds = either(vec![
        vec![number("bounds", 0, 99)],
        vec![choice("bounds", &[&["AUTO"]])],
    ]);
    let ashore = either(vec![
        vec![choice("ashore", &[&["NONE"]])],
        vec![atlas.units("ashore")],
    ]);
    let back = choice("return", &[&["HOME"], &["STAY"]]);
    let mut parts: Vec<Clausal> = vec![
        needed(vec![word(&["FROM"]), atlas.place("from")]),
        needed(vec![word(&["SHIPS"]), either(vec![all, vec![ships]])]),
        clause(vec![word(&["LOAD"]), atlas.units("load")]),
        clause(vec![word(&["BOUNDS"]), bounds]),
        clause(vec![word(&["LAND"]), atlas.place("land")]),
        clause(vec![choice("home", &[&["HOME"]])]),
        clause(vec![word(&["ASHORE"]), ashore]),
        clause(vec![word(&["RETURN"]), back]),
        exceed(),
    ];
    if cruise {
        parts.push(clause(vec![choice("cruise", &[&["CRUISE"]])]));
    }
    once(
        "EXPEDITION",
        "An entry of the Expedition Log: ships that stay together this turn, what they load, and \
         where they cross to; without it no ship sails.",
        vec![
            word(&["EXPEDITION"]),
            label(),
            clauses(parts),
            not_here(
                vec![choice("explore", &[&["EXPLORE"], &["DISCOVER"]])],
                "`{found}` is not a part of EXPEDITION",
                "write LAND and a place: ships discover what they touch, with an Explorer aboard \
                 or without; HELP DISCOVER",
            ),
        ],
    )
    .head(2)
}

/// The German Bankers (option `bankers`).
pub(super) fn bank() -> Form {
    let what = choice("what", &[&["BORROW"], &["REPAY"]]);
    once(
        "BANK",
        "Borrows from the German Bankers, or pays them back before it is due.",
        vec![word(&["BANK"]), what, ducats("sum")],
    )
}

/// Hemispheric moves, attacks and invasions.
pub(super) fn voyages(atlas: &Atlas) -> Vec<Form> {
    let where_to = either(vec![
        vec![word(&["AT"]), atlas.place("at")],
        vec![word(&["WITHIN"]), number("within", 0, 99)],
    ]);
    let sink = clause(vec![choice("sink", &[&["SINK"]])]);
    let forms = [
        once(
            "HEMI",
            "Sails along the coasts after the crossing, hex by hex; it needs Bounds.",
            vec![
                word(&["HEMI"]),
                label(),
                clauses(vec![
                    atlas.via(),
                    needed(vec![word(&["TO"]), atlas.place("to")]),
                    exceed(),
                ]),
            ],
        ),
        once(
            "ATTACK",
            "Naval combat with ships of a power that lie in the roads or at sea: in a hex, or \
             the best prey within this many movement points.",
            vec![
                word(&["ATTACK"]),
                label(),
                atlas.power("power"),
                where_to,
                clauses(vec![sink, exceed()]),
            ],
        ),
        once(
            "INVADE",
            "Naval invasion of a coast hex that others hold; HOLD stays ashore, RAID does not.",
            vec![
                word(&["INVADE"]),
                label(),
                atlas.place("place"),
                clauses(vec![
                    clause(vec![word(&["WITH"]), number("with", 1, MANY), soldiers()]),
                    clause(vec![choice("then", &[&["HOLD"], &["RAID"]])]),
                    exceed(),
                ]),
            ],
        ),
    ];
    let forms = forms.into_iter();
    forms.map(|it| it.group(BY_SEA).head(2)).collect()
}
