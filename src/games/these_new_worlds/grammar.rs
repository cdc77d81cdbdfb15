//! The order language of the game, as forms: seven verbs and nineteen tests.
//!
//! Not here: what a line that was read means (`orders`).

use super::data::{Action, Colour, Tables};
use crate::lang::form::{
    Clausal, Form, Grammar, Marks, Slot, choice, compare, either, flag, list, maybe, name, number,
    word,
};
use crate::lang::names::{Names, Noun};

/// The tests that ask about the card of their own line, and so belong to PLAY lines only.
const PLAY_ONLY: &[&str] = &["PLAY"];

/// Orders that decide nothing alone but change what others do; `ELSE` may join them.
const MODIFIERS: &str = "modifiers";

/// The whole language; it is the same at any moment and for both seats.
pub fn grammar(tables: &Tables) -> Grammar {
    Grammar {
        orders: orders(tables),
        tests: [numbers(tables), colours(tables), cards(tables), flags()].concat(),
        hints: vec![(
            "PASS",
            "a card that can be played must be; HOLD keeps a wild card back",
        )],
        each: false,
        legs: false,
    }
}

fn orders(tables: &Tables) -> Vec<Form> {
    vec![
        Form::order(
            "PLAY",
            "In your turn the first PLAY line that fits is played: the card is in your hand, \
             can be played now, and its IF holds.",
            vec![
                word(&["PLAY"]),
                list("picks", Marks::Alternatives, vec![pick(tables)]),
                maybe(vec![
                    word(&["COLOUR", "COLOR"]),
                    list("colours", Marks::Alternatives, vec![colour("colour")]),
                ]),
            ],
        ),
        Form::order(
            "LATER",
            "PLAY with a description, and FALLBACK, take these cards only when no other card \
             that is not wild can be played.",
            vec![
                word(&["LATER"]),
                list(
                    "cards",
                    Marks::All,
                    vec![name("card", all_cards(tables, "card"))],
                ),
            ],
        )
        .group(MODIFIERS),
        Form::order(
            "HOLD",
            "Silence does not play this wild card, until the UNTIL part holds; your own PLAY \
             lines still do.",
            vec![
                word(&["HOLD"]),
                name("wild", wild_cards(tables)),
                maybe(vec![word(&["UNTIL"]), Slot::Condition { name: "until" }]),
            ],
        )
        .group(MODIFIERS)
        .key(Some(2)),
        Form::order(
            "FALLBACK",
            "What is played when no PLAY line fits: the lowest card (as silence does), the \
             highest, or the one that gives most.",
            vec![
                word(&["FALLBACK"]),
                choice("rule", &[&["LOW"], &["HIGH"], &["REWARD"]]),
            ],
        )
        .group(MODIFIERS),
        Form::order(
            "DOME",
            "When to pay which two prices; LAST means not before the end of the card phase, \
             NEVER ends the list of DOME lines.",
            vec![word(&["DOME"]), either(vec![never(), cheapest(), pair()])],
        ),
        Form::order(
            "PREFER",
            "Which colour a wild card takes where its line does not say.",
            vec![
                word(&["PREFER"]),
                list("colours", Marks::Ranking, vec![colour("colour")]),
            ],
        )
        .group(MODIFIERS),
    ]
}

fn pick(tables: &Tables) -> Slot {
    let words: &[&[&str]] = &[
        &["LOWEST"],
        &["HIGHEST"],
        &["REWARD"],
        &["CHAIN"],
        &["SPECIAL"],
    ];
    let cards = all_cards(tables, "card");
    let colours = Colour::ALL.map(|it| Noun::new(it.word()));
    let either_kind = cards.of.iter().cloned().chain(colours);
    let names = Names::of("card or colour", either_kind);
    either(vec![vec![choice("word", words)], vec![name("name", names)]])
}

fn never() -> Vec<Slot> {
    vec![choice("never", &[&["NEVER"]])]
}

fn cheapest() -> Vec<Slot> {
    let keep = list("keep", Marks::Ranking, vec![colour("colour")]);
    let optional = |slots| Clausal {
        slots,
        needed: false,
    };
    vec![
        choice("cheapest", &[&["CHEAPEST"]]),
        Slot::Clauses {
            of: vec![
                optional(vec![word(&["KEEP"]), keep]),
                optional(vec![choice("last", &[&["LAST"]])]),
            ],
        },
    ]
}

fn pair() -> Vec<Slot> {
    vec![
        colour("first"),
        Slot::Mark { mark: "+" },
        colour("second"),
        flag("last", &["LAST"]),
    ]
}

/// Tests of one number. One beyond what can be is allowed, since `TOP UNDER 17` is harmless.
fn numbers(tables: &Tables) -> Vec<Form> {
    let most = Most::of(tables);
    let test = |name: &'static str, words, help, max| {
        let slots = vec![word(words), compare("is"), number("number", 0, max + 1)];
        Form::test(name, help, slots)
    };
    vec![
        test(
            "TOP",
            &["TOP"],
            "The position value on the pile; 0 if it is empty or wild.",
            most.value,
        ),
        test("MYHAND", &["MYHAND"], "Cards in your hand.", most.hand),
        test(
            "OPPHAND",
            &["OPPHAND"],
            "Cards in the other hand.",
            most.hand,
        ),
        test(
            "STEP",
            &["STEP"],
            "Cards played so far in this round.",
            most.steps,
        ),
        test(
            "GAIN",
            &["GAIN"],
            "Tokens the card of this line would give now.",
            most.gain,
        )
        .only(PLAY_ONLY),
    ]
}

