//! The pictures of a campaign as files, each shape in as few of them as may be.
//!
//! What never changes, the ground of a map, is a file that all campaigns share ([`ground`]). Of
//! pictures of the same part of a map, what all of them show is in two files: one below what each
//! of them shows alone, one above it (`layers`). A page lays them over one another as pictures; a
//! picture that is opened by itself fetches the others.
//!
//! Not here: how shapes are written (`vector`), and where files are (`desk::site`).

mod layers;

use super::picture::{Painter, drawn};
use super::site::PictureAt;
use super::text::one_line;
use super::vector::reach::{Rect, hull, reach};
use super::vector::{Writer, escaped, image, opened};
use layers::{Layers, Set};
use packetboat_core::engine::scene::{Colour, Ground, Picture, Point};
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many pictures share what they all show: over more turns, less stays as it is.
const SET_MAX: usize = 12;
/// What is shared must save this many bytes in each picture: another file has to be fetched for it.
const WORTH: usize = 400;

/// A ground, and where its file is, as seen from the pages.
#[derive(Debug, Clone)]
pub struct GroundAt {
    /// The ground.
    pub ground: Arc<Ground>,
    /// Its file, from the pages; empty: it has none, and a replay holds it itself.
    pub href: String,
    /// How many bytes the file has.
    pub bytes: usize,
}

/// A ground as a file.
pub fn ground(painter: &Painter, ground: &Ground) -> String {
    let mut writer = Writer::new(painter);
    let mut body = vec![writer.sheet(ground.size, ground.paper)];
    body.extend(writer.shapes(&ground.shapes, ground.size));
    let mut out = opened(ground.size);
    out.push('>');
    finish(out, &writer, body.iter().map(String::as_str))
}

/// The pictures of a campaign.
pub struct Album<'a> {
    painter: &'a Painter,
    sets: Vec<Pages<'a>>,
    /// For each picture its set, and its place in it.
    places: Vec<(usize, usize)>,
}

/// Pictures that share what they all show.
struct Pages<'a> {
    name: String,
    on: On,
    under: Option<GroundAt>,
    writer: Writer<'a>,
    pieces: Pieces,
    pictures: Vec<Page>,
}

/// What a picture is drawn on: nothing of two that differ in this can be shared.
#[derive(Debug, Clone, PartialEq, Eq)]
struct On {
    size: Point,
    paper: Colour,
    /// The ground's file, and what of it is seen in the upper left corner.
    ground: Option<(String, Point)>,
}

/// One picture.
struct Page {
    file: String,
    alt: String,
    /// The pieces it is made of, lowest first.
    pieces: Vec<usize>,
}

/// Pieces, each once.
#[derive(Default)]
struct Pieces {
    numbers: BTreeMap<String, usize>,
    texts: Vec<String>,
    reach: Vec<(Option<Rect>, Vec<Rect>)>,
}

impl Pieces {
    fn number(&mut self, text: String, reach: impl FnOnce() -> Vec<Rect>) -> usize {
        if let Some(number) = self.numbers.get(&text) {
            return *number;
        }
        let (number, rects) = (self.texts.len(), reach());
        self.texts.push(text.clone());
        self.reach.push((hull(&rects), rects));
        self.numbers.insert(text, number);
        number
    }
}

