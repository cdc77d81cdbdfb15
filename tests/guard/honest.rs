//! What must raise no alarm: whatever players write, and whole campaigns of every game.

use super::broken::printed_sheet;
use super::{paces, players};
use crate::support::{Bench, Match, WORLDS, seat};
use packetboat::desk::club::search_text::folded;
use packetboat::desk::commands::referee;
use packetboat::engine::dice::{Bowl, Dice, Keys};
use packetboat::engine::game::Table;
use packetboat::engine::seat::{Seat, Viewer};
use packetboat::engine::secrets::Hidden;
use packetboat::report::{Frame, ReportKind, Templates};
use packetboat::store::entry::Stop;
use packetboat_tools::games;

/// Ticks a campaign may take at most.
const TICKS_MAX: u32 = 400;
/// How many lines are looked at for one that is worded as the page.
const TRIES: u32 = 40;
/// How often each game is played at least: once at each pace, with a chance of its own.
const CAMPAIGNS: usize = 2;

/// Everything that South may not know, as one text.
fn hidden(bench: &Bench, from: &str) -> String {
    let campaign = bench.campaign("worlds");
    let mut all = campaign.table.lines(seat("north"));
    all.extend(printed_sheet(&campaign, seat("north")).position);
    for hidden in campaign.table.hidden(Viewer::Seat(seat(from))) {
        match hidden {
            Hidden::Phrase(phrase) => all.push(phrase),
            Hidden::Among(phrases) => all.extend(phrases.into_iter().skip(1)),
        }
    }
    all.join("\n")
}

/// A player who knows or guesses everything may write it to anybody, and is answered.
#[test]
fn what_players_write_is_theirs() {
    let mut bench = Bench::with(&WORLDS);
    let lines = bench.good_lines("worlds", seat("north"));
    bench.send("worlds", "north", "1", &lines);
    bench.later(60).tick();
    let known = hidden(&bench, "south");
    let own = hidden(&bench, "north");
    let number = blake3::hash(b"a hash to talk about").to_hex().to_string();
    let texts = [
        format!("MESSAGE TO north\n{own}\n{number}\nEND\nPLAY LOWEST"),
        format!("MESSAGE\n{known}\nno end"),
        known.clone(),
        format!("; {}", known.replace('\n', "\n; ")),
        format!("{lines}\nCHECK"),
        lines.clone(),
        format!("STATUS\nHELP\nREPORT\nREPORT 1\n{lines}"),
    ];
    for text in &texts {
        for (from, sheet) in [
            ("south", "1"),
            ("north", "1"),
            ("south", "2"),
            ("south", "x"),
        ] {
            bench.send("worlds", from, sheet, text);
        }
        let summary = bench.later(60).tick();
        assert!(
            summary.halted.is_empty() && summary.entries > 0,
            "{summary}\n{text}"
        );
    }
    for opener in [
        "turn 1 please",
        "turn 1 red+blue",
        "turn 1 these-new-worlds",
        "turn 1 hunter2-horse",
    ] {
        bench.later(60);
        let text = format!("#orders worlds south {opener}\n{lines}\n{known}\n#end\n");
        let mail = bench.answer("worlds", "south", &text);
        bench.deliver(&mail);
        let mail = bench.written("mallory@elsewhere.example", "orders@club.example", &text);
        bench.deliver(&mail);
        let summary = bench.tick();
        assert!(
            summary.halted.is_empty() && summary.entries > 0,
            "{summary}\n{text}"
        );
    }
}

