//! The engine with the toy games' own types: what a run does with lines, gates and interrupts.
//! Lines are built by hand, so that these tests need no reader.

use packetboat::engine::chronicle::{Cx, Input};
use packetboat::engine::data::Founding;
use packetboat::engine::decide::{Answer, Source};
use packetboat::engine::dice::{Dice, Keys, LINKS};
use packetboat::engine::facts::Asked;
use packetboat::engine::game::card;
use packetboat::engine::orders::{Branch, Clause, Filing, Guard, Instruction, OrderBook, OrderRef};
use packetboat::engine::reason::Reason;
use packetboat::engine::rules::{BookOf, Rules, StepOf};
use packetboat::engine::run::{Halt, Run};
use packetboat::engine::seat::Seat;
use packetboat::engine::silence::Rulebook;
use packetboat::engine::whole::GameRules;
use packetboat::lang::form::Tried;
use packetboat::lang::said::{Compare, Joined};
use packetboat::lang::sheet::{Scope, SheetNo};
use packetboat_tools::games;
use packetboat_toy_sealed::orders as bids;
use packetboat_toy_sealed::state::{Event as SealedEvent, Sealed};
use packetboat_toy_skirmish::orders::{self as fights, Choice as Fight, Question};
use packetboat_toy_skirmish::state::{Event, Phase, Skirmish};
use std::collections::BTreeMap;

fn seat(name: &str) -> Seat {
    name.parse().unwrap()
}

fn keys(link: u32) -> Dice {
    Dice::keyed(Keys::new(&[3; 32], LINKS - link, 0).unwrap())
}

/// A campaign of two with these options (as TOML), set up with these dice, at its first stop.
fn begin<'a, R: GameRules>(rules: &'a Rulebook<R>, options: &str, mut dice: Dice) -> Run<'a, R> {
    let card = card(&games::pack(R::ID)).unwrap();
    let options: BTreeMap<String, _> = toml::from_str(options).unwrap();
    let founding = Founding::new(&card, Some("duel"), &[], &options).unwrap();
    let mut cx = Cx::new(&mut dice, founding.seats.clone());
    let state = rules.setup(&founding, &mut cx).unwrap();
    let mut run = Run {
        rules,
        state,
        book: BookOf::<R>::default(),
    };
    run.play(&mut dice, false).unwrap();
    run
}

fn skirmish() -> Rulebook<Skirmish> {
    Skirmish::load(&games::pack("toy/skirmish")).unwrap().into()
}

fn sealed() -> Rulebook<Sealed> {
    Sealed::load(&games::pack("toy/sealed")).unwrap().into()
}

/// A line of this sheet (`Some`) or a standing one.
fn line<O, W>(number: u32, sheet: Option<u32>, tried: Tried, order: O) -> Instruction<O, W> {
    Instruction {
        at: OrderRef {
            submission: 0,
            line: number,
            part: 0,
        },
        text: format!("line {number}"),
        form: String::new(),
        key: vec![format!("LINE {number}")],
        scope: match sheet {
            Some(turn) => Scope::Sheet {
                sheet: SheetNo::whole(turn),
            },
            None => Scope::Standing { until: None },
        },
        tried,
        each: false,
        used: 0,
        spent: None,
        branches: vec![Branch {
            order,
            when: Guard::always(),
        }],
    }
}

fn when<O, W>(mut line: Instruction<O, W>, condition: W) -> Instruction<O, W> {
    line.branches[0].when = Guard {
        joined: Joined::All,
        clauses: vec![Clause {
            not: false,
            condition,
        }],
    };
    line
}

/// Files lines as a submission for one sheet, while its gate waits for it.
fn file<O, W>(
    book: &mut OrderBook<O, W>,
    who: Seat,
    submission: u32,
    sheet: u32,
    mut lines: Vec<Instruction<O, W>>,
) {
    for line in &mut lines {
        line.at.submission = submission;
    }
    let sheet = SheetNo::whole(sheet);
    let filing = Filing {
        seat: who,
        submission,
        sheet,
        empty: false,
        lines,
        ready: BTreeMap::new(),
        clears: Vec::new(),
        cancels: std::collections::BTreeSet::new(),
        adds: false,
        unread: Vec::new(),
    };
    book.file(filing, Some(sheet));
}

fn answers<R: Rules>(steps: &[StepOf<R>]) -> Vec<&Answer<R::Choice>> {
    let inputs = steps.iter().filter_map(|step| match &step.input {
        Input::Answers { answers } => Some(answers),
        Input::Auto | Input::Gathered { .. } => None,
    });
    inputs.flatten().collect()
}

fn attack(number: u32, turn: u32, target: Seat) -> Instruction<fights::Order, Asked> {
    let targets = vec![fights::Target::Seat {
        seat: fights::Foe(target),
    }];
    line(
        number,
        Some(turn),
        Tried::Once,
        fights::Order::Attack { targets },
    )
}

