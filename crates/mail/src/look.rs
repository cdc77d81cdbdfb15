//! How a stretch of an HTML text looks to its reader, as far as it matters: whether it is seen at
//! all, and whether it is struck out.
//!
//! Programs hide text in mails on purpose (a few words for the list of mails, what only Outlook is
//! to show), and so can people; what no reader sees is nobody's order. Not here: reading styles
//! (`css`), and the tags that open and close (`html`).

use super::css::{Colour, PROPERTIES, Property, Says, Size, Value};

/// A size of type, in hundredths of a pixel, that nobody can read.
const TINY: u32 = 200;
/// What type is tall if nothing is said, in hundredths of a pixel.
const MEDIUM: u32 = 1_600;
/// How far two colours may differ, in each of red, green and blue, and be one to the eye.
const ALIKE: u8 = 24;

/// How text looks inside an element: inherited, and then changed by what the element says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// The height of type, in hundredths of a pixel.
    size: u32,
    ink: Colour,
    ground: Colour,
    /// Nothing inside is shown, whatever it says itself.
    gone: bool,
    /// Not shown, unless something inside says that it is.
    invisible: bool,
    struck: bool,
}

impl Default for Look {
    fn default() -> Self {
        Look {
            size: MEDIUM,
            ink: Colour::Known([0; 3]),
            ground: Colour::Known([255; 3]),
            gone: false,
            invisible: false,
            struck: false,
        }
    }
}

impl Look {
    /// Inside an element of which nothing is shown.
    #[must_use]
    pub fn gone(self) -> Self {
        Look { gone: true, ..self }
    }

    /// Whether it takes no room at all, so that not even a line ends there.
    pub fn is_gone(self) -> bool {
        self.gone
    }

    /// Whether a reader sees it.
    pub fn is_seen(self) -> bool {
        !self.gone && !self.invisible && self.size > TINY && self.ink.differs(self.ground)
    }

    /// Whether a line goes through it.
    pub fn is_struck(self) -> bool {
        self.struck
    }

    /// Inside an element that says this.
    #[must_use]
    pub fn inside(self, says: &Says) -> Self {
        let hides = |it: Property| says[it as usize].is_some_and(|it| it.0 == Value::Hides);
        let any = |of: &[Property]| of.iter().any(|it| hides(*it));
        let narrow = [
            Property::Height,
            Property::MaxHeight,
            Property::Width,
            Property::MaxWidth,
        ];
        let alone = [
            Property::Display,
            Property::Opacity,
            Property::OutlookHides,
            Property::Shape,
            Property::Indent,
        ];
        let mut look = self;
        look.gone |= any(&alone)
            || (any(&narrow) && hides(Property::Overflow))
            || (hides(Property::Position) && hides(Property::Offset));
        look.struck |= hides(Property::Line);
        for property in PROPERTIES {
            match (property, says[property as usize].map(|it| it.0)) {
                (Property::Visibility, Some(value)) => look.invisible = value == Value::Hides,
                (Property::Size, Some(Value::Size(size))) => look.size = size.of(self.size),
                (Property::Ink, Some(Value::Colour(ink))) => look.ink = ink,
                (Property::Ground, Some(Value::Colour(ground))) if ground != Colour::Clear => {
                    look.ground = ground;
                }
                (Property::Picture, Some(Value::Hides)) => look.ground = Colour::Unknown,
                _ => {}
            }
        }
        look
    }
}

impl Size {
    fn of(self, parent: u32) -> u32 {
        match self {
            Size::Fixed(size) => size,
            Size::Share(share) => {
                let size = u64::from(parent) * u64::from(share) / 1_000;
                u32::try_from(size).unwrap_or(u32::MAX)
            }
        }
    }
}

impl Colour {
    /// Whether something of this colour is seen on that.
    fn differs(self, ground: Colour) -> bool {
        match (self, ground) {
            (Colour::Clear, _) => false,
            (Colour::Known(ink), Colour::Known(ground)) => {
                ink.iter().zip(ground).any(|it| it.0.abs_diff(it.1) > ALIKE)
            }
            _ => true,
        }
    }
}