/// An example of the handbook or of HELP may be what somebody has ordered, and so may be what a
/// mistake is corrected to.
#[test]
fn examples_are_no_secrets() {
    let mut bench = Bench::with(&Match {
        game: "diplomacy",
        id: "powers",
        scenario: None,
        players: &[
            "austria=Ana <ana@example.org> Europe/Madrid",
            "turkey=Ben <ben@example.net> Europe/London",
        ],
        robots: &["england", "france", "germany", "italy", "russia"],
        options: &[],
        deadline: "3d 20:00",
    });
    let lines = "A BUD - SER\nA VIE S A BUD - GAL\nF TRI - ALB";
    bench.send("powers", "austria", "1a", lines);
    bench.later(60).tick();
    for text in [
        "HELP A",
        "HANDBOOK 4",
        "MOVE BUD",
        "A BUD - SER",
        "A BDU - SER",
        "A BUD - SRE",
        "A CON S A BUD - SER",
        "A CON S A BDU - SER",
        "Army Budapest moves to Serbia",
    ] {
        bench.send("powers", "turkey", "1a", text);
        let summary = bench.later(60).tick();
        assert!(summary.halted.is_empty(), "{summary}\n{text}");
        let aside = bench.ledger().iter().any(|it| it.2 == "aside");
        assert!(!aside, "{summary}\n{text}");
    }
}

