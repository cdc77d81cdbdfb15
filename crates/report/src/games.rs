//! Pages about games for the terminal: the list, and one game with its seats, options and orders.
//!
//! Not here: which games there are (`games`) and which command prints them (`cli`).

use super::templates::{Templates, value};
use super::text::{WIDTH, tidy, wrap};
use packetboat_core::engine::data::{DataError, DataPack, GameCard, OptionCard};
use serde::{Deserialize, Serialize};

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameLine {
    /// Its id.
    pub id: String,
    /// Its card.
    pub card: GameCard,
}

/// Everything the page of one game says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GamePage {
    /// Its id.
    pub id: String,
    /// Its card.
    pub card: GameCard,
    /// The forms of its orders, as `Table::help` gives them: usage, and a sentence below it.
    pub orders: Vec<String>,
    /// What silence means, a line each.
    pub silence: Vec<String>,
    /// How the rulebook is read.
    pub rulings: Vec<Ruling>,
    /// Where its handbook is; empty if there is none.
    pub handbook: String,
    /// What a place in the order of play is worth, and which option evens it; empty: nothing need
    /// be said.
    pub fairness: String,
}

/// One rule of `rules.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// Its number: `R12`.
    pub id: String,
    /// Where it comes from.
    pub source: String,
    /// What it says.
    pub text: String,
}

#[derive(Deserialize)]
struct RulesFile {
    #[serde(default, rename = "rule")]
    rules: Vec<Ruling>,
}

/// The rules a game lists in `rules.toml`; none if it has no such file.
///
/// # Errors
/// A file that does not fit, with its place.
pub fn rulings(pack: &DataPack) -> Result<Vec<Ruling>, DataError> {
    if !pack.files.contains_key("rules.toml") {
        return Ok(Vec::new());
    }
    let file: RulesFile = pack.read("rules.toml")?;
    Ok(file.rules)
}

#[derive(Serialize)]
struct List<'a> {
    games: Vec<Listed<'a>>,
}

#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    title: &'a str,
    seats: String,
    blurb: String,
}

#[derive(Serialize)]
struct OnePage<'a> {
    #[serde(flatten)]
    page: &'a GamePage,
    seats: String,
    options: Vec<String>,
    forms: Vec<String>,
    rules_text: Vec<String>,
}

impl Templates {
    /// The list of games.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn games(&self, games: &[GameLine]) -> Result<String, String> {
        let games = games.iter().map(|game| Listed {
            id: &game.id,
            title: &game.card.title,
            seats: seats(&game.card),
            blurb: wrap(&game.card.blurb, WIDTH, "  ", "  ").join("\n"),
        });
        let list = List {
            games: games.collect(),
        };
        let text = self.render("_common/games.txt", &value(&list))?;
        Ok(tidy(&text))
    }

    /// The page of one game.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn game(&self, page: &GamePage) -> Result<String, String> {
        let numbered = page.rulings.iter().filter(|it| is_numbered(&it.id));
        let context = OnePage {
            seats: seats(&page.card),
            options: page.card.options.iter().flat_map(option).collect(),
            forms: page.orders.iter().flat_map(|it| form(it)).collect(),
            rules_text: numbered.flat_map(ruling).collect(),
            page,
        };
        let text = self.render("_common/game.txt", &value(&context))?;
        Ok(tidy(&text))
    }
}

/// `2 seats`, `2 to 4 seats`.
fn seats(card: &GameCard) -> String {
    let most = card.seats.len();
    if usize::from(card.seats_min) == most {
        format!("{most} seats")
    } else {
        format!("{} to {most} seats", card.seats_min)
    }
}

fn option(option: &OptionCard) -> Vec<String> {
    let may_be = match (option.range, option.values.is_empty()) {
        (Some([least, most]), _) => format!("{least} to {most}"),
        (None, false) => option.values.join(", "),
        (None, true) => "true, false".to_owned(),
    };
    let default = option.default.in_toml();
    let head = format!("{} = {default} (may be: {may_be})", option.name);
    let help = match &option.ruling {
        Some(ruling) => format!("{} See {ruling}.", option.help),
        None => option.help.clone(),
    };
    let mut lines = wrap(&head, WIDTH, "  ", "      ");
    lines.extend(wrap(&help, WIDTH, "      ", "      "));
    lines
}

/// Usage lines, and their help below, which is indented.
fn form(text: &str) -> Vec<String> {
    let line = |words| {
        if str::starts_with(words, ' ') {
            wrap(words, WIDTH, "      ", "      ")
        } else {
            wrap(words, WIDTH, "  ", "      ")
        }
    };
    text.lines().flat_map(line).collect()
}

/// `R12`: a ruling. Other ids are of paragraphs that a game cites to itself.
fn is_numbered(id: &str) -> bool {
    let digits = id.strip_prefix('R').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
}

fn ruling(ruling: &Ruling) -> Vec<String> {
    let text = format!("{} ({})", ruling.text, ruling.source);
    let lead = format!("  {:<5} ", ruling.id);
    let rest = " ".repeat(lead.chars().count());
    wrap(&text, WIDTH, &lead, &rest)
}
