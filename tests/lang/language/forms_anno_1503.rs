//! The forms of anno-1503.

use packetboat::lang::form::{
    Count, Form, Grammar, Marks, Shape, Slot, Tried, choice, clause, clauses, code, compare,
    counted, either, filler, implied, list, maybe, name, number, refused, word,
};
use packetboat::lang::names::{Names, Noun};

const GOODS: [&str; 6] = ["stone", "wood", "tool", "cloth", "spice", "tobacco"];

const BUILDINGS: [&str; 7] = [
    "FIREBRIGADE",
    "SMITHY",
    "CHURCH",
    "SCHOOL",
    "BATHHOUSE",
    "RESTAURANT",
    "SHIPYARD",
];

const SEATS: [&str; 4] = ["red", "blue", "green", "yellow"];

fn goods() -> Names {
    Names::new("good", GOODS)
}

fn good() -> Slot {
    name("good", goods())
}

fn buildings() -> Names {
    let mut nouns: Vec<Noun> = BUILDINGS.map(Noun::new).to_vec();
    nouns.push(Noun::new("BIGBRANCH").or("big branch office"));
    Names::of("building", nouns)
}

fn floors() -> Slot {
    let names = Names::new("good", GOODS.into_iter().chain(["GOLD"]));
    list(
        "floors",
        Marks::All,
        vec![counted("floor", names, 0, 99, Count::Needed)],
    )
}

fn fill() -> packetboat::lang::form::Clausal {
    clause(vec![word(&["FILL"]), number("cards", 0, 99)])
}

fn at_space() -> packetboat::lang::form::Clausal {
    clause(vec![word(&["AT"]), number("space", 1, 7)])
}

pub(super) fn grammar() -> Grammar {
    let mut orders: Vec<Form> = wishes()
        .into_iter()
        .map(|it| it.tried(Tried::Wish).group("wish"))
        .collect();
    orders.extend(policies().into_iter().map(|it| it.group("policy")));
    Grammar {
        orders,
        tests: tests(),
        hints: Vec::new(),
        each: true,
        legs: false,
    }
}

fn wishes() -> Vec<Form> {
    let building = either(vec![
        vec![name("building", buildings())],
        vec![choice("building", &[&["ANY"]])],
    ]);
    let levels: [&[&str]; 3] = [&["SETTLER"], &["CITIZEN"], &["MERCHANT"]];
    let buildings = clause(vec![
        word(&["BUILDING"]),
        list("buildings", Marks::Alternatives, vec![building]),
    ]);
    let sale = either(vec![
        vec![good(), word(&["TO"]), number("space", 1, 7)],
        vec![counted("sale", goods(), 1, 99, Count::Optional)],
    ]);
    let from = SEATS.into_iter().chain(["MOSTCARDS", "LEADER"]);
    vec![
        Form::order(
            "PIONEER",
            "",
            vec![word(&["PIONEER"]), clauses(vec![buildings, fill()])],
        ),
        Form::order(
            "DEVELOP",
            "",
            vec![
                word(&["DEVELOP"]),
                choice("level", &levels),
                clauses(vec![at_space(), fill()]),
            ],
        ),
        Form::order("SHIP", "", vec![word(&["SHIP"]), clauses(vec![fill()])]),
        Form::order(
            "SELL",
            "",
            vec![
                word(&["SELL"]),
                either(vec![
                    vec![list("sales", Marks::All, vec![sale])],
                    vec![choice("what", &[&["MAX"], &["SPARE"]])],
                    vec![
                        choice("what", &[&["UNTIL"]]),
                        number("gold", 0, 99),
                        word(&["GOLD"]),
                    ],
                ]),
                maybe(vec![word(&["KEEP"]), floors()]),
            ],
        ),
        Form::order(
            "BUY",
            "",
            vec![
                word(&["BUY"]),
                counted("good", goods(), 1, 2, Count::Optional),
            ],
        ),
        Form::order(
            "SAIL",
            "",
            vec![
                word(&["SAIL"]),
                filler(&["SHIP"]),
                number("ship", 1, 2),
                implied(&[":"]),
                list("steps", Marks::Then, vec![step()]),
            ],
        )
        .head(3)
        .key(Some(3)),
        Form::order(
            "DRAW",
            "",
            vec![
                word(&["DRAW"]),
                word(&["FROM"]),
                name("from", Names::new("player", from)),
            ],
        ),
        Form::order("PASS", "", vec![word(&["PASS"])]),
    ]
}

