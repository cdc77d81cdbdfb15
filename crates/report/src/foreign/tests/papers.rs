//! PDFs: as they came, or not at all.

#![allow(clippy::unwrap_used)]

use crate::foreign::{Cleaned, Refused, clean};

fn paper(words: &str) -> Vec<u8> {
    format!("%PDF-1.7\n%\u{e2}\u{e3}\n1 0 obj\n<< /Type /Catalog {words} >>\nendobj\n%%EOF\n")
        .into()
}

#[test]
fn a_paper_stays_as_it_is() {
    for words in [
        "",
        "/Pages 2 0 R",
        // Programs write these, and they do nothing.
        "/AAPL:Keywords [ (map) ]",
        "/OpenAction[1 0 R /XYZ null null 0]",
        "/OpenAction\r\n [1 0 R /Fit]",
        "/JSomething 1 /AAA 2 /Launched 3",
        "/Title (JavaScript, Launch, AA)",
        "/A << /S /URI /URI (https://club.example) >>",
    ] {
        let bytes = paper(words);
        let cleaned = clean(&bytes);
        assert_eq!(cleaned, Ok(Cleaned::Paper(bytes.clone())), "{words}");
        assert_eq!(cleaned.unwrap().bytes(), bytes);
    }
}

#[test]
fn a_paper_that_may_do_something_is_refused() {
    for (name, rests) in [
        ("/JavaScript", [" (app.alert(1))", "<<", ""]),
        ("/JS", ["(x)", " 5 0 R", "\n<feff>"]),
        ("/Launch", ["/F (cmd.exe)", " ", "\t"]),
        ("/EmbeddedFile", ["/Subtype", " >>", "\0"]),
        ("/EmbeddedFiles", [" 3 0 R", "<<", "\n"]),
        ("/OpenAction", [" 4 0 R", "<< /S /URI >>", " << >>"]),
        ("/AA", ["<< /O 3 0 R >>", " 5 0 R", "%x"]),
    ] {
        for rest in rests {
            let bytes = paper(&format!("/Pages 2 0 R{name}{rest}"));
            assert_eq!(clean(&bytes), Err(Refused::Active(name)), "{name}{rest}");
        }
    }
    let last = [&paper("")[..], b"/AA"].concat();
    assert_eq!(clean(&last), Err(Refused::Active("/AA")));
    // The first of two is what it says it is, and so is the second.
    let both = paper("/OpenAction [1 0 R /Fit] /OpenAction 4 0 R");
    assert_eq!(clean(&both), Err(Refused::Active("/OpenAction")));
}

#[test]
fn a_paper_that_is_too_long_is_refused() {
    let mut bytes = paper("");
    bytes.resize(2 << 20, b' ');
    assert!(clean(&bytes).is_ok());
    bytes.push(b' ');
    assert_eq!(clean(&bytes), Err(Refused::LongPdf));
}
