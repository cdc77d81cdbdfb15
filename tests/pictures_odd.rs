//! Odd scenes: what no game draws, and what stands in no picture.

use packetboat::engine::scene::{
    Colour, Face, Ground, Label, Look, Pen, Picture, Point, Shape, Spot,
};
use packetboat::report::{Painter, Shelf};
use std::sync::{Arc, Mutex};

const INK: Colour = Colour(0x0020_1a16);
const PAPER: Colour = Colour(0x00f3_ebd6);

fn picture(size: Point, shapes: Vec<Shape>) -> Picture {
    let mut picture = Picture::new("odd", size, PAPER);
    picture.shapes = shapes;
    picture
}

fn pen() -> Pen {
    Pen::new(Face::Name, 200, INK)
}

fn label(at: Point, text: &str) -> Shape {
    Shape::Label(Label {
        spots: Spot::around(at, 40),
        pen: pen(),
        lines: vec![text.to_owned()],
        must: false,
    })
}

/// The types of the parts of a PNG: besides the picture it tells nothing.
fn parts(png: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = &png[8..];
    while rest.len() >= 12 {
        let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
        found.push(String::from_utf8(rest[4..8].to_vec()).unwrap());
        rest = &rest[12 + length..];
    }
    assert!(rest.is_empty());
    found.dedup();
    found
}

#[test]
fn names_of_every_kind_are_painted_and_never_read_as_svg() {
    let painter = Painter::new();
    for text in [
        "<script>alert(1)</script>",
        "Ana & \"Ben\" 'Dora'",
        "]]></text><rect width=\"9\"/>",
        "\u{202e}evil\u{202c} \u{200f}",
        "\u{1f6a2}\u{1f30d} Zażółć gęślą \u{4e16}\u{754c}",
        &"W".repeat(80),
        "",
        " \t\n\u{0}\u{b}\u{fffe}",
    ] {
        let shapes = vec![
            Shape::middle((3_000, 3_000), text, pen()),
            label((5_000, 5_000), text),
        ];
        let drawn = picture((12_000, 6_000), shapes);
        let svg = painter.svg(&drawn, None);
        assert!(svg.starts_with("<svg"), "{text:?} is not a picture");
        assert!(
            !svg.contains("<script") && !svg.contains("<text"),
            "{text:?}"
        );
        let png = painter.png(&drawn, None);
        assert_eq!(parts(&png), ["IHDR", "PLTE", "IDAT", "IEND"], "{text:?}");
        // It is read back as it was written.
        let back: Picture = serde_json::from_str(&drawn.written()).unwrap();
        assert_eq!(back, drawn, "{text:?}");
    }
}

#[test]
fn scenes_of_any_size_are_painted_and_stay_small() {
    let painter = Painter::new();
    for size in [
        (12_000, 5_000),
        (1, 1),
        (0, 0),
        (-40, 900_000),
        (i32::MAX, 10),
    ] {
        let drawn = picture(size, vec![label((0, 0), "nowhere")]);
        let png = painter.png(&drawn, None);
        assert_eq!(&png[..4], b"\x89PNG");
        assert!(png.len() < 110_000, "{size:?}: {}", png.len());
    }
    let mut shapes = Vec::new();
    for number in 0..10_000 {
        let at = (number * 37 % 12_000, number * 91 % 6_000);
        shapes.push(match number % 4 {
            0 => label(at, "many"),
            1 => Shape::Keep { at, size: (90, 90) },
            2 => Shape::middle((at.0 * 8_000, -at.1), "x", pen()),
            _ => Shape::Disc {
                at,
                radius: 30,
                look: Look::filled(INK),
            },
        });
    }
    let drawn = picture((12_000, 6_000), shapes);
    let png = painter.png(&drawn, None);
    assert!(png.len() < 300_000, "{}", png.len());
}

/// The same inputs, the same bytes, whatever was painted before and by whom.
#[test]
fn what_was_painted_before_changes_nothing() {
    let ground = Arc::new(Ground {
        size: (12_000, 6_000),
        paper: PAPER,
        shapes: vec![label((900, 900), "ground")],
    });
    let mut drawn = picture((12_000, 6_000), vec![label((4_000, 900), "above")]);
    let bare = Painter::new().png(&drawn, None);
    drawn.ground = Some(("any".to_owned(), (0, 0)));
    let over = Painter::new().png(&drawn, Some(&ground));
    assert_ne!(bare, over);
    let painter = Painter::new();
    for number in 0..40 {
        painter.png(
            &picture((2_000, 2_000), vec![label((number, 900), "other")]),
            None,
        );
    }
    assert_eq!(painter.png(&drawn, Some(&ground)), over);
    assert_eq!(painter.png(&drawn, Some(&ground)), over);
}

/// Keeps the ground that was put there last.
#[derive(Clone, Default)]
struct One(Arc<Mutex<(usize, Option<Vec<u8>>)>>);

impl Shelf for One {
    fn get(&self, _: &str) -> Option<Vec<u8>> {
        self.0.lock().unwrap().1.clone()
    }

    fn put(&self, _: &str, bytes: &[u8]) {
        let mut there = self.0.lock().unwrap();
        *there = (there.0 + 1, Some(bytes.to_vec()));
    }
}

#[test]
fn a_ground_on_the_shelf_is_not_painted_again() {
    let ground = Arc::new(Ground {
        size: (12_000, 6_000),
        paper: PAPER,
        shapes: vec![label((900, 900), "ground")],
    });
    let mut drawn = picture((6_000, 6_000), vec![label((4_000, 900), "above")]);
    drawn.ground = Some(("any".to_owned(), (35, -120)));
    let wanted = Painter::new().png(&drawn, Some(&ground));
    let shelf = One::default();
    let paint = || Painter::new().with(Box::new(shelf.clone()));
    for _ in 0..3 {
        assert_eq!(paint().png(&drawn, Some(&ground)), wanted);
    }
    assert_eq!(shelf.0.lock().unwrap().0, 1);
    *shelf.0.lock().unwrap() = (0, Some(b"packetboat ground\n".to_vec()));
    assert_eq!(paint().png(&drawn, Some(&ground)), wanted);
    assert_eq!(shelf.0.lock().unwrap().0, 1);
}

#[test]
fn scenes_are_written_in_lines_that_a_mail_can_have() {
    let run: Vec<Point> = (0..3_000).map(|it| (it * 3, 7_000 - it)).collect();
    for text in ["a,\"b\",\\", "\\\",[1,2],\"", "Zażółć, gęślą", "\n,\t"] {
        let shapes = vec![
            Shape::lines(vec![run.clone(), run.clone()], Look::lined(INK, 9)),
            Shape::middle((10, 10), text, pen()),
            Shape::lines(vec![run.clone()], Look::lined(INK, 9)),
        ];
        let picture = picture((12_000, 8_000), shapes);
        let written = picture.written();
        let longest = written.lines().map(str::len).max();
        assert!(longest <= Some(998), "{longest:?}");
        assert_eq!(serde_json::from_str::<Picture>(&written).unwrap(), picture);
    }
}
