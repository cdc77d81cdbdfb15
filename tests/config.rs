//! `campaign.toml` and `secret.toml`: read, refused, written and read again.

use packetboat::clock::Zone;
use packetboat::config::campaign::{CampaignConfig, Holder, Player, Want};
use packetboat::config::edit::with_holder;
use packetboat::config::schedule::{Cadence, HoldIfSilent, Schedule, WhenAllIn};
use packetboat::config::secret::{Key, SecretConfig};
use packetboat::engine::data::Setting;
use packetboat::textfile::FileFault;

/// The file of the manual.
const NEW_SPAIN: &str = r#"format   = 1
game     = "conquistador"
scenario = "campaign4"

[seats.spain]
player  = "Ana Torres"
address = "ana@example.org"
zone    = "Europe/Madrid"
wants   = ["text"]

[seats.france]
robot = true

[schedule]
zone      = "Europe/Warsaw"
deadline  = { every = "weekday", days = ["sun"], at = "20:00" }
grace     = "12h"
when_all_in = "resolve-after 2h"
reminders = ["48h", "6h"]
holidays  = ["2026-12-24..2027-01-02"]
review    = false

[options]
rounds_per_turn = 2
"#;

fn parse(text: &str) -> Result<CampaignConfig, FileFault> {
    CampaignConfig::parse("campaign.toml", text)
}

#[test]
fn the_file_of_the_manual() {
    let config = parse(NEW_SPAIN).unwrap();
    let schedule = &config.schedule;
    assert_eq!(schedule.when_all_in.to_string(), "resolve-after 2h");
    assert_eq!(schedule.grace.seconds(), 43_200);
    assert_eq!(schedule.hold_if_silent, HoldIfSilent::Never);
    assert_eq!(config.absence.tell_referee_after, 2);
    assert_eq!(config.options["rounds_per_turn"], Setting::Number(2));
    assert_eq!(config.seats[&"france".parse().unwrap()], Holder::Robot);
    let Holder::Player(ana) = &config.seats[&"spain".parse().unwrap()] else {
        panic!("spain is a player's");
    };
    assert_eq!(ana.wants, [Want::Text]);
}