/// Red rolls 6 and Blue 1 for initiative; red attacks and wins with 12 against 2.
const RED_WINS_BY_TEN: [u32; 6] = [6, 1, 6, 6, 1, 1];

#[test]
fn a_question_by_mail_stops_the_batch_and_a_deadline_opens_it() {
    let rules = skirmish();
    // Strong bands, so that the loser is still in the field.
    let (red, blue) = (seat("red"), seat("blue"));
    let mut run = begin(
        &rules,
        "interrupts = true\nturns = 2",
        Dice::scripted([3, 4]),
    );
    run.state.band_mut(blue).strength = 30;
    run.state.band_mut(red).strength = 30;
    file(&mut run.book, red, 1, 1, vec![attack(1, 1, blue)]);
    let mut dice = Dice::scripted(RED_WINS_BY_TEN);
    let (_, halt) = run.play(&mut dice, true).unwrap();
    let Halt::Asking(prompts) = halt else {
        panic!("it should ask: {halt:?}")
    };
    let asked: Vec<_> = prompts
        .iter()
        .map(|it| (it.seat, it.question.clone()))
        .collect();
    assert_eq!(asked, [(red, Question::Spoils { points: 2, men: 1 })]);
    // Nothing new: it still asks, and nothing has happened.
    let (steps, halt) = run.play(&mut dice, false).unwrap();
    assert!(steps.is_empty() && matches!(halt, Halt::Asking(_)));
    // The deadline falls back, and opens nothing but this: the gate of turn 2 is waited at.
    let (steps, halt) = run.play(&mut dice, true).unwrap();
    let made = answers::<Skirmish>(&steps);
    assert_eq!(made[0].source, Source::Fallback);
    assert!(matches!(halt, Halt::Gathering { .. }), "{halt:?}");
    assert_eq!((run.state.turn, run.state.band(red).points), (2, 2));
}

/// The deadline of an interrupt that a line has answered meanwhile is spent all the same.
#[test]
fn a_deadline_that_was_not_needed_opens_no_other_stop() {
    let rules = skirmish();
    let (red, blue) = (seat("red"), seat("blue"));
    let mut run = begin(
        &rules,
        "interrupts = true\nturns = 3",
        Dice::scripted([3, 4]),
    );
    run.state.band_mut(blue).strength = 30;
    run.state.band_mut(red).strength = 30;
    file(&mut run.book, red, 1, 1, vec![attack(1, 1, blue)]);
    let mut dice = Dice::scripted(RED_WINS_BY_TEN);
    let (_, halt) = run.play(&mut dice, true).unwrap();
    assert!(matches!(halt, Halt::Asking(_)), "{halt:?}");
    let take = fights::Order::Spoils {
        take: fights::Take::Men,
    };
    file(
        &mut run.book,
        red,
        2,
        1,
        vec![line(1, Some(1), Tried::Kept, take)],
    );
    let (steps, halt) = run.play(&mut dice, true).unwrap();
    let made = answers::<Skirmish>(&steps);
    assert_eq!(
        made[0].source,
        Source::Lines {
            at: vec![OrderRef {
                submission: 2,
                line: 1,
                part: 0
            }],
            each: false
        }
    );
    assert!(matches!(halt, Halt::Gathering { .. }), "{halt:?}");
    assert_eq!(
        run.state.turn, 2,
        "the gate of turn 2 must wait for a deadline of its own"
    );
}

#[test]
fn a_standing_order_is_spent_once_a_sheet_and_never_used_up() {
    let rules = skirmish();
    let red = seat("red");
    let mut run = begin(&rules, "turns = 3", Dice::scripted([6, 6]));
    let rally = fights::Order::Rally { men: 1 };
    file(
        &mut run.book,
        red,
        1,
        1,
        vec![line(1, None, Tried::Once, rally)],
    );
    let mut seen = Vec::new();
    for _ in 0..3 {
        let (steps, _) = run.play(&mut Dice::scripted([6, 1]), true).unwrap();
        let made = answers::<Skirmish>(&steps);
        let own = made.iter().filter(|it| it.seat == red);
        seen.extend(own.map(|it| (it.choice, it.source == Source::Fallback)));
    }
    let turn = [(Fight::Rally { men: 1 }, false), (Fight::Hold, true)];
    assert_eq!(seen, turn.repeat(3), "once in each turn of two impulses");
    assert_eq!(run.book.in_force(red, SheetNo::whole(3)).len(), 1);
}

