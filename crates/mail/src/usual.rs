//! Whether a piece of HTML is written as mail programs write what people type, so that a reader
//! sees its text: a list of elements, attributes, properties and their values.
//!
//! What is not on the list may be seen or not: nobody here paints a page. Text in it is read, and
//! its mail is asked about. Not here: lines and quotations (`html`).

use html5ever::tokenizer::Tag;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words that are on a list.
type List = LazyLock<BTreeSet<&'static str>>;

fn list(words: &'static str) -> BTreeSet<&'static str> {
    words.split_whitespace().collect()
}

/// What an element does to its text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Look {
    /// It says something that is not on the list.
    pub odd: bool,
    /// It strikes its text out.
    pub struck: bool,
    /// It holds no text of the mail: a title, a style sheet.
    pub unseen: bool,
}

impl Look {
    /// What is in an element inside of one that looks so.
    pub fn and(self, inner: Look) -> Look {
        Look {
            odd: self.odd || inner.odd,
            struck: self.struck || inner.struck,
            unseen: self.unseen || inner.unseen,
        }
    }
}

/// Elements whose text is none of the mail's.
const UNSEEN: [&str; 5] = ["title", "style", "script", "head", "template"];

/// Elements that hold people's text, and those that hold none.
static ELEMENTS: List = LazyLock::new(|| {
    list(
        "a abbr address area article aside b base basefont big blockquote body br caption center \
         cite code col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 \
         h5 h6 header hr html i img ins kbd label li link main map mark meta nobr o:p ol p pre q \
         s samp section small span strike strong style sub sup table tbody td tfoot th thead time \
         title tr tt u ul var wbr",
    )
});

/// Attributes that hide nothing, whatever they say.
static ATTRIBUTES: List = LazyLock::new(|| {
    list(
        "abbr align alink alt border bordercolor bottommargin cellpadding cellspacing charset \
         cite class clear cols colspan compact content contenteditable coords datetime dir \
         download face frame href hspace http-equiv id itemprop lang leftmargin link marginheight \
         marginwidth media name noshade nowrap rel rightmargin role rowspan rules scope shape \
         spellcheck src start summary tabindex target title topmargin translate type usemap \
         valign value vlink vspace xml:lang",
    )
});

/// How an element looks, by its name and by what it says.
pub fn look(tag: &Tag) -> Look {
    let name: &str = &tag.name;
    let mut look = Look {
        odd: !ELEMENTS.contains(name),
        struck: matches!(name, "s" | "strike" | "del"),
        unseen: UNSEEN.contains(&name),
    };
    look.odd &= !look.unseen;
    for attr in &tag.attrs {
        let (attribute, value): (&str, &str) = (&attr.name.local, &attr.value);
        let value = value.trim().to_lowercase();
        let usual = match attribute {
            "style" => {
                look.struck |= strikes(&value);
                declarations_are_usual(&value, Ground::Page)
            }
            "color" | "text" => is_ink(&value),
            "bgcolor" => is_ground(&value),
            "size" => value
                .trim_start_matches(['+', '-'])
                .parse::<u8>()
                .is_ok_and(|it| it > 0),
            // What is a picture's own size hides no text.
            "width" | "height" => name == "img" || is_wide(&value),
            _ if attribute.starts_with("data-") || attribute.starts_with("aria-") => true,
            // Word's and others' own, of names with a colon.
            _ if attribute.contains(':') => true,
            _ => ATTRIBUTES.contains(attribute),
        };
        look.odd |= !usual && !look.unseen;
    }
    look
}

/// Where a declaration is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    /// In the page as everybody sees it.
    Page,
    /// In what counts only where the page is dark, so that its letters are light.
    Dark,
}

/// Whether a style sheet says nothing that is not on the list.
pub fn sheet_is_usual(text: &str) -> bool {
    let text = without_comments(text).to_lowercase();
    let text = text.replace("<!--", " ").replace("-->", " ");
    rules_are_usual(&text, Ground::Page, 0)
}

