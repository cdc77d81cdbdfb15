//! The forms of new-world-1500.

use packetboat::lang::form::{
    Form, Grammar, Marks, Slot, Tried, by, case, choice, clause, clauses, compare, either, filler,
    flag, implied, is, list, mark, maybe, name, number, refused, word,
};
use packetboat::lang::names::{Names, Noun};

const CARDS: [(&str, &str); 22] = [
    ("MARRIAGE", "Advantageous Marriage"),
    ("BLIGHT", "Blight"),
    ("COLONISTS", "Colonists"),
    ("DISEASE", "Disease"),
    ("EMBARGO", "Embargo"),
    ("EXPLORER", "Explorer"),
    ("FATE", "Fate"),
    ("HOARDING", "Hoarding Supplies"),
    ("IRONGRIP", "Iron Grip"),
    ("ISOLATION", "Isolation"),
    ("LOYALTY", "Loyalty"),
    ("MARAUDERS", "Marauders"),
    ("MUTUAL", "Mutual Support"),
    ("OVERCONFIDENT", "Overconfident"),
    ("PLAGUE", "Plague Ship"),
    ("RAIDERS", "Raiders"),
    ("DISASTER", "Regional Disaster"),
    ("RESCUE", "Rescue Voyage"),
    ("REVOLT", "Revolt"),
    ("SPREADOUT", "Spread Out"),
    ("UPRISING", "Uprising"),
    ("WAR", "War"),
];

const AREAS: [(&str, &str); 15] = [
    ("NAG", "Sierra Placers"),
    ("NAL", "Northern Woods"),
    ("NAF", "Flower Coast"),
    ("CAL", "High Mesa"),
    ("CAJ", "Jade Peninsula"),
    ("CAS", "Isthmus"),
    ("CBF", "Great Antille"),
    ("CBJ", "Pearl Island"),
    ("CBL", "Windward Isles"),
    ("AMF", "Spanish Main"),
    ("AMG", "Andes"),
    ("AMS", "Great River"),
    ("CHS", "Western Cordillera"),
    ("CHJ", "Silver Plain"),
    ("CHG", "The Horn"),
];

const REGIONS: [(&str, &str); 5] = [
    ("NA", "North America"),
    ("CA", "Central America"),
    ("CB", "Caribbean"),
    ("AM", "Amazon"),
    ("CH", "Cape Horn"),
];

const EXPORTS: [(&str, &[&str]); 5] = [
    ("G", &["GOLD"]),
    ("L", &["LUMBER", "WOOD"]),
    ("F", &["FRUIT"]),
    ("J", &["JEWELS"]),
    ("S", &["SPICE"]),
];

const SEATS: [&str; 6] = ["red", "blue", "green", "yellow", "white", "purple"];

const HITS: [&str; 7] = ["HITS", "MAKES", "BREAKS", "GAIN", "LOSS", "VPLOSS", "SPARE"];

/// The tests that may stand without IF.
const SHORT: [&str; 8] = [
    "HITS", "MAKES", "BREAKS", "GAIN", "LOSS", "VPLOSS", "SPARE", "MONO",
];

const REACTIONS: [&str; 5] = ["FATE", "EMBARGO", "LOYALTY", "REVOLT", "MARAUDERS"];

fn card() -> Slot {
    let nouns = CARDS.map(|(code, title)| Noun::new(code).or(title));
    name("card", Names::of("card", nouns))
}

fn cards() -> Slot {
    list("cards", Marks::All, vec![card()])
}

fn area() -> Slot {
    let noun = |(code, title): (&str, &str)| {
        let (region, export) = code.split_at(2);
        let long = REGIONS
            .iter()
            .find(|it| it.0 == region)
            .expect("a region")
            .1;
        let mut noun = Noun::new(code).or(title);
        for (letter, words) in EXPORTS {
            for word in words {
                if letter == export {
                    noun = noun
                        .or(format!("{region}-{word}"))
                        .or(format!("{long}-{word}"));
                }
            }
        }
        noun
    };
    name("area", Names::of("area", AREAS.map(noun)))
}

fn regions() -> Names {
    Names::of(
        "region",
        REGIONS.map(|(code, title)| Noun::new(code).or(title)),
    )
}

fn group() -> Slot {
    let heads = ["OPEN", "MINE", "FOE", "ANY", "LEADER", "MOST"]
        .into_iter()
        .chain(SEATS);
    let mut filters: Vec<Noun> = regions().of.to_vec();
    filters.extend(["GOLD", "FRUIT", "JEWELS", "SPICE"].map(Noun::new));
    filters.push(Noun::new("LUMBER").or("WOOD"));
    filters.extend(AREAS.map(|it| Noun::new(it.0)));
    filters.push(Noun::new("SUCC").or("SUCCESSFUL"));
    filters.push(Noun::new("STRUG").or("STRUGGLING"));
    filters.extend(["FREE", "MAKES", "BREAKS", "ADJ"].map(Noun::new));
    Slot::Dotted {
        name: "group",
        heads: Names::new("group", heads),
        filters: Names::of("filter", filters),
    }
}

