//! The forms of conquistador.

use packetboat::lang::form::{
    Clausal, Count, Form, Grammar, Marks, Shape, Slot, Tried, choice, clause, clauses, code,
    compare, counted, either, implied, list, mark, maybe, name, needed, number, word,
};
use packetboat::lang::names::{Names, Noun};
use std::collections::BTreeMap;

const POWERS: [&str; 4] = ["spain", "england", "france", "portugal"];

/// Ducats, and anything else without a bound of its own.
const MANY: i64 = 1_000_000;

/// The names of places, zones, Areas and leaders.
struct Atlas(BTreeMap<String, Vec<(String, String)>>);

impl Atlas {
    fn load() -> Self {
        Atlas(toml::from_str(include_str!("names.toml")).expect("names"))
    }

    /// By printed name, id, or second half of the id.
    fn places(&self) -> Names {
        let mut nouns: Vec<Noun> = self.0["place"]
            .iter()
            .map(|(id, title)| {
                let noun = Noun::new(slug(title)).or(id.as_str());
                match id.split_once('_') {
                    Some((_, half)) => noun.or(half),
                    None => noun,
                }
            })
            .collect();
        nouns.push(Noun::new("europe"));
        Names::of("place", nouns)
    }

    fn zones(&self) -> Names {
        let noun = |(id, title): &(String, String)| Noun::new(id.as_str()).or(slug(title));
        Names::of("zone", self.0["zone"].iter().map(noun))
    }

    fn areas(&self) -> Names {
        let noun = |(id, title): &(String, String)| Noun::new(id.as_str()).or(slug(title));
        Names::of("Area", self.0["area"].iter().map(noun))
    }

    fn leaders(&self) -> Names {
        let noun = |(id, title): &(String, String)| Noun::new(id.as_str()).or(slug(title));
        Names::of("leader", self.0["leader"].iter().map(noun))
    }

    fn place(&self, value: &'static str) -> Slot {
        either(vec![
            vec![code(value, Shape::Hex)],
            vec![name(value, self.places())],
        ])
    }

    fn area(&self) -> Slot {
        name("area", self.areas())
    }

    fn spot(&self) -> Slot {
        either(vec![
            vec![self.place("place")],
            vec![implied(&["ZONE"]), name("zone", self.zones())],
            vec![implied(&["AREA"]), self.area()],
        ])
    }

    fn via(&self) -> Clausal {
        let spots = list("via", Marks::All, vec![self.spot()]);
        clause(vec![word(&["VIA"]), spots])
    }

    fn unit(&self) -> Slot {
        either(vec![
            vec![word(&["leader"]), name("leader", self.leaders())],
            vec![counted("unit", kinds(), 1, MANY, Count::OrMax)],
        ])
    }

    fn units(&self, value: &'static str) -> Slot {
        either(vec![
            vec![choice(value, &[&["ALL"]])],
            vec![list(value, Marks::All, vec![self.unit()])],
        ])
    }
}

/// A printed name: small letters with hyphens.
fn slug(title: &str) -> String {
    title
        .to_lowercase()
        .replace(['\'', '.'], "")
        .replace(' ', "-")
}

fn kinds() -> Names {
    let nouns = ["colonist", "soldier"].map(|it| Noun::new(it).many(format!("{it}s")));
    let missionary = Noun::new("missionary").many("missionaries");
    Names::of("kind of unit", nouns.into_iter().chain([missionary]))
}

fn ships() -> Names {
    let nouns = ["caravel", "carrack", "galleon"].map(|it| Noun::new(it).many(format!("{it}s")));
    Names::of("ship", nouns)
}

fn ships_or_kinds() -> Names {
    let (ships, kinds) = (ships().of, kinds().of);
    Names::of("ship or unit", ships.iter().chain(kinds.iter()).cloned())
}

fn power(value: &'static str) -> Slot {
    name(value, Names::new("power", POWERS))
}

fn label() -> Slot {
    code("label", Shape::Label)
}

fn ducats() -> Slot {
    number("sum", 0, MANY)
}

fn exceed() -> Clausal {
    clause(vec![word(&["EXCEED"]), number("exceed", 0, 99)])
}