/// Tests of one number per colour.
fn colours(tables: &Tables) -> Vec<Form> {
    let most = Most::of(tables);
    let test = |name: &'static str, words, help, max| {
        let slots = vec![
            word(words),
            colour("colour"),
            compare("is"),
            number("number", 0, max + 1),
        ];
        Form::test(name, help, slots)
    };
    vec![
        test("MY", &["MY"], "Your tokens of a colour.", most.tokens),
        test(
            "OPP",
            &["OPP"],
            "The opponent's tokens of a colour.",
            most.tokens,
        ),
        test("PRICE", &["PRICE"], "The die of a colour.", most.price),
        Form::test(
            "COLLECTIVE",
            "Planets in the Collective, of a colour or of all.",
            vec![
                word(&["COLLECTIVE"]),
                maybe(vec![colour("colour")]),
                compare("is"),
                number("number", 0, most.planets + 1),
            ],
        ),
        Form::test(
            "TOPCOLOUR",
            "The colour on the pile; WILD on a wild card, NONE on an empty pile.",
            vec![
                word(&["TOPCOLOUR", "TOPCOLOR"]),
                Slot::Is { name: "is" },
                either(vec![
                    vec![choice("word", &[&["WILD"], &["NONE"]])],
                    vec![colour("colour")],
                ]),
            ],
        ),
        Form::test(
            "PRIZE",
            "The colour of the planet to be won.",
            vec![word(&["PRIZE"]), Slot::Is { name: "is" }, colour("colour")],
        ),
    ]
}

fn cards(tables: &Tables) -> Vec<Form> {
    let test = |name: &'static str, words, help| {
        let slots = vec![
            word(words),
            crate::lang::form::name("card", all_cards(tables, "card")),
        ];
        Form::test(name, help, slots)
    };
    vec![
        test("SEEN", &["SEEN"], "This card was played in this round."),
        test("HAVE", &["HAVE"], "This card is in your hand."),
    ]
}

fn flags() -> Vec<Form> {
    let test = |name: &'static str, words, help| Form::test(name, help, vec![word(words)]);
    vec![
        test("MYDOME", &["MYDOME"], "Your dome is placed."),
        test("OPPDOME", &["OPPDOME"], "The opponent's dome is placed."),
        test(
            "CANDOME",
            &["CANDOME"],
            "You could pay a dome now and have not placed it.",
        ),
        test(
            "OPPCANDOME",
            &["OPPCANDOME"],
            "The opponent could pay a dome now and has not placed it.",
        ),
        test(
            "OPPPASSED",
            &["OPPPASSED"],
            "The opponent has just passed, so your pass would end the card phase.",
        ),
        test(
            "BLOCKED",
            &["BLOCKED"],
            "You can play no card that is not wild.",
        ),
        test(
            "UNLOCKS",
            &["UNLOCKS"],
            "You have no dome, cannot pay one, and could after the card of this line.",
        )
        .only(PLAY_ONLY),
    ]
}

/// The largest number each test can meet.
#[derive(Debug, Clone, Copy)]
pub struct Most {
    /// Of TOP.
    pub value: i64,
    /// Of MYHAND and OPPHAND.
    pub hand: i64,
    /// Of STEP.
    pub steps: i64,
    /// Of GAIN.
    pub gain: i64,
    /// Of MY and OPP.
    pub tokens: i64,
    /// Of PRICE.
    pub price: i64,
    /// Of COLLECTIVE without a colour; with one it is `same`.
    pub planets: i64,
    /// Planets of one colour.
    pub same: i64,
}

impl Most {
    /// What these tables allow.
    pub fn of(tables: &Tables) -> Most {
        let all: Vec<_> = tables.planets.iter().map(|it| it.code).collect();
        let planets = tables.tally(&all);
        let same = Colour::ALL
            .into_iter()
            .map(|it| planets.of(it))
            .max()
            .unwrap_or(0);
        let gives = &tables.gives;
        let levy = gives.levy * (1 + same);
        let wild = (gives.collective * same).max(gives.raid);
        let gain = [gives.scout, gives.chain, gives.surge, levy, wild]
            .into_iter()
            .max();
        Most {
            value: i64::from(tables.actions.iter().map(|it| it.pv).max().unwrap_or(0)),
            hand: i64::from(tables.deal.hand),
            steps: i64::from(tables.deal.hand) * 2,
            gain: i64::from(gain.unwrap_or(0)),
            tokens: i64::from(tables.tokens_max),
            price: i64::from(tables.sides),
            planets: i64::from(planets.total()),
            same: i64::from(same),
        }
    }
}

fn colour(slot: &'static str) -> Slot {
    let names = Names::new("colour", Colour::ALL.map(Colour::word));
    name(slot, names)
}

fn all_cards(tables: &Tables, kind: &'static str) -> Names {
    Names::of(kind, tables.actions.iter().map(noun))
}

fn wild_cards(tables: &Tables) -> Names {
    let wild = tables.actions.iter().filter(|it| it.is_wild());
    Names::of("wild card", wild.map(noun))
}

/// A card is its code; its name, or the beginning of it, is read as well.
fn noun(card: &Action) -> Noun {
    Noun::new(card.code.as_str()).or(card.name.as_str())
}
