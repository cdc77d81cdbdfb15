//! The order lines of These New Worlds: how they are read, and what is remarked on them.

use super::{first_view, rules, understood};
use packetboat_core::engine::language::Language;
use packetboat_core::engine::reason::Reason;
use packetboat_report::Tense;
use packetboat_testkit::words::Words;
use packetboat_these_new_worlds::GAME;

/// Lines as typed and as printed; `=` means the same.
const READS: &[[&str; 2]] = &[
    ["PLAY R1 IF TOP<=0", "PLAY R1 IF TOP AT MOST 0"],
    [
        "play chain/special if top=>9 ; steep",
        "PLAY CHAIN/SPECIAL IF TOP AT LEAST 9",
    ],
    [
        "Play trade convoy if topcolour is green and top at least 10",
        "PLAY G6 IF TOPCOLOUR IS green AND TOP AT LEAST 10",
    ],
    [
        "PLAY WC COLOUR blue/red IF COLLECTIVE(blue)>=2",
        "PLAY WC COLOUR blue/red IF COLLECTIVE blue AT LEAST 2",
    ],
    [
        "PLAY WR IF OPPCANDOME ELSE IF UNLOCKS",
        "PLAY WR IF OPPCANDOME ELSE PLAY WR IF UNLOCKS",
    ],
    [
        "PLAY WR IF OPPCANDOME ELSE WC IF BLOCKED",
        "PLAY WR IF OPPCANDOME ELSE PLAY WC IF BLOCKED",
    ],
    [
        "IF MYDOME AND NOT OPPDOME THEN PLAY HIGHEST",
        "PLAY HIGHEST IF MYDOME AND NOT OPPDOME",
    ],
    [
        "HOLD raid UNTIL OPP(red) more than 2",
        "HOLD WR UNTIL OPP red OVER 2",
    ],
    [
        "DOME blue+red IF MY(red)>=3",
        "DOME blue+red IF MY red AT LEAST 3",
    ],
    [
        "DOME CHEAPEST LAST KEEP yellow, green",
        "DOME CHEAPEST KEEP yellow, green LAST",
    ],
    [
        "STANDING PREFER blue/red/green/yellow",
        "STANDING PREFER blue, red, green, yellow",
    ],
    ["PLAY WR IF OPPCANDOME OR UNLOCKS", "="],
    ["LATER R16, Y15", "="],
    ["PLAY Y2", "="],
    [
        "PLAY G6 IF TOPCOLOUR=green AND TOP>=10",
        "PLAY G6 IF TOPCOLOUR IS green AND TOP AT LEAST 10",
    ],
    ["PLAY LOWEST IF STEP<=6", "PLAY LOWEST IF STEP AT MOST 6"],
    ["PLAY red/blue IF NOT MYDOME", "="],
    ["PLAY G13 IF OPPHAND<=2", "PLAY G13 IF OPPHAND AT MOST 2"],
    ["PLAY R16 IF OPPPASSED", "="],
    ["PLAY WC IF BLOCKED AND GAIN AT LEAST 1", "="],
    [
        "PLAY WR COLOR red IF OPP(red)>=2 AND NOT OPPDOME",
        "PLAY WR COLOUR red IF OPP red AT LEAST 2 AND NOT OPPDOME",
    ],
    [
        "HOLD WR UNTIL OPP(red)>=3",
        "HOLD WR UNTIL OPP red AT LEAST 3",
    ],
    ["FALLBACK REWARD", "="],
    [
        "DOME CHEAPEST KEEP yellow IF STEP>=8",
        "DOME CHEAPEST KEEP yellow IF STEP AT LEAST 8",
    ],
    ["DOME CHEAPEST IF OPPDOME", "="],
    ["DOME CHEAPEST LAST", "="],
    ["DOME red+blue LAST", "="],
    ["DOME yellow green", "DOME yellow+green"],
    ["DOME green and yellow LAST", "DOME green+yellow LAST"],
    ["DOME blue, red", "DOME blue+red"],
    ["DOME CHEAPEST IF NOT SEEN WR AND NOT HAVE WR", "="],
    [
        "DOME NEVER IF COLLECTIVE>=4",
        "DOME NEVER IF COLLECTIVE AT LEAST 4",
    ],
    [
        "PLAY LOWEST IF TOPCOLOR IS NOT WILD",
        "PLAY LOWEST IF TOPCOLOUR IS NOT WILD",
    ],
    ["PLAY REWARD IF PRIZE IS blue OR PRICE red UNDER 3", "="],
    ["LATER R16 IF OPPDOME ELSE HOLD WC", "="],
];

/// Faulty lines: the line, column and width of the fault, reason, hint.
const FAULTS: &[[&str; 4]] = &[
    [
        "PLYA LOWEST",
        "1+4",
        "no order is called `PLYA`",
        "did you mean `PLAY`?",
    ],
    [
        "PLAY B1",
        "6+2",
        "no card or colour is called `B1`",
        "did you mean `B14`?",
    ],
    [
        "PLAY LOWEST IF TOP 9",
        "20+1",
        "a number needs a sign or words before it",
        "did you mean `AT LEAST 9`?",
    ],
    [
        "PLAY LOWEST IF TOP >=",
        "22+1",
        "the line is not finished",
        "expected here: a number",
    ],
    [
        "PLAY R16 IF OPPPASED",
        "13+8",
        "did not understand `OPPPASED`",
        "did you mean `OPPPASSED`?",
    ],
    [
        "PLAY WC IF NOT (GAIN>=2 AND MYDOME)",
        "16+1",
        "NOT reverses one test, not several in brackets",
        "write NOT in front of each test",
    ],
    [
        "DOME LAST red+blue",
        "6+4",
        "LAST goes last",
        "write DOME red+blue LAST",
    ],
    [
        "DOME CHEAPEST IF GAIN>=2",
        "18+4",
        "GAIN may be asked only in PLAY orders",
        "",
    ],
    [
        "LATER R16 Y15",
        "11+3",
        "the order should end here; `Y15` was not understood",
        "a `,` may be missing before it",
    ],
    [
        "PASS",
        "1+4",
        "no order is called `PASS`",
        "you pass if nothing can be played: see HELP PASS",
    ],
    [
        "DOME red+red",
        "10+3",
        "a pair must be two different colours",
        "you pay two of the four prices, never the same one twice",
    ],
    [
        "LATER R16, WC",
        "12+2",
        "WC is wild, and no description takes a wild card",
        "HOLD WC keeps it back",
    ],
];

