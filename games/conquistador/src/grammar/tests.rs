//! The tests that may stand behind `IF`.

use super::atlas::{Atlas, kinds};
use super::common::{MANY, label};
use packetboat_core::lang::form::{
    Form, Slot, compare, either, mark, maybe, name, number, refused, word,
};

/// The orders in which there are odds.
const FIGHTS: &[&str] = &["ATTACK", "INVADE", "MOVE", "NATIVES"];

/// All of them.
pub(super) fn tests(atlas: &Atlas) -> Vec<Form> {
    [presence(atlas), own(atlas), board(atlas)].concat()
}

fn presence(atlas: &Atlas) -> Vec<Form> {
    let at = || vec![word(&["AT"]), atlas.spot()];
    let row = |first: Vec<Slot>| [first, at()].concat();
    let nobodys = refused(
        vec![word(&["SOLDIERS"])],
        "a test of Soldiers names the power first, also if it is yours",
        "write the power, then SOLDIERS: IF england SOLDIERS > 0 AT lima",
    );
    let soldiers = vec![
        maybe(vec![nobodys]),
        atlas.power("power"),
        word(&["SOLDIERS"]),
        compare("sign"),
        number("number", 0, MANY),
    ];
    vec![
        Form::test(
            "AT",
            "Any unit ashore or ship of that power is there.",
            row(vec![atlas.power("power")]),
        ),
        Form::test(
            "SOLDIERS",
            "As a test: how many Soldiers that power has ashore there.",
            row(soldiers),
        ),
        Form::test(
            "NOBODY",
            "No foreign unit or ship is there.",
            row(vec![word(&["NOBODY"])]),
        ),
    ]
}

fn own(atlas: &Atlas) -> Vec<Form> {
    let sign = || vec![compare("sign"), number("number", 0, MANY)];
    let row = |first: Vec<Slot>| [first, sign()].concat();
    let of = maybe(vec![either(vec![
        vec![label()],
        vec![word(&["AT"]), atlas.place("at")],
    ])]);
    vec![
        Form::test(
            "ODDS",
            "The odds of this very order: your own strength, and the enemy's as you see it.",
            vec![
                word(&["ODDS"]),
                compare("sign"),
                number("odds", 0, 99),
                maybe(vec![mark(":"), number("theirs", 1, 99)]),
            ],
        )
        .only(FIGHTS),
        Form::test(
            "GOLD",
            "As a test: Ducats aboard an expedition, in a hex, or (neither named) with the target.",
            row(vec![word(&["GOLD"]), of]),
        ),
        Form::test(
            "ABOARD",
            "Units of a kind aboard an expedition of yours.",
            row(vec![word(&["ABOARD"]), label(), name("kind", kinds())]),
        ),
        Form::test(
            "LOST",
            "Ships this expedition has lost since the turn began.",
            row(vec![word(&["LOST"]), label()]),
        ),
    ]
}

fn board(atlas: &Atlas) -> Vec<Form> {
    let sign = || vec![compare("sign"), number("number", 0, MANY)];
    let row = |first: Vec<Slot>| [first, sign()].concat();
    vec![
        Form::test(
            "NL",
            "The Native Level of an Area.",
            row(vec![word(&["NL"]), atlas.area()]),
        ),
        Form::test(
            "TREASURY",
            "As a test: the Ducats in a Treasury, yours if no power is named.",
            row(vec![word(&["TREASURY"]), maybe(vec![atlas.power("power")])]),
        ),
        Form::test(
            "FIRST",
            "You act before that power this turn.",
            vec![word(&["FIRST"]), atlas.power("power")],
        ),
        Form::test(
            "AGREED",
            "You made a deal with that power on this sheet.",
            vec![word(&["AGREED"]), atlas.power("power")],
        ),
    ]
}
