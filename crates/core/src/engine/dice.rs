//! The dice: two bowls, keyed draws, own sampling, and a record of every draw.
//!
//! The *open* bowl (combat, weather) can be checked by players at once: its keys are a hash chain
//! whose end was printed in the first report, and each resolution shows one link more. The
//! *hidden* bowl (decks, hands) is keyed by the sealed seed, which is shown when the game is over.
//! Each draw has a key of its own, so that one roll can be checked alone.
//!
//! Not here: where seeds come from (`desk`). Only the raw ChaCha20 stream is taken from a library;
//! the sampling above it is fixed here for ever, with golden values in the tests.

pub use super::roll::{Bowl, Roll};

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::VecDeque;

/// How many links the chain of open keys has: how often a campaign can resolve.
pub const LINKS: u32 = 4096;

/// The keys of one resolution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    /// Link of the chain, from 1; never used twice.
    pub link: u32,
    /// Rises at a rollback, which therefore draws again.
    pub timeline: u32,
    /// The link itself: shown when the resolution is.
    pub open: [u8; 32],
    /// What open draws are made with: the link, stirred with the players' salts.
    drawing: [u8; 32],
    hidden: [u8; 32],
}

/// What players have added to the dice, as digests: of all seats of the game's card in its order,
/// zeros for a seat that has added nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Salts(pub Vec<[u8; 32]>);

impl Salts {
    /// Of these seats, each with its words.
    pub fn of<'s>(
        campaign: &str,
        seats: impl IntoIterator<Item = (&'s str, Option<&'s str>)>,
    ) -> Self {
        let digest = |(seat, words): (&str, Option<&str>)| {
            words.map_or([0; 32], |it| salt_digest(campaign, seat, it))
        };
        Salts(seats.into_iter().map(digest).collect())
    }

    fn stir(&self, key: &[u8; 32]) -> [u8; 32] {
        if self.0.iter().all(|it| *it == [0; 32]) {
            return *key;
        }
        let mut hasher = blake3::Hasher::new_keyed(key);
        hasher.update(b"packetboat 1 salts");
        for digest in &self.0 {
            hasher.update(digest);
        }
        *hasher.finalize().as_bytes()
    }
}

/// What is shown of a player's words: the BLAKE3 hash of the campaign, the seat and the words, each
/// on a line of its own, the last without an end.
pub fn salt_digest(campaign: &str, seat: &str, words: &str) -> [u8; 32] {
    *blake3::hash(format!("{campaign}\n{seat}\n{words}").as_bytes()).as_bytes()
}

impl Keys {
    /// The keys of one resolution of a campaign with this seed.
    ///
    /// # Errors
    /// If all links are used up.
    pub fn new(seed: &[u8; 32], link: u32, timeline: u32) -> Result<Self, String> {
        if link == 0 || link > LINKS {
            return Err(format!(
                "the chain of dice keys has {LINKS} links and they are used up"
            ));
        }
        let open = chain_link(seed, link);
        Ok(Keys {
            link,
            timeline,
            drawing: open,
            open,
            hidden: hidden(seed),
        })
    }

    /// Of the link that a report has shown, with what players have added: for open draws alone.
    #[must_use]
    pub fn of_link(open: [u8; 32], link: u32, timeline: u32, salts: &Salts) -> Self {
        let keys = Keys {
            link,
            timeline,
            open,
            drawing: open,
            hidden: [0; 32],
        };
        keys.salted(salts)
    }

    /// The same, stirred with what players have added. What is shown of the link stays as it is.
    #[must_use]
    pub fn salted(mut self, salts: &Salts) -> Keys {
        self.drawing = salts.stir(&self.drawing);
        self.hidden = salts.stir(&self.hidden);
        self
    }

    /// Keys for the robot in this seat at this resolution: made from the hidden bowl, but not the
    /// keys the rules draw with, so that a robot's orders neither shift the game's draws nor say
    /// anything about them.
    #[must_use]
    pub fn for_robot(&self, seat: &str) -> Keys {
        Keys::apart(
            &self.hidden,
            b"packetboat 1 robot ",
            seat,
            self.link,
            self.timeline,
        )
    }

