//! The map in letters: windows on the parts of the world that matter to whoever looks.
//!
//! A hex takes two columns, its terrain and what stands there; even rows stand one column further
//! right, as on the board.
//!
//! Not here: what MAP tells besides (`atlas`).

use super::super::map::{Ground, Map, Terrain};
use super::super::reckon::ports;
use super::super::view::View;
use super::words;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::commas;

/// Most hexes in a row of a map that was asked for: with row numbers and indents, 70 columns.
const COLUMNS_MAX: u8 = 31;
/// The same in a report: 40 columns, for a phone.
const REPORT_COLUMNS_MAX: u8 = 17;
/// Most rows of a window.
const ROWS_MAX: u8 = 26;
/// Windows drawn at most; what lies in none is named.
const WINDOWS_MAX: usize = 4;
/// Rows drawn around what matters.
const MARGIN_ROWS: u8 = 3;
/// Columns drawn around what matters.
const MARGIN_COLUMNS: u8 = 5;
/// Two windows become one while it is no larger than so many times both.
const SLACK: u32 = 2;

/// A window with the names of its places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Chart {
    /// Rows 20 to 31.
    pub title: String,
    /// The lines of the drawing.
    pub rows: Vec<String>,
    /// Marked places: `1715 Natchez`.
    pub places: Vec<String>,
}

/// A rectangle of hexes, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Window {
    top: u8,
    bottom: u8,
    left: u8,
    right: u8,
    /// How much of what matters lies in it.
    points: u32,
}

impl Window {
    fn around(hex: Hex, (rows, columns): (u8, u8)) -> Window {
        Window {
            top: hex.row.saturating_sub(MARGIN_ROWS).max(1),
            bottom: (hex.row + MARGIN_ROWS).min(rows),
            left: hex.column.saturating_sub(MARGIN_COLUMNS).max(1),
            right: (hex.column + MARGIN_COLUMNS).min(columns),
            points: 1,
        }
    }

    /// Both in one, if it is not too large.
    fn with(self, other: Window) -> Option<Window> {
        let both = self.over(other);
        let worth = both.size() <= SLACK * (self.size() + other.size());
        let narrow = both.right - both.left < REPORT_COLUMNS_MAX;
        (both.fits() && narrow && worth).then_some(both)
    }

    /// Both in one, however large.
    fn over(self, other: Window) -> Window {
        Window {
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            points: self.points + other.points,
        }
    }

    /// Whether a mail has room for it.
    fn fits(&self) -> bool {
        self.right - self.left < COLUMNS_MAX && self.bottom - self.top < ROWS_MAX
    }

    /// How many hexes.
    fn size(&self) -> u32 {
        u32::from(self.bottom - self.top + 1) * u32::from(self.right - self.left + 1)
    }

    fn has(&self, hex: Hex) -> bool {
        (self.top..=self.bottom).contains(&hex.row)
            && (self.left..=self.right).contains(&hex.column)
    }
}

/// The windows of this viewer, from north to south.
pub(super) fn charts(view: &View) -> Vec<Chart> {
    let windows = windows(view);
    windows.iter().map(|it| draw(view, it)).collect()
}

/// The whole map: bands of rows, each as wide as its waters and land are; one that is too wide for
/// a mail is parted.
pub(super) fn whole(view: &View) -> Vec<Chart> {
    let map = &view.tables.map;
    let mut bands: Vec<Window> = Vec::new();
    let drawn = |hex: &Hex| !matches!(map.kind(*hex), Ground::Out | Ground::Ocean);
    for hex in map.all().filter(drawn) {
        let own = Window {
            top: hex.row,
            bottom: hex.row,
            left: hex.column,
            right: hex.column,
            points: 1,
        };
        match bands.last_mut() {
            Some(band) if band.bottom == hex.row => *band = band.over(own),
            Some(band) if band.over(own).fits() => *band = band.over(own),
            _ => bands.push(own),
        }
    }
    parted(view, &bands)
}

/// The part of the map around some hexes.
pub(super) fn around(view: &View, hexes: &[Hex]) -> Vec<Chart> {
    let size = view.tables.map.size();
    let windows = hexes.iter().map(|it| Window::around(*it, size));
    let all = windows.reduce(Window::over);
    parted(view, all.as_slice())
}

