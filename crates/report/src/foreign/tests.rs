//! Files of every kind, whole, broken and made to do harm: what is sent on is what was seen.

#![allow(clippy::unwrap_used)]

mod papers;
mod photos;
mod raw;

use super::pixels::{Pixels, Rgba};
use super::{Cleaned, Refused, SENT_BYTES_MAX, clean};
use png::{Decoder, Transformations};
use raw::{Colours, Raw, chunk, chunks, stored};

/// A word that must not be sent on.
const SECRET: &[u8] = b"Latitude 51.5";

/// The pixels of a picture that was cleaned; its chunks are those of a bare PNG.
fn seen(cleaned: &Cleaned) -> Pixels {
    let Cleaned::Picture { png, width, height } = cleaned else {
        panic!("it is a picture");
    };
    let names: Vec<[u8; 4]> = chunks(png).into_iter().map(|it| it.0).collect();
    let (last, rest) = names.split_last().expect("it has chunks");
    assert_eq!((&rest[0], last), (b"IHDR", b"IEND"));
    assert!(rest[1..].iter().all(|it| it == b"IDAT"), "{names:?}");
    let mut decoder = Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let head = reader.info();
    assert!(!head.interlaced && head.bit_depth == png::BitDepth::Eight);
    assert_eq!(head.size(), (*width, *height));
    let mut all = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut all).unwrap();
    let rgba = all.chunks(4).map(|it| [it[0], it[1], it[2], it[3]]);
    Pixels {
        size: (*width, *height),
        all: rgba.collect(),
    }
}

fn seen_of(bytes: &[u8]) -> Pixels {
    seen(&clean(bytes).unwrap())
}

/// What a file comes to, each time, in short.
fn hash(file: &[u8]) -> String {
    let cleaned = clean(file).unwrap();
    assert_eq!(clean(file).unwrap(), cleaned);
    blake3::hash(cleaned.bytes()).to_hex()[..16].to_owned()
}

/// A small picture with colours, and the same as pixels.
fn small() -> (Raw, Pixels) {
    let raw = Raw::sample((13, 9), Colours::Rgb, 8);
    let pixels = raw.pixels();
    (raw, pixels)
}

/// Whatever kind of PNG it is, in rows or in passes: every pixel is what it was.
#[test]
fn every_kind_of_png_keeps_its_pixels() {
    for (colours, depths) in Colours::ALL {
        for depth in depths {
            for size in [
                (1, 1),
                (1, 9),
                (9, 1),
                (2, 3),
                (8, 8),
                (5, 4),
                (17, 13),
                (33, 2),
            ] {
                for interlaced in [false, true] {
                    let raw = Raw {
                        interlaced,
                        ..Raw::sample(size, colours, *depth)
                    };
                    let wanted = raw.pixels();
                    assert_eq!(seen_of(&raw.file()), wanted, "{colours:?} {depth} {size:?}");
                }
            }
        }
    }
}

/// Texts, places, profiles, what comes after the end, a whole other file: nothing of it goes on.
#[test]
fn nothing_but_pixels_is_sent_on() {
    let (raw, wanted) = small();
    let bare = clean(&raw.file()).unwrap();
    for name in [
        b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"iCCP", b"tIME", b"prVt", b"pHYs", b"gAMA",
    ] {
        for data in [SECRET, b"Comment\0Latitude 51.5", b""] {
            for (before, after) in [(true, false), (false, true), (true, true)] {
                let more = || vec![(*name, data.to_vec())];
                let with = Raw {
                    before: if before { more() } else { Vec::new() },
                    after: if after { more() } else { Vec::new() },
                    ..raw.clone()
                };
                let Ok(cleaned) = clean(&with.file()) else {
                    // Some of these are no such chunk.
                    assert!(data == SECRET || data.is_empty());
                    continue;
                };
                assert_eq!(cleaned, bare, "{name:?}");
            }
        }
    }
    for trailing in [SECRET, b"PK\x03\x04", b"%PDF-1.4 /JavaScript", &raw.file()] {
        assert_eq!(clean(&[&raw.file(), trailing].concat()).unwrap(), bare);
    }
    assert_eq!(seen(&bare), wanted);
}

/// What is under what covers nothing is not seen, and not sent on either.
#[test]
fn what_nobody_sees_is_not_sent_on() {
    let raw = Raw::sample((12, 12), Colours::Rgba, 8);
    assert!(raw.hides_something());
    let hidden = |it: &Rgba| it[3] == 0 && *it != [0; 4];
    assert!(!seen_of(&raw.file()).all.iter().any(hidden));
}

