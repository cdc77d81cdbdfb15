//! Before an entry is committed its record is replayed: what does not lead to the stored state is
//! never written.

use super::cuts::due;
use crate::support::{Bench, DUEL};
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::club::errors::CampaignError;
use packetboat::desk::entry::commit::inspect;
use packetboat::desk::turn::turn_over::turn_over;
use packetboat::report::Templates;
use packetboat::store::draft::Draft;
use packetboat::store::entry::StateFile;
use packetboat_tools::games;

/// A campaign that resolves, and the draft of its entry.
fn resolving() -> (Bench, Campaign, Draft) {
    let mut bench = due(&DUEL);
    bench.tick();
    bench.at("2026-11-23T09:00:00Z");
    let templates = bench.club.templates().unwrap();
    let mut campaign = bench.campaign("duel");
    let turned = turn_over(
        &bench.club,
        &templates,
        &mut campaign,
        &[],
        (bench.now, &[]),
    );
    let draft = turned.unwrap().expect("the deadline has passed").draft;
    (bench, campaign, draft)
}

fn check_refused(spoil: impl Fn(&mut Draft), why: &str) {
    let (bench, campaign, mut draft) = resolving();
    spoil(&mut draft);
    match inspect(
        &bench.club,
        &Templates::of(games::templates()),
        &campaign,
        &draft,
    ) {
        Err(CampaignError::Broken { what, .. }) => assert!(what.contains(why), "{what}"),
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("nobody noticed: {why}"),
    }
}

fn change(draft: &mut Draft, part: StateFile, from: &str, to: &str) {
    let text = draft.parts.get_mut(&part).expect("it is there");
    assert!(text.contains(from), "{text}");
    *text = text.replacen(from, to, 1);
}

#[test]
fn an_honest_draft_passes() {
    let (bench, campaign, draft) = resolving();
    assert!(
        inspect(
            &bench.club,
            &Templates::of(games::templates()),
            &campaign,
            &draft
        )
        .unwrap()
        .is_empty()
    );
}

#[test]
fn another_state_than_was_played() {
    check_refused(
        |it| change(it, StateFile::State, "purse = ", "purse = 1"),
        "another state than was played",
    );
}

#[test]
fn another_record_than_was_played() {
    check_refused(
        |it| change(it, StateFile::Journal, "amount = ", "amount = 1"),
        "the record",
    );
}
