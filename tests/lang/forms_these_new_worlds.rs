//! The forms of these-new-worlds.

use packetboat::lang::form::{
    Form, Grammar, Marks, Slot, choice, clause, clauses, compare, either, is, list, mark, maybe,
    name, number, word,
};
use packetboat::lang::names::{Names, Noun};

const CARDS: [(&str, &str); 18] = [
    ("R1", "Pathfinder Wing"),
    ("Y2", "First Envoys"),
    ("G3", "Prospectors"),
    ("B4", "Deep Probes"),
    ("R5", "Patrol Rotation"),
    ("G6", "Trade Convoy"),
    ("B7", "Field Laboratory"),
    ("Y8", "Standing Committee"),
    ("B9", "Academies"),
    ("Y10", "Provincial Tribute"),
    ("R11", "Conscription"),
    ("G12", "Harvest Fleets"),
    ("G13", "Boom Year"),
    ("B14", "Breakthrough"),
    ("Y15", "Grand Assembly"),
    ("R16", "War Economy"),
    ("WC", "Infiltration"),
    ("WR", "Raid"),
];

const COLOURS: [&str; 4] = ["red", "yellow", "green", "blue"];

fn cards(kind: &'static str) -> Names {
    Names::of(kind, CARDS.map(|(code, title)| Noun::new(code).or(title)))
}

fn colour() -> Slot {
    name("colour", Names::new("colour", COLOURS))
}

fn colours(value: &'static str, by: Marks) -> Slot {
    list(value, by, vec![colour()])
}

pub(super) fn grammar() -> Grammar {
    Grammar {
        orders: orders(),
        tests: tests(),
        hints: vec![(
            "PASS",
            "a card that can be played must be; HOLD keeps a wild card back",
        )],
        each: false,
        legs: false,
    }
}

fn orders() -> Vec<Form> {
    let named = COLOURS.map(Noun::new);
    let every = cards("card").of;
    let picks = every.iter().cloned().chain(named);
    let picks = Names::of("card or colour", picks.collect::<Vec<_>>());
    let words: [&[&str]; 5] = [
        &["LOWEST"],
        &["HIGHEST"],
        &["REWARD"],
        &["CHAIN"],
        &["SPECIAL"],
    ];
    let pick = either(vec![
        vec![name("pick", picks)],
        vec![choice("pick", &words)],
    ]);
    let wild = Names::of(
        "wild card",
        [
            Noun::new("WC").or("Infiltration"),
            Noun::new("WR").or("Raid"),
        ],
    );
    let last = || clause(vec![choice("last", &[&["LAST"]])]);
    let keep = clause(vec![word(&["KEEP"]), colours("keep", Marks::All)]);
    let help = "";
    vec![
        Form::order(
            "PLAY",
            help,
            vec![
                word(&["PLAY"]),
                list("picks", Marks::First, vec![pick]),
                maybe(vec![
                    word(&["COLOUR", "COLOR"]),
                    colours("colours", Marks::First),
                ]),
            ],
        ),
        Form::order(
            "LATER",
            help,
            vec![
                word(&["LATER"]),
                list("cards", Marks::All, vec![name("card", cards("card"))]),
            ],
        )
        .group("plan"),
        Form::order(
            "HOLD",
            help,
            vec![
                word(&["HOLD"]),
                name("wild", wild),
                maybe(vec![word(&["UNTIL"]), Slot::Condition { name: "until" }]),
            ],
        )
        .group("plan")
        .key(Some(2)),
        Form::order(
            "FALLBACK",
            help,
            vec![
                word(&["FALLBACK"]),
                choice("by", &[&["LOW"], &["HIGH"], &["REWARD"]]),
            ],
        )
        .group("plan"),
        Form::order(
            "DOME",
            help,
            vec![
                word(&["DOME"]),
                either(vec![
                    vec![choice("how", &[&["NEVER"]])],
                    vec![
                        name("first", Names::new("colour", COLOURS)),
                        mark("+"),
                        name("second", Names::new("colour", COLOURS)),
                        clauses(vec![last()]),
                    ],
                    vec![choice("how", &[&["CHEAPEST"]]), clauses(vec![keep, last()])],
                ]),
            ],
        ),
        Form::order(
            "PREFER",
            help,
            vec![word(&["PREFER"]), colours("colours", Marks::Ranking)],
        )
        .group("plan"),
    ]
}

fn tests() -> Vec<Form> {
    let amount = |test: &'static str, words: &'static [&'static str]| {
        Form::test(
            test,
            "",
            vec![word(words), compare("sign"), number("number", 0, 99)],
        )
    };
    let of_colour = |test: &'static str, words: &'static [&'static str]| {
        Form::test(
            test,
            "",
            vec![
                word(words),
                colour(),
                compare("sign"),
                number("number", 0, 99),
            ],
        )
    };
    let plain = |test: &'static str, words: &'static [&'static str]| {
        Form::test(test, "", vec![word(words)])
    };
    let tops = either(vec![
        vec![colour()],
        vec![choice("top", &[&["WILD"], &["NONE"]])],
    ]);
    vec![
        amount("TOP", &["TOP"]),
        amount("MYHAND", &["MYHAND"]),
        amount("OPPHAND", &["OPPHAND"]),
        amount("STEP", &["STEP"]),
        amount("GAIN", &["GAIN"]).only(&["PLAY"]),
        of_colour("MY", &["MY"]),
        of_colour("OPP", &["OPP"]),
        of_colour("PRICE", &["PRICE"]),
        Form::test(
            "COLLECTIVE",
            "",
            vec![
                word(&["COLLECTIVE"]),
                maybe(vec![colour()]),
                compare("sign"),
                number("number", 0, 99),
            ],
        ),
        Form::test(
            "TOPCOLOUR",
            "",
            vec![word(&["TOPCOLOUR", "TOPCOLOR"]), is("sign"), tops],
        ),
        Form::test("PRIZE", "", vec![word(&["PRIZE"]), is("sign"), colour()]),
        Form::test(
            "SEEN",
            "",
            vec![word(&["SEEN"]), name("card", cards("card"))],
        ),
        Form::test(
            "HAVE",
            "",
            vec![word(&["HAVE"]), name("card", cards("card"))],
        ),
        plain("MYDOME", &["MYDOME"]),
        plain("OPPDOME", &["OPPDOME"]),
        plain("CANDOME", &["CANDOME"]),
        plain("OPPCANDOME", &["OPPCANDOME"]),
        plain("OPPPASSED", &["OPPPASSED"]),
        plain("BLOCKED", &["BLOCKED"]),
        plain("UNLOCKS", &["UNLOCKS"]).only(&["PLAY"]),
    ]
}
