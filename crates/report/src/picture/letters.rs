//! The letters of pictures, and how wide words are in them.
//!
//! Only those that are shipped: what a machine has besides would change pictures.

use packetboat_core::engine::scene::{Face, Pen};
use resvg::usvg::fontdb::{Database, Source};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use std::sync::Arc;

static NAME: &[u8] = include_bytes!("../../../../templates/fonts/Vollkorn-SemiBold.ttf");
static ITALIC: &[u8] = include_bytes!("../../../../templates/fonts/Vollkorn-MediumItalic.ttf");
static PLAIN: &[u8] = include_bytes!("../../../../templates/fonts/Cabin-SemiBold.otf");

/// The letters, ready to be painted with.
pub(super) struct Letters {
    /// For the painter of SVG.
    pub(super) fonts: Arc<Database>,
    faces: [FontRef<'static>; 3],
}

impl Letters {
    pub(super) fn new() -> Self {
        let mut fonts = Database::new();
        for bytes in [NAME, ITALIC, PLAIN] {
            fonts.load_font_source(Source::Binary(Arc::new(bytes)));
        }
        let face = |it| FontRef::new(it).expect("our letters can be read");
        Letters {
            fonts: Arc::new(fonts),
            faces: [NAME, ITALIC, PLAIN].map(face),
        }
    }

    /// The width of words, in tenths of a pixel.
    pub(super) fn width(&self, pen: &Pen, text: &str) -> i32 {
        let face = &self.faces[pen.face as usize];
        // In tenths of a thousandth, so that the sum is the same on every machine.
        let metrics = face.glyph_metrics(Size::new(1_000.0), LocationRef::default());
        let letters = face.charmap();
        let advance = |it: char| {
            let glyph = letters.map(it).unwrap_or_default();
            metrics.advance_width(glyph).unwrap_or_default() as i32
        };
        let sum: i32 = text.chars().map(advance).sum();
        let gaps = i32::try_from(text.chars().count()).unwrap_or(0) * pen.spacing;
        sum * pen.size / 1_000 + gaps
    }

    /// The words with `?` in place of letters that we do not have; nothing that is not printed.
    pub(super) fn shown(&self, pen: &Pen, text: &str) -> String {
        let letters = self.faces[pen.face as usize].charmap();
        let known = |it: char| match letters.map(it).is_some() {
            true => it,
            false => '?',
        };
        let printed = text.chars().filter(|it| !it.is_control());
        printed.map(known).collect()
    }
}

/// How letters are named in SVG: family, weight and style.
pub(super) fn named(face: Face) -> &'static str {
    match face {
        Face::Name => "font-family=\"Vollkorn SemiBold, Vollkorn\" font-weight=\"600\"",
        Face::Italic => {
            "font-family=\"Vollkorn Medium, Vollkorn\" font-weight=\"500\" font-style=\"italic\""
        }
        Face::Plain => "font-family=\"Cabin\" font-weight=\"600\"",
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
}
