//! Pictures: a scene → SVG or PNG, the same bytes wherever it is drawn on machines of one kind.
//!
//! A ground, which never changes, is painted once, and kept from one process to the next if there
//! is a [`Shelf`] for it. Not here: what a picture shows (`games`), and how it travels in a mail
//! (`mail`).

mod brush;
mod canvas;
mod gate;
mod ground;
mod letters;
pub(super) mod outline;
mod place;
mod png;
mod stamp;
mod svg;
mod units;

use gate::Gate;
use ground::Painted;
use letters::Letters;
use packetboat_core::engine::scene::{Ground, Pen, Picture, Point, Shape};
use stamp::Stamps;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use tiny_skia::Pixmap;
use units::{color, nearest};

/// How many shapes of a picture are drawn; those above are left out. The largest of ours has some
/// two thousand.
const SHAPES_MAX: usize = 8_000;
/// Pixels of a picture, in either direction, at most.
const PIXELS_MAX: i32 = 4_000;
/// How many finished pictures are kept.
const KEPT_MAX: usize = 16;
/// How many grounds are kept: one has 1 or 2 MB.
const GROUNDS_MAX: usize = 6;
/// How many canvases there are at a time, on however many cores: one has up to 10 MB.
const CANVASES_MAX: usize = 3;

/// Counts up with every change that makes a ground look otherwise: one that was painted before is
/// painted again then. A test holds it against what is painted.
const PAINTER: u32 = 2;

/// Where painted grounds are kept from one process to the next. What it gives back may be damaged.
pub trait Shelf: Send + Sync {
    /// What was put there under this name, which is that of a file.
    fn get(&self, name: &str) -> Option<Vec<u8>>;
    /// Keeps it, if that can be done.
    fn put(&self, name: &str, bytes: &[u8]);
}

/// A picture that is finished, or being painted: anyone who wants it meanwhile waits for it.
type Done = Arc<OnceLock<Arc<Vec<u8>>>>;

/// A ground that was painted, and its name.
#[derive(Clone)]
struct Under {
    name: String,
    painted: Arc<Painted>,
}

/// Paints pictures.
pub struct Painter {
    /// Read when the first words are painted or measured.
    letters: LazyLock<Letters>,
    stamps: Stamps,
    shelf: Option<Box<dyn Shelf>>,
    grounds: Mutex<Vec<(Arc<Ground>, Under)>>,
    done: Mutex<BTreeMap<[u8; 32], Done>>,
    canvases: Gate,
}

impl Default for Painter {
    fn default() -> Self {
        Painter::new()
    }
}

impl Painter {
    /// One that has painted nothing yet.
    pub fn new() -> Self {
        Painter {
            letters: LazyLock::new(Letters::new),
            stamps: Stamps::default(),
            shelf: None,
            grounds: Mutex::default(),
            done: Mutex::default(),
            canvases: Gate::new(CANVASES_MAX),
        }
    }

    /// The same, that keeps its grounds on a shelf.
    #[must_use]
    pub fn with(self, shelf: Box<dyn Shelf>) -> Self {
        Painter {
            shelf: Some(shelf),
            ..self
        }
    }

    /// The picture as SVG that needs no letters of ours: words are outlines in it.
    pub fn svg(&self, picture: &Picture, ground: Option<&Ground>) -> String {
        let written = |shapes: &[Shape], size| {
            let placed = self.placed(shapes, size);
            svg::shapes(&placed, &self.letters)
        };
        let mut body = svg::sheet(picture.size, picture.paper);
        if let (Some(ground), Some((_, from))) = (ground, &picture.ground) {
            let sheet = svg::sheet(ground.size, ground.paper);
            let shapes = written(&ground.shapes, ground.size);
            body += &svg::moved((-from.0, -from.1), &(sheet + &shapes));
        }
        body += &written(drawn(picture), picture.size);
        svg::page(picture.size, &body)
    }

    /// The picture as PNG with a palette. Pictures that look alike are painted once: seats that see
    /// the same have one.
    pub fn png(&self, picture: &Picture, ground: Option<&Arc<Ground>>) -> Arc<Vec<u8>> {
        let under = ground.zip(picture.ground.as_ref());
        let under = under.map(|(ground, (_, from))| (self.ground(ground), *from));
        let key = key(picture, under.as_ref());
        let done = {
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            if done.len() >= KEPT_MAX && !done.contains_key(&key) {
                done.clear();
            }
            Arc::clone(done.entry(key).or_default())
        };
        let bytes = done.get_or_init(|| Arc::new(self.painted(picture, under)));
        Arc::clone(bytes)
    }