/// Rules: a head, and declarations in braces; `@media` holds rules itself.
fn rules_are_usual(text: &str, ground: Ground, depth: u8) -> bool {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let Some((head, behind)) = rest.split_once('{') else {
            // What is left is not a rule: `@charset "utf-8";`.
            return rest.starts_with("@charset") && !rest.contains(['{', '}']);
        };
        let Some(end) = closing(behind) else {
            return false;
        };
        let (inside, more) = (&behind[..end], &behind[end + 1..]);
        let head = head.trim();
        let usual = match head.strip_prefix('@') {
            Some(at) if at.starts_with("font-face") => !inside.contains('{'),
            Some(at) if at.starts_with("page") || at.starts_with("list") => !inside.contains('{'),
            Some(at) if at.starts_with("media") && depth == 0 => {
                let dark = at.contains("prefers-color-scheme") && at.contains("dark");
                rules_are_usual(inside, if dark { Ground::Dark } else { ground }, depth + 1)
            }
            Some(_) => false,
            // What a rule is for may be chosen in any way: it says nothing that hides.
            None => !inside.contains('{') && declarations_are_usual(inside, ground),
        };
        if !usual {
            return false;
        }
        rest = more.trim();
    }
    true
}

/// Where the brace is that closes one opened before this text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    text.bytes().position(|byte| match byte {
        b'{' => {
            depth += 1;
            false
        }
        b'}' if depth == 0 => true,
        b'}' => {
            depth -= 1;
            false
        }
        _ => false,
    })
}

/// A text without its comments, each of which parts words.
fn without_comments(text: &str) -> String {
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, behind)) = rest.split_once("/*") {
        plain.push_str(before);
        plain.push(' ');
        rest = behind.split_once("*/").map_or("", |it| it.1);
    }
    plain.push_str(rest);
    plain
}

/// Whether a text says that what is in it is struck out.
fn strikes(text: &str) -> bool {
    text.contains("line-through")
}

/// Whether all declarations of a text, in small letters, are on the list.
fn declarations_are_usual(text: &str, ground: Ground) -> bool {
    // Nobody who means no trick writes escapes or variables.
    if text.contains(['\\', '{', '}']) || text.contains("var(") {
        return false;
    }
    let text = without_comments(text);
    split_outside_of_brackets(&text).all(|part| {
        let Some((name, value)) = part.split_once(':') else {
            return part.trim().is_empty();
        };
        let value = value.trim().trim_end_matches("!important").trim();
        is_usual(name.trim(), value, ground)
    })
}

/// The parts of a text between `;` that are neither in brackets nor in quotation marks.
fn split_outside_of_brackets(text: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut quote) = (0_u32, None);
    text.split(move |letter: char| {
        match (letter, quote) {
            (mark, Some(open)) if mark == open => quote = None,
            ('"' | '\'', None) => quote = Some(letter),
            ('(', None) => depth += 1,
            (')', None) => depth = depth.saturating_sub(1),
            _ => return letter == ';' && depth == 0 && quote.is_none(),
        }
        false
    })
}

/// Properties that hide nothing, whatever their value.
static PROPERTIES: List = LazyLock::new(|| {
    list(
        "-moz-hyphens -ms-text-size-adjust -webkit-font-smoothing -webkit-hyphens \
         -webkit-line-break -webkit-nbsp-mode -webkit-text-decoration -webkit-text-size-adjust \
         border border-block border-bottom border-bottom-color border-bottom-style \
         border-collapse border-color border-image border-inline border-left border-left-color \
         border-left-style border-left-width border-radius border-right border-right-color \
         border-right-style border-spacing border-style border-top border-top-color \
         border-top-style border-width box-sizing caret-color clear color-scheme cursor direction \
         float font-family font-feature-settings font-kerning font-optical-sizing font-stretch \
         font-style font-variant font-variant-caps font-variant-ligatures font-variation-settings \
         font-weight hyphens line-break list-style list-style-type orphans outline overflow-wrap \
         page quotes tab-size table-layout text-align text-size-adjust vertical-align widows \
         word-break word-wrap",
    )
});

/// Whether a declaration leaves text where it is, and as large and as dark as it must be to be
/// read.
fn is_usual(name: &str, value: &str, ground: Ground) -> bool {
    let each = |fits: &dyn Fn(&str) -> bool| value.split_whitespace().all(fits);
    let words = [
        "auto", "inherit", "initial", "normal", "none", "unset", "revert",
    ];
    let is_word = |it: &str| words.contains(&it);
    match name {
        _ if PROPERTIES.contains(name) => true,
        _ if name.starts_with("font-variant-") || name.starts_with("text-decoration") => true,
        _ if name.starts_with("mso-") || name.starts_with("tab-") => name != "mso-hide",
        "white-space" | "text-rendering" | "text-transform" | "user-select" => true,
        "color" | "-webkit-text-fill-color" if ground == Ground::Dark => !value.contains('('),
        "color" | "-webkit-text-fill-color" => is_ink(value),
        "background" | "background-color" if ground == Ground::Dark => !value.contains('('),
        "background" | "background-color" => is_ground(value),
        "font-size" => is_large(value),
        "font" => each(&|it| !is_size(it) || is_large(it.split('/').next().unwrap_or(it))),
        "line-height" | "min-height" => is_word(value) || lengths(value, 8, i64::MAX),
        "letter-spacing" | "word-spacing" | "text-indent" => {
            is_word(value) || lengths(value, 0, 100)
        }
        "display" => {
            let shown = [
                "block",
                "inline",
                "inline-block",
                "list-item",
                "flow-root",
                "flex",
            ];
            shown.contains(&value) || value.starts_with("table") || value.starts_with("inline-")
        }
        "position" => matches!(value, "relative" | "static"),
        "visibility" => value == "visible",
        "opacity" => value.parse::<f64>().is_ok_and(|it| it >= 0.6),
        "overflow" | "overflow-x" | "overflow-y" => matches!(value, "visible" | "auto"),
        "width" | "max-width" | "min-width" => is_word(value) || is_wide(value),
        "height" => is_word(value) || is_wide(value),
        _ if name.starts_with("margin") || name.starts_with("padding") => {
            each(&|it| is_word(it) || lengths(it, 0, 200))
        }
        _ => false,
    }
}