    /// The same, without going through the chain, which takes thousands of hashes.
    #[must_use]
    pub fn of_robot(seed: &[u8; 32], seat: &str, link: u32, timeline: u32) -> Keys {
        Keys::apart(&hidden(seed), b"packetboat 1 robot ", seat, link, timeline)
    }

    /// Keys for draws that are not part of the game: made from the hidden bowl with a domain of
    /// their own, so that they say nothing of the game's draws, and without the chain.
    /// The same seed, purpose, number and timeline give the same draws.
    #[must_use]
    pub fn beside(seed: &[u8; 32], purpose: &str, number: u32, timeline: u32) -> Keys {
        Keys::apart(
            &hidden(seed),
            b"packetboat 1 beside ",
            purpose,
            number,
            timeline,
        )
    }

    /// The key itself, with its number and timeline.
    fn stirred(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_keyed(&self.open);
        hasher.update(&self.link.to_le_bytes());
        hasher.update(&self.timeline.to_le_bytes());
        *hasher.finalize().as_bytes()
    }

    fn apart(hidden: &[u8; 32], domain: &[u8], name: &str, link: u32, timeline: u32) -> Keys {
        let mut hasher = blake3::Hasher::new_keyed(hidden);
        hasher.update(domain).update(name.as_bytes());
        let own = *hasher.finalize().as_bytes();
        Keys {
            link,
            timeline,
            open: own,
            drawing: own,
            hidden: own,
        }
    }
}

/// The whole chain of a seed: for anyone who looks at many links.
pub struct Chain {
    hidden: [u8; 32],
    /// x[0] to x[LINKS].
    links: Vec<[u8; 32]>,
}

impl Chain {
    /// The chain of this seed.
    #[must_use]
    pub fn of(seed: &[u8; 32]) -> Self {
        let mut links = vec![chain_link(seed, LINKS)];
        for at in 0..LINKS as usize {
            links.push(*blake3::hash(&links[at]).as_bytes());
        }
        links.reverse();
        let hidden = hidden(seed);
        Chain { hidden, links }
    }

    /// As [`Keys::new`].
    ///
    /// # Errors
    /// A link that the chain does not have.
    pub fn keys(&self, link: u32, timeline: u32) -> Result<Keys, String> {
        let open = self.links.get(link as usize).filter(|_| link > 0);
        let open = *open.ok_or_else(|| format!("the chain of dice keys has no link {link}"))?;
        Ok(Keys {
            link,
            timeline,
            open,
            drawing: open,
            hidden: self.hidden,
        })
    }
}

/// Whether `link`, this many steps further up the chain than `before`, leads there: what can be
/// checked without the seed.
pub fn follows_by(link: &[u8; 32], before: &[u8; 32], steps: u32) -> bool {
    let mut at = *link;
    for _ in 0..steps.min(LINKS) {
        at = *blake3::hash(&at).as_bytes();
    }
    steps <= LINKS && at == *before
}

/// Draws that are on record, held against the keys they should have been made with.
pub struct Check {
    keys: Keys,
    knows_hidden: bool,
    drawn: [u32; 2],
    /// How many draws were derived.
    pub derived: u32,
    /// How many could not be, for only the seed gives them.
    pub hidden: u32,
}

impl Check {
    /// With all keys.
    #[must_use]
    pub fn with(keys: Keys) -> Self {
        Check {
            keys,
            knows_hidden: true,
            drawn: [0, 0],
            derived: 0,
            hidden: 0,
        }
    }

    /// With the link alone that everybody was shown.
    #[must_use]
    pub fn with_link(open: [u8; 32], link: u32, timeline: u32, salts: &Salts) -> Self {
        Check {
            knows_hidden: false,
            ..Check::with(Keys::of_link(open, link, timeline, salts))
        }
    }

