//! What `--help` shows: the commands in groups, each with an example, in colour where the terminal
//! takes it.

use super::program::Cli;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Command, CommandFactory};
use std::fmt::Write;

/// As `--help` prints headings, commands and places to fill in. Nothing of it reaches a file, a
/// pipe, or a terminal with `NO_COLOR`.
const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default())
    .error(AnsiColor::Red.on_default().bold())
    .valid(AnsiColor::Green.on_default())
    .invalid(AnsiColor::Yellow.on_default());

/// The commands of one heading, each with an example or several.
type Group = (
    &'static str,
    &'static [(&'static str, &'static [&'static str])],
);

/// All commands, in the order in which one meets them.
pub const GROUPS: &[Group] = &[
    (
        "Begin",
        &[
            ("demo", &["demo", "demo /tmp/look --game conquistador"]),
            (
                "init",
                &[
                    "init ~/club --name \"Sunday Galleon\" --address orders@club.example \
                   --referee ref@club.example --zone Europe/Warsaw",
                ],
            ),
            ("games", &["games", "games conquistador --handbook"]),
            ("schema", &["schema conquistador"]),
            (
                "new",
                &[
                    "new these-new-worlds first-game --player \"north=Ana <ana@example.org>\" \
                     --player \"south=Ben <ben@example.net> Europe/Madrid\"",
                    "new conquistador new-spain --scenario duel \
                     --player \"spain=Ana <ana@example.org>\" --robot england \
                     --deadline \"tue,fri 18:30\"",
                    "new new-world-1500 crowns --open --about \"Beginners are welcome.\"",
                ],
            ),
            (
                "admit",
                &[
                    "admit crowns ana@example.org",
                    "admit crowns \"Ana <ana@example.org>\" --seat red",
                ],
            ),
            ("begin", &["begin crowns --robot white --empty purple"]),
            ("doctor", &["doctor"]),
            ("completions", &["completions bash"]),
            ("man", &["man ~/.local/share/man/man1"]),
        ],
    ),
    (
        "Every day",
        &[
            ("tick", &["tick"]),
            (
                "status",
                &["status", "status --needs-me", "status first-game"],
            ),
            ("schedule", &["schedule first-game"]),
            ("entries", &["entries first-game"]),
            (
                "show",
                &[
                    "show first-game --as north",
                    "show first-game --mails --entry 3",
                ],
            ),
            ("check", &["check first-game north orders.txt"]),
        ],
    ),
    (
        "Decide",
        &[
            (
                "extend",
                &[
                    "extend first-game 2d --why \"Ben is ill\"",
                    "extend first-game \"sun 20:00\"",
                ],
            ),
            ("hold", &["hold first-game --why \"we are all on holiday\""]),
            ("release", &["release first-game"]),
            (
                "resolve",
                &["resolve first-game --dry-run", "resolve first-game"],
            ),
            (
                "remind",
                &["remind first-game south --why \"We meet on Sunday\""],
            ),
            (
                "tell",
                &[
                    "tell first-game all \"The club meets on Friday.\"",
                    "tell first-game south --in-report \"The map has a mistake in B7.\"",
                ],
            ),
            (
                "replace",
                &[
                    "replace first-game south \"Dora <dora@example.org>\"",
                    "replace first-game south --robot",
                ],
            ),
            ("players", &["players", "players dora@example.org --json"]),
            (
                "substitute",
                &[
                    "substitute first-game south \"Dora <dora@example.org>\" \
                     2026-12-24..2027-01-06",
                    "substitute first-game south --none",
                ],
            ),
            (
                "standby",
                &[
                    "standby \"Dora <dora@example.org>\" any",
                    "standby \"Dora <dora@example.org>\" first-game --remove",
                ],
            ),
            ("password", &["password first-game north"]),
            (
                "token",
                &["token first-game north --renew --why \"it was forwarded\""],
            ),
            ("edit", &["edit first-game"]),
            (
                "adopt",
                &["adopt first-game --why \"a fleet had been lost to a slip\""],
            ),
            ("undo", &["undo first-game"]),
            (
                "rollback",
                &[
                    "rollback first-game 12 --dry-run",
                    "rollback first-game 12 --why \"the wrong sheet was taken\"",
                ],
            ),
            ("end", &["end first-game --why \"both agree\""]),
            ("archive", &["archive first-game"]),
            ("export", &["export first-game first-game.tar"]),
            ("clock", &["clock", "clock --accept"]),
        ],
    ),
    (
        "Mail",
        &[
            ("receive", &["receive < mail.eml"]),
            ("import", &["import --mbox saved.mbox"]),
            ("retake", &["retake --dry-run", "retake"]),
            ("submit", &["submit first-game north orders.txt"]),
            (
                "resend",
                &["resend first-game --why \"the mailbox works again\""],
            ),
        ],
    ),
    (
        "Prove",
        &[
            (
                "verify",
                &[
                    "verify --strict",
                    "verify first-game --mails saved.eml",
                    "verify first-game.tar --strict",
                ],
            ),
            (
                "dice",
                &["dice --link 6 --draw 17 --of 2d6 --key d40ccf2ab9d65073c113afc2cde1baad…"],
            ),
            ("site", &["site /srv/www/club"]),
            ("pack", &["pack --dry-run", "pack"]),
        ],
    ),
];

/// The program as clap knows it, with examples after each command and the list in groups.
pub fn command() -> Command {
    let mut program = Cli::command().styles(STYLES);
    for (name, examples) in GROUPS.iter().flat_map(|it| it.1) {
        program = program.mut_subcommand(name, |it| with_examples(it, examples));
    }
    let list = in_groups(&program);
    let heading = STYLES.get_header();
    program.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\n\
         {heading}Options{heading:#}\n{{options}}{{after-help}}"
    ))
}

fn with_examples(command: Command, examples: &[&str]) -> Command {
    let (heading, literal) = (STYLES.get_header(), STYLES.get_literal());
    let word = if examples.len() == 1 {
        "Example"
    } else {
        "Examples"
    };
    let mut text = format!("{heading}{word}:{heading:#}\n");
    for example in examples {
        let _ = writeln!(text, "  {literal}packetboat {example}{literal:#}");
    }
    if let Some(more) = command.get_after_help() {
        let _ = write!(text, "\n{more}");
    }
    command.after_help(text.trim_end().to_owned())
}

/// The commands under their headings, each with what it does.
fn in_groups(program: &Command) -> String {
    let (heading, literal) = (STYLES.get_header(), STYLES.get_literal());
    let names = GROUPS.iter().flat_map(|it| it.1).map(|it| it.0.len());
    let width = names.max().unwrap_or(0);
    let mut text = String::new();
    for (title, commands) in GROUPS {
        let _ = writeln!(text, "{heading}{title}{heading:#}");
        for (name, _) in *commands {
            let about = program.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {literal}{name:width$}{literal:#}  {about}");
        }
        text.push('\n');
    }
    let _ = write!(
        text,
        "{literal}packetboat COMMAND --help{literal:#} explains each, with examples."
    );
    text
}
