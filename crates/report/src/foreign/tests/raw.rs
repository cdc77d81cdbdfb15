//! PNGs made by hand, of every kind, right and wrong: not packed, so that every byte is where it
//! was put.

#![allow(clippy::unwrap_used)]

use crate::foreign::pixels::{Pixels, Rgba};

/// What a pixel is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colours {
    Grey,
    Rgb,
    Palette,
    GreyAlpha,
    Rgba,
}

impl Colours {
    /// All of them, each with the bits that a sample may have.
    pub(super) const ALL: [(Colours, &[u8]); 5] = [
        (Colours::Grey, &[1, 2, 4, 8, 16]),
        (Colours::Rgb, &[8, 16]),
        (Colours::Palette, &[1, 2, 4, 8]),
        (Colours::GreyAlpha, &[8, 16]),
        (Colours::Rgba, &[8, 16]),
    ];

    /// Its number in a file, and how many samples a pixel has.
    fn code(self) -> (u8, usize) {
        match self {
            Colours::Grey => (0, 1),
            Colours::Rgb => (2, 3),
            Colours::Palette => (3, 1),
            Colours::GreyAlpha => (4, 2),
            Colours::Rgba => (6, 4),
        }
    }
}

/// A chunk: its name and what is in it.
pub(super) type Chunk = ([u8; 4], Vec<u8>);

/// A PNG in the making.
#[derive(Debug, Clone)]
pub(super) struct Raw {
    pub(super) size: (u32, u32),
    /// The size that its head says, if that is another.
    pub(super) claimed: Option<(u32, u32)>,
    pub(super) colours: Colours,
    pub(super) depth: u8,
    pub(super) interlaced: bool,
    /// Chunks before its pixels, and after them.
    pub(super) before: Vec<Chunk>,
    pub(super) after: Vec<Chunk>,
    /// Packed pixels of another picture, in place of its own.
    pub(super) packed: Vec<Vec<u8>>,
}

/// Where the passes of an interlaced picture begin, and how far apart their pixels are.
const PASSES: [(u32, u32, u32, u32); 7] = [
    (0, 0, 8, 8),
    (4, 0, 8, 8),
    (0, 4, 4, 8),
    (2, 0, 4, 4),
    (0, 2, 2, 4),
    (1, 0, 2, 2),
    (0, 1, 1, 2),
];

impl Raw {
    /// One of this kind with many colours.
    pub(super) fn sample(size: (u32, u32), colours: Colours, depth: u8) -> Self {
        let entries = 1_u32 << depth.min(8);
        let palette = (0..entries).flat_map(|it| entry(it)[..3].to_vec());
        let covers = (0..entries).map(|it| entry(it)[3]);
        let before = vec![(*b"PLTE", palette.collect()), (*b"tRNS", covers.collect())];
        Raw {
            size,
            claimed: None,
            colours,
            depth,
            interlaced: false,
            before: if colours == Colours::Palette {
                before
            } else {
                Vec::new()
            },
            after: Vec::new(),
            packed: Vec::new(),
        }
    }

    /// A sample of a pixel: chance, but always the same.
    fn value(&self, (x, y): (u32, u32), sample: usize) -> u32 {
        let seed = x * 7_919 + y * 104_729 + u32::try_from(sample).unwrap() * 1_299_709 + 17;
        let mixed = seed.wrapping_mul(0x9e37_79b1);
        let value = (mixed ^ mixed >> 15) & ((1 << self.depth) - 1);
        // Of what covers, both ends are seen often.
        let covers = sample + 1 == self.colours.code().1 && self.colours.code().1.is_multiple_of(2);
        match value % 4 {
            0 if covers => 0,
            1 if covers => (1 << self.depth) - 1,
            _ => value,
        }
    }

    /// What is to be seen.
    pub(super) fn pixels(&self) -> Pixels {
        let all = (0..self.size.1).flat_map(|y| (0..self.size.0).map(move |x| (x, y)));
        let all = all.map(|at| match self.seen(at) {
            [.., 0] => [0; 4],
            seen => seen,
        });
        Pixels {
            size: self.size,
            all: all.collect(),
        }
    }

    /// Whether it has colours that cover nothing.
    pub(super) fn hides_something(&self) -> bool {
        let mut all = (0..self.size.1).flat_map(|y| (0..self.size.0).map(move |x| (x, y)));
        all.any(|at| self.seen(at)[3] == 0 && self.seen(at) != [0; 4])
    }