/// People quote whole mails and write passwords into the wrong line: neither travels on.
#[test]
fn proofs_are_starred_out_of_what_players_write() {
    let mut bench = Bench::with(&WORLDS);
    let said = referee::password(&bench.club, "worlds", seat("south")).unwrap();
    let word = said.lines().nth(2).unwrap().trim().to_owned();
    let campaign = bench.campaign("worlds");
    let tokens = ["1", "2"].map(|it| campaign.token(seat("south"), it).as_str().to_owned());
    let addresses = tokens
        .each_ref()
        .map(|it| format!("orders+worlds.south.{it}@club.example"));
    let old = campaign.token(seat("south"), "77");
    let old = format!("orders+worlds.south.{}@club.example", old.as_str());
    let secrets = [
        word.as_str(),
        &tokens[0],
        &tokens[1],
        &addresses[0].to_uppercase(),
        &old,
    ];
    for secret in secrets {
        let texts = [
            format!("MESSAGE TO north\nTake over for me: {secret}.\nEND"),
            format!("PLAY LOWEST ; {secret}"),
            format!("Am Montag schrieb <{secret}>:"),
            format!("MESSAGE\n{secret}"),
            format!("STANDING {secret}"),
        ];
        for text in texts {
            bench.later(60);
            let before = bench.post.taken.len();
            let text = format!("#orders worlds south turn 1\n{text}\n#end\n");
            let mail = bench.answer("worlds", "south", &text);
            bench.deliver(&mail);
            let summary = bench.tick();
            assert!(
                summary.halted.is_empty() && summary.entries > 0,
                "{summary}\n{text}"
            );
            for mail in &bench.post.taken[before..] {
                let text = bench.text(&mail.message).to_lowercase();
                assert!(!text.contains(&secret.to_lowercase()), "{text}");
                assert!(
                    text.contains("****") || mail.key.contains("receipt"),
                    "{text}"
                );
            }
        }
    }
    for (path, bytes) in bench.fs.tree() {
        if path.starts_with("club/mail/") || path.contains("/outbox/") {
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        for secret in secrets {
            assert!(!text.contains(secret), "{secret} in {path}");
        }
    }
}

/// A number from 0 to `bound` - 1.
fn draw(dice: &mut Dice, bound: u32) -> u32 {
    dice.one(Bowl::Hidden, "a player", bound) - 1
}

/// A line that the page for everybody holds word for word, as somebody finds it who wants the guard
/// to halt the campaign.
fn worded_as_the_page(game: &str, table: &dyn Table, who: Seat, dice: &mut Dice) -> Option<String> {
    let templates = Templates::of(games::templates());
    let page = table.page(Viewer::Public, &[]).ok()?;
    let frame = Frame {
        game: game.to_owned(),
        ..Frame::bare(table.sheet())
    };
    let page = templates.report(&frame, ReportKind::Public, &page).ok()?;
    let page = folded(&page);
    let mut tries = 0..TRIES;
    tries.find_map(|_| {
        let line = table.random_line(who, &mut |it| draw(dice, it.max(1)));
        page.contains(&folded(&line)).then_some(line)
    })
}

/// What a player sends: mostly good orders, often anything else besides.
fn sheet(bench: &Bench, id: &str, who: Seat, dice: &mut Dice) -> String {
    let campaign = bench.campaign(id);
    let table = &campaign.table;
    let mut lines: Vec<String> = Vec::new();
    if draw(dice, 4) > 0 {
        lines.push(bench.good_lines(id, who));
    }
    for _ in 0..draw(dice, 3) {
        lines.push(table.random_line(who, &mut |it| draw(dice, it.max(1))));
    }
    lines.extend(worded_as_the_page(campaign.game.id(), &**table, who, dice));
    match draw(dice, 8) {
        0 => lines.push("STATUS\nHELP\nREPORT".to_owned()),
        1 => lines.push("REPORT 1\nXYZZY".to_owned()),
        2 => lines.push(format!("MESSAGE\n{}\nEND", lines.join("\n"))),
        3 => lines.push(format!(
            "STANDING {}",
            lines.concat().lines().next().unwrap_or("X")
        )),
        4 => lines.push("CHECK".to_owned()),
        _ => {}
    }
    if draw(dice, 4) > 0 {
        lines.push("GOAHEAD".to_owned());
    }
    lines.join("\n")
}

/// Plays a campaign through mail and ticks until it is over.
fn play(wanted: &Match<'_>, seed: u32) {
    let mut bench = Bench::new();
    let hex = blake3::hash(&seed.to_le_bytes()).to_hex().to_string();
    wanted.found_with(&bench.club, bench.now, &hex).unwrap();
    let file = format!("campaigns/{}/campaign.toml", wanted.id);
    bench.edit(
        &file,
        "\n[observers]\n",
        "\n[observers]\nEve = \"eve@example.net\"\n",
    );
    bench.tick();
    let keys = Keys::beside(&[1; 32], wanted.game, seed, 0);
    let mut dice = Dice::keyed(keys);
    for _ in 0..TICKS_MAX {
        let campaign = bench.campaign(wanted.id);
        let desk = campaign.note().desk.clone();
        if desk.stop == Stop::Over {
            let mut mails = bench.post.taken.iter();
            assert!(
                mails.any(|it| it.to == "eve@example.net"),
                "nobody looks on"
            );
            return;
        }
        let open = campaign.table.sheet();
        for who in campaign.table.seats() {
            let ahead = u32::from(draw(&mut dice, 6) == 0);
            let called = desk.called.contains(&who) && draw(&mut dice, 8) > 0;
            if (called || ahead > 0) && !campaign.is_robot(who) {
                let lines = sheet(&bench, wanted.id, who, &mut dice);
                let number = (open.turn + ahead).to_string();
                bench.send(wanted.id, who.as_str(), &number, &lines);
            }
        }
        let summary = bench.later(60).tick();
        assert!(
            summary.halted.is_empty(),
            "{} {seed}: {summary}",
            wanted.game
        );
        let wait = [2 * 3_600, 9 * 86_400][usize::from(draw(&mut dice, 3) == 0)];
        let summary = bench.later(wait).tick();
        assert!(
            summary.halted.is_empty(),
            "{} {seed}: {summary}",
            wanted.game
        );
        if bench.note(wanted.id).desk.held.is_some() {
            referee::release(&bench.club, wanted.id, "", bench.now).unwrap();
        }
    }
    panic!("{} {seed} does not end", wanted.game);
}

#[test]
fn whole_campaigns_of_every_game() {
    for game in games::all() {
        let (_, players) = players(game);
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let paces = paces(game);
        let all = paces.iter().cycle().take(paces.len().max(CAMPAIGNS));
        for (seed, options) in (0..).zip(all) {
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            let wanted = Match {
                game: game.id(),
                id: "played",
                scenario: None,
                players: &players,
                robots: &[],
                options: &options,
                deadline: "3d 20:00",
            };
            play(&wanted, seed);
        }
    }
}