#[test]
fn a_wish_waits_for_its_time_and_each_repeats_it() {
    let rules = skirmish();
    let red = seat("red");
    let recruit = |each| {
        let order = fights::Order::Recruit { men: 1 };
        let mut wish = line(1, Some(1), Tried::Wish, order);
        wish.each = each;
        wish
    };
    for (each, wanted) in [(false, 1), (true, 2)] {
        let mut run = begin(&rules, "turns = 1", Dice::scripted([6, 6]));
        run.state.band_mut(red).points = 5;
        file(&mut run.book, red, 1, 1, vec![recruit(each)]);
        let (steps, _) = run.play(&mut Dice::scripted([1, 6]), true).unwrap();
        let made = answers::<Skirmish>(&steps);
        let done = made
            .iter()
            .filter(|it| matches!(it.choice, Fight::Recruit { .. }));
        assert_eq!(done.count(), wanted, "EACH: {each}");
    }
    // Without points it is passed over, with the reason, and stays in the book.
    let mut run = begin(&rules, "turns = 2", Dice::scripted([6, 6]));
    file(&mut run.book, red, 1, 1, vec![recruit(false)]);
    let (steps, _) = run.play(&mut Dice::scripted([1, 6]), true).unwrap();
    let made = answers::<Skirmish>(&steps);
    let own = made.iter().find(|it| it.seat == red).unwrap();
    assert_eq!(own.passed_over[0].why, Reason::of(&"you have 0 points"));
    let left: Vec<_> = steps.iter().flat_map(|it| &it.left).collect();
    assert_eq!(
        (left.len(), left[0].used),
        (1, 0),
        "it leaves with its sheet"
    );
}

/// What a seat wishes for is not done for it by silence; a standing line that comes later takes no
/// wish away.
#[test]
fn a_sheet_of_wishes_stays_one_whatever_stands_is_sent_to_it() {
    let rules = skirmish();
    let (red, blue) = (seat("red"), seat("blue"));
    let mut run = begin(&rules, "turns = 2", Dice::scripted([6, 6]));
    let recruit = line(1, Some(1), Tried::Wish, fights::Order::Recruit { men: 1 });
    let stands = line(1, None, Tried::Kept, fights::Order::Withdraw {});
    for (submission, sent, wishes) in [
        (1, recruit, true),
        (2, stands, true),
        (3, attack(1, 1, blue), false),
    ] {
        file(&mut run.book, red, submission, 1, vec![sent]);
        let filed = run.book.filed(red, SheetNo::whole(1)).unwrap();
        assert_eq!(filed.wishes, wishes, "submission {submission}");
    }
}

#[test]
fn everybody_is_asked_to_react_and_a_standing_line_answers() {
    let rules = skirmish();
    let (red, blue) = (seat("red"), seat("blue"));
    let under = |with| Asked {
        test: "STRENGTH".to_owned(),
        whose: None,
        of: None,
        filters: Vec::new(),
        is: Some(Compare::Under),
        number: Some(with),
        name: None,
    };
    let withdraw = |with| {
        when(
            line(1, None, Tried::Kept, fights::Order::Withdraw {}),
            under(with),
        )
    };
    for (with, away) in [(7, true), (6, false)] {
        let mut run = begin(&rules, "turns = 1", Dice::scripted([6, 6]));
        file(&mut run.book, red, 1, 1, vec![attack(1, 1, blue)]);
        file(&mut run.book, blue, 2, 1, vec![withdraw(with)]);
        let fight: &[u32] = if away { &[] } else { &[3, 4, 2, 5] };
        let mut dice = Dice::scripted([&[6, 1], fight].concat());
        let (steps, _) = run.play(&mut dice, true).unwrap();
        let events: Vec<&Event> = steps
            .iter()
            .flat_map(|it| &it.events)
            .map(|it| &it.event)
            .collect();
        let withdrew = events.contains(&&Event::Withdrew { target: blue });
        assert_eq!(withdrew, away, "{events:?}");
        let made = answers::<Skirmish>(&steps);
        let reacted = made.iter().find(|it| it.seat == blue).unwrap();
        assert_eq!(
            reacted.passed_over.is_empty(),
            away,
            "its IF was not true: told"
        );
    }
}

#[test]
fn ties_for_initiative_are_rolled_again() {
    let rules = skirmish();
    let mut run = begin(&rules, "turns = 1", Dice::scripted([6, 6]));
    let (steps, _) = run.play(&mut Dice::scripted([4, 4, 2, 5]), true).unwrap();
    let order = Event::Order {
        turn: 1,
        seats: vec![seat("blue"), seat("red")],
    };
    assert!(
        steps
            .iter()
            .flat_map(|it| &it.events)
            .any(|it| it.event == order),
        "{steps:?}"
    );
}

