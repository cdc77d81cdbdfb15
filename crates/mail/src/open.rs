//! Which elements of an HTML text are open, as far as browsers agree on it where tags are left out
//! or crossed: a wrong tag must not bring to light what nobody sees, nor hide what everybody does.
//!
//! Each tag costs a step, however deep elements are nested. Not here: what they mean
//! (`html`).

use super::usual::Look;
use html5ever::LocalName;
use std::collections::BTreeMap;

/// The open elements, outermost first.
#[derive(Default)]
pub struct Open {
    all: Vec<Opened>,
    /// Where those of each name are.
    named: BTreeMap<LocalName, Vec<usize>>,
    /// Where those are that the end of an element in a line does not reach beyond.
    blocks: Vec<usize>,
    /// Where those are that the end of any other does not reach beyond.
    walls: Vec<usize>,
}

/// An element.
pub struct Opened {
    name: LocalName,
    look: Look,
    /// Ended already, but not what is in it.
    ended: bool,
}

impl Opened {
    /// One whose text looks so.
    pub fn new(name: &LocalName, look: Look) -> Self {
        Opened {
            name: name.clone(),
            look,
            ended: false,
        }
    }
}

impl Open {
    /// How text looks here.
    pub fn look(&self) -> Look {
        self.all.last().map_or_else(Look::default, |it| it.look)
    }

    /// Whether one of that name is open.
    pub fn has(&self, name: &str) -> bool {
        self.count(name) > 0
    }

    /// How many of that name are open.
    pub fn count(&self, name: &str) -> usize {
        self.places(name).len()
    }

    fn places(&self, name: &str) -> &[usize] {
        let found = self.named.get(&LocalName::from(name));
        found.map_or(&[], Vec::as_slice)
    }

    /// Where the innermost of these names is, and one more; 0: nowhere.
    fn last(&self, names: &[&str]) -> usize {
        let last = names.iter().filter_map(|it| self.places(it).last());
        last.max().map_or(0, |it| it + 1)
    }

    /// Ends what the start of an element ends without saying so.
    pub fn make_room(&mut self, name: &str) {
        let wall = self.walls.last().map_or(0, |it| it + 1);
        if !is_of_head(name) {
            self.close_if_behind(&["head"], 0);
        }
        match name {
            "li" => self.close_if_behind(&["li"], wall.max(self.last(&["ul", "ol"]))),
            "dd" | "dt" => self.close_if_behind(&["dd", "dt"], wall.max(self.last(&["dl"]))),
            "tr" => self.close_if_behind(&["tr"], self.last(&["table"])),
            "td" | "th" => self.close_if_behind(&["td", "th"], self.last(&["table"])),
            _ => {}
        }
        if is_block(name) && !is_of_table(name) {
            self.close_if_behind(&["p"], wall);
        }
    }

    /// Ends the innermost of these names, if it is after that place.
    fn close_if_behind(&mut self, names: &[&str], place: usize) {
        let last = self.last(names);
        if last > place {
            self.shorten(last - 1);
        }
    }

    /// Puts one in.
    pub fn push(&mut self, opened: Opened) {
        let name: &str = &opened.name;
        if is_void(name) {
            return;
        }
        let at = self.all.len();
        if is_block(name) || is_wall(name) {
            self.blocks.push(at);
        }
        if is_wall(name) {
            self.walls.push(at);
        }
        self.named.entry(opened.name.clone()).or_default().push(at);
        self.all.push(opened);
    }

    /// Ends the innermost of that name, and what was left open in it.
    pub fn end(&mut self, name: &str) {
        let Some(at) = self.places(name).last().copied() else {
            return;
        };
        let beyond = |of: &[usize]| of.last().is_some_and(|it| *it > at);
        match name {
            // What comes after the page belongs to it.
            "html" | "body" => {}
            _ if is_of_table(name) || is_wall(name) => {
                let table = self.places("table").last().copied().unwrap_or(0);
                self.shorten_if(table <= at, at);
            }
            _ if is_block(name) && beyond(&self.walls) => {}
            _ if is_block(name) || !beyond(&self.blocks) => self.shorten(at),
            _ if is_formatting(name) => {
                self.all[at].ended = true;
                self.forget(at);
            }
            _ => {}
        }
    }

    fn shorten_if(&mut self, may: bool, length: usize) {
        if may {
            self.shorten(length);
        }
    }

    fn shorten(&mut self, length: usize) {
        while let Some(last) = self
            .all
            .last()
            .filter(|it| it.ended || self.all.len() > length)
        {
            let (at, ended) = (self.all.len() - 1, last.ended);
            if !ended {
                self.forget(at);
            }
            self.all.pop();
            self.blocks.pop_if(|it| *it == at);
            self.walls.pop_if(|it| *it == at);
        }
    }

    /// The innermost of a name is no longer open.
    fn forget(&mut self, at: usize) {
        if let Some(places) = self.named.get_mut(&self.all[at].name) {
            places.pop();
        }
    }
}

/// Elements that hold nothing, and need no end.
fn is_void(name: &str) -> bool {
    const VOID: [&str; 13] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
        "track", "wbr",
    ];
    VOID.contains(&name)
}

/// What may be in a head; anything else ends it.
fn is_of_head(name: &str) -> bool {
    const HEAD: [&str; 10] = [
        "head", "base", "link", "meta", "noscript", "script", "style", "template", "title", "html",
    ];
    HEAD.contains(&name)
}

fn is_of_table(name: &str) -> bool {
    matches!(name, "table" | "tr" | "tbody" | "thead" | "tfoot")
}

fn is_wall(name: &str) -> bool {
    const WALLS: [&str; 9] = [
        "td", "th", "table", "caption", "template", "object", "marquee", "applet", "html",
    ];
    WALLS.contains(&name)
}

/// Elements whose end counts even inside a block that began in them.
fn is_formatting(name: &str) -> bool {
    const FORMATTING: [&str; 14] = [
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt",
        "u",
    ];
    FORMATTING.contains(&name)
}

/// Elements that begin and end a line.
pub(super) fn is_block(name: &str) -> bool {
    const BLOCKS: [&str; 26] = [
        "address",
        "article",
        "blockquote",
        "body",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "li",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "textarea",
        "tr",
        "ul",
    ];
    BLOCKS.contains(&name)
}