impl<'a> Album<'a> {
    /// One without pictures.
    pub fn new(painter: &'a Painter) -> Self {
        Album {
            painter,
            sets: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Adds a picture of a page: its number in what [`Album::laid`] gives.
    pub fn add(&mut self, page: &str, picture: &Picture, under: Option<GroundAt>) -> usize {
        let from = picture.ground.as_ref().map_or((0, 0), |it| it.1);
        let on = On {
            size: picture.size,
            paper: picture.paper,
            ground: under.as_ref().map(|it| (it.href.clone(), from)),
        };
        let set = self.set(picture, on, under);
        let pages = &mut self.sets[set];
        let mut pieces = Vec::with_capacity(picture.shapes.len() + 1);
        if !pages.is_covered() {
            let sheet = pages.writer.sheet(picture.size, picture.paper);
            let whole = || vec![(0, 0, picture.size.0, picture.size.1)];
            pieces.push(pages.pieces.number(sheet, whole));
        }
        for shape in self.painter.placed(drawn(picture), picture.size) {
            let text = pages.writer.shape(&shape);
            let covers = || reach(self.painter, &shape);
            pieces.push(pages.pieces.number(text, covers));
        }
        self.places.push((set, pages.pictures.len()));
        pages.pictures.push(Page {
            file: format!("{page}-{}.svg", picture.name),
            alt: picture.alt.clone(),
            pieces,
        });
        self.places.len() - 1
    }

    /// The set for a picture; a full one is followed by another.
    fn set(&mut self, picture: &Picture, on: On, under: Option<GroundAt>) -> usize {
        let open =
            |it: &Pages<'_>| it.name == picture.name && it.on == on && it.pictures.len() < SET_MAX;
        self.sets.iter().position(open).unwrap_or_else(|| {
            self.sets.push(Pages {
                name: picture.name.clone(),
                on,
                under,
                writer: Writer::new(self.painter),
                pieces: Pieces::default(),
                pictures: Vec::new(),
            });
            self.sets.len() - 1
        })
    }

    /// All of them, in the order in which they were added, and the files they are made of.
    pub fn laid(self) -> (Vec<PictureAt>, Vec<(String, String)>) {
        let (mut files, mut shown) = (Vec::new(), Vec::new());
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for pages in &self.sets {
            let number = numbers.entry(&pages.name).or_default();
            *number += 1;
            shown.push(pages.laid(*number, &mut files));
        }
        let at = |it: &(usize, usize)| shown[it.0][it.1].clone();
        (self.places.iter().map(at).collect(), files)
    }
}

impl Pages<'_> {
    /// Whether the ground is under all of the picture.
    fn is_covered(&self) -> bool {
        let ground = self.under.as_ref().zip(self.on.ground.as_ref());
        ground.is_some_and(|(under, (_, from))| {
            let (size, all) = (self.on.size, under.ground.size);
            from.0 >= 0 && from.1 >= 0 && from.0 + size.0 <= all.0 && from.1 + size.1 <= all.1
        })
    }

    fn laid(&self, number: usize, files: &mut Vec<(String, String)>) -> Vec<PictureAt> {
        let pictures = self.pictures.iter().map(|it| it.pieces.as_slice());
        let set = Set {
            pictures: pictures.collect(),
            reach: &self.pieces.reach,
        };
        let mut layers = set.divided();
        for layer in [&mut layers.below, &mut layers.above] {
            let bytes: usize = layer.iter().map(|it| self.pieces.texts[*it].len()).sum();
            if bytes < WORTH || self.pictures.len() < 2 {
                layer.clear();
            }
        }
        let mut shared = |layer: &[usize], place: &str| {
            let file = format!("{}-{number}-{place}.svg", self.name);
            let all = layer.iter().map(|it| self.pieces.texts[*it].as_str());
            let mut out = opened(self.on.size);
            out.push('>');
            let written = finish(out, &self.writer, all);
            (!layer.is_empty()).then(|| {
                files.push((file.clone(), written));
                file
            })
        };
        let below = shared(&layers.below, "below");
        let above = shared(&layers.above, "above");
        let shared = files
            .iter()
            .rev()
            .take(usize::from(below.is_some()) + usize::from(above.is_some()));
        let stack: usize = shared.map(|it| it.1.len()).sum();
        let stack = stack + self.under.as_ref().map_or(0, |it| it.bytes);
        let pictures = self.pictures.iter();
        let written = pictures.map(|page| {
            let own = self.own(page, &layers, (below.as_deref(), above.as_deref()));
            let at = PictureAt {
                bytes: u32::try_from(own.len() + stack).unwrap_or(u32::MAX),
                src: page.file.clone(),
                alt: page.alt.clone(),
                wide: self.on.size.0 / 10,
                high: self.on.size.1 / 10,
                under: self.view().into_iter().chain(below.clone()).collect(),
                over: above.clone().into_iter().collect(),
            };
            files.push((page.file.clone(), own));
            at
        });
        written.collect()
    }

    /// The part of the ground that is seen, as a picture on a page shows it.
    fn view(&self) -> Option<String> {
        let under = self.under.as_ref()?;
        let ((right, down), (wide, high)) = (self.on.ground.as_ref()?.1, self.on.size);
        if (right, down) == (0, 0) && (wide, high) == under.ground.size {
            Some(under.href.clone())
        } else {
            Some(format!(
                "{}#svgView(viewBox({right},{down},{wide},{high}))",
                under.href
            ))
        }
    }

    /// The file of what one of them shows alone.
    fn own(&self, page: &Page, layers: &Layers, shared: (Option<&str>, Option<&str>)) -> String {
        let apart = |it: &&usize| !layers.below.contains(it) && !layers.above.contains(it);
        let own = page.pieces.iter().filter(apart);
        let own: Vec<&str> = own.map(|it| self.pieces.texts[*it].as_str()).collect();
        let mut out = opened(self.on.size);
        out.push_str(" role=\"img\"><title>");
        // The page says the rest.
        let title = one_line(&page.alt);
        let first = title.split_inclusive(". ").next().unwrap_or_default();
        out.push_str(&escaped(first.trim_end()));
        out.push_str("</title>");
        let (size, mut before, mut after) = (self.on.size, String::new(), String::new());
        if let (Some(under), Some((_, from))) = (&self.under, &self.on.ground) {
            before += &image(&under.href, (-from.0, -from.1), under.ground.size);
        }
        if let Some(file) = shared.0 {
            before += &image(file, (0, 0), size);
        }
        if let Some(file) = shared.1 {
            after += &image(file, (0, 0), size);
        }
        let all = [before.as_str()].into_iter().chain(own);
        finish(out, &self.writer, all.chain([after.as_str()]))
    }
}

/// The end of a file that holds these pieces, with what they use.
fn finish<'t>(
    mut out: String,
    writer: &Writer<'_>,
    pieces: impl Iterator<Item = &'t str> + Clone,
) -> String {
    let used = writer.used(pieces.clone());
    out.push_str("<style>svg{stroke-linejoin:round}");
    out.push_str(&writer.looks(&used, ""));
    out.push_str("</style>");
    out.push_str(&writer.defs(&used));
    pieces.for_each(|it| out.push_str(it));
    out.push_str("</svg>\n");
    out
}