    fn seen(&self, at: (u32, u32)) -> Rgba {
        let byte = |sample| {
            let value = self.value(at, sample);
            let byte = match self.depth {
                16 => value >> 8,
                depth => value * 255 / ((1 << depth) - 1),
            };
            u8::try_from(byte).unwrap()
        };
        match self.colours {
            Colours::Grey => [byte(0), byte(0), byte(0), 255],
            Colours::Rgb => [byte(0), byte(1), byte(2), 255],
            Colours::Palette => entry(self.value(at, 0)),
            Colours::GreyAlpha => [byte(0), byte(0), byte(0), byte(1)],
            Colours::Rgba => [byte(0), byte(1), byte(2), byte(3)],
        }
    }

    /// The file.
    pub(super) fn file(&self) -> Vec<u8> {
        let size = self.claimed.unwrap_or(self.size);
        let mut head = size.0.to_be_bytes().to_vec();
        head.extend(size.1.to_be_bytes());
        let colours = self.colours.code().0;
        head.extend([self.depth, colours, 0, 0, u8::from(self.interlaced)]);
        let pixels = if self.packed.is_empty() {
            vec![stored(&self.rows())]
        } else {
            self.packed.clone()
        };
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        file.extend(chunk(b"IHDR", &head));
        self.before
            .iter()
            .for_each(|it| file.extend(chunk(&it.0, &it.1)));
        pixels.iter().for_each(|it| file.extend(chunk(b"IDAT", it)));
        self.after
            .iter()
            .for_each(|it| file.extend(chunk(&it.0, &it.1)));
        file.extend(chunk(b"IEND", b""));
        file
    }

    /// Its pixels row by row, each row after its filter, which is none.
    fn rows(&self) -> Vec<u8> {
        let passes: &[_] = if self.interlaced {
            &PASSES
        } else {
            &[(0, 0, 1, 1)]
        };
        let mut out = Vec::new();
        for (left, top, right, down) in passes {
            for y in (*top..self.size.1).step_by(*down as usize) {
                let row = (*left..self.size.0).step_by(*right as usize);
                let row: Vec<(u32, u32)> = row.map(|x| (x, y)).collect();
                if !row.is_empty() {
                    out.push(0);
                    out.extend(self.row(&row));
                }
            }
        }
        out
    }

    fn row(&self, row: &[(u32, u32)]) -> Vec<u8> {
        let samples = self.colours.code().1;
        let (mut out, mut bits, mut count) = (Vec::new(), 0_u32, 0);
        for at in row {
            for sample in 0..samples {
                bits = bits << self.depth | self.value(*at, sample);
                count += self.depth;
                while count >= 8 {
                    out.push((bits >> (count - 8)) as u8);
                    count -= 8;
                }
                bits &= (1 << count) - 1;
            }
        }
        if count > 0 {
            out.push((bits << (8 - count)) as u8);
        }
        out
    }
}

/// An entry of the palette.
fn entry(number: u32) -> Rgba {
    let by = |factor: u32| (number * factor + 3) as u8;
    let cover = [255, 0, 128, 255][number as usize % 4];
    [by(7), by(13), by(29), cover]
}

/// A chunk as it is in a file.
pub(super) fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut out = u32::try_from(data.len()).unwrap().to_be_bytes().to_vec();
    out.extend(name);
    out.extend(data);
    let crc = crc(&out[4..]).to_be_bytes();
    out.extend(crc);
    out
}

/// The chunks of a file, of which nothing is left over.
pub(super) fn chunks(file: &[u8]) -> Vec<Chunk> {
    let mut rest = file.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
    let mut all = Vec::new();
    while !rest.is_empty() {
        let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
        let name = rest[4..8].try_into().unwrap();
        assert_eq!(rest[..12 + length], chunk(&name, &rest[8..8 + length]));
        all.push((name, rest[8..8 + length].to_vec()));
        rest = &rest[12 + length..];
    }
    all
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                crc >> 1 ^ 0xedb8_8320
            } else {
                crc >> 1
            };
        }
    }
    !crc
}

/// A zlib stream in which nothing is packed.
pub(super) fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let blocks: Vec<&[u8]> = bytes.chunks(65_535).collect();
    for (number, block) in blocks.iter().enumerate() {
        let length = u16::try_from(block.len()).unwrap();
        out.push(u8::from(number + 1 == blocks.len()));
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(*block);
    }
    let (mut low, mut high) = (1_u32, 0_u32);
    for byte in bytes {
        low = (low + u32::from(*byte)) % 65_521;
        high = (high + low) % 65_521;
    }
    out.extend((high << 16 | low).to_be_bytes());
    out
}
