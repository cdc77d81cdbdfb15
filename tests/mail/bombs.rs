//! Mails made to exhaust a reader: of time, of stack, or of memory.

/// A mail that says the same again and again, as long as it comes: what counts of a mail is its
/// first MiB.
pub(crate) struct Bomb {
    /// What there is so much of.
    pub(crate) name: &'static str,
    before: &'static str,
    /// `{n}` in it is its number.
    again: &'static str,
    times: usize,
    after: &'static str,
}

impl Bomb {
    /// The mail.
    pub(crate) fn text(&self) -> String {
        let again = if self.again.contains("{n}") {
            (0..self.times)
                .map(|it| self.again.replace("{n}", &it.to_string()))
                .collect()
        } else {
            self.again.repeat(self.times)
        };
        format!("{}{again}{}", self.before, self.after)
    }
}

const fn bomb(
    name: &'static str,
    (before, again, after): (&'static str, &'static str, &'static str),
    times: usize,
) -> Bomb {
    Bomb {
        name,
        before,
        again,
        times,
        after,
    }
}

/// All of them.
pub(crate) const BOMBS: [Bomb; 29] = [
    bomb(
        "elements without end",
        ("Content-Type: text/html\n\n", "<b>", ""),
        340_000,
    ),
    bomb(
        "elements with styles",
        (
            "Content-Type: text/html\n\n<style>.a { color: red } .b { font-size: 2em }</style>",
            "<p class='a b' style='color:#fff'>x",
            "",
        ),
        28_000,
    ),
    bomb(
        "rules of a style sheet",
        (
            "Content-Type: text/html\n\n<style>",
            ".x.a{n}{color:#fff}",
            "</style><p class='x a1'>y",
        ),
        45_000,
    ),
    bomb(
        "a thousand nested multiparts",
        (
            "",
            "Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n",
            "",
        ),
        1_000,
    ),
    bomb(
        "nested multiparts",
        (
            "",
            "Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n",
            "",
        ),
        15_000,
    ),
    bomb(
        "nested mails",
        ("", "Content-Type: message/rfc822\n\n", ""),
        30_000,
    ),
    bomb(
        "nested digests",
        (
            "",
            "Content-Type: multipart/digest; boundary=d\n\n--d\n\n",
            "",
        ),
        20_000,
    ),
    bomb(
        "many parts",
        (
            "Content-Type: multipart/mixed; boundary=p\n\n",
            "--p\n\nx\n",
            "",
        ),
        100_000,
    ),
    bomb(
        "many alternatives",
        (
            "Content-Type: multipart/alternative; boundary=p\n\n",
            "--p\nContent-Type: text/html\n\n<div>x\n",
            "",
        ),
        20_000,
    ),
    bomb("a million headers", ("", "A: b\n", ""), 1_000_000),
    bomb("as many headers as count", ("", "A: b\n", ""), 200_000),
    bomb(
        "many recipients",
        ("To: ", "a@x,\n ", "\n\n#orders a b\n"),
        100_000,
    ),
    bomb("nested comments", ("From: ", "(", "\n\n"), 900_000),
    bomb(
        "encoded words",
        ("Subject: ", "=?utf-8?q?a?= ", "\n\n"),
        60_000,
    ),
    bomb("marks of quotation", ("\n", ">", ""), 900_000),
    bomb(
        "flowed lines",
        ("Content-Type: text/plain; format=flowed\n\n", "a \n", ""),
        300_000,
    ),
    bomb(
        "soft line ends",
        ("Content-Transfer-Encoding: quoted-printable\n\n", "=\n", ""),
        400_000,
    ),
    bomb("openers", ("\n", "#orders a b\n--\n", ""), 60_000),
    bomb(
        "rules under an opener",
        ("\n#orders a b\n", "--\n", "#end\n"),
        300_000,
    ),
    bomb("50 MB", ("Subject: x\n\n", "x", ""), 52_428_800),
    bomb(
        "50 MB of orders",
        ("\n#orders a b\n", "MOVE\n", ""),
        10_485_760,
    ),
    bomb(
        "nested divs",
        ("Content-Type: text/html\n\n", "<div>", ""),
        200_000,
    ),
    bomb(
        "nested quotations",
        ("Content-Type: text/html\n\n", "<blockquote>", "x"),
        85_000,
    ),
    bomb(
        "attributes",
        ("Content-Type: text/html\n\n<a ", "b ", ">"),
        500_000,
    ),
    bomb(
        "slashes",
        ("Content-Type: text/html\n\n<a", "/b", ""),
        500_000,
    ),
    bomb(
        "tags without an end",
        ("Content-Type: text/html\n\n", "<a ", ""),
        300_000,
    ),
    bomb(
        "tags that close nothing",
        (
            "Content-Type: text/html\n\n",
            "<p>x</p></div></blockquote>",
            "",
        ),
        30_000,
    ),
    bomb(
        "entities",
        ("Content-Type: text/html\n\n", "&amp", ""),
        200_000,
    ),
    bomb(
        "comments of HTML",
        ("Content-Type: text/html\n\n", "<!--", ""),
        250_000,
    ),
];
