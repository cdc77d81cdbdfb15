//! How much text a club's own templates may make: counted in bytes, never in time, so that what is
//! made is the same on every machine.
//!
//! The library counts steps; one step may double a text. So what a template keeps, prints or makes
//! by a filter is weighed here, and what cannot be weighed is refused when the template is loaded
//! ([`metered`](super::metered)). Our own templates are not metered while a club has no others.

use minijinja::value::{Rest, Value, ValueKind, ValueOrKwargs};
use minijinja::{Environment, Error, ErrorKind, State, escape_formatter, filters, functions};
use std::cell::Cell;

/// Bytes that one page may be made of, what is thrown away again included. The largest page of
/// ours takes less than half of that.
const BYTES_MAX: usize = 2 << 20;

/// Bytes of what a template keeps under one name: one expression may name it many times over.
const KEPT_MAX: usize = 64 << 10;

/// What a value costs besides its text, and what is charged for anything without text.
const VALUE: usize = 16;

/// How deep lists may be nested.
const DEPTH_MAX: usize = 40;

/// Bytes for which one letter of a text counts where it becomes a list.
const LETTER: usize = 64;

/// How many numbers a range may have.
const RANGE_MAX: usize = 1_000;

/// How deep macros may call each other; ours need ten.
const CALLS_MAX: usize = 60;

thread_local! {
    /// What the page that is being made has taken.
    static SPENT: Cell<usize> = const { Cell::new(0) };
}

/// Begins a page.
pub(super) fn begin() {
    SPENT.set(0);
}

fn spend(bytes: usize) -> Result<(), Error> {
    let spent = SPENT.get().saturating_add(bytes);
    SPENT.set(spent);
    if spent <= BYTES_MAX {
        Ok(())
    } else {
        Err(too_much())
    }
}

fn too_much() -> Error {
    refused(format!(
        "it makes more than {} MB of text; is there an endless loop?",
        BYTES_MAX >> 20
    ))
}

fn refused(what: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, what.into())
}

/// The bytes that a value would have as text, its parts included; it stops where that is more than
/// a page may be made of.
fn weight(value: &Value) -> Result<usize, Error> {
    let mut sum = 0;
    weigh(value, 0, &mut sum)?;
    Ok(sum)
}