#[test]
fn what_is_written_reads_back() {
    let mut config = parse(NEW_SPAIN).unwrap();
    assert_eq!(parse(&config.to_text()), Ok(config.clone()));
    let spain = "spain".parse().unwrap();
    let Some(Holder::Player(ana)) = config.seats.get_mut(&spain) else {
        panic!("spain is a player's");
    };
    ana.name = "Ana \"la Roja\" Núñez \\".into();
    ana.zone = None;
    config.options = [
        ("odd name", Setting::Word("with \"quotes\"".into())),
        ("switch", Setting::Switch(true)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    config.schedule = Schedule::weekly(Zone::UTC);
    config.schedule.deadline = Cadence::Never {}.into();
    config.schedule.when_all_in = WhenAllIn::WaitForDeadline;
    config.schedule.holidays = vec!["2026-12-24".parse().unwrap()];
    config.schedule.review = true;
    config.schedule.hold_if_silent = HoldIfSilent::AtLeast(3.try_into().unwrap());
    config.absence.stretch_days = 3.try_into().unwrap();
    assert_eq!(parse(&config.to_text()), Ok(config));
}

fn check(from: &str, to: &str, shown: &str) {
    assert!(NEW_SPAIN.contains(from), "{from}");
    let fault = parse(&NEW_SPAIN.replace(from, to))
        .expect_err(shown)
        .to_string();
    assert_eq!(fault, format!("campaign.toml{shown}"));
}

#[test]
fn unknown_keys_are_answered_with_the_nearest() {
    check(
        "scenario =",
        "scenarios =",
        ":3: unknown key `scenarios`; did you mean `scenario`?",
    );
    check(
        "address =",
        "adress  =",
        ":7: unknown key `adress`; did you mean `address`?",
    );
    check(
        "grace    ",
        "graces   ",
        ":17: unknown key `graces`; did you mean `grace`?",
    );
    check(
        "at = ",
        "att = ",
        ":16: unknown key `att`; did you mean `at`?",
    );
    check(
        "\"weekday\"",
        "\"weekdays\"",
        ":16: unknown value `weekdays`; did you mean `weekday`?",
    );
    check(
        "[\"text\"]",
        "[\"text\", \"pdf\"]",
        ":9: unknown value `pdf`; known here: text, html, ics, json",
    );
    check(
        "[options]",
        "[absence]\ntell = 2\n[options]",
        ":24: unknown key `tell`; known here: \
        tell_referee_after, stretch_days, robot_after_missed, skip_after, \
        extend",
    );
}

#[test]
fn absences_have_a_budget() {
    assert_eq!(parse(NEW_SPAIN).unwrap().absence.stretch_days.get(), 14);
    let with = |line: &str| format!("[absence]\n{line}\n[options]");
    check(
        "[options]",
        &with("stretch_day = 3"),
        ":24: unknown key `stretch_day`; did you mean `stretch_days`?",
    );
    check(
        "[options]",
        &with("stretch_days = 366"),
        ":24: stretch_days must be from 0 to 365, not 366",
    );
}

/// A file as referees keep it.
const COMMENTED: &str = r#"# our third try
format   = 1
game     = "conquistador"
scenario = "campaign4"

# Ana plays from Madrid
[seats.spain]
# met at the fair
player  = "Ana Torres"   # the younger
address = "ana@example.org"
# since March
zone    = "Europe/Madrid"
wants   = ["text"]

# nobody wanted it
[seats.france]
robot = true   # for now

[schedule]
zone      = "Europe/Warsaw"
deadline  = { every = "weekday", days = ["sun"], at = "20:00" } # never Mondays
"#;

/// Changes a seat; the file must read as before but for that seat, and keep every comment that
/// does not stand behind a key that is gone.
fn edited(text: &str, seat: &str, holder: &Holder) -> String {
    let seat = seat.parse().unwrap();
    let new = with_holder("campaign.toml", text, seat, holder).unwrap();
    let mut wanted = parse(text).unwrap();
    wanted.seats.insert(seat, holder.clone());
    assert_eq!(parse(&new), Ok(wanted), "{new}");
    let above = text.lines().filter(|it| it.starts_with('#'));
    for comment in above {
        assert!(new.contains(comment), "`{comment}` is gone from\n{new}");
    }
    assert!(new.contains("# never Mondays"), "{new}");
    new
}

#[test]
fn a_seat_changes_hands_and_comments_stay() {
    let dora = Holder::Player(Player {
        name: "Dora \"D\" Ek".to_owned(),
        address: "dora@example.org".parse().unwrap(),
        zone: None,
        wants: vec![Want::Text],
        name_public: false,
        record_public: false,
        also: Vec::new(),
    });
    let new = edited(COMMENTED, "spain", &dora);
    assert!(new.contains("# the younger"), "{new}");
    let by_robot = edited(COMMENTED, "spain", &Holder::Robot);
    let back = edited(&by_robot, "spain", &dora);
    assert!(!back.contains("robot = true\naddress"), "{back}");
    edited(COMMENTED, "france", &dora);
    let inline = COMMENTED.replace(
        "[seats.france]\nrobot = true   # for now\n",
        "[seats]\nfrance = { robot = true }\n",
    );
    edited(&inline, "france", &dora);
    let fault = with_holder("campaign.toml", COMMENTED, "peru".parse().unwrap(), &dora);
    assert_eq!(
        fault.unwrap_err().to_string(),
        "campaign.toml: there is no [seats.peru]"
    );
}

#[test]
fn values_are_checked() {
    check(
        "[\"sun\"]",
        "[]",
        ":16: days must name at least one day, and none twice",
    );
    check(
        "[\"sun\"]",
        "[\"sunday\"]",
        ":16: `sunday` is not a day: write mon, tue, wed, thu, fri, \
        sat or sun",
    );
    check(
        "\"20:00\"",
        "\"8 pm\"",
        ":16: `8 pm` is not a time of day such as 20:00",
    );
    check(
        "\"12h\"",
        "\"12\"",
        ":17: `12` is not a length of time such as 12h, 3d or 2h 30m",
    );
    check(
        "\"resolve-after 2h\"",
        "\"soon\"",
        ":18: when_all_in is \"resolve-at-once\", \
        \"resolve-after 2h\" or \"wait-for-deadline\", not `soon`",
    );
    check(
        "..2027",
        "..2025",
        ":20: `2026-12-24..2025-01-02` ends before it begins",
    );
    check(
        "robot = true",
        "robot = true\nplayer = \"Ben\"",
        ":11: seat france is a robot's: delete the other keys, or `robot = true`",
    );
    check(
        "robot = true",
        "",
        ":11: seat france needs `player` and `address`, or `robot = true`",
    );
    check(
        "\"ana@example.org\"",
        "\"ana\"",
        ":7: `ana` is not a mail address such as \
        ana@example.org",
    );
    check(
        "\"Ana Torres\"",
        "\"Ana\\nBcc: x\"",
        ":5: the name of a player must be one line \
        without control characters",
    );
    check(
        "[\"text\"]",
        "[]",
        ":5: seat spain: wants must name the forms of reports, \
        none twice: [\"text\"]",
    );
    check(
        "[seats.france]",
        "[seats.France]",
        ":11: `France` is not a name for a seat: at most 12 \
        small letters, digits and hyphens",
    );
}

#[test]
fn options_are_switches_numbers_or_words() {
    check(
        "turn = 2",
        "turn = 2.5",
        ":24: an option is true, false, a whole number or a word in quotes",
    );
}

#[test]
fn another_format_is_refused_before_its_keys_are() {
    check(
        "format   = 1",
        "format = 7\nnews = 1",
        ": format 7 is newer than this program, which \
        knows 1; install a newer packetboat",
    );
}

#[test]
fn secrets_read_back_and_are_never_shown() {
    let mut secret = SecretConfig::new([1; 32], true, [2; 32]);
    let spain = "spain".parse().unwrap();
    secret.generations.insert(spain, 3);
    secret.passwords.insert(spain, Key([4; 32]));
    let text = secret.to_text();
    let back = SecretConfig::parse("secret.toml", &text).unwrap();
    assert!(back == secret);
    assert_eq!(
        (
            back.generation(spain),
            back.generation("x".parse().unwrap())
        ),
        (3, 0)
    );
    let shown = format!("{secret:?}{:?}", secret.seed);
    assert!(!shown.contains("01") && !shown.contains("1, 1"), "{shown}");
    let fault = SecretConfig::parse("secret.toml", &text.replace("0101", "0111")).unwrap_err();
    assert!(
        fault.to_string().contains("its checksum differs"),
        "{fault}"
    );
    // A file of before there were checksums is read all the same.
    let (old, _) = text.rsplit_once("# checksum").unwrap();
    let back = SecretConfig::parse("secret.toml", old).unwrap();
    assert!(!back.has_checksum() && secret.has_checksum());
    let fault = SecretConfig::parse("secret.toml", &old.replace("0101", "01x1")).unwrap_err();
    let shown = fault.to_string();
    assert!(
        shown.starts_with("secret.toml:4: ") && !shown.contains("01x1"),
        "{shown}"
    );
    let fault = SecretConfig::parse("secret.toml", &text[..120]).unwrap_err();
    assert!(fault.to_string().starts_with("secret.toml:"), "{fault}");
}

#[test]
fn a_record_is_shown_beside_a_name_alone() {
    check(
        "wants   = [\"text\"]",
        "record_public = true",
        ":5: seat spain: record_public shows how Ana Torres keeps time beside their name; write \
         `name_public = true` too, if they agree to be named",
    );
}
