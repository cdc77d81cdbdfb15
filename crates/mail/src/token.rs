//! Proofs of sender: the token in the address a seat answers to, and passwords for fresh mails.
//!
//! Nothing is stored but one key for a campaign: tokens are derived from it, and of a password
//! only its keyed hash is kept. Neither is ever printed by accident: `Debug` shows stars.
//! Not here: where keys and random bytes come from, and which sheets' tokens count (`desk`).

use packetboat_core::engine::seat::Seat;
use std::fmt;

/// Characters of a token: 80 bits, more than can be guessed by mail.
pub const TOKEN_CHARS: usize = 16;

/// Characters of a button's token: 70 bits. It is part of links, so it travels with every mail that
/// is passed on, and counts only together with the registered address.
pub const BUTTON_CHARS: usize = 14;

/// Characters of a bounce token: 60 bits, enough against guesses that could only make us believe
/// that a mailbox is gone.
pub const BOUNCE_CHARS: usize = 12;

/// Characters of a code that says yes to something: 50 bits, for one question of one seat.
pub const CODE_CHARS: usize = 10;

/// Crockford's base 32: no i, l, o, u.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A campaign's key, kept in a file that only the club can read.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenKey([u8; 32]);

/// Shows that the sender has our mail to that seat for that sheet.
#[derive(Clone)]
pub struct Token(String);

impl TokenKey {
    /// From 32 random bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        TokenKey(bytes)
    }

    /// The token of a seat for a sheet (as printed: `6b`). `generation` rises when the seat gets
    /// another player, so that the old one's mails are worth nothing; `timeline` when the referee
    /// goes back, so that no old mail is worth anything when its sheet comes again.
    pub fn token(
        &self,
        campaign: &str,
        seat: Seat,
        (generation, timeline): (u32, u32),
        sheet: &str,
    ) -> Token {
        let hash = self.of_sheet("token", campaign, seat, (generation, timeline), sheet);
        Token(canonical(&hash, TOKEN_CHARS))
    }

    /// The token in the links of a mail to a seat for a sheet, with which its buttons write: of
    /// another length than [`TokenKey::token`], so that neither is taken for the other.
    pub fn button_token(
        &self,
        campaign: &str,
        seat: Seat,
        (generation, timeline): (u32, u32),
        sheet: &str,
    ) -> Token {
        let hash = self.of_sheet("button", campaign, seat, (generation, timeline), sheet);
        Token(canonical(&hash, BUTTON_CHARS))
    }

    fn of_sheet(
        &self,
        purpose: &str,
        campaign: &str,
        seat: Seat,
        (generation, timeline): (u32, u32),
        sheet: &str,
    ) -> blake3::Hash {
        let (generation, timeline) = (generation.to_string(), timeline.to_string());
        let mut fields = vec![campaign, seat.as_str(), &generation, sheet];
        // As long as nobody has gone back there is nothing to distinguish.
        if timeline != "0" {
            fields.push(&timeline);
        }
        self.hash(purpose, &fields)
    }

    /// The token in the address that mails to a seat come back to. It proves no orders: made for
    /// another purpose, and of another length.
    pub fn bounce_token(&self, campaign: &str, seat: Seat, generation: u32) -> Token {
        let generation = generation.to_string();
        let hash = self.hash("bounce", &[campaign, seat.as_str(), &generation]);
        Token(canonical(&hash, BOUNCE_CHARS))
    }

    /// The code with which an observer ends the mails to an address, which is in them. It does
    /// nothing else, and is that of the address they come back to besides.
    pub fn watch_token(&self, campaign: &str, address: &str) -> Token {
        let hash = self.hash("watch", &[campaign, &address.to_ascii_lowercase()]);
        Token(canonical(&hash, BOUNCE_CHARS))
    }

    /// The code that says yes to a question to a seat; `question` distinguishes it from all others.
    /// It is only in mails to the registered address, so anyone who knows it reads the mail there.
    pub fn code(&self, campaign: &str, seat: Seat, generation: u32, question: &str) -> Token {
        let generation = generation.to_string();
        let hash = self.hash("code", &[campaign, seat.as_str(), &generation, question]);
        Token(canonical(&hash, CODE_CHARS))
    }

    /// The key of somebody who writes for seats beside their players: all that is made with it is
    /// this person's alone, and worth nothing once the seats have them no longer.
    #[must_use]
    pub fn of_partner(&self, address: &str) -> TokenKey {
        let hash = self.hash("partner", &[&address.to_ascii_lowercase()]);
        TokenKey(*hash.as_bytes())
    }

    /// What is kept of a password: 64 hexadecimal digits.
    pub fn password_hash(&self, campaign: &str, seat: Seat, password: &str) -> String {
        let word = plain_password(password);
        let hash = self.hash("password", &[campaign, seat.as_str(), &word]);
        hash.to_hex().to_string()
    }

    /// Whether a password is the one whose hash was kept. Takes the same time for any wrong one.
    pub fn is_password(&self, campaign: &str, seat: Seat, password: &str, kept: &str) -> bool {
        let Ok(kept) = blake3::Hash::from_hex(kept) else {
            return false;
        };
        let word = plain_password(password);
        // Comparing two hashes of this type takes constant time.
        self.hash("password", &[campaign, seat.as_str(), &word]) == kept
    }

    /// Sixteen hexadecimal digits that stand for the name of a mail of ours, and show nothing of
    /// it.
    pub fn mail_mark(&self, campaign: &str, key: &str) -> String {
        let hash = self.hash("mail", &[campaign, key]);
        hash.to_hex().as_str()[..16].to_owned()
    }

    /// Keyed hash over fields, each with its length before it; `purpose` keeps uses apart.
    fn hash(&self, purpose: &str, fields: &[&str]) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        for field in [&["packetboat", purpose], fields].concat() {
            hasher.update(&(field.len() as u64).to_le_bytes());
            hasher.update(field.as_bytes());
        }
        hasher.finalize()
    }
}

