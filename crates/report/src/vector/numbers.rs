//! Numbers and colours as text, one after another into a text that is there already: pictures are
//! made of little else, and the machinery for text of any kind takes several times as long.

use packetboat_core::engine::scene::Colour;

/// Writes a whole number.
pub(crate) fn number(out: &mut String, number: i32) {
    // As many as the least of all has, with its sign.
    let mut text = [b'0'; 11];
    let (mut at, mut left) = (text.len(), number.unsigned_abs());
    while left > 0 || at == text.len() {
        at -= 1;
        text[at] = DIGITS[(left % 10) as usize];
        left /= 10;
    }
    if number < 0 {
        at -= 1;
        text[at] = b'-';
    }
    out.extend(text[at..].iter().map(|it| char::from(*it)));
}

/// Writes a colour as style sheets have it, in as few letters as may be: `#f3ebd6`, `#fff`.
pub(crate) fn colour(out: &mut String, colour: Colour) {
    let digit = |place: u32| DIGITS[(colour.0 >> (4 * place) & 15) as usize];
    let all = [5, 4, 3, 2, 1, 0].map(digit);
    let short = [all[0], all[2], all[4]];
    let doubled = short == [all[1], all[3], all[5]];
    let digits: &[u8] = if doubled { &short } else { &all };
    out.push('#');
    out.extend(digits.iter().map(|it| char::from(*it)));
}

const DIGITS: [u8; 16] = *b"0123456789abcdef";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_ever() {
        let tens = (0..10).flat_map(|it| [10_i32.pow(it), 10_i32.pow(it) - 1]);
        for value in tens.chain([0, i32::MAX, i32::MIN, 1_234_567_890]) {
            for signed in [value, value.wrapping_neg()] {
                let mut out = "x".to_owned();
                number(&mut out, signed);
                assert_eq!(out, format!("x{signed}"));
            }
        }
    }

    #[test]
    fn colours_are_short_where_they_can_be() {
        let written = |value: u32| {
            let mut out = String::new();
            colour(&mut out, Colour(value));
            out
        };
        let all = [0x00f3_ebd6, 0x00ff_ffff, 0, 0x0011_2233, 0x0010_2030];
        let short = ["#f3ebd6", "#fff", "#000", "#123", "#102030"];
        assert_eq!(all.map(written), short);
    }
}