    /// The next draw on record: whether the keys give it. That needs no rules, for the numbers of
    /// a draw follow from its key and its bounds.
    ///
    /// # Errors
    /// They give another one.
    pub fn next(&mut self, roll: &Roll) -> Result<(), String> {
        let number = self.drawn[roll.bowl as usize];
        self.drawn[roll.bowl as usize] += 1;
        if roll.bowl == Bowl::Hidden && !self.knows_hidden {
            self.hidden += 1;
            return Ok(());
        }
        let count = u32::try_from(roll.got.len()).unwrap_or(u32::MAX);
        let same = |bounds: &mut dyn Iterator<Item = u32>| {
            let mut stream = stream(&self.keys, roll.bowl, number);
            let drawn: Vec<u32> = bounds.map(|it| uniform(&mut stream, it)).collect();
            drawn == roll.got
        };
        let dice = roll.bound > 0 && same(&mut roll.got.iter().map(|_| roll.bound));
        let shuffle = || count.checked_add(1) == Some(roll.bound);
        if dice || (shuffle() && same(&mut (2..=roll.bound).rev())) {
            self.derived += 1;
            return Ok(());
        }
        let (bowl, why) = (roll.bowl, &roll.why);
        Err(format!(
            "the {bowl:?} draw number {} ({why}) is not the one its key gives",
            number + 1
        ))
    }
}

/// Bytes that only the seed gives, for a purpose besides drawing: they say nothing of any draw.
#[must_use]
pub fn derive(seed: &[u8; 32], purpose: &str, number: u32, timeline: u32) -> [u8; 32] {
    Keys::beside(seed, purpose, number, timeline).stirred()
}

/// The key of the hidden bowl.
fn hidden(seed: &[u8; 32]) -> [u8; 32] {
    blake3::derive_key("packetboat 1 hidden bowl", seed)
}

/// What the first report shows of a seed: the end of the open chain, and the hash of the seed.
pub fn seals(seed: &[u8; 32]) -> (String, String) {
    let sealed = blake3::hash(seed);
    (
        hex(&chain_link(seed, 0)),
        sealed.to_hex().as_str().to_owned(),
    )
}

/// Bytes as small hex digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}

/// 32 bytes from 64 hex digits.
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
}

/// x[n] where x[LINKS] is made from the seed and x[n] = BLAKE3(x[n + 1]).
fn chain_link(seed: &[u8; 32], link: u32) -> [u8; 32] {
    let mut at = blake3::derive_key("packetboat 1 open chain", seed);
    for _ in link..LINKS {
        at = *blake3::hash(&at).as_bytes();
    }
    at
}

/// The only randomness. Every draw is recorded with its reason.
pub struct Dice {
    faces: Faces,
    rolls: Vec<Roll>,
    drawn: [u32; 2],
}

enum Faces {
    Keyed(Box<Keys>),
    Recorded(VecDeque<Roll>),
    Scripted(VecDeque<u32>),
}

impl Dice {
    /// Live play.
    pub fn keyed(keys: Keys) -> Self {
        Dice::with(Faces::Keyed(Box::new(keys)))
    }

    /// For advice alone, of what this names: it draws from neither bowl.
    ///
    /// # Panics
    /// Never: the last link of a chain is in range.
    pub fn for_advice(of: &str) -> Self {
        let seed = blake3::derive_key("packetboat 1 advice", of.as_bytes());
        Dice::keyed(Keys::new(&seed, LINKS, 0).expect("the last link"))
    }

    /// The open draw of this number, counted from 1, and those after it, once more.
    pub fn again(keys: Keys, number: u32) -> Self {
        let mut dice = Dice::keyed(keys);
        dice.drawn[Bowl::Open as usize] = number.saturating_sub(1);
        dice
    }

    /// Replay: the recorded rolls, which must be asked for in the same order.
    pub fn recorded(rolls: impl IntoIterator<Item = Roll>) -> Self {
        Dice::with(Faces::Recorded(rolls.into_iter().collect()))
    }

    /// Tests: faces written by hand. A die takes its face (1 to `sides`); a shuffle takes the
    /// places, counted from 1 in the order before, of the things in the order after.
    pub fn scripted(faces: impl IntoIterator<Item = u32>) -> Self {
        Dice::with(Faces::Scripted(faces.into_iter().collect()))
    }

    fn with(faces: Faces) -> Self {
        Dice {
            faces,
            rolls: Vec::new(),
            drawn: [0, 0],
        }
    }

