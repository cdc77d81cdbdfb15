//! Of `desk::near`.

use packetboat::desk::club::suggest::{OFFERED_MAX, nearest, with_names};
use packetboat::fault::Fault;

#[test]
fn the_nearest_three() {
    let known = ["spain", "england", "france", "portugal"];
    assert_eq!(nearest("spian", &known), ["spain"]);
    assert_eq!(nearest("FRANC", &known), ["france"]);
    assert!(nearest("x", &known).is_empty());
    let many = ["duel-1", "duel-2", "duel-3", "duel-4"];
    assert_eq!(nearest("deul-3", &many)[0], "duel-3");
    assert_eq!(nearest("duel", &many).len(), OFFERED_MAX);
}

#[test]
fn many_names_are_not_listed() {
    let names: Vec<String> = (0..150).map(|it| format!("campaign-{it}")).collect();
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let words = ("There are", "`packetboat status` lists them");
    let fault = with_names(Fault::usage("none"), "campain-77", &known, words);
    assert!(
        fault.hints[0].starts_with("Did you mean `campaign-77`"),
        "{fault:?}"
    );
    assert_eq!(
        fault.hints[1],
        "There are 150: `packetboat status` lists them."
    );
}
