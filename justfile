# What one does with these sources; `just` lists it. (https://github.com/casey/just; each recipe is
# a line or two that can be typed as well.)

_list:
    @just --list --unsorted

# Whether it compiles, keeps the house in order, and is spelled as rustfmt wants it: under a minute
check:
    cargo fmt --all
    cargo check --workspace --all-targets
    cargo test --profile quick --package packetboat-tests --test it -- tidy docs

# All tests, or those whose names hold a word: `just test market`
test *WORDS:
    cargo test --profile quick --workspace -- {{WORDS}}

# The tests of one game alone, by its folder: `just game these-new-worlds`, `just game toy/barge`
game ID *WORDS:
    cargo test --profile quick --manifest-path games/{{ID}}/Cargo.toml -- {{WORDS}}

# The reports of a game's playthroughs are written again, or its first one is played by robots: read every line before you commit them
bless ID:
    PACKETBOAT_BLESS=1 cargo test --profile quick --manifest-path games/{{ID}}/Cargo.toml -- every_report

# The rule cases of a file, or a playthrough: `just case games/conquistador/tests/cases/*.toml`
case +FILES:
    cargo run --profile quick --package packetboat-tools -- case {{FILES}}

# Everything that must be true before a change lands; as root, on Debian, a quarter of an hour
ci:
    .ci/run
