//! The few properties of styles that hide or strike out text, read as browsers read them: capitals,
//! comments and escapes make no difference, `!important` and what comes later win.
//!
//! Not here: what they add up to (`look`), and the rules of a style sheet (`rules`).

/// What can be said of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// `display`, and whatever else takes it away by itself.
    Display,
    /// `visibility`.
    Visibility,
    /// `opacity`.
    Opacity,
    /// `mso-hide`, which Outlook heeds.
    OutlookHides,
    /// The height of type.
    Size,
    /// The colour of type.
    Ink,
    /// The colour behind it.
    Ground,
    /// A picture behind it.
    Picture,
    /// A line through it.
    Line,
    /// `height`.
    Height,
    /// `max-height`.
    MaxHeight,
    /// `width`.
    Width,
    /// `max-width`.
    MaxWidth,
    /// What becomes of what does not fit.
    Overflow,
    /// Whether it leaves its place.
    Position,
    /// How far.
    Offset,
    /// Whether it begins far from its place.
    Indent,
    /// `transform`, `scale`, `clip` and the like.
    Shape,
}

/// All of them, in the order of their numbers.
pub const PROPERTIES: [Property; 18] = [
    Property::Display,
    Property::Visibility,
    Property::Opacity,
    Property::OutlookHides,
    Property::Size,
    Property::Ink,
    Property::Ground,
    Property::Picture,
    Property::Line,
    Property::Height,
    Property::MaxHeight,
    Property::Width,
    Property::MaxWidth,
    Property::Overflow,
    Property::Position,
    Property::Offset,
    Property::Indent,
    Property::Shape,
];

/// What is said of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// What hides, alone or with others.
    Hides,
    /// Anything else.
    Shows,
    /// A height of type.
    Size(Size),
    /// A colour.
    Colour(Colour),
}

/// A height of type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// In hundredths of a pixel.
    Fixed(u32),
    /// In thousandths of what it stands in.
    Share(u32),
}

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// Red, green and blue.
    Known([u8; 3]),
    /// One that is not read here; it is like no other.
    Unknown,
    /// None at all.
    Clear,
}

/// What is said of each property, by its number, and whether it is `!important`.
pub type Says = [Option<(Value, bool)>; PROPERTIES.len()];

/// Adds a saying, unless a stronger one stands.
pub fn say(says: &mut Says, property: Property, value: Value, strong: bool) {
    let said = &mut says[property as usize];
    if strong || !said.is_some_and(|it| it.1) {
        *said = Some((value, strong));
    }
}

/// Adds what a later rule says to what an earlier one said.
pub fn say_all(says: &mut Says, later: &Says) {
    for property in PROPERTIES {
        if let Some((value, strong)) = later[property as usize] {
            say(says, property, value, strong);
        }
    }
}

/// Adds the declarations of a `style` or of a rule: `display: none; color: red`.
pub fn declare(says: &mut Says, text: &str) {
    let plain = without_comments(text);
    for declaration in split_outside(&plain, ';') {
        let Some((name, value)) = declaration.split_once(':') else {
            continue;
        };
        let (name, value) = (word(name), word(value));
        let (value, strong) = match value.rsplit_once('!') {
            Some((value, mark)) if mark.trim() == "important" => (value.trim(), true),
            _ => (value.as_str(), false),
        };
        for (property, value) in read(&name, value).into_iter().flatten() {
            say(says, property, value, strong);
        }
    }
}

/// A text without its comments, each of which parts words.
pub fn without_comments(text: &str) -> String {
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find("/*") {
        plain.push_str(&rest[..at]);
        plain.push(' ');
        let behind = &rest[at + 2..];
        rest = behind.find("*/").map_or("", |it| &behind[it + 2..]);
    }
    plain.push_str(rest);
    plain
}

/// Splits at a mark that stands neither in brackets nor in quotation marks.
fn split_outside(text: &str, mark: char) -> impl Iterator<Item = &str> {
    let (mut depth, mut quote, mut escaped) = (0_u32, None, false);
    text.split(move |it: char| {
        if std::mem::take(&mut escaped) {
            return false;
        }
        match (it, quote) {
            ('\\', _) => escaped = true,
            (_, Some(open)) => {
                if it == open {
                    quote = None;
                }
            }
            ('"' | '\'', None) => quote = Some(it),
            ('(', None) => depth += 1,
            (')', None) => depth = depth.saturating_sub(1),
            _ => return it == mark && depth == 0,
        }
        false
    })
}

