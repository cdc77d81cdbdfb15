//! The forms of voyages-1492.

use packetboat::lang::form::{
    Count, Form, Grammar, Marks, Slot, Tried, choice, clause, clauses, compare, counted, either,
    filler, flag, is, list, maybe, name, number, numbered, word,
};
use packetboat::lang::names::{Names, Noun};

const SEATS: [&str; 6] = ["red", "blue", "green", "yellow", "orange", "purple"];

const PORTS: [&str; 6] = ["Armel", "Tuvilo", "Longe", "Clare", "Texx", "Palme"];

const PASSAGES: [(&str, &str); 24] = [
    ("I1", "R1-R2"),
    ("I2", "R2-R3"),
    ("I3", "R3-R4"),
    ("I4", "R4-R5"),
    ("I5", "R5-R6"),
    ("I6", "R6-R1"),
    ("S1a", "K1-R1"),
    ("S1b", "K1-R2"),
    ("C1", "K1-B1"),
    ("S2a", "K2-R2"),
    ("S2b", "K2-R3"),
    ("C2", "K2-B2"),
    ("S3a", "K3-R3"),
    ("S3b", "K3-R4"),
    ("C3", "K3-B3"),
    ("S4a", "K4-R4"),
    ("S4b", "K4-R5"),
    ("C4", "K4-B4"),
    ("S5a", "K5-R5"),
    ("S5b", "K5-R6"),
    ("C5", "K5-B5"),
    ("S6a", "K6-R6"),
    ("S6b", "K6-R1"),
    ("C6", "K6-B6"),
];

/// Half the width of the board.
const RADIUS: i32 = 5;

fn hexes() -> Names {
    let mut nouns = Vec::new();
    for r in -RADIUS..=RADIUS {
        let first = (-RADIUS).max(-RADIUS - r);
        let last = RADIUS.min(RADIUS - r);
        for q in first..=last {
            let code = format!("{:02}{:02}", r + 6, q - first + 1);
            nouns.push(Noun::new(code).or(format!("{q},{r}")));
        }
    }
    Names::of("hex", nouns)
}

fn hex() -> Slot {
    numbered("hex", hexes(), "rows are 01 to 11")
}

fn seat() -> Slot {
    name("seat", Names::new("seat", SEATS))
}

fn res() -> Names {
    Names::of(
        "resource",
        [
            Noun::new("gold"),
            Noun::new("food"),
            Noun::new("wood"),
            Noun::new("gunpowder").or("powder"),
            Noun::new("metal"),
        ],
    )
}

fn passage() -> Slot {
    let noun = |(code, pair): (&str, &str)| {
        let (one, two) = pair.split_once('-').expect("a pair");
        Noun::new(pair).or(format!("{two}-{one}")).or(code)
    };
    name(
        "passage",
        Names::of("passage or waypoint", PASSAGES.map(noun)),
    )
}

fn goal() -> Slot {
    let words = ["ISLE", "HOME", "LEADER", "KRAKEN", "DUTCHMAN", "WHALE"];
    let goals = PORTS.into_iter().chain(SEATS).chain(words);
    either(vec![
        vec![hex()],
        vec![name("goal", Names::new("goal", goals))],
    ])
}

fn dests() -> Slot {
    let dirs: [&[&str]; 6] = [&["E"], &["NE"], &["NW"], &["W"], &["SW"], &["SE"]];
    let within = maybe(vec![word(&["WITHIN"]), number("within", 0, 10)]);
    let dest = either(vec![
        vec![choice("dest", &[&["STAY"]])],
        vec![choice("dest", &dirs)],
        vec![hex()],
        vec![choice("dest", &[&["TOWARD"]]), goal(), within],
        vec![choice("dest", &[&["AWAY"]]), filler(&["FROM"]), seat()],
    ]);
    list("dests", Marks::Spaced, vec![dest])
}

pub(super) fn grammar() -> Grammar {
    let mut orders = moves();
    orders.extend(
        acts()
            .into_iter()
            .map(|it| it.tried(Tried::Wish).group("act")),
    );
    orders.extend(policies().into_iter().map(|it| it.group("policy")));
    Grammar {
        orders,
        tests: tests(),
        hints: Vec::new(),
        each: false,
        legs: true,
    }
}

fn moves() -> Vec<Form> {
    let fight = || flag("fight", &["FIGHT"]);
    let none = vec![choice("none", &[&["NONE"]])];
    vec![
        Form::order("MOVE", "", vec![word(&["MOVE"]), dests(), fight()]).tried(Tried::Once),
        Form::order(
            "EXTRA",
            "",
            vec![word(&["EXTRA"]), either(vec![none, vec![dests(), fight()]])],
        )
        .tried(Tried::Once),
    ]
}