    fn painted(&self, picture: &Picture, under: Option<(Under, Point)>) -> Vec<u8> {
        let placed = self.placed(drawn(picture), picture.size);
        let _room = self.canvases.enter();
        let mut canvas = sheet(picture.size, picture.paper.0);
        if let Some((ground, from)) = under {
            let corner = (nearest(from.0), nearest(from.1));
            ground.painted.lay(&mut canvas, corner);
        }
        canvas::paint(&mut canvas, (0, 0), &placed, (&*self.letters, &self.stamps));
        png::encode(canvas, &meant(&picture.shapes))
    }

    /// A ground, painted once for as long as the painter is there, and its shelf.
    fn ground(&self, ground: &Arc<Ground>) -> Under {
        let mut grounds = self.grounds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = grounds.iter().find(|it| Arc::ptr_eq(&it.0, ground)) {
            return known.1.clone();
        }
        let name = ground_name(ground);
        let kept = self.shelf.as_ref().and_then(|it| it.get(&name));
        let kept = kept.and_then(|it| Painted::read(&it, pixels(ground.size)));
        let painted = Arc::new(kept.unwrap_or_else(|| {
            let painted = self.paint_ground(ground);
            if let Some(shelf) = &self.shelf {
                shelf.put(&name, &painted.written());
            }
            painted
        }));
        if grounds.len() >= GROUNDS_MAX {
            grounds.clear();
        }
        let under = Under { name, painted };
        grounds.push((Arc::clone(ground), under.clone()));
        under
    }

    fn paint_ground(&self, ground: &Ground) -> Painted {
        let placed = self.placed(&ground.shapes, ground.size);
        let _room = self.canvases.enter();
        let mut canvas = sheet(ground.size, ground.paper.0);
        canvas::paint(&mut canvas, (0, 0), &placed, (&*self.letters, &self.stamps));
        Painted::of(&canvas)
    }

    /// Shapes with words in the place of labels.
    pub(super) fn placed(&self, shapes: &[Shape], size: Point) -> Vec<Shape> {
        place::placed(shapes, &self.letters, size)
    }

    /// How wide words are, in tenths of a pixel.
    pub(super) fn width(&self, pen: &Pen, text: &str) -> i32 {
        self.letters.width(pen, text)
    }
}

/// The name of a painted ground: a hash of all of which it is made, and of who painted it.
fn ground_name(ground: &Ground) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("packetboat 2026-11 ground");
    hasher.update(&PAINTER.to_le_bytes());
    let (size, paper) = (ground.size, ground.paper);
    // Written down first: a hash of many small pieces takes longer.
    let all = serde_json::to_vec(&(size, paper, &ground.shapes)).expect("plain data");
    hasher.update(&all);
    hasher.finalize().to_hex()[..32].to_owned()
}

/// A sheet of paper of this size.
fn sheet(size: Point, paper: u32) -> Pixmap {
    let size = pixels(size);
    let mut canvas = Pixmap::new(size.0, size.1).expect("a picture has pixels");
    canvas.fill(color(paper));
    canvas
}

/// The shapes of a picture that are drawn.
pub(super) fn drawn(picture: &Picture) -> &[Shape] {
    &picture.shapes[..picture.shapes.len().min(SHAPES_MAX)]
}