/// In small letters, single blanks, its escapes undone: `n\6fne` is `none`.
pub fn word(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        let (mut code, mut digits) = (0, 0);
        while let Some(digit) = letters.peek().and_then(|it| it.to_digit(16)) {
            code = code * 16 + digit;
            digits += 1;
            letters.next();
            if digits == 6 {
                break;
            }
        }
        match digits {
            0 => plain.extend(letters.next()),
            _ => {
                plain.extend(char::from_u32(code));
                letters.next_if(|it| it.is_whitespace());
            }
        }
    }
    let plain = plain.to_lowercase();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a declaration says of one or two properties; nothing, if it does not matter here.
fn read(name: &str, value: &str) -> [Option<(Property, Value)>; 2] {
    let one = |property, value| [Some((property, value)), None];
    let hides = |property, hides: bool| {
        let value = if hides { Value::Hides } else { Value::Shows };
        one(property, value)
    };
    let starts = |words: &[&str]| words.iter().any(|it| value.starts_with(it));
    let far = || value.split(' ').any(is_far);
    match name {
        "display" => hides(Property::Display, value == "none"),
        "visibility" => hides(
            Property::Visibility,
            value == "hidden" || value == "collapse",
        ),
        "content-visibility" if value == "hidden" => hides(Property::Shape, true),
        "opacity" => hides(Property::Opacity, is_zero(value, 50)),
        "filter" => hides(Property::Opacity, is_faded(value)),
        "mso-hide" => hides(Property::OutlookHides, value == "all"),
        "height" | "block-size" => hides(Property::Height, is_zero(value, 1_000)),
        "max-height" | "max-block-size" => hides(Property::MaxHeight, is_zero(value, 1_000)),
        "width" | "inline-size" => hides(Property::Width, is_zero(value, 1_000)),
        "max-width" | "max-inline-size" => hides(Property::MaxWidth, is_zero(value, 1_000)),
        "overflow" | "overflow-x" | "overflow-y" => hides(
            Property::Overflow,
            starts(&["hidden", "clip", "auto", "scroll"]),
        ),
        "position" => hides(Property::Position, value == "absolute" || value == "fixed"),
        "left" | "right" | "top" | "bottom" | "inset" if far() => hides(Property::Offset, true),
        "text-indent" | "margin" | "margin-left" | "margin-top" | "margin-right" if far() => {
            hides(Property::Indent, true)
        }
        "transform" | "translate" => hides(Property::Shape, is_moved_away(value)),
        "scale" | "zoom" => hides(Property::Shape, is_zero(value, 20)),
        "clip" => hides(
            Property::Shape,
            value.starts_with("rect(") && has_no_area(value),
        ),
        "clip-path" => {
            let empty = [
                "inset(50%",
                "inset(100%",
                "circle(0",
                "ellipse(0",
                "polygon(0 0, 0 0",
            ];
            hides(Property::Shape, starts(&empty))
        }
        "text-decoration" | "text-decoration-line" => {
            hides(Property::Line, value.contains("line-through"))
        }
        "color" | "-webkit-text-fill-color" => match colour(value) {
            Some(it) => one(Property::Ink, Value::Colour(it)),
            None => [None, None],
        },
        "background-color" => match colour(value) {
            Some(it) => one(Property::Ground, Value::Colour(it)),
            None => [None, None],
        },
        "background-image" => hides(Property::Picture, value != "none"),
        "background" => background(value),
        "font-size" => size(value).map_or([None, None], |it| one(Property::Size, it)),
        "font" => {
            let sized = |it: &&str| it.contains('/') || unit(it).is_some_and(|it| !it.1.is_empty());
            let mut words = value.split(' ');
            let found = words.find(|it| sized(it) || *it == "0");
            let found = found.and_then(|it| size(it.split('/').next()?));
            found.map_or([None, None], |it| one(Property::Size, it))
        }
        _ => [None, None],
    }
}

/// `background`, which holds a colour, a picture, or both.
fn background(value: &str) -> [Option<(Property, Value)>; 2] {
    let picture = value.contains("url(") || value.contains("gradient(");
    let shown = if picture { Value::Hides } else { Value::Shows };
    let mut words = split_outside(value, ' ');
    let ground = words.find_map(|it| colour(it).filter(|it| *it != Colour::Unknown));
    let ground = ground.unwrap_or(Colour::Clear);
    [
        Some((Property::Ground, Value::Colour(ground))),
        Some((Property::Picture, shown)),
    ]
}