fn acts() -> Vec<Form> {
    let upgrades = [
        Noun::new("CANNON"),
        Noun::new("MORTAR"),
        Noun::new("MAP"),
        Noun::new("TRADINGPOST").or("POST"),
    ];
    let targets = SEATS.into_iter().chain(["ANY", "WEAKEST", "LEADER"]);
    let targets = name("target", Names::new("target", targets));
    let weapons: [&[&str]; 7] = [
        &["CANNON"],
        &["MORTAR"],
        &["CHAIN"],
        &["GRAPE"],
        &["BOMB"],
        &["HOOK"],
        &["RAM"],
    ];
    vec![
        Form::order(
            "TRADE",
            "",
            vec![
                word(&["TRADE"]),
                counted("give", res(), 2, 2, Count::Printed),
                word(&["FOR"]),
                counted("take", res(), 1, 1, Count::Optional),
            ],
        ),
        Form::order(
            "BUY",
            "",
            vec![
                word(&["BUY", "BUILD"]),
                name("upgrade", Names::of("upgrade", upgrades)),
            ],
        ),
        Form::order(
            "BUILD",
            "",
            vec![
                word(&["BUILD", "BUY"]),
                either(vec![
                    vec![choice("what", &[&["OUTPOST"]])],
                    vec![choice("what", &[&["BLOCKADE"]]), passage()],
                ]),
            ],
        ),
        Form::order("PAY", "", vec![word(&["PAY"]), word(&["KING"])]),
        Form::order(
            "ATTACK",
            "",
            vec![
                word(&["ATTACK"]),
                list("targets", Marks::Alternatives, vec![targets]),
                word(&["WITH"]),
                list(
                    "weapons",
                    Marks::Alternatives,
                    vec![choice("weapon", &weapons)],
                ),
            ],
        ),
        Form::order("PASS", "", vec![word(&["PASS"])]),
    ]
}

fn policies() -> Vec<Form> {
    let shots: [&[&str]; 5] = [&["CANNON"], &["MORTAR"], &["CHAIN"], &["GRAPE"], &["BOMB"]];
    let players = |more: [&'static str; 2]| {
        let names = Names::new("player", SEATS.into_iter().chain(more));
        list("players", Marks::Ranking, vec![name("player", names)])
    };
    let parts = vec![
        clause(vec![
            word(&["VS"]),
            list("vs", Marks::Alternatives, vec![choice("shot", &shots)]),
        ]),
        clause(vec![
            word(&["FROM"]),
            list("from", Marks::Alternatives, vec![seat()]),
        ]),
        clause(vec![word(&["HULL"]), compare("sign"), number("hull", 0, 9)]),
    ];
    vec![
        Form::order(
            "ANY",
            "",
            vec![
                word(&["ANY"]),
                list("resources", Marks::Ranking, vec![name("resource", res())]),
            ],
        ),
        Form::order(
            "PRESS",
            "",
            vec![word(&["PRESS"]), players(["RICHEST", "LEADER"])],
        ),
        Form::order(
            "DUEL",
            "",
            vec![word(&["DUEL"]), players(["WEAKEST", "LEADER"])],
        ),
        Form::order(
            "REACT",
            "",
            vec![
                word(&["REACT"]),
                word(&["VOLLEY"]),
                either(vec![
                    vec![choice("when", &[&["NEVER"], &["ALWAYS"]])],
                    vec![clauses(parts)],
                ]),
            ],
        ),
    ]
}

fn tests() -> Vec<Form> {
    let players = || Names::new("player", SEATS.into_iter().chain(["LEADER", "SHOOTER"]));
    let who = || either(vec![vec![name("who", players())], vec![filler(&["ME"])]]);
    let test = |title: &'static str, slots: Vec<Slot>| Form::test(title, "", slots);
    let amount = |title: &'static str, words: &'static [&'static str]| {
        test(
            title,
            vec![word(words), who(), compare("sign"), number("number", 0, 99)],
        )
    };
    let plain = |title: &'static str, words: &'static [&'static str]| {
        test(
            title,
            vec![word(words), compare("sign"), number("number", 0, 99)],
        )
    };
    let things: [&[&str]; 10] = [
        &["CANNON"],
        &["MORTAR"],
        &["MAP"],
        &["TRADINGPOST"],
        &["CHAIN"],
        &["GRAPE"],
        &["BOMB"],
        &["HOOK"],
        &["VOLLEY"],
        &["RAM"],
    ];
    let owner = either(vec![
        vec![seat()],
        vec![choice("nobody", &[&["ME"], &["NONE"]])],
    ]);
    vec![
        test(
            "HAVE",
            vec![
                filler(&["HAVE"]),
                name("resource", res()),
                who(),
                compare("sign"),
                number("number", 0, 99),
            ],
        ),
        amount("HULL", &["HULL"]),
        amount("CREW", &["CREW"]),
        amount("PP", &["PP"]),
        amount("SHOTS", &["SHOTS"]),
        test(
            "RANGE",
            vec![
                word(&["RANGE"]),
                name(
                    "who",
                    Names::new("player", SEATS.into_iter().chain(["LEADER"])),
                ),
                compare("sign"),
                number("number", 0, 99),
            ],
        ),
        plain("ROUND", &["ROUND"]),
        plain("DAMAGE", &["DAMAGE"]).only(&["REACT"]),
        test(
            "OWNER",
            vec![word(&["OWNER"]), word(&["ISLE"]), is("sign"), owner],
        ),
        test(
            "HAS",
            vec![
                word(&["HAS"]),
                who(),
                filler(&[","]),
                choice("thing", &things),
            ],
        ),
        test("BLOCKED", vec![word(&["BLOCKED"]), passage()]),
        test("AT", vec![word(&["AT"]), goal()]),
        test(
            "SINKS",
            vec![word(&["SINKS"]), choice("who", &[&["ME"], &["SHOOTER"]])],
        )
        .only(&["REACT"]),
    ]
}
