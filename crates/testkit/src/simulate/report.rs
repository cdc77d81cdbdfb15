//! What a run of games came to, for people.

use super::figures::Figure;
use super::one::Played;
use super::options::{Options, Players};
use packetboat_core::engine::data::Founding;
use packetboat_core::engine::seat::Seat;
use packetboat_report::counted;
use std::collections::BTreeMap;
use std::fmt;

/// Up to this many findings are kept; more are only counted: they are most often the same one.
const FINDINGS_MAX: usize = 20;

/// What a run of games came to.
#[derive(Debug, Clone)]
pub struct Report {
    /// Id of the game.
    pub game: String,
    /// The scenario played.
    pub scenario: String,
    /// Who played.
    pub players: Players,
    /// Seed of the first game.
    pub seed: u64,
    /// How many games were played, broken ones included.
    pub games: u32,
    /// How many games took how many turns.
    pub lengths: BTreeMap<u32, u32>,
    /// How many stops all games made together.
    pub stops: u64,
    /// How many lines of orders were filed.
    pub lines: u64,
    /// How the seats fared, in table order.
    pub standings: Vec<Standing>,
    /// Games that nobody won.
    pub nobody: u32,
    /// What the game counts besides.
    pub figures: Vec<Figure>,
    /// The one seat that played otherwise than all others, where that was played.
    pub versus: Option<Versus>,
    /// How many games were played twice, replayed, and derived again from book and dice.
    pub strict: u32,
    /// Broken invariants.
    pub findings: Vec<Finding>,
    /// How many more there were.
    pub more: u32,
    repeat: String,
}

/// How one seat fared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The seat.
    pub seat: Seat,
    /// Games won alone.
    pub won: u32,
    /// Games won together with others.
    pub shared: u32,
    /// All its places added up.
    pub places: u32,
    /// Its score in each game, where the game keeps one.
    pub scores: Vec<i64>,
}

/// The one seat that played otherwise than all others, over all seats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Versus {
    /// Games it won alone.
    pub won: u32,
    /// Games it shared the first place.
    pub shared: u32,
    /// Games that another won.
    pub lost: u32,
    /// Games that nobody won.
    pub nobody: u32,
}

/// A broken invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The seed of the game.
    pub seed: u64,
    /// What does not hold.
    pub what: String,
    /// What repeats that game alone.
    pub command: String,
}

impl Report {
    pub(super) fn new(
        game: &str,
        founding: &Founding,
        options: &Options,
        figures: Vec<Figure>,
    ) -> Self {
        let standings = founding.seats.iter().map(|seat| Standing {
            seat: *seat,
            won: 0,
            shared: 0,
            places: 0,
            scores: Vec::new(),
        });
        Report {
            game: game.to_owned(),
            scenario: founding.scenario.clone(),
            players: options.players,
            seed: options.seed,
            games: 0,
            lengths: BTreeMap::new(),
            stops: 0,
            lines: 0,
            standings: standings.collect(),
            nobody: 0,
            figures,
            versus: options.players.is_one_apart().then(Versus::default),
            strict: 0,
            findings: Vec::new(),
            more: 0,
            repeat: flags(options),
        }
    }

    /// Counts one game.
    pub(super) fn count(&mut self, seed: u64, result: Result<Played, String>) {
        self.games += 1;
        let played = match result {
            Ok(played) => played,
            Err(what) => return self.find(seed, what),
        };
        *self.lengths.entry(played.turns).or_default() += 1;
        self.stops += u64::from(played.stops);
        self.lines += u64::from(played.lines);
        self.strict += u32::from(played.strict);
        let place = |seat: &Seat| played.outcome.placings.get(seat).copied().unwrap_or(0);
        let first = played
            .outcome
            .placings
            .values()
            .filter(|it| **it == 1)
            .count();
        self.nobody += u32::from(first == 0);
        for standing in &mut self.standings {
            let own = place(&standing.seat);
            standing.places += u32::from(own);
            standing.scores.extend(played.scores.get(&standing.seat));
            standing.won += u32::from(own == 1 && first == 1);
            standing.shared += u32::from(own == 1 && first > 1);
        }
        if let (Some(versus), Some(robot)) = (&mut self.versus, played.lone) {
            match (place(&robot), first) {
                (1, 1) => versus.won += 1,
                (1, _) => versus.shared += 1,
                (_, 0) => versus.nobody += 1,
                _ => versus.lost += 1,
            }
        }
        for (figure, tally) in self.figures.iter_mut().zip(played.tallies) {
            figure.add(tally);
        }
        for what in played.broken {
            self.find(seed, what);
        }
    }

    fn find(&mut self, seed: u64, what: String) {
        if self.findings.len() == FINDINGS_MAX {
            self.more += 1;
            return;
        }
        let command = format!(
            "packetboat-tools simulate {} --games 1 --seed {seed}{}",
            self.game, self.repeat
        );
        self.findings.push(Finding {
            seed,
            what,
            command,
        });
    }