    /// Each die shows 1 to `sides`.
    pub fn roll(&mut self, bowl: Bowl, why: &str, count: u32, sides: u32) -> Vec<u32> {
        assert!(sides > 0, "a die needs sides: {why}");
        let bounds = vec![sides; count as usize];
        let got = match &mut self.faces {
            Faces::Scripted(faces) => (0..count)
                .map(|_| {
                    let face = faces
                        .pop_front()
                        .unwrap_or_else(|| panic!("no die left for {why}"));
                    assert!(
                        (1..=sides).contains(&face),
                        "{why}: no face {face} on {sides}"
                    );
                    face - 1
                })
                .collect(),
            Faces::Keyed(_) | Faces::Recorded(_) => self.draw(bowl, why, sides, &bounds),
        };
        self.record(bowl, why, (sides, false), got.clone());
        got.into_iter().map(|it| it + 1).collect()
    }

    /// One die.
    pub fn one(&mut self, bowl: Bowl, why: &str, sides: u32) -> u32 {
        self.roll(bowl, why, 1, sides)[0]
    }

    /// Fisher-Yates, our own: the result must not change when a dependency does. The last thing
    /// changes places with one of all, then the one before it with one of the rest, and so on.
    pub fn shuffle<T>(&mut self, bowl: Bowl, why: &str, items: &mut [T]) {
        let length = u32::try_from(items.len()).expect("nothing that large is shuffled");
        if length < 2 {
            return;
        }
        let bounds: Vec<u32> = (2..=length).rev().collect();
        let got = match &mut self.faces {
            Faces::Scripted(faces) => {
                let order: Vec<u32> = (0..length)
                    .map(|_| {
                        faces
                            .pop_front()
                            .unwrap_or_else(|| panic!("no order left for {why}"))
                    })
                    .collect();
                swaps_for(&order, why)
            }
            Faces::Keyed(_) | Faces::Recorded(_) => self.draw(bowl, why, length, &bounds),
        };
        for (at, with) in (1..items.len()).rev().zip(&got) {
            items.swap(at, *with as usize);
        }
        self.record(bowl, why, (length, true), got);
    }

    /// What has been drawn since the last call.
    pub fn take_rolls(&mut self) -> Vec<Roll> {
        std::mem::take(&mut self.rolls)
    }

    /// How many draws have been made from the open bowl.
    pub fn open_draws(&self) -> u32 {
        self.drawn[Bowl::Open as usize]
    }

    /// How many scripted faces or recorded rolls have not been asked for.
    pub fn left_over(&self) -> usize {
        match &self.faces {
            Faces::Keyed(_) => 0,
            Faces::Recorded(rolls) => rolls.len(),
            Faces::Scripted(faces) => faces.len(),
        }
    }

    fn draw(&mut self, bowl: Bowl, why: &str, bound: u32, bounds: &[u32]) -> Vec<u32> {
        match &mut self.faces {
            Faces::Keyed(keys) => {
                let number = self.drawn[bowl as usize];
                let mut stream = stream(keys, bowl, number);
                bounds.iter().map(|it| uniform(&mut stream, *it)).collect()
            }
            Faces::Recorded(rolls) => {
                let roll = rolls.pop_front();
                let roll = roll.unwrap_or_else(|| panic!("the record has no draw for {why}"));
                let asked = (bowl, why, bound, bounds.len());
                let found = (roll.bowl, roll.why.as_str(), roll.bound, roll.got.len());
                assert!(
                    asked == found,
                    "the record has {found:?}, the rules ask {asked:?}"
                );
                roll.got
            }
            Faces::Scripted(_) => unreachable!("scripted faces are taken by their kind of draw"),
        }
    }

    fn record(&mut self, bowl: Bowl, why: &str, (bound, shuffle): (u32, bool), got: Vec<u32>) {
        self.drawn[bowl as usize] += 1;
        self.rolls.push(Roll {
            bowl,
            why: why.to_owned(),
            bound,
            got,
            shuffle,
        });
    }
}