fn target() -> Slot {
    either(vec![vec![area()], vec![group()]])
}

fn targets(value: &'static str) -> Slot {
    list(value, Marks::All, vec![target()])
}

fn step() -> Slot {
    list("step", Marks::First, vec![target()])
}

fn steps(value: &'static str) -> Slot {
    list(value, Marks::All, vec![step()])
}

fn who() -> Slot {
    name(
        "who",
        Names::new("player", SEATS.into_iter().chain(["LEADER", "MOST"])),
    )
}

fn whom() -> Slot {
    list("whom", Marks::First, vec![who()])
}

fn seat() -> Slot {
    name("seat", Names::new("seat", SEATS))
}

pub(super) fn grammar() -> Grammar {
    let mut orders = vec![play()];
    orders.extend(acts());
    orders.extend(policies());
    Grammar {
        orders,
        tests: tests(),
        hints: Vec::new(),
        each: false,
        legs: false,
    }
}

fn play() -> Form {
    let text = |rest: Vec<Slot>| {
        let mut slots = vec![choice("use", &[&["TEXT"]])];
        slots.extend(rest);
        slots
    };
    let build = "nothing may follow here, but found `{found}`";
    let more = "BUILD takes one area; for more write COLONISTS TEXT";
    let build = case(
        ["COLONISTS"],
        vec![maybe(vec![refused(vec![mark(",")], build, more)])],
    );
    let colonies = vec![
        vec![
            choice("use", &[&["BUILD"]]),
            step(),
            by("card", vec![build]),
        ],
        vec![choice("use", &[&["REDUCE"], &["REPAIR"]]), step()],
        vec![choice("use", &[&["SUPPORT"]]), maybe(vec![whom()])],
    ];
    let uses = |first: Vec<Slot>| {
        let mut shapes = vec![first];
        shapes.extend(colonies.clone());
        vec![either(shapes)]
    };
    let verb = choice("verb", &[&["BUILD"], &["REDUCE"]]);
    let vstep = list("step", Marks::First, vec![maybe(vec![verb]), target()]);
    let vsteps = list("steps", Marks::All, vec![vstep]);
    let region = || list("region", Marks::First, vec![name("region", regions())]);
    let of = vec![word(&["OF"]), whom(), maybe(vec![steps("steps")])];
    let refuse = refused(
        vec![word(&["TEXT"])],
        "{card} has no TEXT use in your own turn",
        "",
    );
    let mut none = colonies.clone();
    none.push(vec![refuse]);
    let cases = vec![
        case(["COLONISTS"], uses(text(vec![maybe(vec![vsteps])]))),
        case(
            ["WAR"],
            uses(text(vec![
                steps("steps"),
                maybe(vec![word(&["AT"]), steps("at")]),
            ])),
        ),
        case(
            ["MARRIAGE"],
            uses(text(vec![maybe(vec![either(vec![
                of,
                vec![steps("steps")],
            ])])])),
        ),
        case(
            ["DISASTER", "ISOLATION"],
            uses(text(vec![implied(&["REGION"]), region()])),
        ),
        case(
            ["EXPLORER"],
            uses(text(vec![maybe(vec![implied(&["REGION"]), region()])])),
        ),
        case(
            ["OVERCONFIDENT"],
            uses(text(vec![maybe(vec![implied(&["VS"]), whom()])])),
        ),
        case(["BLIGHT", "HOARDING"], uses(text(Vec::new()))),
        case(
            [
                "EMBARGO",
                "FATE",
                "LOYALTY",
                "MARAUDERS",
                "REVOLT",
                "IRONGRIP",
            ],
            vec![either(none)],
        ),
        case([""; 0], uses(text(vec![maybe(vec![steps("steps")])]))),
    ];
    let min = maybe(vec![word(&["MIN"]), number("min", 1, 15)]);
    Form::order(
        "PLAY",
        "",
        vec![word(&["PLAY"]), card(), by("card", cases), min],
    )
    .tried(Tried::Once)
    .key(None)
    .head(2)
}

fn acts() -> Vec<Form> {
    let all = || vec![word(&["ALL"])];
    let seats = list("seats", Marks::All, vec![seat()]);
    [
        Form::order("DISCARD", "", vec![word(&["DISCARD"]), cards()]),
        Form::order("ABANDON", "", vec![word(&["ABANDON"]), targets("colonies")]),
        Form::order(
            "SHOW",
            "",
            vec![
                word(&["SHOW"]),
                either(vec![vec![word(&["HAND"])], vec![cards()]]),
                word(&["TO"]),
                either(vec![all(), vec![seats]]),
            ],
        ),
        Form::order("PASS", "", vec![word(&["PASS"])]).group("PLAY"),
    ]
    .into_iter()
    .map(|it| it.tried(Tried::Once).key(None))
    .collect()
}