/// A number in thousandths, and its unit.
fn unit(value: &str) -> Option<(i64, &str)> {
    let (negative, digits) = match value.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, value.strip_prefix('+').unwrap_or(value)),
    };
    let end = digits.find(|it: char| !it.is_ascii_digit() && it != '.');
    let (number, mut rest) = digits.split_at(end.unwrap_or(digits.len()));
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() && part.is_empty() {
        return None;
    }
    let whole: i64 = if whole.len() > 9 {
        999_999_999
    } else {
        whole.parse().unwrap_or(0)
    };
    let part: i64 = format!("{part:0<3}")[..3].parse().unwrap_or(0);
    let mut number = whole * 1_000 + part;
    // `1e-9px` is as good as nothing.
    if let Some(power) = rest
        .strip_prefix('e')
        .filter(|it| it.starts_with(['-', '+', '0']))
    {
        let end = power.find(|it: char| !"+-0123456789".contains(it));
        let (power, unit) = power.split_at(end.unwrap_or(power.len()));
        rest = unit;
        for _ in 0..power.parse::<i64>().unwrap_or(0).clamp(-12, 0).abs() {
            number /= 10;
        }
    }
    Some((if negative { -number } else { number }, rest))
}

/// A length in thousandths of a pixel; of a share, of a hundred pixels.
fn pixels(value: &str) -> Option<i64> {
    let (number, unit) = unit(value)?;
    Some(match unit {
        "" | "px" | "%" => number,
        "pt" => number * 4 / 3,
        "em" | "rem" | "ex" | "ch" | "pc" | "lh" => number * 16,
        "in" => number * 96,
        "cm" => number * 38,
        "mm" => number * 4,
        "vw" | "vh" | "vmin" | "vmax" => number * 10,
        _ => return None,
    })
}

/// Whether a length or a number is nothing: at most so many thousandths.
fn is_zero(value: &str, most: i64) -> bool {
    pixels(value).is_some_and(|it| it <= most)
}

/// Whether a length leads out of every page.
fn is_far(value: &str) -> bool {
    let share = value.ends_with('%');
    pixels(value).is_some_and(|it| match share {
        true => it <= -100_000,
        false => !(-500_000..=8_000_000).contains(&it),
    })
}

fn is_faded(value: &str) -> bool {
    let inner = value.split_once("opacity").map_or("", |it| it.1);
    let inner = inner.trim_start_matches(['(', '=', ' ']);
    is_zero(inner.split([')', ' ']).next().unwrap_or_default(), 50)
}

/// `translate(-9999px, 0)`, `scale(0)`.
fn is_moved_away(value: &str) -> bool {
    let mut functions = value.split(')');
    functions.any(|it| {
        let (name, inner) = it.split_once('(').unwrap_or((it, it));
        let mut parts = inner.split([',', ' ']).filter(|it| !it.is_empty());
        match name.trim().starts_with("scale") {
            true => parts.any(|it| is_zero(it, 20)),
            false => parts.any(is_far),
        }
    })
}

/// `rect(0 0 0 0)`, or one of a pixel.
fn has_no_area(value: &str) -> bool {
    let inner = value.trim_start_matches("rect(").trim_end_matches(')');
    let mut parts = inner.split([',', ' ']).filter(|it| !it.is_empty());
    parts.all(|it| is_zero(it, 1_000))
}

fn size(value: &str) -> Option<Value> {
    const NAMES: [(&str, u32); 8] = [
        ("xx-small", 900),
        ("x-small", 1_000),
        ("small", 1_300),
        ("medium", 1_600),
        ("large", 1_800),
        ("x-large", 2_400),
        ("xx-large", 3_200),
        ("initial", 1_600),
    ];
    let share = |it: i64| {
        u32::try_from(it)
            .ok()
            .map(|it| Value::Size(Size::Share(it)))
    };
    if let Some((_, size)) = NAMES.iter().find(|it| it.0 == value) {
        return Some(Value::Size(Size::Fixed(*size)));
    }
    match (unit(value), value) {
        (_, "smaller") => share(833),
        (_, "larger") => share(1_200),
        (Some((number, "em")), _) => share(number),
        (Some((number, "%")), _) => share(number / 100),
        (Some((number, "ex" | "ch")), _) => share(number / 2),
        _ => {
            let size = u32::try_from(pixels(value)? / 10).ok()?;
            Some(Value::Size(Size::Fixed(size)))
        }
    }
}