/// The test holds the bytes: a release of a package that packs otherwise is seen here. It does no
/// harm, for the bytes that are sent are kept; note the new hash, and say so in the changelog.
#[test]
fn the_same_file_gives_the_same_bytes() {
    let (raw, _) = small();
    let grey = Raw::sample((2_300, 40), Colours::GreyAlpha, 16);
    assert_eq!(hash(&raw.file()), "b9b22047e5d9fbdc");
    assert_eq!(hash(&grey.file()), "cbe720e8d21b2ff7");
}

/// Of a moving picture the one that is shown where nothing moves is sent on.
#[test]
fn a_moving_picture_stands_still() {
    let (raw, wanted) = small();
    let moves = (*b"acTL", [0, 0, 0, 2, 0, 0, 0, 0].to_vec());
    let frame = |size: (u32, u32), number: u8| {
        let mut data = vec![0, 0, 0, number];
        data.extend(size.0.to_be_bytes());
        data.extend(size.1.to_be_bytes());
        data.extend([0; 14]);
        (*b"fcTL", data)
    };
    let pixels = chunks(&raw.file()).into_iter().find(|it| &it.0 == b"IDAT");
    let second = [&[0, 0, 0, 2], &pixels.unwrap().1[..]].concat();
    let after = vec![frame(raw.size, 1), (*b"fdAT", second)];
    for first in [None, Some(frame(raw.size, 0))] {
        let before = [moves.clone()].into_iter().chain(first).collect();
        let animated = Raw {
            before,
            after: after.clone(),
            ..raw.clone()
        };
        assert_eq!(seen_of(&animated.file()), wanted);
    }
    for size in [(1, 1), (13, 8), (14, 9), (u32::MAX, u32::MAX)] {
        let animated = Raw {
            before: vec![moves.clone(), frame(size, 0)],
            ..raw.clone()
        };
        assert_eq!(clean(&animated.file()), Err(Refused::Damaged), "{size:?}");
    }
}

/// Its head alone says so: nothing is decoded.
#[test]
fn a_picture_that_is_too_large_is_refused_by_its_head() {
    let (raw, _) = small();
    let of = |size| {
        clean(
            &Raw {
                claimed: Some(size),
                ..raw.clone()
            }
            .file(),
        )
    };
    for size in [
        (12_001, 1),
        (1, 12_001),
        (10_000, 2_501),
        (12_000, 12_000),
        (0x7fff_ffff, 1),
        (0x7fff_ffff, 0x7fff_ffff),
    ] {
        assert_eq!(of(size), Err(Refused::TooLarge(size.0, size.1)));
    }
    for size in [
        (0, 0),
        (0, 9),
        (13, 0),
        (0x8000_0000, 1),
        (u32::MAX, u32::MAX),
    ] {
        assert!(of(size).is_err(), "{size:?}");
    }
    // As large as may be, with pixels for nothing of it.
    assert_eq!(of((10_000, 2_500)), Err(Refused::Damaged));
    let long = [&raw.file()[..], &vec![0; 8 << 20]].concat();
    assert_eq!(clean(&long), Err(Refused::TooLong));
}

/// 100 MB of pixels in a file of 100 kB, for a picture of a few: no more is unpacked than it has.
#[test]
fn a_bomb_does_not_go_off() {
    let mut packed = Vec::new();
    let mut encoder = png::Encoder::new(&mut packed, 10_000, 10_000);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_deflate_compression(png::DeflateCompression::Level(9));
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![0; 100_000_000]).unwrap();
    writer.finish().unwrap();
    assert!(packed.len() < 200_000);
    let (raw, _) = small();
    for size in [(1, 1), (9_999, 2), (13, 9)] {
        let bomb = Raw {
            colours: Colours::Grey,
            claimed: Some(size),
            packed: chunks(&packed)
                .into_iter()
                .filter(|it| &it.0 == b"IDAT")
                .map(|it| it.1)
                .collect(),
            ..raw.clone()
        };
        let started = std::time::Instant::now();
        if let Ok(cleaned) = clean(&bomb.file()) {
            assert!(seen(&cleaned).size.0 <= 2_000);
        }
        assert!(started.elapsed().as_secs() < 5);
    }
    // Texts and profiles are not even unpacked.
    let text = |name: &[u8; 4]| {
        let idat = chunks(&packed).into_iter().find(|it| &it.0 == b"IDAT");
        let data = [b"a\0\0", &idat.unwrap().1[..]].concat();
        Raw {
            before: vec![(*name, data)],
            ..raw.clone()
        }
        .file()
    };
    for name in [b"zTXt", b"iCCP"] {
        assert_eq!(clean(&text(name)), clean(&raw.file()));
    }
}

