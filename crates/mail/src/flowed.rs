//! `format=flowed` undone: lines that a mail program broke are joined, stuffed spaces go.
//!
//! Not here: breaks that a program made without saying so; those are the reader's (`lang`).

/// Joins the lines of a flowed text. `delsp`: the space that marks a break is not part of the
/// text. Quote marks stay at the head of each line, followed by one space.
///
/// Against the letter of the format, a line that begins with `#` never becomes the tail of
/// another, and `#end` takes none: a stray space must not swallow an opener. Empty lines stay.
pub fn unflow(lines: &[String], delsp: bool) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    let mut open: Option<usize> = None;
    for line in lines {
        let depth = line.bytes().take_while(|it| *it == b'>').count();
        let text = &line[depth..];
        let text = text.strip_prefix(' ').unwrap_or(text);
        let signature = text == "-- ";
        let alone = signature || text.starts_with('#') || text.trim().is_empty();
        match open {
            Some(quotes) if quotes == depth && !alone => {
                let last = out.last_mut().expect("a line is open, so there is one");
                if delsp {
                    last.pop();
                }
                last.push_str(text);
            }
            _ if depth > 0 => out.push(format!("{} {text}", ">".repeat(depth))),
            _ => out.push(text.to_owned()),
        }
        let closer = text.trim().eq_ignore_ascii_case("#end");
        let flows = text.ends_with(' ') && !signature && !closer && !text.trim().is_empty();
        open = flows.then_some(depth);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(delsp: bool, given: &str, wanted: &str) {
        let lines: Vec<String> = given.split('|').map(str::to_owned).collect();
        assert_eq!(unflow(&lines, delsp).join("|"), wanted);
    }

    #[test]
    fn joins_and_unstuffs() {
        check(false, "SHIP S1 |TO rome|next", "SHIP S1 TO rome|next");
        check(true, "SHIP S1 TO ro |me", "SHIP S1 TO rome");
        check(true, "SHIP S1  |TO rome", "SHIP S1 TO rome");
        check(false, "   indented| >no quote", "  indented|>no quote");
    }

    #[test]
    fn never_joins_what_must_stand_alone() {
        check(false, "text |-- |name", "text |-- |name");
        check(false, "text |#orders a b |ORDER", "text |#orders a b ORDER");
        check(false, "#end |text", "#end |text");
        check(false, "text ||next", "text ||next");
        check(false, "> a |> b|c |> d", "> a b|c |> d");
        check(false, ">> a |> b", ">> a |> b");
    }
}