/// A colour; `None` for a word that names none, or that of what stands around.
pub fn colour(value: &str) -> Option<Colour> {
    let value = value.trim();
    if let Some(digits) = value.strip_prefix('#') {
        return hexadecimal(digits);
    }
    if let Some((name, inner)) = value.split_once('(') {
        return match name {
            "rgb" | "rgba" => channels(inner.trim_end_matches(')')),
            _ => Some(Colour::Unknown),
        };
    }
    match value {
        "transparent" => Some(Colour::Clear),
        "inherit" | "currentcolor" | "unset" => None,
        _ => {
            let mut known = NAMED.iter();
            let found = known.find(|it| it.0 == value);
            let letters = !value.is_empty() && value.bytes().all(|it| it.is_ascii_alphabetic());
            match found {
                Some((_, colour)) => Some(Colour::Known(*colour)),
                None => letters.then_some(Colour::Unknown),
            }
        }
    }
}

fn hexadecimal(digits: &str) -> Option<Colour> {
    let digits: Option<Vec<u8>> = digits
        .chars()
        .map(|it| it.to_digit(16).and_then(|it| u8::try_from(it).ok()))
        .collect();
    let (colour, clear) = match digits?.as_slice() {
        [r, g, b] => ([r * 17, g * 17, b * 17], false),
        [r, g, b, a] => ([r * 17, g * 17, b * 17], *a == 0),
        [r, s, g, h, b, c] => ([r * 16 + s, g * 16 + h, b * 16 + c], false),
        [r, s, g, h, b, c, a, _] => ([r * 16 + s, g * 16 + h, b * 16 + c], *a == 0),
        _ => return None,
    };
    Some(if clear {
        Colour::Clear
    } else {
        Colour::Known(colour)
    })
}

fn channels(inner: &str) -> Option<Colour> {
    let mut parts = inner.split([',', ' ', '/']).filter(|it| !it.is_empty());
    let mut colour = [0; 3];
    for channel in &mut colour {
        let (number, unit) = unit(parts.next()?)?;
        let number = if unit == "%" {
            number * 255 / 100
        } else {
            number
        };
        *channel = u8::try_from((number / 1_000).clamp(0, 255)).unwrap_or(u8::MAX);
    }
    let clear = parts.next().is_some_and(|it| match it.strip_suffix('%') {
        Some(share) => is_zero(share, 5_000),
        None => is_zero(it, 50),
    });
    Some(if clear {
        Colour::Clear
    } else {
        Colour::Known(colour)
    })
}

/// White and what is like it, black, and the oldest others.
const NAMED: [(&str, [u8; 3]); 34] = [
    ("white", [255, 255, 255]),
    ("snow", [255, 250, 250]),
    ("ivory", [255, 255, 240]),
    ("ghostwhite", [248, 248, 255]),
    ("whitesmoke", [245, 245, 245]),
    ("floralwhite", [255, 250, 240]),
    ("mintcream", [245, 255, 250]),
    ("azure", [240, 255, 255]),
    ("honeydew", [240, 255, 240]),
    ("aliceblue", [240, 248, 255]),
    ("seashell", [255, 245, 238]),
    ("oldlace", [253, 245, 230]),
    ("linen", [250, 240, 230]),
    ("lavenderblush", [255, 240, 245]),
    ("lightyellow", [255, 255, 224]),
    ("lightcyan", [224, 255, 255]),
    ("window", [255, 255, 255]),
    ("windowtext", [0, 0, 0]),
    ("black", [0, 0, 0]),
    ("silver", [192, 192, 192]),
    ("gray", [128, 128, 128]),
    ("grey", [128, 128, 128]),
    ("red", [255, 0, 0]),
    ("maroon", [128, 0, 0]),
    ("yellow", [255, 255, 0]),
    ("olive", [128, 128, 0]),
    ("lime", [0, 255, 0]),
    ("green", [0, 128, 0]),
    ("aqua", [0, 255, 255]),
    ("teal", [0, 128, 128]),
    ("blue", [0, 0, 255]),
    ("navy", [0, 0, 128]),
    ("fuchsia", [255, 0, 255]),
    ("purple", [128, 0, 128]),
];