fn step() -> Slot {
    let dirs = Names::new("direction", ["N", "E", "S", "W"]);
    let look = either(vec![
        vec![code("cell", Shape::Cell)],
        vec![choice("where", &[&["NEAR"]])],
    ]);
    either(vec![
        vec![counted("steps", dirs, 1, 99, Count::Steps)],
        vec![implied(&["TO"]), code("cell", Shape::Cell)],
        vec![choice("step", &[&["LOOK"]]), look],
        vec![
            choice("step", &[&["HUNT"]]),
            maybe(vec![choice("where", &[&["NEAR"], &["EAST"]])]),
        ],
    ])
}

fn policies() -> Vec<Form> {
    let kinds: [&[&str]; 5] = [
        &["AGREEMENT"],
        &["GOLD"],
        &["UPGRADE"],
        &["TREASURE"],
        &["ALL"],
    ];
    let produce = either(vec![vec![good()], vec![choice("good", &[&["AUTO"]])]]);
    let die = either(vec![
        vec![number("number", 1, 5)],
        vec![choice("number", &[&["ALL"]])],
    ]);
    let loss = either(vec![
        vec![choice("item", &[&["AGREEMENT"]])],
        vec![choice("item", &[&["BRANCH"]]), number("number", 1, 5)],
    ]);
    let numbers = list("numbers", Marks::First, vec![number("number", 1, 5)]);
    let pick = either(vec![
        vec![choice("kind", &kinds)],
        vec![good(), maybe(vec![word(&["AT", "@"]), numbers])],
    ]);
    let found = either(vec![vec![choice("kind", &kinds)], vec![good()]]);
    let who = either(vec![
        vec![choice("who", &[&["CITIZEN"], &["SETTLER"], &["PIONEER"]])],
        vec![word(&["AT"]), number("space", 1, 7)],
        vec![refused(
            vec![word(&["MERCHANT"])],
            "UPGRADE names who he is now, and a merchant is at the top",
            "write UPGRADE CITIZEN to make a merchant",
        )],
    ]);
    vec![
        Form::order(
            "PRODUCE",
            "",
            vec![
                word(&["PRODUCE"]),
                list("goods", Marks::Ranking, vec![produce]),
            ],
        ),
        Form::order(
            "BRIDGE",
            "",
            vec![
                word(&["BRIDGE"]),
                die,
                choice("to", &[&["HOME"], &["BRANCH"], &["AUTO"]]),
            ],
        )
        .key(Some(2)),
        Form::order(
            "LOSE",
            "",
            vec![word(&["LOSE"]), list("items", Marks::Ranking, vec![loss])],
        ),
        Form::order("KEEP", "", vec![word(&["KEEP"]), floors()]),
        Form::order(
            "TAKE",
            "",
            vec![word(&["TAKE"]), list("picks", Marks::All, vec![pick])],
        ),
        Form::order(
            "SKIP",
            "",
            vec![word(&["SKIP"]), list("kinds", Marks::All, vec![found])],
        ),
        Form::order(
            "UPGRADE",
            "",
            vec![word(&["UPGRADE"]), list("whom", Marks::Ranking, vec![who])],
        ),
        Form::order(
            "DISCARD",
            "",
            vec![
                word(&["DISCARD"]),
                list("goods", Marks::Ranking, vec![good()]),
            ],
        ),
        Form::order(
            "AUTOSELL",
            "",
            vec![word(&["AUTOSELL"]), choice("on", &[&["ON"], &["OFF"]])],
        ),
    ]
}

fn tests() -> Vec<Form> {
    const AMOUNTS: [&str; 8] = [
        "GOLD",
        "VP",
        "HAND",
        "SHIPS",
        "BRANCHES",
        "AGREEMENTS",
        "BUILDINGS",
        "MERCHANTS",
    ];
    let players = || Names::new("player", SEATS.into_iter().chain(["LEADER"]));
    let with_sign = |title: &'static str, mut slots: Vec<Slot>| {
        slots.push(compare("sign"));
        slots.push(number("number", 0, 99));
        Form::test(title, "", slots)
    };
    let mut tests: Vec<Form> = (0..AMOUNTS.len())
        .map(|it| {
            let who = either(vec![vec![name("who", players())], vec![filler(&["ME"])]]);
            with_sign(AMOUNTS[it], vec![word(&AMOUNTS[it..=it]), who])
        })
        .collect();
    tests.push(with_sign("HAVE", vec![good()]));
    tests.push(with_sign("PRICE", vec![word(&["PRICE"])]));
    tests.push(with_sign("ROLL", vec![word(&["ROLL"])]));
    tests.push(with_sign(
        "LEFT",
        vec![word(&["LEFT"]), name("building", buildings())],
    ));
    tests.push(Form::test(
        "TILE",
        "",
        vec![word(&["TILE"]), code("cell", Shape::Cell)],
    ));
    tests
}