/// Windows drawn in parts that fit into a mail.
fn parted(view: &View, windows: &[Window]) -> Vec<Chart> {
    let parts = windows.iter().flat_map(|it| {
        let columns = (it.left..=it.right).step_by(usize::from(COLUMNS_MAX));
        columns.map(|left| Window {
            left,
            right: it.right.min(left + COLUMNS_MAX - 1),
            ..*it
        })
    });
    parts.map(|it| draw(view, &it)).collect()
}

/// What the letters mean.
pub(super) fn legend(view: &View) -> Vec<String> {
    let power = |it: &Seat| format!("{} {}", letters(*it).0, view.tables.title(*it));
    let powers = commas(view.open.table.iter().map(power));
    vec![
        "c clear, r rough, j jungle, m mountain (capitals: coast), o lake, ~ sea,".to_owned(),
        "# settlement, @ Port; blank: the deep ocean, or out of play;".to_owned(),
        format!("then: {powers} (small: ships only),"),
        "& several powers, $ gold site, ! treasure city, * a place named below".to_owned(),
    ]
}

/// Everything that matters, gathered into as few windows as hold it; those with most of it.
fn windows(view: &View) -> Vec<Window> {
    let size = view.tables.map.size();
    let mut windows: Vec<Window> = Vec::new();
    for hex in points(view) {
        let own = Window::around(hex, size);
        let found = windows.iter_mut().find_map(|it| Some((it.with(own)?, it)));
        match found {
            Some((both, old)) => *old = both,
            None => windows.push(own),
        }
    }
    // Windows that fit into one become one.
    let mut at = 0;
    while at < windows.len() {
        let mut later = at + 1..windows.len();
        let joined = later.find_map(|it| Some((windows[at].with(windows[it])?, it)));
        match joined {
            Some((both, other)) => {
                windows[at] = both;
                windows.remove(other);
            }
            None => at += 1,
        }
    }
    windows.sort_by_key(|it| std::cmp::Reverse(it.points));
    // What only shows again what another shows is left out.
    let wanted = points(view);
    let mut at = windows.len();
    while at > 0 {
        at -= 1;
        let others = || windows.iter().enumerate().filter(|it| it.0 != at);
        let shown = |hex: &Hex| others().any(|it| it.1.has(*hex));
        if wanted.iter().filter(|it| windows[at].has(**it)).all(shown) {
            windows.remove(at);
        }
    }
    windows.truncate(WINDOWS_MAX);
    windows.sort_by_key(|it| (it.top, it.left));
    windows
}

/// The hexes that matter: where the viewer has anything, and where others stand in the same Areas;
/// before that, the coasts of the waters it knows. To spectators, where anybody has anything.
fn points(view: &View) -> BTreeSet<Hex> {
    let mine = |it: Seat| view.seat.is_none_or(|seat| seat == it);
    let ashore = view.open.hexes.iter();
    let ashore = ashore.filter(|(_, it)| it.stacks.keys().any(|it| mine(*it)));
    let fleets = view.fleets.iter().filter(|it| mine(it.power));
    let mines = view.open.mines.iter();
    let mines = mines.filter(|(_, it)| it.owner.is_some_and(mine));
    let points: BTreeSet<Hex> = ashore
        .map(|(hex, _)| *hex)
        .chain(fleets.filter_map(|it| it.at.hex()))
        .chain(mines.map(|(hex, _)| *hex))
        .into_set();
    let map = &view.tables.map;
    let Some(own) = view.own.as_deref().filter(|_| points.is_empty()) else {
        let areas: BTreeSet<_> = points.iter().filter_map(|it| map.area(*it)).into_set();
        let near = |it: &&Hex| map.area(**it).is_some_and(|it| areas.contains(&it));
        let others = view.open.hexes.keys().filter(near).copied();
        return others.chain(points.iter().copied()).into_set();
    };
    let known = |it: &Hex| map.zone(*it).is_some_and(|it| own.charts.contains(&it));
    map.all()
        .filter(|it| map.is_coast(*it) && known(it))
        .into_set()
}

