//! Mails made to exhaust a reader: of time, of stack, or of memory.

/// Each with its name, as long as they come: what counts of a mail is its first MiB.
pub(crate) fn bombs() -> Vec<(&'static str, String)> {
    let mut all = of_parts();
    all.extend(of_text());
    all.extend(of_html());
    all
}

/// Headers, and parts within parts.
fn of_parts() -> Vec<(&'static str, String)> {
    let nested = |count: usize| -> String {
        (0..count)
            .map(|it| format!("Content-Type: multipart/mixed; boundary=b{it}\n\n--b{it}\n"))
            .collect()
    };
    let parts = |kind: &str, each: &str, count: usize| {
        format!(
            "Content-Type: multipart/{kind}; boundary=p\n\n{}",
            each.repeat(count)
        )
    };
    let heads = |head: &str, count: usize| head.repeat(count);
    vec![
        ("a thousand nested multiparts", nested(1_000)),
        ("nested multiparts", nested(15_000)),
        (
            "nested mails",
            heads("Content-Type: message/rfc822\n\n", 30_000),
        ),
        (
            "nested digests",
            heads(
                "Content-Type: multipart/digest; boundary=d\n\n--d\n\n",
                20_000,
            ),
        ),
        ("many parts", parts("mixed", "--p\n\nx\n", 100_000)),
        (
            "many alternatives",
            parts(
                "alternative",
                "--p\nContent-Type: text/html\n\n<div>x\n",
                20_000,
            ),
        ),
        ("a million headers", heads("A: b\n", 1_000_000)),
        ("as many as count", heads("A: b\n", 200_000)),
        (
            "many recipients",
            format!("To: {}\n\n#orders a b\n", "a@x,\n ".repeat(100_000)),
        ),
        (
            "nested comments",
            format!("From: {}\n\n", "(".repeat(900_000)),
        ),
        (
            "encoded words",
            format!("Subject: {}\n\n", "=?utf-8?q?a?= ".repeat(60_000)),
        ),
    ]
}

fn of_text() -> Vec<(&'static str, String)> {
    vec![
        ("marks of quotation", format!("\n{}", ">".repeat(900_000))),
        (
            "flowed lines",
            format!(
                "Content-Type: text/plain; format=flowed\n\n{}",
                "a \n".repeat(300_000)
            ),
        ),
        (
            "soft line ends",
            format!(
                "Content-Transfer-Encoding: quoted-printable\n\n{}",
                "=\n".repeat(400_000)
            ),
        ),
        (
            "openers",
            format!("\n{}", "#orders a b\n--\n".repeat(60_000)),
        ),
        (
            "rules under an opener",
            format!("\n#orders a b\n{}#end\n", "--\n".repeat(300_000)),
        ),
        ("50 MB", format!("Subject: x\n\n{}", "x".repeat(50 << 20))),
        (
            "50 MB of orders",
            format!("\n#orders a b\n{}", "MOVE\n".repeat(10 << 20)),
        ),
    ]
}

fn of_html() -> Vec<(&'static str, String)> {
    let html = |inner: String| format!("Content-Type: text/html\n\n{inner}");
    vec![
        ("nested divs", html("<div>".repeat(200_000))),
        (
            "nested quotations",
            html("<blockquote>".repeat(85_000) + "x"),
        ),
        ("attributes", html(format!("<a {}>", "b ".repeat(500_000)))),
        ("slashes", html(format!("<a{}", "/b".repeat(500_000)))),
        ("tags without an end", html("<a ".repeat(300_000))),
        (
            "tags that close nothing",
            html("<p>x</p></div></blockquote>".repeat(30_000)),
        ),
        ("entities", html("&amp".repeat(200_000))),
        ("comments of HTML", html("<!--".repeat(250_000))),
    ]
}
