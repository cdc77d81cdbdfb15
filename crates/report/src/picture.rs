//! Pictures: a scene → SVG → PNG, the same bytes wherever it is drawn on machines of one kind.
//!
//! A ground, which never changes, is painted once and kept as long as the painter is. Not here:
//! what a picture shows (`games`), and how it travels in a mail (`mail`).

mod letters;
mod place;
mod png;
mod svg;

use letters::Letters;
use packetboat_core::engine::scene::{Ground, Pen, Picture, Point, Shape};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many shapes of a picture are drawn; those above are left out. The largest of ours has some
/// two thousand.
const SHAPES_MAX: usize = 8_000;
/// Pixels of a picture, in either direction, at most.
const PIXELS_MAX: i32 = 4_000;
/// How many finished pictures are kept.
const KEPT_MAX: usize = 16;
/// How many grounds are kept: one has some 30 MB.
const GROUNDS_MAX: usize = 3;

/// Paints pictures.
pub struct Painter {
    letters: Letters,
    grounds: Mutex<Vec<(Arc<Ground>, Arc<Pixmap>)>>,
    done: Mutex<BTreeMap<[u8; 32], Arc<Vec<u8>>>>,
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
            letters: Letters::new(),
            grounds: Mutex::default(),
            done: Mutex::default(),
        }
    }

    /// The picture as SVG that needs no letters of ours: words are outlines in it.
    pub fn svg(&self, picture: &Picture, ground: Option<&Ground>) -> String {
        let body = self.body(picture, ground);
        let tree = self.tree(&svg::page(picture.size, &body));
        tree.map_or_else(String::new, |it| {
            it.to_string(&resvg::usvg::WriteOptions::default())
        })
    }

    /// The picture as PNG with a palette.
    pub fn png(&self, picture: &Picture, ground: Option<&Arc<Ground>>) -> Arc<Vec<u8>> {
        if ground.is_some() {
            // Whose map lies under it does not stand in the picture; and few see the same.
            return Arc::new(png::encode(
                &self.painted(picture, ground),
                &meant(&picture.shapes),
            ));
        }
        let key = key(picture);
        let done = || self.done.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = done().get(&key) {
            return Arc::clone(bytes);
        }
        let bytes = Arc::new(png::encode(
            &self.painted(picture, ground),
            &meant(&picture.shapes),
        ));
        let mut done = done();
        if done.len() >= KEPT_MAX {
            done.clear();
        }
        done.insert(key, Arc::clone(&bytes));
        bytes
    }

    fn painted(&self, picture: &Picture, ground: Option<&Arc<Ground>>) -> Pixmap {
        let mut canvas = self.sheet(picture, ground);
        let body = self.shapes(drawn(picture), picture.size);
        if let Some(tree) = self.tree(&svg::page(picture.size, &body)) {
            resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
        }
        canvas
    }

    /// What lies under the shapes of a picture.
    fn sheet(&self, picture: &Picture, ground: Option<&Arc<Ground>>) -> Pixmap {
        let under = ground.zip(picture.ground.as_ref());
        if let Some((ground, (_, (0, 0)))) = under
            && ground.size == picture.size
        {
            // A copy of all is quicker than to paint it.
            return Pixmap::clone(&self.ground(ground));
        }
        let size = pixels(picture.size);
        let mut canvas = Pixmap::new(size.0, size.1).expect("a picture has pixels");
        canvas.fill(color(picture.paper.0));
        if let Some((ground, (_, from))) = under {
            let painted = self.ground(ground);
            let shift = Transform::from_translate(-px(from.0), -px(from.1));
            let paint = resvg::tiny_skia::PixmapPaint::default();
            canvas.draw_pixmap(0, 0, (*painted).as_ref(), &paint, shift, None);
        }
        canvas
    }

    /// A ground, painted once for as long as the painter is there.
    fn ground(&self, ground: &Arc<Ground>) -> Arc<Pixmap> {
        let mut grounds = self.grounds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(it) = grounds.iter().find(|it| Arc::ptr_eq(&it.0, ground)) {
            return Arc::clone(&it.1);
        }
        let page = svg::page(ground.size, &self.shapes(&ground.shapes, ground.size));
        let size = pixels(ground.size);
        let mut canvas = Pixmap::new(size.0, size.1).expect("a ground has pixels");
        canvas.fill(color(ground.paper.0));
        if let Some(tree) = self.tree(&page) {
            resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
        }
        if grounds.len() >= GROUNDS_MAX {
            grounds.clear();
        }
        let painted = Arc::new(canvas);
        grounds.push((Arc::clone(ground), Arc::clone(&painted)));
        painted
    }

    /// Paper, ground and shapes as SVG, without the page around them.
    fn body(&self, picture: &Picture, ground: Option<&Ground>) -> String {
        let mut body = svg::sheet(picture.size, picture.paper);
        if let (Some(ground), Some((_, from))) = (ground, &picture.ground) {
            let shapes = self.shapes(&ground.shapes, ground.size);
            body += &svg::moved((-from.0, -from.1), &svg::sheet(ground.size, ground.paper));
            body += &svg::moved((-from.0, -from.1), &shapes);
        }
        body + &self.shapes(drawn(picture), picture.size)
    }

    fn shapes(&self, shapes: &[Shape], size: Point) -> String {
        svg::shapes(&self.placed(shapes, size))
    }

    /// Shapes with words in the place of labels.
    pub(super) fn placed(&self, shapes: &[Shape], size: Point) -> Vec<Shape> {
        place::placed(shapes, &self.letters, size)
    }

    /// How wide words are, in tenths of a pixel.
    pub(super) fn width(&self, pen: &Pen, text: &str) -> i32 {
        self.letters.width(pen, text)
    }

    fn tree(&self, page: &str) -> Option<Tree> {
        let options = Options {
            fontdb: Arc::clone(&self.letters.fonts),
            ..Options::default()
        };
        Tree::from_str(page, &options).ok()
    }
}

/// The shapes of a picture that are drawn.
pub(super) fn drawn(picture: &Picture) -> &[Shape] {
    &picture.shapes[..picture.shapes.len().min(SHAPES_MAX)]
}

/// The colours of the insides of shapes.
fn meant(shapes: &[Shape]) -> Vec<png::Rgb> {
    let fills = shapes.iter().filter_map(|it| match it {
        Shape::Disc { look, .. } | Shape::Box { look, .. } => look.fill,
        Shape::Path(path) => path.look.fill,
        Shape::Text { .. }
        | Shape::Label(_)
        | Shape::Badged { .. }
        | Shape::Keep { .. }
        | Shape::Within { .. } => None,
    });
    let mut all: Vec<png::Rgb> = fills
        .map(|it| {
            let [_, red, green, blue] = it.0.to_be_bytes();
            [red, green, blue]
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// What a picture is known by: all of it.
fn key(picture: &Picture) -> [u8; 32] {
    let bytes = serde_json::to_vec(picture).expect("shapes are plain data");
    *blake3::hash(&bytes).as_bytes()
}

fn px(tenths: i32) -> f32 {
    tenths as f32 / 10.0
}

fn pixels(size: Point) -> (u32, u32) {
    let within = |it: i32| u32::try_from((it / 10).clamp(1, PIXELS_MAX)).expect("above 0");
    (within(size.0), within(size.1))
}

fn color(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color::from_rgba8(red, green, blue, 255)
}
