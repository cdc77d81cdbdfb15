//! `dice`: a draw made again, for anyone who has a report.

use super::common::Done;
use crate::engine::dice::{Bowl, Dice as Drawn, Keys, LINKS, Salts, unhex};
use crate::fault::Fault;

/// The most dice or cards that are drawn at once.
const COUNT_MAX: u32 = 1000;

/// `packetboat dice --key KEY --link N --draw N --of 2d6`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The answer to DICE, in a reply to a mail of the club, has this command ready \
        to be copied, with the last key that you were shown. The number of a draw is in [] after \
        the event that \
    reports it."
)]
pub struct Dice {
    /// The key that the report shows, in 64 hex digits
    #[arg(long)]
    key: String,
    /// Its number: 6 for x[6]
    #[arg(long)]
    link: u32,
    /// The timeline, where the report names one
    #[arg(long, default_value_t = 0)]
    timeline: u32,
    /// The number of the draw
    #[arg(long)]
    draw: u32,
    /// What is drawn: 2d6 for two dice of six sides, `shuffle 12` for the order of twelve things
    #[arg(long)]
    of: String,
    /// The hash of a player's words for the dice, or `none`: repeat for each seat of the game,
    /// in order; leave out if nobody has added any
    #[arg(long)]
    salt: Vec<String>,
}

/// What is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Dice { count: u32, sides: u32 },
    Shuffle { length: u32 },
}

impl Dice {
    /// Prints what the draw shows.
    ///
    /// # Errors
    /// A key, number or draw that cannot be.
    pub fn run(&self) -> anyhow::Result<Done> {
        if !(1..=LINKS).contains(&self.link) {
            return Err(Fault::usage(format!("a chain has keys 1 to {LINKS}")).into());
        }
        if self.draw == 0 {
            return Err(Fault::usage("draws are counted from 1").into());
        }
        let what = what(&self.of)?;
        let salts: anyhow::Result<Vec<[u8; 32]>> = self.salt.iter().map(|it| digest(it)).collect();
        let salts = Salts(salts?);
        let keys = Keys::of_link(hex(&self.key)?, self.link, self.timeline, &salts);
        let mut dice = Drawn::again(keys, self.draw);
        Ok(Done::well(match what {
            What::Dice { count, sides } => {
                let faces = dice.roll(Bowl::Open, "again", count, sides);
                let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
                faces.join(", ")
            }
            What::Shuffle { length } => {
                let mut order: Vec<u32> = (1..=length).collect();
                dice.shuffle(Bowl::Open, "again", &mut order);
                let order: Vec<String> = order.iter().map(ToString::to_string).collect();
                format!("in this order of the old places: {}", order.join(", "))
            }
        }))
    }
}

fn hex(text: &str) -> anyhow::Result<[u8; 32]> {
    let bytes = unhex(text.trim());
    bytes.ok_or_else(|| {
        Fault::usage(format!(
            "`{text}` is not a key: it has 64 digits, 0 to 9 and a to f"
        ))
        .into()
    })
}

fn digest(text: &str) -> anyhow::Result<[u8; 32]> {
    if text == "none" {
        Ok([0; 32])
    } else {
        hex(text)
    }
}

fn what(text: &str) -> anyhow::Result<What> {
    let text = text.trim().to_lowercase();
    let read = match (text.strip_prefix("shuffle"), text.split_once('d')) {
        (Some(length), _) => {
            let length = length.trim().parse();
            length.ok().map(|length| What::Shuffle { length })
        }
        (None, Some((count, sides))) => {
            let count = if count.is_empty() {
                Ok(1)
            } else {
                count.parse()
            };
            let sides = sides.parse().ok().filter(|it: &u32| *it > 0);
            let both = count.ok().zip(sides);
            both.map(|(count, sides)| What::Dice { count, sides })
        }
        (None, None) => None,
    };
    let fits = |what: &What| match what {
        What::Dice { count, .. } => (1..=COUNT_MAX).contains(count),
        What::Shuffle { length } => (2..=COUNT_MAX).contains(length),
    };
    read.filter(fits).ok_or_else(|| {
        let fault = Fault::usage(format!("`{text}` is not a draw"));
        fault
            .hint("Write 2d6 for two dice of six sides, or \"shuffle 12\".")
            .into()
    })
}