fn label_or_all() -> Slot {
    either(vec![vec![label()], vec![choice("label", &[&["ALL"]])]])
}

pub(super) fn grammar() -> Grammar {
    let atlas = Atlas::load();
    let mut orders: Vec<Form> = Vec::new();
    for (part, forms) in [
        (None, both(&atlas)),
        (Some(1), council(&atlas)),
        (Some(1), voyages(&atlas)),
        (Some(2), lands(&atlas)),
        (Some(2), endings(&atlas)),
    ] {
        orders.extend(forms.into_iter().map(|it| Form { part, ..it }));
    }
    Grammar {
        orders,
        tests: tests(&atlas),
        hints: Vec::new(),
        each: false,
        legs: false,
    }
}

fn once(title: &'static str, slots: Vec<Slot>) -> Form {
    Form::order(title, "", slots).tried(Tried::Once).key(None)
}

fn both(atlas: &Atlas) -> Vec<Form> {
    let gold = vec![word(&["GOLD"]), maybe(vec![ducats()])];
    vec![
        once("GIFT", vec![word(&["GIFT"]), power("power"), ducats()]),
        once(
            "DEAL",
            vec![
                word(&["DEAL"]),
                list("clauses", Marks::All, vec![deal(atlas)]),
            ],
        )
        .subject(&["power"]),
        once(
            "EMBARK",
            vec![word(&["EMBARK"]), label(), atlas.units("units")],
        )
        .group("b2 c2")
        .head(2),
        once(
            "DEBARK",
            vec![
                word(&["DEBARK"]),
                label(),
                either(vec![vec![atlas.units("units")], gold]),
            ],
        )
        .group("b2 c2")
        .head(2),
        Form::order(
            "STANCE",
            "",
            vec![
                word(&["STANCE"]),
                label_or_all(),
                choice("stance", &[&["FIGHT"], &["FLEE"], &["AUTO"]]),
            ],
        )
        .key(Some(2))
        .head(2),
    ]
}