fn policies() -> Vec<Form> {
    let any = || vec![choice("any", &[&["ANY"]])];
    let anycard = || either(vec![any(), vec![cards()]]);
    let anywho = either(vec![any(), vec![list("from", Marks::All, vec![who()])]]);
    let short = || {
        clause(vec![Slot::Test {
            name: "test",
            of: &SHORT,
        }])
    };
    let max = || clause(vec![word(&["MAX"]), number("max", 1, 99)]);
    let parts = vec![
        clause(vec![word(&["VS"]), anycard()]),
        clause(vec![word(&["FROM"]), anywho]),
        short(),
        max(),
    ];
    let plague = |second: &'static [&'static str], mut rest: Vec<Slot>| {
        let mut slots = vec![word(&["PLAGUE"]), word(second)];
        slots.append(&mut rest);
        Form::order("PLAGUE", "", slots).key(Some(2))
    };
    let myhits = vec![
        choice("when", &[&["MYHITS"]]),
        compare("sign"),
        number("hits", 0, 99),
    ];
    let when = either(vec![
        vec![choice("when", &[&["NOW"]])],
        vec![choice("when", &[&["AFTER"]]), number("after", 0, 99)],
        myhits,
    ]);
    vec![
        Form::order("KEEP", "", vec![word(&["KEEP"]), cards()]),
        Form::order(
            "TALLY",
            "",
            vec![
                word(&["TALLY"]),
                choice("what", &[&["NONE"], &["IRONGRIP"]]),
            ],
        ),
        Form::order(
            "REACT",
            "",
            vec![
                word(&["REACT"]),
                either(vec![
                    vec![choice("all", &[&["NONE"], &["DEFAULTS"]])],
                    vec![
                        flag("hold", &["HOLD"]),
                        name("rcard", Names::new("Reaction card", REACTIONS)),
                        clauses(parts),
                    ],
                ]),
            ],
        )
        .subject(&["rcard"])
        .group("REACT"),
        Form::order(
            "COUNTER",
            "",
            vec![
                word(&["COUNTER"]),
                word(&["FATE"]),
                word(&["FOR"]),
                either(vec![vec![choice("tally", &[&["TALLY"]])], vec![anycard()]]),
                clauses(vec![short(), max()]),
            ],
        )
        .group("REACT"),
        plague(&["REDUCE"], vec![targets("targets")]),
        plague(&["ROUNDS"], vec![number("rounds", 1, 99)]),
        plague(
            &["PLEDGE"],
            vec![number("pledge", 0, 99), maybe(vec![when])],
        ),
    ]
}

fn tests() -> Vec<Form> {
    let sign = || vec![compare("sign"), number("number", 0, 99)];
    let me = || either(vec![vec![who()], vec![filler(&["ME"])]]);
    let test = |title: &'static str, words: &'static [&'static str], mut rest: Vec<Slot>| {
        let mut slots = vec![word(words)];
        slots.append(&mut rest);
        Form::test(title, "", slots)
    };
    let with = |first: Slot, mut rest: Vec<Slot>| {
        rest.insert(0, first);
        rest
    };
    let uses: [&[&str]; 5] = [
        &["TEXT"],
        &["BUILD"],
        &["REDUCE"],
        &["REPAIR"],
        &["SUPPORT"],
    ];
    let mut tests = vec![
        test("VP", &["VP"], with(me(), sign())),
        test("HAND", &["HAND"], with(me(), sign())),
        test("RS", &["RS"], with(me(), sign())),
        test("COUNT", &["COUNT"], vec![group(), maybe(sign())]),
        test("HAVE", &["HAVE"], vec![card(), maybe(sign())]),
        test("MONO", &["MONO"], sign()),
        test("ROUND", &["ROUND"], sign()),
        test("EMPTY", &["EMPTY"], vec![area()]),
        test("ISOLATED", &["ISOLATED"], vec![name("region", regions())]),
        test("DONE", &["DONE"], vec![card()]),
        test("LEADER", &["LEADER"], vec![is("sign"), seat()]),
        test("USE", &["USE"], vec![choice("use", &uses)]).only(&["REACT", "COUNTER"]),
        test("AHEAD", &["AHEAD"], Vec::new()).only(&["REACT", "COUNTER"]),
    ];
    for (index, title) in HITS.iter().enumerate() {
        let form = test(title, &HITS[index..=index], sign());
        tests.push(form.only(&["REACT", "COUNTER"]));
    }
    tests
}
