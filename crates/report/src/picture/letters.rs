//! The letters of pictures: how wide words are in them, and the outlines of words.
//!
//! Only those that are shipped: what a machine has besides would change pictures. The outline of a
//! letter is made once.

use super::units::px;
use harfrust::{Direction, ShapeOptions, ShaperData, UnicodeBuffer};
use packetboat_core::engine::scene::{Anchor, Face, Pen};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tiny_skia::{Path, PathBuilder, Transform};

static NAME: &[u8] = include_bytes!("../../../../templates/fonts/Vollkorn-SemiBold.ttf");
static ITALIC: &[u8] = include_bytes!("../../../../templates/fonts/Vollkorn-MediumItalic.ttf");
static PLAIN: &[u8] = include_bytes!("../../../../templates/fonts/Cabin-SemiBold.otf");

/// The letters, ready to be painted with.
pub(super) struct Letters {
    faces: [Letterer; 3],
}

/// One face.
struct Letterer {
    font: FontRef<'static>,
    /// What puts its letters beside one another.
    shaper: ShaperData,
    /// Units of its outlines to the size of its letters.
    units: f32,
    /// How wide the letters of ASCII are, as [`Letters::width`] counts; `None`: it has none such.
    ascii: [Option<i32>; 128],
    /// The outlines of letters, in its units, upwards; `None`: a letter without, as a space.
    outlines: Mutex<BTreeMap<u32, Option<Arc<Path>>>>,
}

/// Words as they are painted.
pub(super) struct Words {
    /// Their outline, in pixels, from where their base line begins; `None`: nothing is seen.
    pub(super) outline: Option<Path>,
    /// How wide they are, in pixels.
    pub(super) width: f32,
}

impl Words {
    /// How much of them is before the point at which they are anchored.
    pub(super) fn before(&self, anchor: Anchor) -> f32 {
        match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => self.width / 2.0,
            Anchor::End => self.width,
        }
    }
}

impl Letters {
    pub(super) fn new() -> Self {
        Letters {
            faces: [NAME, ITALIC, PLAIN].map(Letterer::new),
        }
    }

    /// The width of words by their letters alone, in tenths of a pixel, the same on every machine:
    /// for who looks for room.
    pub(super) fn width(&self, pen: &Pen, text: &str) -> i32 {
        let face = self.of(pen.face);
        let sum: i32 = text.chars().map(|it| face.advance(it)).sum();
        let gaps = i32::try_from(text.chars().count()).unwrap_or(0) * pen.spacing;
        sum * pen.size / 1_000 + gaps
    }

    /// The words with `?` in place of letters that we do not have; nothing that is not printed.
    pub(super) fn shown(&self, pen: &Pen, text: &str) -> String {
        let face = self.of(pen.face);
        let known = |it: char| if face.has(it) { it } else { '?' };
        let printed = text.chars().filter(|it| !it.is_control());
        printed.map(known).collect()
    }

    /// Words as they are painted: letters that belong together nearer to one another, as the face
    /// has it, or as one sign.
    pub(super) fn words(&self, pen: &Pen, text: &str) -> Words {
        self.of(pen.face).words(px(pen.size), px(pen.spacing), text)
    }

    fn of(&self, face: Face) -> &Letterer {
        &self.faces[face as usize]
    }
}

impl Letterer {
    fn new(bytes: &'static [u8]) -> Self {
        let font = FontRef::new(bytes).expect("our letters can be read");
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        let letters = font.charmap();
        let mut ascii = [None; 128];
        for (byte, width) in (0_u8..).zip(&mut ascii) {
            let there = letters.map(char::from(byte));
            *width = there.map(|it| advance(&font, it));
        }
        Letterer {
            ascii,
            units: f32::from(metrics.units_per_em),
            shaper: ShaperData::new(&font),
            font,
            outlines: Mutex::default(),
        }
    }

    /// How wide a letter is, or what stands for one that it does not have.
    fn advance(&self, letter: char) -> i32 {
        let ascii = usize::try_from(u32::from(letter)).ok();
        let known = ascii.and_then(|it| self.ascii.get(it).copied()).flatten();
        known.unwrap_or_else(|| {
            let sign = self.font.charmap().map(letter).unwrap_or_default();
            advance(&self.font, sign)
        })
    }

