//! The order language of the game, as forms (7.2): what may be written on the sheet now open.
//!
//! The powers are those at the table and the leaders the seat's own; BANK and CRUISE are there
//! only under their options; with one round a turn no order belongs to one sheet alone.
//!
//! Not here: what a line that was read means (`build`).

mod atlas;
mod common;
mod sheet_a;
mod sheet_b;
mod tests;

use super::view::View;
use atlas::Atlas;
use common::{EITHER_WAY, ducats, label, label_or_all, not_here, once};
use packetboat_core::lang::form::{Form, choice, either, list, maybe, number, word};
use packetboat_core::prelude::*;

/// The language of the sheet now open.
pub fn grammar(view: &View) -> Grammar {
    let atlas = Atlas::of(view);
    let options = &view.open.options;
    let mut council = sheet_a::council(&atlas);
    council.push(sheet_a::expedition(&atlas, options.privateer_cruise));
    if options.bankers {
        council.push(sheet_a::bank());
    }
    let deals = options.council_deals.then_some(1);
    let mut orders: Vec<Form> = Vec::new();
    for (part, forms) in [
        (deals, dealings(&atlas, options.lend_leaders)),
        (None, both(&atlas)),
        (Some(1), council),
        (Some(1), sheet_a::voyages(&atlas)),
        (Some(2), sheet_b::gold(&atlas)),
        (Some(2), sheet_b::marches(&atlas)),
        (Some(2), sheet_b::endings(&atlas)),
    ] {
        let part = part.filter(|_| options.rounds_per_turn != 1);
        orders.extend(forms.into_iter().map(|it| Form { part, ..it }));
    }
    Grammar {
        orders,
        tests: tests::tests(&atlas),
        hints: include_str!("hints.toml"),
        each: false,
        legs: false,
        dashes: None,
    }
}

/// Gifts and deals.
fn dealings(atlas: &Atlas, lends: bool) -> Vec<Form> {
    let clauses = list("clauses", Marks::All, vec![deal_clause(atlas, lends)]);
    vec![
        once(
            "GIFT",
            "Gives Ducats from your Treasury, as far as they go.",
            vec![word(&["GIFT"]), atlas.power("power"), ducats("sum")],
        ),
        once(
            "DEAL",
            "Binds when all powers named in it have sent the same clauses for the same sheet.",
            vec![word(&["DEAL"]), clauses],
        )
        .subject(&["power"]),
    ]
}

/// What belongs to both sheets.
fn both(atlas: &Atlas) -> Vec<Form> {
    let gold = vec![word(&["GOLD"]), maybe(vec![ducats("sum")])];
    let ashore = either(vec![vec![atlas.units("units")], gold]);
    let stances = choice("stance", &[&["FIGHT"], &["FLEE"], &["AUTO"]]);
    vec![
        once(
            "EMBARK",
            "Units in the hex where these ships are go aboard, as many as there is room for.",
            vec![
                word(&["EMBARK"]),
                label(),
                atlas.units("units"),
                elsewhere(
                    atlas,
                    "units go aboard where the ships are, and EMBARK names no place",
                ),
            ],
        )
        .group(EITHER_WAY)
        .head(2),
        once(
            "DEBARK",
            "Units, or gold, go ashore where these ships are, but not where others hold the hex.",
            vec![
                word(&["DEBARK"]),
                label(),
                ashore,
                elsewhere(
                    atlas,
                    "units land where the ships are, and DEBARK names no place",
                ),
            ],
        )
        .group(EITHER_WAY)
        .head(2),
        Form::order(
            "STANCE",
            "What your ships do when they are attacked; AUTO flees from twice the strength.",
            vec![word(&["STANCE"]), label_or_all(), stances],
        )
        .key(Some(2))
        .head(2),
    ]
}

/// A place, where ships are loaded or unloaded only where they are.
fn elsewhere(atlas: &Atlas, reason: &'static str) -> Slot {
    let before = choice("word", &[&["FROM"], &["AT"], &["IN"], &["TO"]]);
    not_here(
        vec![before, atlas.place("place")],
        reason,
        "leave `{found}` out; HEMI label TO place takes the ships there first",
    )
}

fn deal_clause(atlas: &Atlas, lends: bool) -> Slot {
    let power = || atlas.power("power");
    let turn = || number("turn", 1, 99);
    let until = || vec![word(&["UNTIL"]), turn()];
    let row = |first: Vec<Slot>, last: Vec<Slot>| [first, last].concat();
    let every = row(vec![word(&["EACH"]), word(&["TURN"])], until());
    let allows = either(vec![
        vec![choice("right", &[&["PASSAGE"]]), atlas.area()],
        vec![choice("right", &[&["PORTS"]])],
    ]);
    let within = maybe(vec![word(&["IN"]), atlas.area()]);
    let charts = list("charts", Marks::Together, vec![atlas.zone()]);
    let repaid = vec![word(&["REPAY"]), ducats("back"), word(&["BY"]), turn()];
    let led = vec![
        power(),
        word(&["LENDS"]),
        power(),
        word(&["LEADER"]),
        atlas.anybodys_leader(),
    ];
    let mut clauses = vec![
        row(
            vec![power(), word(&["LENDS"]), power(), ducats("sum")],
            repaid,
        ),
        vec![
            power(),
            word(&["PAYS"]),
            power(),
            ducats("sum"),
            maybe(every),
        ],
        row(vec![power(), word(&["ALLOWS"]), power(), allows], until()),
        vec![
            power(),
            word(&["SHOWS"]),
            power(),
            word(&["CHARTS"]),
            charts,
        ],
        row(
            vec![word(&["PEACE"]), power(), word(&["WITH"]), power(), within],
            until(),
        ),
        vec![word(&["TORDESILLAS"]), word(&["WAIVED"])],
    ];
    if lends {
        clauses.push(row(led, until()));
    }
    either(clauses)
}