/// The colours of the insides of shapes.
fn meant(shapes: &[Shape]) -> Vec<png::Rgb> {
    let fills = shapes.iter().filter_map(|shape| match shape {
        Shape::Disc { look, .. } | Shape::Box { look, .. } => look.fill,
        Shape::Path(path) => path.look.fill,
        Shape::Text { .. }
        | Shape::Label(_)
        | Shape::Badged { .. }
        | Shape::Keep { .. }
        | Shape::Within { .. } => None,
    });
    let mut all: Vec<png::Rgb> = fills
        .map(|fill| {
            let [_, red, green, blue] = fill.0.to_be_bytes();
            [red, green, blue]
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// What a picture is known by: all that is seen of it.
fn key(picture: &Picture, under: Option<&(Under, Point)>) -> [u8; 32] {
    let under = under.map(|(ground, from)| (&ground.name, from));
    let all = (picture.size, picture.paper, under, &picture.shapes);
    let bytes = serde_json::to_vec(&all).expect("shapes are plain data");
    *blake3::hash(&bytes).as_bytes()
}

fn pixels(size: Point) -> (u32, u32) {
    let within = |it: i32| u32::try_from((it / 10).clamp(1, PIXELS_MAX)).expect("above 0");
    (within(size.0), within(size.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use packetboat_core::engine::scene::{Colour, Face, Look};

    /// One of each shape that a ground may have.
    fn ground() -> Ground {
        let ink = Colour(0x0020_1a16);
        let pen = Pen::new(Face::Name, 200, ink).on(Colour(0x00f3_ebd6), 30);
        let run = vec![(100, 100), (900, 350), (500, 900)];
        let disc = Shape::Disc {
            at: (300, 700),
            radius: 155,
            look: Look::filled(Colour(0x0040_8060)).edged(ink, 20),
        };
        let within = Shape::Within {
            areas: vec![run.clone()],
            shapes: vec![disc.clone()],
        };
        let rounded = Shape::Box {
            at: (600, 85),
            size: (333, 222),
            round: 60,
            look: Look::filled(ink),
        };
        let dashed = Look::lined(ink, 25).dashed(&[60, 40]).rounded();
        Ground {
            size: (1_000, 1_000),
            paper: Colour(0x00c0_d0e0),
            shapes: vec![
                Shape::areas(vec![run.clone()], Look::filled(Colour(0x00e0_d0b0)).crisp()),
                Shape::bent(run, dashed),
                disc,
                within,
                rounded,
                Shape::middle((500, 550), "Cuba fi", pen),
            ],
        }
    }

    /// A ground that was painted before is used for as long as it would be painted alike.
    #[test]
    fn whoever_paints_otherwise_counts_the_painter_up() {
        let painted = Painter::new().paint_ground(&ground()).written();
        let hash = blake3::hash(&painted).to_hex();
        assert_eq!(
            (PAINTER, &hash[..16]),
            (2, "16b6437d6e19c4f4"),
            "grounds look otherwise: count PAINTER up, and note the new hash here"
        );
    }

    /// What was painted before, or meanwhile, is never seen in a picture.
    #[test]
    fn pictures_that_look_alike_are_painted_once_and_others_apart() {
        let land = Arc::new(ground());
        let sea = Arc::new(Ground {
            paper: Colour(0x0010_2030),
            ..ground()
        });
        let mut here = Picture::new("here", (600, 500), Colour(0x00ff_ffff));
        here.ground = Some(("land".to_owned(), (100, 200)));
        here.shapes = ground().shapes.split_off(5);
        let mut there = here.clone();
        there.ground = Some(("land".to_owned(), (110, 200)));
        let mut fewer = here.clone();
        fewer.shapes.clear();
        let wanted = [
            (&here, Some(&land)),
            (&there, Some(&land)),
            (&here, Some(&sea)),
            (&here, None),
            (&fewer, Some(&land)),
        ];
        let alone = wanted.map(|it| Painter::new().png(it.0, it.1));
        let painter = Painter::new();
        let again: Vec<_> = std::thread::scope(|threads| {
            let paint = || wanted.map(|it| painter.png(it.0, it.1));
            let both = [threads.spawn(paint), threads.spawn(paint)];
            both.map(|it| it.join().unwrap()).into()
        });
        for ((one, other), alone) in again[0].iter().zip(&again[1]).zip(&alone) {
            assert_eq!(one, alone);
            assert!(Arc::ptr_eq(one, other), "painted twice");
        }
        let mut apart = alone.to_vec();
        apart.sort();
        apart.dedup();
        assert_eq!(apart.len(), wanted.len());
        // Its name and its words are not painted.
        here.alt = "Land".to_owned();
        assert!(Arc::ptr_eq(&painter.png(&here, Some(&land)), &again[0][0]));
    }

    #[test]
    fn a_ground_is_named_by_all_of_it() {
        let mut names = vec![ground_name(&ground())];
        let changes: [fn(&mut Ground); 3] = [
            |it| it.size.0 += 1,
            |it| it.paper.0 += 1,
            |it| it.shapes.swap(0, 1),
        ];
        for change in changes {
            let mut other = ground();
            change(&mut other);
            names.push(ground_name(&other));
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 4);
    }
}