    /// Whether no invariant was broken.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }
}

/// The flags that a run needs to be repeated, apart from games and seed.
fn flags(options: &Options) -> String {
    let mut flags = String::new();
    if let Some(seats) = options.seats {
        flags += &format!(" --seats {seats}");
    }
    if let Some(scenario) = &options.scenario {
        flags += &format!(" --scenario {scenario}");
    }
    for (name, value) in &options.options {
        flags += &format!(" --option {name}={value}");
    }
    if options.players != Players::Robots {
        flags += &format!(" --players {}", options.players.as_str());
    }
    flags
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = self.standings.len();
        writeln!(
            f,
            "{}, scenario {}, {}, players {}: {} from seed {}.",
            self.game,
            self.scenario,
            counted(seats, "seat", "seats"),
            self.players.as_str(),
            counted(self.games, "game", "games"),
            self.seed
        )?;
        let stops = counted(self.stops, "stop", "stops");
        let lines = counted(self.lines, "line", "lines");
        writeln!(f, "{stops}, {lines} of orders.")?;
        self.show_lengths(f)?;
        self.show_standings(f)?;
        self.show_figures(f)?;
        if let Some(Versus {
            won,
            shared,
            lost,
            nobody,
        }) = self.versus
        {
            writeln!(
                f,
                "{}, in every seat in turn: won {won}, shared {shared}, lost {lost}; nobody won \
                 {nobody}.",
                match self.players {
                    Players::Advised => "As advised against robots",
                    _ => "The robot against silence",
                }
            )?;
        }
        writeln!(
            f,
            "Played twice, replayed and derived again: {}.",
            self.strict
        )?;
        self.show_findings(f)
    }
}

impl Report {
    /// A bar of at most 40 stars for each length.
    fn show_lengths(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nturns  games")?;
        let most = self.lengths.values().max().copied().unwrap_or(1).max(1);
        for (turns, games) in &self.lengths {
            let stars = (u64::from(*games) * 40).div_ceil(u64::from(most));
            let bar = "*".repeat(usize::try_from(stars).unwrap_or(0));
            writeln!(f, "{turns:5} {games:6}  {bar}")?;
        }
        Ok(())
    }

    fn show_standings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nseat            won    of all  shared  mean place")?;
        let ended: u32 = self.lengths.values().sum();
        for standing in &self.standings {
            let hundredths = u64::from(standing.places) * 100 / u64::from(ended.max(1));
            let (whole, part) = (hundredths / 100, hundredths % 100);
            let (seat, won, shared) = (standing.seat, standing.won, standing.shared);
            let share = percent(u64::from(won) * 1000 / u64::from(ended.max(1)));
            writeln!(
                f,
                "{seat:12} {won:6}  {share:>8}  {shared:6}  {whole:7}.{part:02}"
            )?;
        }
        if self.nobody > 0 {
            writeln!(f, "{:12} {:6}", "(nobody)", self.nobody)?;
        }
        writeln!(f)?;
        self.show_scores(f)
    }

    fn show_scores(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.standings.iter().all(|it| it.scores.is_empty()) {
            return Ok(());
        }
        writeln!(f, "seat          least   mean   most  score")?;
        for Standing { seat, scores, .. } in &self.standings {
            let count = i64::try_from(scores.len()).unwrap_or(1).max(1);
            let mean = scores.iter().sum::<i64>() / count;
            let least = scores.iter().min().copied().unwrap_or(0);
            let most = scores.iter().max().copied().unwrap_or(0);
            writeln!(f, "{seat:12} {least:6} {mean:6} {most:6}")?;
        }
        writeln!(f)
    }

    fn show_figures(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.figures.is_empty() {
            return Ok(());
        }
        let wide = self.figures.iter().map(|it| it.words.chars().count());
        let wide = wide.max().unwrap_or(0);
        for figure in &self.figures {
            let share = percent(figure.permille().unsigned_abs());
            let games = if figure.games { " games" } else { "" };
            let (words, count, of) = (&figure.words, figure.count, figure.of);
            writeln!(f, "{words:wide$} {share:>7}  {count} of {of}{games}")?;
        }
        writeln!(f)
    }

    fn show_findings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.findings.is_empty() {
            return writeln!(f, "No invariant was broken.");
        }
        let all = self.findings.len() + usize::try_from(self.more).unwrap_or(0);
        let all = counted(all, "invariant was", "invariants were");
        writeln!(f, "{all} broken:")?;
        for finding in &self.findings {
            writeln!(f, "- {}\n  {}", finding.what, finding.command)?;
        }
        if self.more > 0 {
            writeln!(f, "and {} more.", self.more)?;
        }
        Ok(())
    }
}

/// Tenths of a percent, as percent.
fn percent(permille: u64) -> String {
    format!("{}.{} %", permille / 10, permille % 10)
}