    fn has(&self, letter: char) -> bool {
        let ascii = usize::try_from(u32::from(letter)).ok();
        let known = ascii.and_then(|it| self.ascii.get(it));
        known.map_or_else(
            || self.font.charmap().map(letter).is_some(),
            Option::is_some,
        )
    }

    fn words(&self, size: f32, spacing: f32, text: &str) -> Words {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(Direction::LeftToRight);
        buffer.guess_segment_properties();
        let shaper = self.shaper.shaper(&self.font).build();
        let laid = shaper.shape(buffer, ShapeOptions::new());
        let scale = size / self.units;
        let mut outline = PathBuilder::new();
        let mut right = 0.0;
        let signs = laid.glyph_infos();
        for (at, (sign, place)) in signs.iter().zip(laid.glyph_positions()).enumerate() {
            if let Some(letter) = self.outline(sign.glyph_id) {
                let left = right + place.x_offset as f32 * scale;
                let up = place.y_offset as f32 * scale;
                let there = Transform::from_row(scale, 0.0, 0.0, -scale, left, -up);
                if let Some(letter) = Path::clone(&letter).transform(there) {
                    outline.push_path(&letter);
                }
            }
            right += place.x_advance as f32 * scale;
            // Between letters, and not after the last.
            if signs
                .get(at + 1)
                .is_some_and(|it| it.cluster != sign.cluster)
            {
                right += spacing;
            }
        }
        Words {
            outline: outline.finish(),
            width: right,
        }
    }

    fn outline(&self, sign: u32) -> Option<Arc<Path>> {
        let mut outlines = self.outlines.lock().unwrap_or_else(PoisonError::into_inner);
        let outline = outlines.entry(sign).or_insert_with(|| {
            let drawn = self.font.outline_glyphs().get(GlyphId::new(sign))?;
            let mut pen = Tracer(PathBuilder::new());
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            drawn.draw(settings, &mut pen).ok()?;
            pen.0.finish().map(Arc::new)
        });
        outline.clone()
    }
}

/// How wide a sign is, in thousandths of the size of letters: whole ones, so that sums are the same
/// on every machine.
fn advance(font: &FontRef<'_>, sign: GlyphId) -> i32 {
    let metrics = font.glyph_metrics(Size::new(1_000.0), LocationRef::default());
    metrics.advance_width(sign).unwrap_or_default() as i32
}

/// Takes down the outline of a letter.
struct Tracer(PathBuilder);

impl OutlinePen for Tracer {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, bend_x: f32, bend_y: f32, x: f32, y: f32) {
        self.0.quad_to(bend_x, bend_y, x, y);
    }

    fn curve_to(&mut self, out_x: f32, out_y: f32, in_x: f32, in_y: f32, x: f32, y: f32) {
        self.0.cubic_to(out_x, out_y, in_x, in_y, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use packetboat_core::engine::scene::Colour;

    #[test]
    fn words_have_a_width_and_only_letters_that_we_have() {
        let letters = Letters::new();
        let pen = Pen::new(Face::Plain, 200, Colour(0));
        let (narrow, wide) = (letters.width(&pen, "ill"), letters.width(&pen, "MMM"));
        assert!(narrow > 100 && wide > 2 * narrow, "{narrow}, {wide}");
        assert_eq!(letters.shown(&pen, "Ceará\u{1f600}\u{202e}\n"), "Ceará??");
    }

    #[test]
    fn words_are_as_wide_as_their_letters_and_what_is_between_them() {
        let letters = Letters::new();
        let pen = Pen::new(Face::Name, 200, Colour(0));
        let wide = |pen: &Pen, text: &str| letters.words(pen, text).width;
        assert!(
            wide(&pen, "AV") < wide(&pen, "A") + wide(&pen, "V"),
            "kerned"
        );
        let more = wide(&pen.clone().spaced(30), "abc") - wide(&pen, "abc");
        assert!((more - 6.0).abs() < 0.01, "twice three pixels: {more}");
        let words = letters
            .words(&pen, "Ag")
            .outline
            .expect("it is seen")
            .bounds();
        assert!(words.top() < -10.0 && words.bottom() > 3.0, "{words:?}");
        assert!(letters.words(&pen, " ").outline.is_none());
    }
}