impl Token {
    /// Reads what is in an address: any case, and `o`, `i`, `l` for the digits they look
    /// like. `None` if it cannot be a token.
    pub fn read(text: &str) -> Option<Self> {
        Token::read_of(text, TOKEN_CHARS)
    }

    /// What is in the address of a seat: a token, or that of a button.
    pub fn read_seat(text: &str) -> Option<Self> {
        Token::read(text).or_else(|| Token::read_of(text, BUTTON_CHARS))
    }

    /// The same for the token of a bounce address.
    pub fn read_bounce(text: &str) -> Option<Self> {
        Token::read_of(text, BOUNCE_CHARS)
    }

    /// The same for a code.
    pub fn read_code(text: &str) -> Option<Self> {
        Token::read_of(text, CODE_CHARS)
    }

    fn read_of(text: &str, chars: usize) -> Option<Self> {
        let letters = text
            .bytes()
            .map(|letter| match letter.to_ascii_lowercase() {
                b'o' => b'0',
                b'i' | b'l' => b'1',
                other => other,
            });
        let read: Vec<u8> = letters.filter(|it| LETTERS.contains(it)).collect();
        let whole = read.len() == chars && text.len() == chars;
        whole.then(|| Token(String::from_utf8_lossy(&read).into_owned()))
    }

    /// What is put in place of a token in mails that are kept: as long as one, and never read as
    /// one.
    pub fn held_back() -> Self {
        Token("put-in-when-sent".to_owned())
    }

    /// The same in place of a button's token.
    pub fn button_held_back() -> Self {
        Token("put-in-for-tap".to_owned())
    }

    /// Its characters, in small letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The first bits of a hash, in base 32; at most 25 letters.
fn canonical(hash: &blake3::Hash, chars: usize) -> String {
    let bits = hash.as_bytes()[..16].try_into();
    let mut bits = u128::from_be_bytes(bits.expect("a hash has more than 16 bytes"));
    let mut text = String::with_capacity(chars);
    for _ in 0..chars {
        text.push(LETTERS[(bits >> 123) as usize] as char);
        bits <<= 5;
    }
    text
}

impl PartialEq for Token {
    /// Takes the same time wherever the two differ.
    fn eq(&self, other: &Self) -> bool {
        blake3::hash(self.0.as_bytes()) == blake3::hash(other.0.as_bytes())
    }
}

impl Eq for Token {}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(****)")
    }
}

impl fmt::Debug for TokenKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenKey(****)")
    }
}

/// Letters of a password, hyphens not counted.
pub const PASSWORD_LETTERS: usize = 20;
const CONSONANTS: &[u8; 16] = b"bdfghjklmnprstvz";
const VOWELS: &[u8; 4] = b"aiou";

/// A password that can be read out and typed, from 8 random bytes: four words of five letters,
/// consonants and vowels in turn (`babob-lusab-…`), 64 bits.
pub fn password(random: [u8; 8]) -> String {
    let word = |pair: &[u8]| {
        let bits = u16::from_be_bytes([pair[0], pair[1]]);
        let consonant = |shift: u16| CONSONANTS[usize::from((bits >> shift) & 15)];
        let vowel = |shift: u16| VOWELS[usize::from((bits >> shift) & 3)];
        let letters = [
            consonant(12),
            vowel(10),
            consonant(6),
            vowel(4),
            consonant(0),
        ];
        letters.map(char::from).iter().collect::<String>()
    };
    random.chunks(2).map(word).collect::<Vec<_>>().join("-")
}

/// Whether a word is written as [`password`] writes them, right or wrong: no word of any language
/// is by chance.
pub fn could_be_password(word: &str) -> bool {
    // Most words are shorter, and are done with here.
    if word.len() < PASSWORD_LETTERS {
        return false;
    }
    let plain = plain_password(word);
    let fits = |(at, it): (usize, u8)| is_password_letter(at, it);
    plain.len() == PASSWORD_LETTERS && plain.bytes().enumerate().all(fits)
}

/// Whether a small letter may be at this place of a password, counted from 0 without hyphens.
pub fn is_password_letter(at: usize, letter: u8) -> bool {
    match at % 5 {
        1 | 3 => VOWELS.contains(&letter),
        _ => CONSONANTS.contains(&letter),
    }
}

/// Case and hyphens do not matter, for mail programs and people change them.
fn plain_password(password: &str) -> String {
    let letters = password
        .chars()
        .filter(|it| !it.is_whitespace() && *it != '-');
    letters.flat_map(char::to_lowercase).collect()
}