/// Whether this is a length, and not a word such as `bold`.
fn is_size(value: &str) -> bool {
    value.starts_with(|it: char| it.is_ascii_digit() || "+-.".contains(it)) && !is_weight(value)
}

/// Whether this is a weight of letters: `400`.
fn is_weight(value: &str) -> bool {
    value.len() == 3 && value.ends_with("00")
}

/// Whether letters of this size can be read.
fn is_large(value: &str) -> bool {
    const NAMES: [&str; 13] = [
        "xx-small",
        "x-small",
        "small",
        "medium",
        "large",
        "x-large",
        "xx-large",
        "xxx-large",
        "smaller",
        "larger",
        "inherit",
        "initial",
        "unset",
    ];
    NAMES.contains(&value) || lengths(value, 7, 200)
}

/// Whether something as wide, or as high, holds a word.
fn is_wide(value: &str) -> bool {
    lengths(value, 20, i64::MAX)
}

/// Whether a value is a length of at least and at most this many pixels; a share is of 16 pixels
/// where letters are counted, and of as many hundredths of a page.
fn lengths(value: &str, least: i64, most: i64) -> bool {
    pixels(value).is_some_and(|it| (least..=most).contains(&it))
}

/// A length in whole pixels, as near as it matters.
fn pixels(value: &str) -> Option<i64> {
    let end = value.find(|it: char| !(it.is_ascii_digit() || "+-.".contains(it)));
    let (number, unit) = value.split_at(end.unwrap_or(value.len()));
    let number: f64 = number.parse().ok()?;
    let pixels = match unit {
        "px" => number,
        // A number alone is a line's height, or the pixels of an attribute.
        "" if number < 5.0 => number * 16.0,
        "" => number,
        "%" => number,
        "pt" => number * 1.34,
        "em" | "rem" => number * 16.0,
        "ex" | "ch" => number * 8.0,
        "in" => number * 96.0,
        "cm" => number * 38.0,
        "mm" => number * 3.8,
        "vw" | "vh" => number * 5.0,
        _ => return None,
    };
    // Far beyond any page.
    Some(pixels.clamp(-100_000.0, 100_000.0).floor() as i64)
}

/// Names of colours that are dark enough, and of that of what is around.
static INKS: List = LazyLock::new(|| {
    list(
        "black blue brown canvastext currentcolor darkblue darkgreen darkred dimgray dimgrey gray \
         green grey inherit initial maroon navy purple red teal unset windowtext",
    )
});

/// Whether letters of this colour are dark enough on a light page.
fn is_ink(value: &str) -> bool {
    INKS.contains(value) || light(value).is_some_and(|it| it <= 170)
}

/// Whether a page of this colour is light, or none is laid on.
fn is_ground(value: &str) -> bool {
    const WORDS: [&str; 9] = [
        "inherit",
        "initial",
        "none",
        "transparent",
        "unset",
        "white",
        "window",
        "canvas",
        "snow",
    ];
    // `background: white none repeat scroll 0% 0%`, as editors write it.
    let rest = ["repeat", "no-repeat", "scroll", "0%", "0px", "0"];
    let is_light = |text: &str| {
        let clear = text.starts_with("rgba(") && text.replace(' ', "").ends_with(",0)");
        WORDS.contains(&text) || clear || light(text).is_some_and(|it| it >= 190)
    };
    is_light(value) || {
        let mut parts = value.split_whitespace();
        !value.contains('(') && parts.all(|it| is_light(it) || rest.contains(&it))
    }
}