fn weigh(value: &Value, depth: usize, sum: &mut usize) -> Result<(), Error> {
    *sum += value.as_str().map_or(VALUE, str::len);
    if *sum > BYTES_MAX {
        return Err(too_much());
    }
    match value.kind() {
        ValueKind::Seq | ValueKind::Iterable | ValueKind::Map if depth >= DEPTH_MAX => {
            Err(refused("lists lie too deep in lists"))
        }
        ValueKind::Seq | ValueKind::Iterable => {
            for part in value.try_iter()? {
                weigh(&part, depth + 1, sum)?;
            }
            Ok(())
        }
        ValueKind::Map => {
            for key in value.try_iter()? {
                weigh(&key, depth + 1, sum)?;
                weigh(&value.get_item(&key)?, depth + 1, sum)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The bytes of a list itself, without those of its parts, which it shares with others.
fn weight_of_list(value: &Value) -> Result<usize, Error> {
    match value.kind() {
        ValueKind::String => Ok(value.as_str().map_or(0, str::len)),
        ValueKind::Seq | ValueKind::Iterable | ValueKind::Map => {
            let parts = value.try_iter()?.take(BYTES_MAX / VALUE).count();
            Ok(parts.saturating_mul(VALUE))
        }
        _ => Ok(VALUE),
    }
}

/// Prepares an environment in which everything is weighed: a few filters and functions of the
/// library, ours, and what [`metered`](super::metered) puts into templates.
pub(super) fn add(environment: &mut Environment<'static>) {
    environment.set_recursion_limit(CALLS_MAX);
    environment.set_formatter(|out, state, value| {
        spend(weight(value)?)?;
        escape_formatter(out, state, value)
    });
    // What a template puts in for itself.
    environment.add_function("_made", |bytes: usize| spend(bytes).map(|()| ""));
    environment.add_function("_given", |values: Rest<Value>| {
        values.iter().try_for_each(keep).map(|()| "")
    });
    environment.add_filter("_kept", |value: Value| keep(&value).map(|()| value));
    environment.add_filter("_kept_in", |value: Value| {
        keep(&value)?;
        no_namespace(&value, 0)?;
        Ok::<Value, Error>(value)
    });
    environment.add_filter("_looped", |value: Value| {
        spend(weight_of_list(&value)?)?;
        Ok::<Value, Error>(value)
    });
    for name in REFUSED {
        environment.remove_filter(name);
    }
    for name in ["dict", "debug"] {
        environment.remove_global(name);
    }
    environment.add_function("range", range);
    library(environment);
    ours(environment);
}

/// The numbers of a range, which may not be many.
fn range(from: isize, to: Option<isize>, step: Option<isize>) -> Result<Value, Error> {
    let range = functions::range(from, to, step)?;
    let numbers = range.try_iter()?.take(RANGE_MAX + 1).count();
    if numbers <= RANGE_MAX {
        Ok(range)
    } else {
        Err(refused(format!("a range has at most {RANGE_MAX} numbers")))
    }
}

/// Our own filters, which print what they are given.
fn ours(environment: &mut Environment<'static>) {
    super::filters::add(environment, "_");
    for name in super::filters::NAMES {
        let hidden = format!("_{name}");
        environment.add_filter(
            name,
            move |state: &mut State<'_, '_>, args: Rest<ValueOrKwargs>| {
                let args = args.into_values();
                args.iter().try_for_each(|it| spend(weight(it)?))?;
                state.apply_filter(&hidden, &args)
            },
        );
    }
}

/// Weighs what is kept under a name.
fn keep(value: &Value) -> Result<(), Error> {
    let weight = weight(value)?;
    if weight > KEPT_MAX {
        let most = KEPT_MAX >> 10;
        return Err(refused(format!(
            "more than {most} kB are kept under one name"
        )));
    }
    spend(weight)
}

/// A namespace in itself would have no end.
fn no_namespace(value: &Value, depth: usize) -> Result<(), Error> {
    let object = value.as_object();
    if object.is_some_and(|it| it.type_name().ends_with("::Namespace")) || depth > DEPTH_MAX {
        return Err(refused("a namespace is kept in a namespace"));
    }
    match value.kind() {
        ValueKind::Seq | ValueKind::Iterable => {
            let mut parts = value.try_iter()?;
            parts.try_for_each(|it| no_namespace(&it, depth + 1))
        }
        ValueKind::Map => value
            .try_iter()?
            .try_for_each(|key| no_namespace(&value.get_item(&key)?, depth + 1)),
        _ => Ok(()),
    }
}

/// The filters of the library that may make much more than they are given, and that nothing of ours
/// uses.
const REFUSED: [&str; 13] = [
    "attr",
    "center",
    "chain",
    "dictsort",
    "format",
    "indent",
    "pprint",
    "slice",
    "string",
    "sum",
    "tojson",
    "urlencode",
    "zip",
];

/// Puts a filter in the place of the library's, which weighs what that makes; `$most` is what it
/// can make of its arguments, where that is more than they weigh.
macro_rules! weighed {
    ($environment:ident, $name:literal, $hidden:literal, $filter:expr, $most:expr) => {
        $environment.add_filter($hidden, $filter);
        $environment.add_filter(
            $name,
            |state: &mut State<'_, '_>, args: Rest<ValueOrKwargs>| {
                let args = args.into_values();
                let most: fn(&[Value]) -> Result<usize, Error> = $most;
                spend(most(&args)?)?;
                let made = state.apply_filter($hidden, &args)?;
                spend(weight_of_list(&made)?)?;
                Ok::<Value, Error>(made)
            },
        );
    };
}

fn library(environment: &mut Environment<'static>) {
    // A text becomes a list of its letters, or of its parts.
    weighed!(environment, "batch", "_batch", filters::batch, |args| {
        by_place(args)?;
        let count = args.get(1).and_then(Value::as_usize).unwrap_or(0);
        Ok(count.saturating_mul(VALUE) + letters(args)?)
    });
    weighed!(
        environment,
        "groupby",
        "_groupby",
        filters::groupby,
        letters
    );
    weighed!(environment, "items", "_items", filters::items, letters);
    weighed!(environment, "join", "_join", filters::join, |args| {
        by_place(args)?;
        let between = args.get(1).map_or(Ok(0), weight)?;
        let first = args.first().cloned().unwrap_or_default();
        let parts = weight_of_list(&first)? / VALUE;
        Ok(parts.saturating_mul(between) + weight(&first)?)
    });
    weighed!(environment, "lines", "_lines", filters::lines, letters);
    weighed!(environment, "list", "_list", filters::list, letters);
    weighed!(environment, "lower", "_lower", filters::lower, |_| Ok(0));
    weighed!(environment, "map", "_map", filters::map, |args| {
        // Those hidden here weigh nothing.
        let filter = args.get(1).and_then(Value::as_str);
        if filter.is_some_and(|it| it.starts_with('_')) {
            Err(refused("no filter begins with `_`"))
        } else {
            letters(args)
        }
    });
    weighed!(environment, "reject", "_reject", filters::reject, letters);
    weighed!(
        environment,
        "rejectattr",
        "_rejectattr",
        filters::rejectattr,
        letters
    );
    weighed!(
        environment,
        "replace",
        "_replace",
        filters::replace,
        |args| {
            by_place(args)?;
            // What is not text is taken as it would be printed.
            args.iter().try_for_each(|it| spend(weight(it)?))?;
            let word = |at: usize| args.get(at).map(Value::to_string).unwrap_or_default();
            let found = word(0).matches(&word(1)).count();
            Ok(found.saturating_mul(word(2).len()))
        }
    );
    weighed!(
        environment,
        "reverse",
        "_reverse",
        filters::reverse,
        letters
    );
    weighed!(environment, "select", "_select", filters::select, letters);
    weighed!(
        environment,
        "selectattr",
        "_selectattr",
        filters::selectattr,
        letters
    );
    weighed!(environment, "sort", "_sort", filters::sort, letters);
    weighed!(environment, "split", "_split", filters::split, letters);
    weighed!(environment, "title", "_title", filters::title, |_| Ok(0));
    weighed!(environment, "trim", "_trim", filters::trim, |_| Ok(0));
    weighed!(environment, "unique", "_unique", filters::unique, letters);
    weighed!(environment, "upper", "_upper", filters::upper, |_| Ok(0));
}

/// That nothing is given by its name, where what is given must be weighed.
fn by_place(args: &[Value]) -> Result<(), Error> {
    if args.iter().any(Value::is_kwargs) {
        Err(refused(
            "this filter takes what it is given by its place, not by a name",
        ))
    } else {
        Ok(())
    }
}

/// What a text takes as a list of its letters; nothing for what is a list already.
fn letters(args: &[Value]) -> Result<usize, Error> {
    let text = args.first().and_then(Value::as_str);
    Ok(text.map_or(0, |it| it.len().saturating_mul(LETTER)))
}
