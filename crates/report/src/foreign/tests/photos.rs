//! JPEGs: of every kind that programs and cameras write, whole and broken.

#![allow(clippy::unwrap_used)]

use super::{SECRET, hash, seen, seen_of};
use crate::foreign::pixels::Pixels;
use crate::foreign::{Refused, clean};

/// Two quarters over two: red and green, blue and white. 48 pixels in each of 32 rows.
const COLOURS: &[u8] = include_bytes!("../samples/colours.jpg");
/// The same with fewer colours than pixels.
const SAMPLED: &[u8] = include_bytes!("../samples/sampled.jpg");
/// The same, in several scans.
const PROGRESSIVE: &[u8] = include_bytes!("../samples/progressive.jpg");
/// The same, in parts that are decoded each for itself.
const RESTARTS: &[u8] = include_bytes!("../samples/restarts.jpg");
/// The same in the colours of a printer.
const CMYK: &[u8] = include_bytes!("../samples/cmyk.jpg");
/// The same in grey.
const GREY: &[u8] = include_bytes!("../samples/grey.jpg");

const ALL: [&[u8]; 6] = [COLOURS, SAMPLED, PROGRESSIVE, RESTARTS, CMYK, GREY];

const RED: [u8; 3] = [220, 20, 20];
const GREEN: [u8; 3] = [20, 200, 20];
const BLUE: [u8; 3] = [20, 20, 220];
const WHITE: [u8; 3] = [240, 240, 240];

/// The middles of the quarters of a picture, row by row.
fn quarters(pixels: &Pixels) -> [[u8; 4]; 4] {
    let (width, height) = (pixels.size.0 as usize, pixels.size.1 as usize);
    let at = |x: usize, y: usize| pixels.all[height * y / 4 * width + width * x / 4];
    [at(1, 1), at(3, 1), at(1, 3), at(3, 3)]
}

#[track_caller]
fn check_quarters(pixels: &Pixels, wanted: [[u8; 3]; 4]) {
    for (got, wanted) in quarters(pixels).iter().zip(wanted) {
        let near = |it: usize| got[it].abs_diff(wanted[it]) <= 12;
        assert!((0..3).all(near) && got[3] == 255, "{got:?} {wanted:?}");
    }
}

#[test]
fn every_kind_of_jpeg_is_read() {
    for file in [COLOURS, SAMPLED, PROGRESSIVE, RESTARTS, CMYK] {
        let seen = seen_of(file);
        assert_eq!(seen.size, (48, 32));
        check_quarters(&seen, [RED, GREEN, BLUE, WHITE]);
    }
    // As bright as each is.
    check_quarters(&seen_of(GREY), [[80; 3], [126; 3], [43; 3], [240; 3]]);
}

/// See the same of PNGs.
#[test]
fn the_same_photo_gives_the_same_bytes() {
    let wanted = [
        "539b3ff87f5ea502",
        "7b1ab0d56587d55e",
        // The same numbers in another order.
        "7b1ab0d56587d55e",
        "539b3ff87f5ea502",
        "0a71a9bdb6ded92d",
        "5cc031cf84bd469c",
    ];
    assert_eq!(ALL.map(hash), wanted);
}

/// A segment with a marker of this kind after the head.
fn with(file: &[u8], marker: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&file[..2], &[0xff, marker], &length, data, &file[2..]].concat()
}

#[test]
fn nothing_but_pixels_of_a_photo_is_sent_on() {
    for file in ALL {
        let bare = clean(file).unwrap();
        for marker in [0xe1, 0xe2, 0xec, 0xed, 0xfe] {
            for before in [
                &b""[..],
                b"Exif\0\0",
                b"http://ns.adobe.com/xap/1.0/\0",
                b"ICC_PROFILE\0",
            ] {
                let data = [before, SECRET].concat();
                assert_eq!(clean(&with(file, marker, &data)).unwrap(), bare, "{marker}");
            }
        }
        for trailing in [SECRET, b"PK\x03\x04", file, b"<script>"] {
            assert_eq!(clean(&[file, trailing].concat()).unwrap(), bare);
        }
    }
}

/// What a camera says of how it was held, in either order of bytes, after something else.
fn exif(held: u16, big: bool) -> Vec<u8> {
    let short = |number: u16| {
        if big {
            number.to_be_bytes()
        } else {
            number.to_le_bytes()
        }
    };
    let long = |number: u32| {
        if big {
            number.to_be_bytes()
        } else {
            number.to_le_bytes()
        }
    };
    let mut out = b"Exif\0\0".to_vec();
    out.extend(if big { b"MM\0*" } else { b"II*\0" });
    out.extend(long(10));
    out.extend([0, 0]);
    out.extend(short(2));
    for (tag, value) in [(0x0100, 9), (0x0112, held)] {
        out.extend(short(tag));
        out.extend(short(3));
        out.extend(long(1));
        out.extend(short(value));
        out.extend(short(0));
    }
    out.extend(long(0));
    out
}