fn deal(atlas: &Atlas) -> Slot {
    let power = || power("power");
    let until = || vec![word(&["UNTIL"]), number("turn", 1, 99)];
    let every = [word(&["EACH"]), word(&["TURN"])]
        .into_iter()
        .chain(until());
    let allows = either(vec![
        vec![choice("right", &[&["PASSAGE"]]), atlas.area()],
        vec![choice("right", &[&["PORTS"]])],
    ]);
    let within = maybe(vec![word(&["IN"]), atlas.area()]);
    let row = |first: Vec<Slot>, last: Vec<Slot>| first.into_iter().chain(last).collect();
    let charts = list("charts", Marks::Together, vec![name("zone", atlas.zones())]);
    either(vec![
        vec![
            power(),
            word(&["LENDS"]),
            power(),
            ducats(),
            word(&["REPAY"]),
            number("back", 0, MANY),
            word(&["BY"]),
            number("turn", 1, 99),
        ],
        vec![
            power(),
            word(&["PAYS"]),
            power(),
            ducats(),
            maybe(every.collect()),
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
    ])
}

fn council(atlas: &Atlas) -> Vec<Form> {
    let at = || maybe(vec![word(&["AT"]), atlas.place("at")]);
    let loss = either(vec![
        vec![word(&["SETTLEMENT"]), word(&["AT"]), atlas.place("at")],
        vec![name("kind", kinds()), word(&["AT"]), atlas.place("at")],
        vec![word(&["LEADER"]), name("leader", atlas.leaders())],
    ]);
    let event = either(vec![
        vec![choice("choice", &[&["IGNORE"]])],
        vec![
            choice("choice", &[&["LOSE"]]),
            list("losses", Marks::All, vec![loss]),
        ],
    ]);
    let item = counted("item", ships_or_kinds(), 1, MANY, Count::OrMax);
    let all = vec![choice("ships", &[&["ALL"]])];
    let ships = list(
        "ships",
        Marks::All,
        vec![counted("ship", ships(), 1, MANY, Count::OrMax)],
    );
    let bounds = either(vec![
        vec![number("bounds", 0, 99)],
        vec![choice("bounds", &[&["AUTO"]])],
    ]);
    let ashore = either(vec![
        vec![choice("ashore", &[&["NONE"]])],
        vec![atlas.units("ashore")],
    ]);
    let parts = vec![
        needed(vec![word(&["FROM"]), atlas.place("from")]),
        needed(vec![word(&["SHIPS"]), either(vec![all, vec![ships]])]),
        clause(vec![word(&["LOAD"]), atlas.units("load")]),
        clause(vec![word(&["BOUNDS"]), bounds]),
        clause(vec![word(&["LAND"]), atlas.place("land")]),
        clause(vec![choice("home", &[&["HOME"]])]),
        clause(vec![word(&["ASHORE"]), ashore]),
        clause(vec![
            word(&["RETURN"]),
            choice("return", &[&["HOME"], &["STAY"]]),
        ]),
        exceed(),
        clause(vec![choice("cruise", &[&["CRUISE"]])]),
    ];
    vec![
        once(
            "EVENT",
            vec![word(&["EVENT"]), number("event", 2, 17), event],
        ),
        once(
            "BUY",
            vec![word(&["BUY"]), list("items", Marks::All, vec![item, at()])],
        ),
        once(
            "EXPEDITION",
            vec![word(&["EXPEDITION"]), label(), clauses(parts)],
        )
        .head(2),
        once(
            "BANK",
            vec![
                word(&["BANK"]),
                choice("what", &[&["BORROW"], &["REPAY"]]),
                ducats(),
            ],
        ),
    ]
}

fn voyages(atlas: &Atlas) -> Vec<Form> {
    let where_to = either(vec![
        vec![word(&["AT"]), atlas.place("at")],
        vec![word(&["WITHIN"]), number("within", 0, 99)],
    ]);
    let forms = vec![
        once(
            "HEMI",
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
            vec![
                word(&["ATTACK"]),
                label(),
                power("power"),
                where_to,
                clauses(vec![clause(vec![choice("sink", &[&["SINK"]])]), exceed()]),
            ],
        ),
        once(
            "INVADE",
            vec![
                word(&["INVADE"]),
                label(),
                atlas.place("place"),
                clauses(vec![
                    clause(vec![word(&["WITH"]), number("with", 1, MANY)]),
                    clause(vec![choice("then", &[&["HOLD"], &["RAID"]])]),
                    exceed(),
                ]),
            ],
        ),
    ];
    forms.into_iter().map(|it| it.group("b2").head(2)).collect()
}

fn lands(atlas: &Atlas) -> Vec<Form> {
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
    let from = || vec![atlas.units("units"), word(&["FROM"]), atlas.place("from")];
    let storm = either(vec![
        vec![atlas.place("storm")],
        vec![word(&["UNGUARDED"]), power("unguarded")],
    ]);
    let amount = either(vec![
        vec![number("carry", 0, MANY)],
        vec![choice("carry", &[&["max"]])],
    ]);
    let of = maybe(vec![word(&["OF"]), atlas.place("of")]);
    let drop = vec![
        word(&["DROP"]),
        atlas.units("units"),
        word(&["AT"]),
        atlas.place("at"),
    ];
    let parts = vec![
        atlas.via(),
        clause(vec![word(&["TO"]), atlas.place("to")]),
        clause(vec![word(&["STORM"]), storm]),
        clause(vec![word(&["CARRY"]), amount, of]),
        clause(vec![list("drops", Marks::Repeated, drop)]),
        clause(vec![word(&["ABOARD"]), code("aboard", Shape::Label)]),
    ];
    let quests: [&[&str]; 3] = [&["CIBOLA"], &["ELDORADO"], &["BOTH"]];
    let all_of = |title: &'static str, words: &'static [&'static str], last: Slot| {
        once(title, vec![word(words), place_or_all(), last])
            .key(Some(2))
            .head(2)
    };
    vec![
        all_of("PROSPECT", &["PROSPECT"], yes()),
        all_of("MINE", &["MINE"], digging),
        all_of("LOOT", &["LOOT"], yes()),
        once(
            "PARTY",
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
            vec![
                word(&["MOVE"]),
                either(vec![vec![label()], from()]),
                clauses(parts),
            ],
        )
        .group("c2")
        .head(2),
    ]
}

fn endings(atlas: &Atlas) -> Vec<Form> {
    let number_or = |value: &'static str, words: &[&'static [&'static str]]| {
        either(vec![
            vec![number(value, 0, MANY)],
            vec![choice(value, words)],
        ])
    };
    let places = list("from", Marks::All, vec![atlas.place("place")]);
    let of = maybe(vec![word(&["OF"]), atlas.place("of")]);
    let to = either(vec![
        vec![choice("to", &[&["HOME"], &["STAY"], &["CIRCUMNAVIGATE"]])],
        vec![word(&["TO"]), atlas.place("to")],
    ]);
    let thing = vec![
        name("thing", ships_or_kinds()),
        maybe(vec![word(&["AT"]), atlas.place("at")]),
    ];
    let from = clause(vec![word(&["FROM"]), atlas.place("from")]);
    let retreat = vec![from, needed(vec![word(&["TO"]), atlas.place("to")])];
    let men = vec![list(
        "ships",
        Marks::All,
        vec![counted("unit", ships_or_kinds(), 1, MANY, Count::OrMax)],
    )];
    vec![
        Form::order("RETREAT", "", vec![word(&["RETREAT"]), clauses(retreat)]).subject(&["from"]),
        once(
            "NATIVES",
            vec![
                word(&["NATIVES"]),
                atlas.area(),
                clauses(vec![
                    needed(vec![word(&["WITH"]), number_or("with", &[&["ALL"]])]),
                    clause(vec![word(&["FROM"]), places]),
                ]),
            ],
        )
        .group("NATIVES")
        .key(Some(2))
        .head(2),
        once("PREACH", vec![word(&["PREACH"]), atlas.area()])
            .group("NATIVES")
            .key(Some(2)),
        once(
            "STOW",
            vec![
                word(&["STOW"]),
                label(),
                word(&["GOLD"]),
                number_or("gold", &[&["ALL"], &["NONE"]]),
                of,
            ],
        )
        .key(Some(2))
        .head(2),
        once(
            "SAIL",
            vec![word(&["SAIL"]), label_or_all(), to, clauses(vec![exceed()])],
        )
        .key(Some(2))
        .head(2),
        Form::order(
            "KEEP",
            "",
            vec![word(&["KEEP"]), list("things", Marks::All, thing)],
        ),
        once(
            "DISBAND",
            vec![
                word(&["DISBAND"]),
                either(vec![men, vec![atlas.units("units")]]),
                word(&["AT"]),
                atlas.place("at"),
            ],
        ),
    ]
}

fn tests(atlas: &Atlas) -> Vec<Form> {
    let test = |title: &'static str, slots: Vec<Slot>| Form::test(title, "", slots);
    let at = || vec![word(&["AT"]), atlas.spot()];
    let sign = || vec![compare("sign"), number("number", 0, MANY)];
    let row = |first: Vec<Slot>, last: Vec<Slot>| first.into_iter().chain(last).collect();
    let soldiers = vec![power("power"), word(&["SOLDIERS"])];
    let soldiers: Vec<Slot> = row(soldiers, sign());
    let gold = maybe(vec![either(vec![
        vec![label()],
        vec![word(&["AT"]), atlas.place("at")],
    ])]);
    let odds = vec![
        word(&["ODDS"]),
        compare("sign"),
        number("odds", 0, 99),
        mark(":"),
        number("to", 0, 99),
    ];
    let aboard = vec![word(&["ABOARD"]), label(), name("kind", kinds())];
    vec![
        test("THERE", row(vec![power("power")], at())),
        test("SOLDIERS", row(soldiers, at())),
        test("NOBODY", row(vec![word(&["NOBODY"])], at())),
        test("ODDS", odds),
        test("GOLD", row(vec![word(&["GOLD"]), gold], sign())),
        test("ABOARD", row(aboard, sign())),
        test("LOST", row(vec![word(&["LOST"]), label()], sign())),
        test("NL", row(vec![word(&["NL"]), atlas.area()], sign())),
        test(
            "TREASURY",
            row(
                vec![word(&["TREASURY"]), maybe(vec![power("power")])],
                sign(),
            ),
        ),
        test("FIRST", vec![word(&["FIRST"]), power("power")]),
        test("AGREED", vec![word(&["AGREED"]), power("power")]),
    ]
}