#[test]
fn lines_are_read_as_the_order_language_says() {
    let rules = rules();
    let view = first_view(&rules, 1);
    for [typed, printed] in READS {
        let (lines, faults) = understood(&rules, &view, typed);
        assert_eq!(faults, [], "{typed}");
        let printed = if *printed == "=" { typed } else { printed };
        let texts: Vec<&str> = lines.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(texts, [*printed]);
        let again = understood(&rules, &view, printed).0;
        assert_eq!(again[0].branches, lines[0].branches, "{printed}");
    }
    for [typed, place, reason, hint] in FAULTS {
        let (lines, faults) = understood(&rules, &view, typed);
        assert_eq!(lines, [], "{typed}");
        let found: Vec<[String; 3]> = faults
            .into_iter()
            .map(|fault| {
                let place = format!("{}+{}", fault.span.column, fault.span.width);
                [place, fault.reason, fault.hint]
            })
            .collect();
        assert_eq!(
            found,
            [[*place, *reason, *hint].map(str::to_owned)],
            "{typed}"
        );
    }
}

/// Sheets and the notes on them, by line; `HELD` and `OTHER` are a card in hand and one that is
/// not.
const ADVICE: &[(&str, &[(u32, &str)])] = &[
    ("PLAY HELD", &[]),
    ("PLAY LOWEST/OTHER", &[(1, "you do not hold OTHER now")]),
    ("STANDING PLAY OTHER", &[]),
    (
        "PLAY HIGHEST\nPLAY HELD\nPLAY red/CHAIN",
        &[
            (2, "never counts: `PLAY HIGHEST` comes first and has no IF"),
            (3, "never counts: `PLAY HIGHEST` comes first and has no IF"),
        ],
    ),
    ("PLAY HIGHEST IF MYDOME\nPLAY HELD", &[]),
    (
        "STANDING PREFER red\nPREFER blue",
        &[(1, "not in turn 1: `PREFER blue` comes first and has no IF")],
    ),
    (
        "DOME NEVER IF OPPDOME\nDOME NEVER\nDOME CHEAPEST",
        &[(3, "never counts: `DOME NEVER` comes first and has no IF")],
    ),
    (
        "DOME CHEAPEST LAST\nDOME red+blue",
        &[(
            2,
            "with your hand you can have at most 2 blue, but the price is 4",
        )],
    ),
    (
        "DOME CHEAPEST KEEP red\nDOME red+blue\nDOME green+blue LAST",
        &[
            (
                2,
                "with your hand you can have at most 2 blue, but the price is 4",
            ),
            (
                3,
                "with your hand you can have at most 2 blue, but the price is 4",
            ),
            (
                3,
                "never counts: `DOME CHEAPEST KEEP red` comes first and has no IF",
            ),
        ],
    ),
    ("HOLD WC\nHOLD WR UNTIL OPP red OVER 1", &[]),
    (
        "HOLD WC\nHOLD WC UNTIL MYHAND UNDER 0",
        &[
            (2, "MYHAND UNDER 0 is never so: MYHAND is from 0 to 8"),
            (2, "never counts: `HOLD WC` comes first and has no IF"),
        ],
    ),
    (
        "PLAY LOWEST IF TOP OVER 16 OR PRICE red UNDER 7",
        &[
            (1, "TOP OVER 16 is never so: TOP is from 0 to 16"),
            (
                1,
                "PRICE red UNDER 7 is always so: PRICE red is from 1 to 6",
            ),
        ],
    ),
    (
        "PLAY HELD COLOUR red",
        &[(1, "COLOUR has no effect here: only WC and WR take a colour")],
    ),
];

#[test]
fn advice_is_given_where_it_is_due() {
    let rules = rules();
    let view = first_view(&rules, 1);
    let coloured = rules.tables.actions.iter().filter(|it| !it.is_wild());
    let (held, others): (Vec<_>, Vec<_>) = coloured.partition(|it| view.hand.contains(&it.code));
    let named = |text: &str| {
        let text = text.replace("HELD", held[0].code.as_str());
        text.replace("OTHER", others[0].code.as_str())
    };
    let words = Words::of(GAME, &GAME.pack());
    let said = |it: &Reason| words.said([it], Tense::Now).unwrap().remove(0);
    for (sheet, wanted) in ADVICE {
        let (lines, faults) = understood(&rules, &view, &named(sheet));
        assert_eq!(faults, [], "{sheet}");
        let lines: Vec<_> = lines.iter().collect();
        let mut found = rules.advise(&view, &lines);
        found.sort_by_key(|it| it.at);
        let found: Vec<(u32, String)> = found
            .into_iter()
            .map(|it| (it.at.line, said(&it.what)))
            .collect();
        let wanted: Vec<(u32, String)> = wanted.iter().map(|it| (it.0, named(it.1))).collect();
        assert_eq!(found, wanted, "{sheet}");
    }
}
