//! What of `campaign.toml` play rests on: game, scenario, who sits where, pace and options. Entries
//! of the log bind it, and exports publish it; nobody's address is in it.
//!
//! Not here: the file that a referee edits (`campaign`).

use super::campaign::FORMAT;
use super::campaign::{Absence, CampaignConfig, Holder, Player};
use super::schedule::Schedule;
use super::votes::Votes;
use packetboat_core::engine::data::Setting;
use packetboat_core::engine::seat::Seat;
use packetboat_core::textfile::canon;
use serde::Serialize;
use std::collections::BTreeMap;

/// The line of comment on top.
const COMMENT: &str = "# What the campaign was played with; addresses are left out.\n";

#[derive(Serialize)]
struct Played<'a> {
    format: u32,
    game: &'a str,
    scenario: &'a str,
    seats: BTreeMap<Seat, Holding>,
    schedule: &'a Schedule,
    absence: &'a Absence,
    #[serde(skip_serializing_if = "is_usual")]
    votes: &'a Votes,
    options: &'a BTreeMap<String, Setting>,
}

fn is_usual(votes: &Votes) -> bool {
    *votes == Votes::default()
}

/// A player needs an address to be read again, so there is one that leads nowhere.
#[derive(Serialize)]
#[serde(untagged)]
enum Holding {
    Robot {
        robot: bool,
    },
    Player {
        player: String,
        address: String,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        name_public: bool,
    },
}

impl CampaignConfig {
    /// What play rests on, in its one spelling: [`CampaignConfig::parse`] reads it. `named` says
    /// what stands for the name of a player, and whether that may be read by all.
    pub fn played(&self, named: &dyn Fn(Seat, &Player) -> (String, bool)) -> String {
        let seats = self.seats.iter().map(|(seat, holder)| {
            let holding = match holder {
                // An open seat is in no campaign that is played.
                Holder::Robot | Holder::Open => Holding::Robot { robot: true },
                Holder::Player(player) => {
                    let (player, name_public) = named(*seat, player);
                    let address = format!("{seat}@players.invalid");
                    Holding::Player {
                        player,
                        address,
                        name_public,
                    }
                }
            };
            (*seat, holding)
        });
        // Whether the referee reads reports first changes nothing in them.
        let schedule = Schedule {
            review: false,
            ..self.schedule.clone()
        };
        let played = Played {
            format: FORMAT,
            game: &self.game,
            scenario: &self.scenario,
            seats: seats.collect(),
            schedule: &schedule,
            absence: &self.absence,
            votes: &self.votes,
            options: &self.options,
        };
        format!("{COMMENT}{}", canon::text(&played))
    }
}