#[test]
fn a_photo_is_turned_as_it_was_seen() {
    let ways = [
        (1, [RED, GREEN, BLUE, WHITE]),
        (2, [GREEN, RED, WHITE, BLUE]),
        (3, [WHITE, BLUE, GREEN, RED]),
        (4, [BLUE, WHITE, RED, GREEN]),
        (5, [RED, BLUE, GREEN, WHITE]),
        (6, [BLUE, RED, WHITE, GREEN]),
        (7, [WHITE, GREEN, BLUE, RED]),
        (8, [GREEN, WHITE, RED, BLUE]),
    ];
    for (held, wanted) in ways {
        for big in [false, true] {
            let seen = seen_of(&with(COLOURS, 0xe1, &exif(held, big)));
            let lies = held >= 5;
            assert_eq!(seen.size, if lies { (32, 48) } else { (48, 32) }, "{held}");
            check_quarters(&seen, wanted);
        }
    }
    let bare = clean(COLOURS);
    for odd in [0, 9, u16::MAX] {
        assert_eq!(clean(&with(COLOURS, 0xe1, &exif(odd, true))), bare);
    }
    // Cut anywhere, or broken: it says nothing, or something else.
    let whole = exif(6, false);
    for at in 0..whole.len() {
        let cut = clean(&with(COLOURS, 0xe1, &whole[..at])).unwrap();
        assert!(at > 30 || Ok(&cut) == bare.as_ref());
        let mut broken = whole.clone();
        broken[at] = 0xff;
        assert!(clean(&with(COLOURS, 0xe1, &broken)).is_ok(), "{at}");
    }
}

/// Where the head of the picture itself begins: after its marker and length.
fn head(file: &[u8]) -> usize {
    let at = file
        .windows(2)
        .position(|it| it[0] == 0xff && matches!(it[1], 0xc0 | 0xc2));
    at.unwrap() + 4
}

#[test]
fn a_photo_is_refused_by_its_head() {
    for file in ALL {
        let sized = |width: u16, height: u16| {
            let mut file = file.to_vec();
            let at = head(&file);
            file[at + 1..at + 3].copy_from_slice(&height.to_be_bytes());
            file[at + 3..at + 5].copy_from_slice(&width.to_be_bytes());
            clean(&file)
        };
        for (width, height) in [(12_001, 1), (1, 12_001), (65_535, 65_535), (5_001, 5_000)] {
            let large = Refused::TooLarge(width.into(), height.into());
            assert_eq!(sized(width, height), Err(large));
        }
        for (width, height) in [(0, 0), (0, 9), (9, 0)] {
            assert_eq!(sized(width, height), Err(Refused::Damaged));
        }
        // What is coded otherwise, or with more bits.
        let mut changed = file.to_vec();
        changed[head(file) - 3] = 0xc9;
        assert_eq!(clean(&changed), Err(Refused::Damaged));
        let mut changed = file.to_vec();
        changed[head(file)] = 12;
        assert_eq!(clean(&changed), Err(Refused::Damaged));
    }
}

/// Each scan is a few bytes, and costs as much as the whole picture.
#[test]
fn scans_without_end_are_refused() {
    let end = PROGRESSIVE.len() - 2;
    let last = PROGRESSIVE
        .windows(2)
        .rposition(|it| it == [0xff, 0xda])
        .unwrap();
    let (before, scan) = (&PROGRESSIVE[..last], &PROGRESSIVE[last..end]);
    for (times, is_read) in [(1, true), (60, false), (10_000, false)] {
        let file = [before, &scan.repeat(times), &PROGRESSIVE[end..]].concat();
        assert_eq!(clean(&file).is_ok(), is_read, "{times}");
    }
}

/// Cut or changed anywhere: it is refused or read somehow, and the size is what its head says.
#[test]
fn a_broken_photo_breaks_nothing() {
    for file in ALL {
        let begun = head(file) + 20;
        for at in 0..file.len() - 2 {
            match clean(&file[..at]) {
                Ok(cleaned) => assert!(at > begun && seen(&cleaned).size == (48, 32)),
                Err(why) => assert!(at < 3 || why == Refused::Damaged),
            }
            for change in [0x11, 0xff] {
                let mut broken = file.to_vec();
                broken[at] ^= change;
                if let Ok(cleaned) = clean(&broken) {
                    seen(&cleaned);
                }
            }
        }
    }
}
