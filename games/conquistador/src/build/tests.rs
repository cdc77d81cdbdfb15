//! Conditions (7.2).

use super::super::men::Kind;
use super::super::orders::Condition;
use super::reader::{Need, Reader, power};
use packetboat_core::lang::diagnostic::Diagnostic;

/// Makes a condition of a test that was read.
pub(super) fn condition(it: &Reader<'_>) -> Result<Condition, Diagnostic> {
    let number = || it.said.number("number").expect("the form has a number");
    let named = || power(it.value("power"));
    let spot = || it.spot(&it.said.values, Need::Look);
    Ok(match it.said.form {
        "AT" => Condition::Present {
            power: named(),
            spot: spot()?,
        },
        "SOLDIERS" => Condition::Soldiers {
            power: named(),
            is: it.compare(),
            number: number(),
            spot: spot()?,
        },
        "NOBODY" => Condition::Nobody { spot: spot()? },
        "ODDS" => Condition::Odds {
            is: it.compare(),
            left: it.said.number("odds").expect("odds have two sides"),
            // `ODDS AT LEAST 2` is 2:1.
            right: it.said.number("theirs").unwrap_or(1),
        },
        "GOLD" => gold(it)?,
        "ABOARD" => Condition::Aboard {
            label: it.fleet("label")?,
            kind: kind(it),
            is: it.compare(),
            number: number(),
        },
        "LOST" => Condition::Lost {
            label: it.fleet("label")?,
            is: it.compare(),
            number: number(),
        },
        "NL" => Condition::Natives {
            area: it.area(),
            is: it.compare(),
            number: number(),
        },
        "TREASURY" => Condition::Treasury {
            power: it.said.get("power").map(power),
            is: it.compare(),
            number: number(),
        },
        "FIRST" => Condition::First {
            power: it.other("power")?,
        },
        "AGREED" => Condition::Agreed {
            power: it.other("power")?,
        },
        other => unreachable!("the grammar has no test {other}"),
    })
}

fn gold(it: &Reader<'_>) -> Result<Condition, Diagnostic> {
    let label = it.said.get("label").map(|_| it.fleet("label"));
    let place = it.said.get("at").map(|value| it.at(value));
    Ok(Condition::Gold {
        label: label.transpose()?,
        place: place.transpose()?,
        is: it.compare(),
        number: it.said.number("number").expect("the form has a number"),
    })
}

fn kind(it: &Reader<'_>) -> Kind {
    let word = it.said.name("kind").and_then(Kind::of);
    word.expect("the grammar lists kinds here")
}