/// Cut or changed anywhere: it is refused, or the change was in nothing that is seen.
#[test]
fn a_broken_png_is_refused() {
    let (raw, _) = small();
    let palette = Raw {
        interlaced: true,
        ..Raw::sample((7, 6), Colours::Palette, 4)
    };
    for file in [raw.file(), palette.file()] {
        let whole = clean(&file).unwrap();
        let end = file.len() - 12;
        for at in 0..end {
            assert!(clean(&file[..at]).is_err(), "cut at {at}");
        }
        for at in 0..file.len() {
            for change in [1, 0x20, 0x80, 0xff] {
                let mut broken = file.clone();
                broken[at] ^= change;
                let got = clean(&broken);
                assert!(got.is_err() || got.as_ref() == Ok(&whole), "{at} {change}");
            }
        }
    }
}

/// Chunks that are missing, twice, or where none may be.
#[test]
fn a_png_that_is_put_together_wrongly_is_refused() {
    let palette = Raw::sample((7, 6), Colours::Palette, 4);
    let file = palette.file();
    let all = chunks(&file);
    let of = |some: &[usize]| {
        let mut bytes = super::PNG.to_vec();
        for at in some {
            bytes.extend(chunk(&all[*at].0, &all[*at].1));
        }
        clean(&bytes)
    };
    // IHDR PLTE tRNS IDAT IEND
    assert_eq!(all.len(), 5);
    assert!(of(&[0, 1, 2, 3, 4]).is_ok());
    for wrong in [
        &[][..],
        &[0],
        &[4],
        &[3, 4],
        &[0, 4],
        &[0, 1, 4],
        &[0, 3, 4],
        &[1, 0, 3, 4],
    ] {
        assert!(of(wrong).is_err(), "{wrong:?}");
    }
}

/// A picture that packs badly is made smaller until a mail can carry it.
#[test]
fn a_file_that_is_too_long_for_a_mail_is_shrunk() {
    let mut chance = 1_u32;
    let mut next = |at: usize| {
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Each row begins with its filter, which is none.
        if at.is_multiple_of(1_060 * 3 + 1) {
            0
        } else {
            (chance >> 24) as u8
        }
    };
    let rows: Vec<u8> = (0..1_050 * (1_060 * 3 + 1)).map(&mut next).collect();
    let noise = Raw {
        packed: vec![stored(&rows)],
        ..Raw::sample((1_060, 1_050), Colours::Rgb, 8)
    };
    let cleaned = clean(&noise.file()).unwrap();
    assert!(cleaned.bytes().len() <= SENT_BYTES_MAX);
    assert_eq!(seen(&cleaned).size, (1_000, 991));
}

#[test]
fn what_is_none_of_these_is_refused_by_what_is_in_it() {
    for bytes in [
        &b"GIF89a\x01\0\x01\0"[..],
        b"RIFF\0\0\0\0WEBP",
        b"BM",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
        b"<html>",
        b"#!/bin/sh\nrm -rf /",
        b"MZ",
        b"PK\x03\x04",
        b"II*\0",
        b"\x89PN",
        b"\xff\xd8",
        b" %PDF-1.4",
        b"x\x89PNG\r\n\x1a\n",
    ] {
        assert_eq!(clean(bytes), Err(Refused::Unknown), "{bytes:?}");
    }
    assert_eq!(clean(b""), Err(Refused::Empty));
    for begun in [
        super::PNG,
        super::JPEG,
        b"\xff\xd8\xff\xe0",
        b"\x89PNG\r\n\x1a\n<script>",
    ] {
        assert_eq!(clean(begun), Err(Refused::Damaged), "{begun:?}");
    }
}

#[test]
fn a_refusal_says_what_to_do() {
    for (why, wanted) in [
        (
            Refused::Empty,
            "`map.gif` arrived empty, or in a mail too long to be kept whole; send it again, as a \
             file of at most 4 MB.",
        ),
        (
            Refused::Unknown,
            "`map.gif` is not a PNG, JPEG or PDF; save it as PNG.",
        ),
        (
            Refused::TooLong,
            "`map.gif` has more than 8 MB; save it smaller, or as JPEG.",
        ),
        (
            Refused::LongPdf,
            "`map.gif` has more than 2 MB, which is the most for a PDF; save it smaller, or as \
             PNG.",
        ),
        (
            Refused::TooLarge(20_000, 3),
            "`map.gif` is 20000 by 3 pixels; save it with at most 12000 on each side and 25 \
             million in all.",
        ),
        (
            Refused::Damaged,
            "`map.gif` cannot be read; open it in a picture program and save it as PNG.",
        ),
        (
            Refused::Active("/JS"),
            "`map.gif` is a PDF that may do something when it is opened (it contains /JS); print \
             it into a new PDF, or save it as PNG.",
        ),
    ] {
        assert_eq!(why.says("map.gif"), wanted);
    }
}
