//! The header block of a mail or of a part: fields in order, names in small letters.
//!
//! Not here: what a value means (addresses, encoded words and content types are `parse`'s).

/// Header bytes read per mail or part; what comes after them is not looked at. Real mails have
/// under 20 kB of trace and signature headers, a few some 100 kB of what filters have noted.
pub const HEADER_BYTES_MAX: usize = 256 * 1024;

/// One field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name in small letters.
    pub name: String,
    /// All after the colon as sent, folded lines and all, without the last line end.
    pub raw: Vec<u8>,
}

/// The fields, in the order sent: what a mail server added last is first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers {
    fields: Vec<Field>,
}

impl Headers {
    /// Splits a header block whose lines end in LF. A line that is not a field goes on with the one
    /// above, as if it began with a space: some programs lose that.
    pub fn read(block: &[u8]) -> Self {
        let block = &block[..block.len().min(HEADER_BYTES_MAX)];
        let mut fields: Vec<Field> = Vec::new();
        for line in block.split(|it| *it == b'\n') {
            let folded = matches!(line.first(), Some(b' ' | b'\t'));
            let lost = !folded && !is_field(line) && !is_mbox(line);
            match fields.last_mut() {
                Some(last) if folded || lost => {
                    last.raw.push(b'\n');
                    last.raw.extend(lost.then_some(b' '));
                    last.raw.extend_from_slice(line);
                }
                _ => fields.extend(field(line)),
            }
        }
        Headers { fields }
    }

    /// The bytes of the topmost field of that name (in small letters).
    pub fn raw(&self, name: &str) -> Option<&[u8]> {
        self.raws(name).next()
    }

    /// The bytes of all fields of that name, topmost first.
    pub fn raws(&self, name: &str) -> impl Iterator<Item = &[u8]> {
        self.fields
            .iter()
            .filter(move |it| it.name == name)
            .map(|it| it.raw.as_slice())
    }

    /// The topmost field of that name as one line of text.
    pub fn first(&self, name: &str) -> Option<String> {
        self.raw(name).map(unfolded)
    }

    /// Every field, in order: its name and its bytes.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let fields = self.fields.iter();
        fields.map(|it| (it.name.as_str(), it.raw.as_slice()))
    }

    /// Every name, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|it| it.name.as_str())
    }
}

/// A value as one line: folds become one space, wrong UTF-8 a replacement character.
pub fn unfolded(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether it is the line that parts the mails of an old folder, which careless tools leave between
/// headers.
pub fn is_mbox(line: &[u8]) -> bool {
    line.starts_with(b"From ") || line.starts_with(b">From ")
}

/// Whether the headers go on after a line that cannot be one: one of the next few is a field that
/// mails have. No order block begins there.
pub fn go_on(lines: &[u8]) -> bool {
    const NEAR: usize = 3;
    const KNOWN: [&str; 15] = [
        "from",
        "to",
        "cc",
        "subject",
        "date",
        "message-id",
        "in-reply-to",
        "references",
        "reply-to",
        "return-path",
        "delivered-to",
        "received",
        "mime-version",
        "content-type",
        "content-transfer-encoding",
    ];
    let mut lines = lines.split(|it| *it == b'\n');
    if lines
        .next()
        .is_none_or(|it| it.trim_ascii().starts_with(b"#"))
    {
        return false;
    }
    let near = lines.take(NEAR).take_while(|it| !it.is_empty());
    near.filter_map(field)
        .any(|it| KNOWN.contains(&it.name.as_str()))
}

/// Whether a line can be a header field: a name that begins with a letter or digit, then a colon.
pub fn is_field(line: &[u8]) -> bool {
    name_length(line).is_some()
}

fn field(line: &[u8]) -> Option<Field> {
    let length = name_length(line)?;
    let colon = line.iter().position(|it| *it == b':')?;
    Some(Field {
        name: String::from_utf8_lossy(&line[..length]).to_ascii_lowercase(),
        raw: line[colon + 1..].to_vec(),
    })
}

/// How long the name is; spaces between it and the colon are an old spelling that still occurs.
fn name_length(line: &[u8]) -> Option<usize> {
    let colon = line.iter().position(|it| *it == b':')?;
    let name = line[..colon].trim_ascii_end();
    let starts_well = name.first().is_some_and(u8::is_ascii_alphanumeric);
    (starts_well && name.iter().all(u8::is_ascii_graphic)).then_some(name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_old_spellings_and_junk() {
        let headers = Headers::read(b"To : a\n\tb\n<c@d>\n>From e\nX-A.b:\nTO:c\n");
        assert_eq!(headers.first("to").as_deref(), Some("a b <c@d>"));
        assert_eq!(headers.raws("to").count(), 2);
        assert_eq!(headers.first("x-a.b").as_deref(), Some(""));
        assert_eq!(headers.names().count(), 3);
    }
}