fn draw(view: &View, window: &Window) -> Chart {
    let ports = settled(view);
    let named = named(view, window);
    let indent = "     ";
    let mut rows = Vec::new();
    for digit in [10, 1] {
        let digits = (window.left..=window.right).map(|it| (it / digit % 10).to_string());
        rows.push(format!("{indent}{}", digits.collect::<Vec<_>>().join(" ")));
    }
    for row in window.top..=window.bottom {
        let shift = if row % 2 == 0 { " " } else { "" };
        let cells = (window.left..=window.right).map(|column| {
            let hex = Hex::new(row, column);
            let mark = mark(view, hex, named.contains_key(&hex));
            let ground = match ports.get(&hex) {
                Some(true) => '@',
                Some(false) => '#',
                None => ground(&view.tables.map, hex),
            };
            format!("{ground}{mark}")
        });
        let line = format!("{row:02}   {shift}{}", cells.collect::<String>());
        rows.push(line.trim_end().to_owned());
    }
    Chart {
        title: format!(
            "Rows {:02} to {:02}, columns {:02} to {:02}",
            window.top, window.bottom, window.left, window.right
        ),
        rows,
        places: named.into_values().collect(),
    }
}

/// Settled hexes: whether one is a Port of a power.
fn settled(view: &View) -> BTreeMap<Hex, bool> {
    let mut found = BTreeMap::new();
    for (hex, ashore) in &view.open.hexes {
        for (seat, stack) in &ashore.stacks {
            if stack.men.colonists > 0 {
                let port = ports::is_port(&view.tables, &view.open, *seat, *hex, true);
                *found.entry(*hex).or_insert(false) |= port;
            }
        }
    }
    found
}

fn ground(map: &Map, hex: Hex) -> char {
    let letter = match map.terrain(hex) {
        Some(Terrain::Clear) => 'c',
        Some(Terrain::Rough) => 'r',
        Some(Terrain::Jungle) => 'j',
        Some(Terrain::Mountain) => 'm',
        None => ' ',
    };
    match map.kind(hex) {
        Ground::Out | Ground::Ocean => ' ',
        Ground::Lake => 'o',
        Ground::Sea => '~',
        Ground::Coast => letter.to_ascii_uppercase(),
        Ground::Land => letter,
    }
}

/// The letters of a power: of its men ashore, of its ships.
fn letters(seat: Seat) -> (char, char) {
    let letter = seat.as_str().chars().next().expect("seats have names");
    (letter.to_ascii_uppercase(), letter)
}

fn mark(view: &View, hex: Hex, named: bool) -> char {
    let ashore = view.open.hexes.get(&hex);
    let men: BTreeSet<Seat> = ashore
        .into_iter()
        .flat_map(|it| it.stacks.keys().copied())
        .into_set();
    let fleets = view.fleets.iter().filter(|it| it.at.hex() == Some(hex));
    let ships: BTreeSet<Seat> = fleets.map(|it| it.power).into_set();
    let all: BTreeSet<&Seat> = men.union(&ships).into_set();
    match (all.len(), men.first(), ships.first()) {
        (0, _, _) => {}
        (1, Some(seat), _) => return letters(*seat).0,
        (1, None, Some(seat)) => return letters(*seat).1,
        _ => return '&',
    }
    let gold = &view.tables.gold;
    let spent = view.open.mines.get(&hex).is_some_and(|it| it.capacity == 0);
    match (
        gold.sites.contains_key(&hex) && !spent,
        gold.cities.contains_key(&hex),
    ) {
        (true, _) => '$',
        (false, true) => '!',
        (false, false) if named => '*',
        (false, false) => ' ',
    }
}

/// The places of a window that are named beneath it: those with men, ships, gold or treasure, and
/// the others that orders are likely to name.
fn named(view: &View, window: &Window) -> BTreeMap<Hex, String> {
    let places = view.tables.map.places().iter();
    let inside = places.filter(|it| window.has(it.hex));
    inside
        .map(|it| (it.hex, format!("{} {}", it.hex, it.name)))
        .into_map()
}

/// Places of the viewer that no window shows.
pub(super) fn beyond(view: &View) -> Vec<String> {
    let windows = windows(view);
    let points = points(view).into_iter();
    let out = points.filter(|hex| !windows.iter().any(|it| it.has(*hex)));
    out.map(|it| words::hex(&view.tables, it)).collect()
}