/// How light a colour is, from 0 to 255, if it is written in numbers and is not transparent.
fn light(value: &str) -> Option<u32> {
    let [red, green, blue] = match value.strip_prefix('#') {
        Some(digits) => {
            let digits: Option<Vec<u32>> = digits.chars().map(|it| it.to_digit(16)).collect();
            match digits?.as_slice() {
                [r, g, b] => [r * 17, g * 17, b * 17],
                [r, s, g, h, b, c] => [r * 16 + s, g * 16 + h, b * 16 + c],
                _ => return None,
            }
        }
        None => {
            let inner = value.strip_prefix("rgb")?.trim_start_matches('a');
            let inner = inner.strip_prefix('(')?.strip_suffix(')')?;
            let parts = inner.split([',', ' ', '/']).filter(|it| !it.is_empty());
            let parts: Vec<f64> = parts.map(str::parse).collect::<Result<_, _>>().ok()?;
            match parts.as_slice() {
                [_, _, _, veil] if *veil < 0.7 => return None,
                [r, g, b] | [r, g, b, _] => [*r, *g, *b].map(|it| it.clamp(0.0, 255.0) as u32),
                _ => return None,
            }
        }
    };
    Some((3 * red + 6 * green + blue) / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual(style: &str) -> bool {
        declarations_are_usual(style, Ground::Page)
    }

    #[test]
    fn what_mail_programs_write_is_usual() {
        for style in [
            "",
            "font-family:Aptos,Calibri,sans-serif;font-size:12pt;color:rgb(0, 0, 0)",
            "margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex",
            "margin: 0cm; font-size:11.0pt; font-family:\"Calibri\",sans-serif; mso-ligatures:none",
            "font: 13px/1.5 Verdana, sans-serif; background: white none repeat scroll 0% 0%",
            "white-space:pre-wrap; word-break:break-word; -webkit-line-break:after-white-space",
            "display:inline-block;width:98%",
            "color:#1f497d!important;text-decoration:underline",
            "background-color:rgba(0,0,0,0); line-height:1.38; caret-color: rgb(0, 0, 0)",
            "font-weight:400;text-transform:none;letter-spacing:normal;text-indent:0px",
        ] {
            assert!(usual(style), "{style}");
        }
    }

    #[test]
    fn what_may_hide_is_not() {
        for style in [
            "display:none",
            "d\\69splay:none",
            "visibility:hidden",
            "color:white",
            "color:#fefefe",
            "color:var(--c)",
            "color:rgb(255 255 255)",
            "color:rgba(0,0,0,0)",
            "color:light-dark(black, white)",
            "background:#000",
            "background:url(a.png)",
            "font-size:0",
            "font-size:1px",
            "font-size:calc(0px)",
            "font:0/0 a",
            "line-height:0",
            "letter-spacing:-1em",
            "text-indent:-9999px",
            "margin-left:-2000px",
            "margin-top:900px",
            "height:0;overflow:hidden",
            "max-height:0",
            "width:1px",
            "opacity:0",
            "position:absolute",
            "transform:scale(0)",
            "clip-path:inset(100%)",
            "mask-image:linear-gradient(transparent,transparent)",
            "mix-blend-mode:screen",
            "filter:opacity(0)",
            "content-visibility:hidden",
            "mso-hide:all",
            "unknown:1",
            "left:-99em",
        ] {
            assert!(!usual(style), "{style}");
        }
    }

    #[test]
    fn style_sheets_of_programs_and_of_others() {
        for sheet in [
            "P {margin-top:0;margin-bottom:0;}",
            "<!-- @font-face {font-family:Aptos; panose-1:2 11;} p.MsoNormal {margin:0cm} -->",
            "@media (prefers-color-scheme: dark) { .a { color: #f0e6d0 !important } }",
            "@media (max-width: 660px) { td.left, .b:hover { font-size: 14px !important } }",
            "@page WordSection1 {size:612.0pt 792.0pt;} div.WordSection1 {page:WordSection1;}",
        ] {
            assert!(sheet_is_usual(sheet), "{sheet}");
        }
        for sheet in [
            ".x{display:none}",
            ":root{--c:#fff}",
            "p:nth-child(2){color:#fff}",
            "p:not(.a){visibility:hidden}",
            ".a{ .b{display:none} }",
            "@supports (display:grid) { p { color: black } }",
            "@import url(a.css);",
            "@media screen { @media print { p { color: black } } }",
            "p { color: black",
            "@layer a { p { display:none } }",
        ] {
            assert!(!sheet_is_usual(sheet), "{sheet}");
        }
    }
}