#[test]
fn at_pace_seat_each_action_has_a_gate_of_its_own() {
    let rules = skirmish();
    let mut run = begin(&rules, "turns = 1\npace = \"seat\"", keys(1));
    let mut called = Vec::new();
    while run.state.phase != Phase::Over {
        match run.halt() {
            Some(Halt::Gathering { called: seats, .. }) => called.extend(seats),
            halt => panic!("only gates are expected, not {halt:?}"),
        }
        run.play(&mut keys(2), true).unwrap();
    }
    let (first, second) = (called[0], called[1]);
    assert_ne!(first, second);
    assert_eq!(called, [first, second, first, second]);
}

fn bid(number: u32, round: u32, amount: u32) -> Instruction<bids::Order, Asked> {
    line(
        number,
        Some(round),
        Tried::Once,
        bids::Order::Bid {
            sum: bids::Sum::Some { amount },
        },
    )
}

#[test]
fn bids_lean_on_keep_and_are_done_whole_or_not_at_all() {
    let rules = sealed();
    let (north, south) = (seat("north"), seat("south"));
    let keep = |number, amount| line(number, Some(1), Tried::Kept, bids::Order::Keep { amount });
    let sum = bids::Sum::All {};
    let all = line(1, Some(1), Tried::Once, bids::Order::Bid { sum });
    // The purse holds 15. Lines, what is bid, the lines it rests on, lines passed over.
    let checks: [(Vec<_>, u32, &[u32], &[u32]); 6] = [
        (vec![bid(1, 1, 4)], 4, &[1], &[]),
        (vec![bid(1, 1, 16), bid(2, 1, 3)], 3, &[2], &[1]),
        (vec![all.clone(), keep(2, 6)], 9, &[1, 2], &[]),
        (vec![bid(1, 1, 4), keep(2, 6)], 4, &[1], &[]),
        (vec![bid(1, 1, 14), keep(2, 20)], 0, &[1, 2], &[]),
        (vec![keep(1, 3)], 0, &[], &[]),
    ];
    for (lines, amount, rests_on, passed_over) in checks {
        let mut run = begin(&rules, "rounds = 1", keys(3));
        file(&mut run.book, north, 1, 1, lines);
        let (steps, _) = run.play(&mut keys(4), true).unwrap();
        let made = answers::<Sealed>(&steps);
        assert_eq!(
            made.iter().map(|it| it.seat).collect::<Vec<_>>(),
            [north, south]
        );
        assert_eq!(made[0].choice, bids::Choice::Bid { amount });
        let source = match &made[0].source {
            Source::Lines { at, .. } => at.iter().map(|it| it.line).collect(),
            Source::Fallback | Source::Forced => Vec::new(),
        };
        assert_eq!(source, rests_on);
        let passed: Vec<u32> = made[0].passed_over.iter().map(|it| it.at.line).collect();
        assert_eq!(passed, passed_over);
        assert_eq!(made[1].source, Source::Fallback);
        assert_eq!(made[1].choice, bids::Choice::Bid { amount: 0 });
    }
}

#[test]
fn equal_offers_win_nothing_and_cards_stay_secret() {
    let rules = sealed();
    // The deck in such an order that the last two cards, dealt first, are equal.
    let order: Vec<u32> = (1..=24).collect();
    let faces = [order, vec![5]].concat();
    let mut run = begin(&rules, "rounds = 1", Dice::scripted(faces));
    for (number, name) in [(1, "north"), (2, "south")] {
        file(&mut run.book, seat(name), number, 1, vec![bid(1, 1, 4)]);
    }
    let (steps, halt) = run.play(&mut keys(5), false).unwrap();
    let told: Vec<_> = steps.iter().flat_map(|it| &it.events).collect();
    assert_eq!(
        told.last().unwrap().event,
        SealedEvent::Nobody { points: 5 }
    );
    assert!(
        told.iter()
            .all(|it| !matches!(it.event, SealedEvent::Dealt { .. }))
    );
    let Halt::Over(outcome) = halt else {
        panic!("one round is the whole game: {halt:?}")
    };
    assert_eq!(
        outcome.placings.values().copied().collect::<Vec<_>>(),
        [1, 1]
    );
}

#[test]
fn one_gate_serves_a_batch_of_rounds_filed_ahead() {
    let rules = sealed();
    let north = seat("north");
    let mut run = begin(&rules, "rounds = 4\npace = \"batch\"\nbatch = 3", keys(6));
    let lines = vec![bid(1, 1, 2), bid(3, 2, 3), bid(5, 3, 1)];
    file(&mut run.book, north, 1, 1, lines);
    let (steps, halt) = run.play(&mut keys(7), true).unwrap();
    let made = answers::<Sealed>(&steps);
    let own = made
        .iter()
        .filter(|it| it.seat == north)
        .map(|it| it.choice);
    let wanted = [2, 3, 1].map(|amount| bids::Choice::Bid { amount });
    assert_eq!(own.collect::<Vec<_>>(), wanted);
    assert!(matches!(halt, Halt::Gathering { .. }));
    assert_eq!(run.state.round, 4);
}