/// The stream of one draw: ChaCha20 keyed by the bowl's key, the link, the timeline and the
/// number of the draw within this bowl and resolution.
fn stream(keys: &Keys, bowl: Bowl, number: u32) -> ChaCha20Rng {
    let key = match bowl {
        Bowl::Open => &keys.drawing,
        Bowl::Hidden => &keys.hidden,
    };
    let mut hasher = blake3::Hasher::new_keyed(key);
    for part in [keys.link, keys.timeline, number] {
        hasher.update(&part.to_le_bytes());
    }
    ChaCha20Rng::from_seed(*hasher.finalize().as_bytes())
}

/// Rejection sampling: unbiased, and fixed for ever by this function.
fn uniform(stream: &mut ChaCha20Rng, bound: u32) -> u32 {
    let zone = u32::MAX - (u32::MAX - bound + 1) % bound;
    loop {
        let draw = stream.next_u32();
        if draw <= zone {
            return draw % bound;
        }
    }
}

/// The swaps that lead to a wanted order (places from 1).
fn swaps_for(order: &[u32], why: &str) -> Vec<u32> {
    let mut now: Vec<u32> = (1..=u32::try_from(order.len()).expect("short")).collect();
    let mut swaps = Vec::new();
    for at in (1..order.len()).rev() {
        let with = now.iter().take(at + 1).position(|it| *it == order[at]);
        let with = with.unwrap_or_else(|| panic!("{why}: {order:?} is not an order of that many"));
        now.swap(at, with);
        swaps.push(u32::try_from(with).expect("short"));
    }
    assert!(
        now == order,
        "{why}: {order:?} is not an order of that many"
    );
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_checked_link_by_link() {
        let seed = [7; 32];
        let (end, sealed) = seals(&seed);
        let one = Keys::new(&seed, 1, 0).expect("in range");
        let two = Keys::new(&seed, 2, 0).expect("in range");
        let before = |keys: &Keys| *blake3::hash(&keys.open).as_bytes();
        assert_eq!(hex(&before(&one)), end);
        assert_eq!(before(&two), one.open);
        assert_eq!(sealed, blake3::hash(&seed).to_hex().as_str());
        assert!(Keys::new(&seed, LINKS + 1, 0).is_err());
        assert!(Keys::new(&seed, 0, 0).is_err());
    }

    /// If this changes, the dice of every running campaign change.
    #[test]
    fn draws_are_pinned() {
        let mut dice = Dice::keyed(Keys::new(&[1; 32], 1, 0).expect("in range"));
        let open = dice.roll(Bowl::Open, "combat", 6, 6);
        let hidden = dice.roll(Bowl::Hidden, "combat", 6, 6);
        let mut deck: Vec<u32> = (1..=8).collect();
        dice.shuffle(Bowl::Hidden, "deck", &mut deck);
        assert_eq!(
            (open, hidden, deck),
            (
                PINNED_OPEN.to_vec(),
                PINNED_HIDDEN.to_vec(),
                PINNED_DECK.to_vec()
            )
        );
    }

    const PINNED_OPEN: [u32; 6] = [4, 3, 3, 1, 3, 2];
    const PINNED_HIDDEN: [u32; 6] = [5, 1, 4, 2, 2, 4];
    const PINNED_DECK: [u32; 8] = [4, 1, 3, 8, 6, 7, 2, 5];

    #[test]
    fn each_draw_has_a_key_of_its_own() {
        for bowl in [Bowl::Open, Bowl::Hidden] {
            let mut dice = Dice::keyed(Keys::new(&[1; 32], 3, 0).expect("in range"));
            let mut draw = || dice.roll(bowl, "x", 20, 6);
            let draws = [draw(), draw(), draw()];
            assert_ne!(draws[0], draws[1]);
            assert_ne!(draws[1], draws[2]);
            assert_ne!(draws[0], draws[2]);
        }
    }

    #[test]
    fn another_timeline_draws_anew() {
        let draw = |timeline| {
            let mut dice = Dice::keyed(Keys::new(&[1; 32], 3, timeline).expect("in range"));
            dice.roll(Bowl::Open, "x", 20, 6)
        };
        assert_ne!(draw(0), draw(1));
        assert_eq!(draw(1), draw(1));
    }

    #[test]
    fn players_salts_change_all_draws_and_no_link() {
        let keys = || Keys::new(&[1; 32], 3, 0).expect("in range");
        let salts = |of: &[Option<&str>]| {
            let seats = ["red", "blue"].into_iter().zip(of.iter().copied());
            Salts::of("duel", seats)
        };
        let draw = |keys: Keys, bowl| Dice::keyed(keys).roll(bowl, "x", 20, 6);
        let rows = [
            salts(&[None, None]),
            salts(&[Some("a cat"), None]),
            salts(&[None, Some("a cat")]),
            salts(&[Some("a cat"), Some("a dog")]),
        ];
        for bowl in [Bowl::Open, Bowl::Hidden] {
            let drawn: Vec<Vec<u32>> = rows
                .iter()
                .map(|it| draw(keys().salted(it), bowl))
                .collect();
            assert_eq!(
                drawn[0],
                draw(keys(), bowl),
                "without salts all is as it was"
            );
            for (at, one) in drawn.iter().enumerate() {
                assert!(!drawn[..at].contains(one), "{at}");
            }
        }
        assert_eq!(keys().salted(&rows[3]).open, keys().open);
        let robot = |salts| Keys::of_robot(&[1; 32], "red 1", 3, 0).salted(salts);
        assert_ne!(
            draw(robot(&rows[0]), Bowl::Hidden),
            draw(robot(&rows[1]), Bowl::Hidden)
        );
    }

    /// A draw on record that its key does not give is found without any rules.
    #[test]
    fn a_forged_draw_is_found() {
        let keys = || Keys::new(&[1; 32], 3, 0).expect("in range");
        let mut dice = Dice::keyed(keys());
        dice.roll(Bowl::Open, "combat", 5, 6);
        dice.shuffle(Bowl::Hidden, "deck", &mut [1, 2, 3, 4, 5, 6]);
        dice.roll(Bowl::Hidden, "storm", 3, 20);
        let rolls = dice.take_rolls();
        let check = |rolls: &[Roll]| {
            let mut check = Check::with(keys());
            rolls
                .iter()
                .try_for_each(|it| check.next(it))
                .map(|()| check.derived)
        };
        assert_eq!(check(&rolls), Ok(3));
        for at in 0..rolls.len() {
            let mut forged = rolls.clone();
            forged[at].got[0] = (forged[at].got[0] + 1) % 2;
            assert!(check(&forged).is_err(), "{:?}", forged[at]);
        }
        let mut fewer = rolls.clone();
        fewer.remove(1);
        assert!(check(&fewer).is_err(), "one draw of the bowl was taken out");
    }

    #[test]
    fn a_robot_draws_from_keys_of_its_own() {
        let keys = Keys::new(&[1; 32], 3, 0).expect("in range");
        let draw = |keys| Dice::keyed(keys).roll(Bowl::Hidden, "x", 20, 6);
        assert_ne!(draw(keys.for_robot("red")), draw(keys.clone()));
        assert_ne!(draw(keys.for_robot("red")), draw(keys.for_robot("blue")));
        assert_eq!(draw(keys.for_robot("red")), draw(keys.for_robot("red")));
    }

    #[test]
    fn a_scripted_shuffle_is_its_resulting_order() {
        let mut dice = Dice::scripted([3, 1, 4, 2]);
        let mut items = ['a', 'b', 'c', 'd'];
        dice.shuffle(Bowl::Hidden, "deck", &mut items);
        assert_eq!(items, ['c', 'a', 'd', 'b']);
        let rolls = dice.take_rolls();
        let mut again = ['a', 'b', 'c', 'd'];
        Dice::recorded(rolls).shuffle(Bowl::Hidden, "deck", &mut again);
        assert_eq!(again, items);
    }

    #[test]
    fn every_face_is_as_likely() {
        let mut dice = Dice::keyed(Keys::new(&[9; 32], 1, 0).expect("in range"));
        let mut counts = [0u32; 6];
        for face in dice.roll(Bowl::Open, "many", 60_000, 6) {
            counts[face as usize - 1] += 1;
        }
        assert!(
            counts.iter().all(|it| (9_600..10_400).contains(it)),
            "{counts:?}"
        );
    }
}
