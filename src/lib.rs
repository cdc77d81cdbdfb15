//! Packetboat is a play-by-email turn processor for board games.
//! A referee keeps a club of campaigns in a folder of TOML files; players write orders and mail
//! them in; a cron job resolves what is due and mails every player a turn report.
//! The folder is the archive: anyone can read a campaign turn by turn, and replay it to the byte.
//!
//! This page is the architecture document.
//! It says where things are and what is *not* there; each module says the rest itself.
//!
//! # How a turn goes
//!
//! 1. Mail arrives as files in a Maildir ([`store::maildir`], [`desk::inbox::receive`]), or is
//!    fetched into it from a server ([`desk::inbox::fetch`]); a tick takes it
//!    ([`desk::tick::run`]). Campaigns that wait for nothing are not opened
//!    ([`desk::club::schedule_cache`]); the others are worked off side by side
//!    ([`desk::tick::jobs`]).
//! 2. Each mail is parsed ([`mail`]) and finds its campaign and seat ([`desk::inbox::route`]).
//! 3. The sender proves to be that seat's player: by the token in the address we ask to be answered
//!    at, from an address of the player's ([`desk::intake::senders`]), a password, or what
//!    the club's own mail server says ([`mail::vouch`]). The order block is found
//!    ([`lang::block`]), read ([`lang::read`]), understood by the rules of the game
//!    ([`engine::understand`]), and filed in the book ([`engine::orders`]). A receipt says what was
//!    understood ([`desk::intake::take`]). Where orders may be any text ([`lang::text`]), all of a
//!    reply may be one ([`desk::intake::free_text`]), and whoever referees may write prose around
//!    theirs ([`desk::intake::ruling`]). A file that orders name is made fit to be sent on and kept
//!    with its mail ([`desk::intake::files`], [`desk::entry::brought`]). Of orders that prove
//!    nothing, what a yes may do ([`lang::consent`]) is kept, and the registered address is shown
//!    just that and asked ([`desk::intake::unauthenticated`], [`desk::intake::confirm`]).
//!    Whoever writes to the club without a seat may watch ([`desk::inbox::watch`]) or take a seat
//!    in a campaign that waits for players ([`desk::inbox::join`], [`desk::tick::open_seats`]), or
//!    stand by for one that falls free, or that is free for some days ([`desk::tick::standbys`],
//!    [`desk::entry::substitution`]). Who writes for a seat, its player, co-players, a substitute,
//!    is in [`desk::club::partners`].
//! 4. A clock that cannot be right writes nothing ([`desk::club::clock_check`]), and time in which
//!    no mail was read is given back ([`desk::turn::outage`]). When the stop
//!    ([`desk::calendar::stop`]) is due ([`desk::calendar::schedule`]), play goes on
//!    ([`engine::run`]), unless orders are missing and more time is given for that, or players have
//!    voted for more time or an end ([`desk::calendar::votes`], [`desk::turn::decided`]): the rules
//!    ask questions, the engine finds the answers in what the seats have written, else in what
//!    silence means; nothing waits until the next gate or interrupt. Where a person at the table
//!    referees ([`engine::now`]), nothing goes on without them.
//!    How players keep time is counted as a turn is closed ([`desk::entry::keeping`]), and added up
//!    over campaigns where somebody asks ([`desk::club::record`]).
//! 5. What happened was reported as events, each with its audience; pages are made for each viewer
//!    ([`desk::entry::publish`], [`report`]). Whom a mail may name is decided in one place
//!    ([`desk::entry::frame`]).
//!    A game may make tales of events, and sums of several for the head of a report
//!    ([`engine::commentary`]).
//!    What players may ask to read, handbook, map, log and help, is in [`desk::intake::guide`]; how
//!    a line came to its end ([`engine::cause`]), with the rule and the draws, in
//!    [`desk::intake::why`].
//! 6. State, book, journal, submissions and outgoing mails become one *entry*; a replay of the
//!    journal must lead to the same state ([`desk::entry::commit`]); one rename commits it
//!    ([`store::commit`]).
//!    What a publication shows everybody goes to observers too ([`desk::outbox::watchers`], who ask
//!    with [`desk::inbox::watch`]), and what players wrote for the newspaper
//!    ([`desk::entry::news`]) is kept in its entry.
//! 7. Only then are mails handed over ([`desk::outbox::deliver`]), by one of the
//!    [`desk::outbox::transports`]; what cannot leave is tried again ([`desk::outbox::retry`]), and
//!    what comes back is noted ([`desk::outbox::bounces`]; what is wrong with our own server,
//!    [`desk::outbox::refusals`]).
//! 8. Last, the club's web archive is brought up to date, if there is to be one ([`desk::site`]).
//!
//! If it stops at any point, the next tick carries on: before the rename nothing happened for
//! that campaign, after it only tidying and sending are left.
//!
//! # Where to start reading
//!
//! [`engine::rules`], the first of the four traits that are a game; then the smallest game for
//! players, `games/these-new-worlds/src` (its `rules.rs` reads as the sequence of play); then
//! [`desk::turn::turn_over`], the heart of a tick.
//!
//! # Code map
//!
//! A workspace of crates, each of which knows only those above it in this list; the compiler sees
//! to that.
//!
//! ```text
//! crates/core          lang, engine, clock, textfile, fault, progress
//! crates/mail          bytes of mails and letters, mail servers
//! crates/store         file system, log, entries, configuration
//! crates/report        views and events -> text, HTML, data, pictures
//! crates/testkit       rule cases, playthroughs, simulated games, what every game owes
//! games/kit            what games are made of: hexes, grids, ways, supplies, words, charts
//! games/<id>           a crate a game: data, src/, tests/; `umpire` is any game with a referee
//! games/toy/<id>       small games that the engine is tested with
//! src/                 this crate, the program: the registry (games), desk, cli
//! crates/tools         for authors: simulated clubs, failing disks, the program packetboat-tools
//! tests/ benches/      what is about the whole
//! templates/<id>       the words of each game, and of all; clubs put their own in their place
//! ```
//!
//! Within a crate modules know each other in one direction: here `cli → desk → games`, in the core
//! `engine → lang`.
//! A test (`tests/tidy.rs`) reads the sources and fails on any other edge.
//! Nor do files use each other in a circle (`tests/tidy/circles.rs`).
//!
//! - [`lang`]: the order language, common to all games.
//!   Forms are data: the same table reads a line, explains a fault, prints the one spelling, and
//!   writes help.
//!   *Reading never fails*: it yields lines and faults.
//!   `lang` knows no other module.
//! - [`engine`]: rules, questions, answers, orders in force, events, dice, journal, replay.
//!   *No file, clock, thread, hash map, float or randomness of its own*: the same inputs leave
//!   the same bytes.
//!   What the rules play has a version (`REVISION`), and what is recorded of the results of orders
//!   one of its own (`TOLD`, [`engine::keeping`]): a reason may be told better while play stays.
//!   A game is four traits: its play ([`engine::rules`]), [`engine::language`], [`engine::pages`]
//!   and [`engine::keeping`].
//!   What it declares once serves wherever it is needed: orders and their words
//!   ([`engine::declare`]), what is done with them ([`engine::attributes`]), tests, of oneself and
//!   of others ([`engine::facts`]), where secrets are ([`engine::secrets`]), what silence means
//!   ([`engine::silence`]).
//!   *Each thing is said by the code that does it*: a refusal is data; where a line is tried before
//!   its time ([`engine::advice`]) it is a note, afterwards a reason in its account
//!   ([`engine::account`]), which results from what the rules report while they play
//!   ([`engine::ends`]). Advice is the robot's own sheet.
//!   [`engine::game`] holds the faces behind which a game's types disappear: the registry, desk and
//!   reports see no others, and all that is generic over a game is compiled in that game's crate.
//! - [`clock`]: *the only module that knows the time library*; `now` is read once a command.
//! - [`textfile`]: the shape of the TOML files we write (heads, formats, migrations), and
//!   complaints about any file, with file and line.
//!   *All types take one road between themselves and files* ([`textfile::plain`]), so that the
//!   code of their hundreds of variants is compiled once.
//! - [`fault`]: what went wrong, what to do, and the code.
//!   [`progress`]: how far long work has come.
//!   [`gather`]: sets and maps, filled one by one.
//! - [`games`]: the registry, a row a game. A game brings its data and its templates itself
//!   ([`engine::rules::Rules::FILES`]); it is pure rules, and *its numbers, maps and tables live in
//!   `games/<game>/*.toml`*.
//!   What games are made of is in `games/kit`: hexes, maps in letters, ways, what is left of cards
//!   and tiles, lists in words, and what pictures are made of.
//! - [`mail`]: bytes of a mail → what a player wrote, a letter → bytes, and talking to servers.
//!   *It knows no game, and decides nothing.*
//! - [`report`]: views, events and receipts → prose, by templates under `templates/`. What a
//!   club's own make is weighed in bytes and steps.
//!   *The only place that makes prose of play.*
//!   The HTML part of a mail is made of its text ([`report::Plan`]), so that the two say the same.
//!   A game gives pictures as plain shapes ([`engine::scene`], [`engine::pages::Pages::pictures`]),
//!   made of a view and what was heard alone; [`report::Painter`] draws them. The ground under
//!   them is painted once for a club, and kept ([`report::Shelf`], `desk/grounds`).
//!   Pages as data have a schema, made from the types ([`engine::schema`], [`report::schema`]).
//! - [`store`][]: files.
//!   *The only module that names paths; every effect on a disk goes through one trait*, so that
//!   tests can cut the power at each.
//! - [`config`]: the files a referee writes.
//! - [`desk`]: what the commands do; it brings the others together, in rooms that use only those
//!   below them (`tests/tidy/rooms.rs`):
//!   [`commands`](desk::commands) the referee's acts → [`tick`](desk::tick) one run of the cron job
//!   → [`turn`](desk::turn) a campaign moves on → [`intake`](desk::intake) one mail at one campaign
//!   → [`entry`](desk::entry) an entry in the making → [`outbox`](desk::outbox) mails on their way
//!   out → [`club`](desk::club) the folder and its campaigns.
//!   Mail comes in by [`inbox`](desk::inbox); [`calendar`](desk::calendar) says when things are
//!   due; [`proof`](desk::proof), [`site`](desk::site) and [`demo`](desk::demo) read the log.
//!   [`desk::turn::turn_over`] is pure: a campaign, mails and a moment in, the next entry out; so
//!   [`desk::tick::jobs`] may run it for many campaigns side by side, and their disk waits are
//!   shared.
//!   [`desk::club::rules_cache`] holds the games that a club knows, and the rules that campaigns
//!   share.
//! - [`cli`]: arguments in, exit code out.
//!
//! Simulators, rule cases and toys are in no program that clubs run, but for the toy that
//! [`desk::commands::doctor`] plays, and the disk in memory in which `verify` opens a file.
//!
//! # What is on disk
//!
//! ```text
//! club/
//!   packetboat.toml          name, addresses, how mail comes in and goes out
//!   open/<id>/               a campaign that waits for players: campaign.toml, in which open seats
//!                            say so, secret.toml, wishes.toml, who wants a seat, and data/, what
//!                            it brings
//!   lock                     one packetboat at a time changes the club; never deleted
//!   post.lock                one at a time fetches and sends mail, or makes the web archive; never
//!                            deleted
//!   mail/{tmp,new,cur}/      a Maildir: mail as it came; of a long one that was fetched, all but
//!                            the files in it
//!   mail/old/2026-10/        what came in months gone by, kept for ever if nothing else is said
//!   mail/out/                where the folder transport writes .eml files
//!   drop/                    orders by file; done/ holds those taken
//!   desk/ledger/2026-11.toml a line for each mail that belongs to no campaign
//!   desk/seen/a.txt          marks of mails that were taken, a line each; when it has many, those
//!                            that follow are in `a0.txt` to `af.txt`
//!   desk/aside.toml          mails that were set aside in the last month
//!   desk/clock.toml          when ticks worked, and which clock the referee has accepted
//!   desk/due.toml            when each campaign is due again: a hint; deleted, it is made again
//!   desk/register.toml       the last entry of each campaign, and its hash: no hint
//!   desk/outbox/             mails about campaigns that are halted
//!   desk/bounces.toml        mails of ours that came back in the last month
//!   desk/refusals.toml       what other mail servers had against ours in the last week
//!   desk/standbys.toml       who stands by for seats, and to whom which seat is offered
//!   desk/digests.toml        who wants notices once a day
//!   desk/digests/*.toml      the notices that wait for a reader's next digest
//!   desk/watchers/<id>.toml  who watches a campaign because they asked by mail
//!   desk/mailbox.toml        how far a mailbox on a server was read; may be deleted
//!   desk/strangers.toml      what people were answered who play nowhere here
//!   desk/unheard.toml        mails that nothing answered, until the referee is notified
//!   desk/faults.toml         what went wrong at the last tick, and when that was reported
//!   desk/site.toml           what the pages of each campaign were made of: a hint
//!   desk/DOWN                present while no mail can be sent; says why
//!   desk/SHUT                present while mail cannot be read; says why
//!   campaigns/<id>/
//!     campaign.toml          roster, schedule, options: the referee edits this
//!     secret.toml            seed of the dice, key of the tokens; mode 0600
//!     data/                  the game's data, frozen when the campaign began; of some games what
//!                            it brought itself ([`desk::club::brought`])
//!     edit/000123/           a copy of the position that the referee changes by hand
//!     log/000123.entry       one committed move forward, never changed afterwards: several files
//!                            as one, each under a line with its name
//!       entry.toml           why it exists, what it rests on, what it causes, what was ordered; of
//!                            each seat a record of what the desk knows ([`store::seat_desk`])
//!       private.toml         addresses, what became of mails, reasons: all of it nobody outside
//!                            may read; of the records what is private
//!       state.toml book.toml journal.toml    those that changed
//!       foundation.toml      in the first entry, and where new dice are founded: seals of the
//!                            secrets, hashes of data/
//!       settings.toml        in the first entry, and where they changed: the settings that play
//!                            rests on, with a hash for each name
//!       orders/17.txt        submissions as written, passwords masked
//!       letters/1.txt        what players wrote each other
//!       texts.gz             what every mail says that it causes; HTML, pictures and calendars are
//!                            made again of it and the page ([`desk::commands::show`])
//!       texts.toml           hashes of the texts of entries that were packed
//!                            ([`desk::commands::pack`])
//!     outbox/000123/<key>.eml   mails of an entry that wait, whole, without their readers' tokens;
//!                            beside them marks (`.try`, `.failed`, `.replaced`)
//!     sent/000100.txt        what became of the mails of a hundred entries that have left, a line
//!                            each
//!     before.toml            what a seat was before it was given away last, for `undo`
//!     SHOWN                  the last act of the referee's that a page or an export has shown
//!     HALTED                 present when a human must look; says why (a campaign.toml that cannot
//!                            be read waits instead)
//!   archive/<id>.campaign    a campaign that is over: the tar of its folder, read as if it were
//!                            one ([`store::archive`]); moved there by a tick
//!                            ([`desk::tick::closing`])
//!   games/, templates/       the club's own files in place of those compiled in
//! ```
//!
//! Each `entry.toml` names the hash of the one before, and the hashes of the files that count
//! after it; what the campaign was founded on is among them ([`desk::club::foundation`]).
//! The newest one is held by the register ([`desk::club::register`]), and by its *witness*, which
//! is in every mail that the entry causes ([`store::witness`]).
//! *What nobody outside may ever read is in files of its own*, each with a salt, and the entry
//! holds their hashes ([`store::private`]): so an export of the campaign ([`desk::proof::export`])
//! leaves them out, the chain stays whole, and anyone with the file can check it without the club
//! ([`desk::proof::verify`]). What it says of itself is in its `export.toml`
//! ([`desk::club::published`]). Until format 3 each entry was a folder, `log/000123/`, with its
//! mails in it; such are read as well, and `packetboat pack` makes files of them.
//! Folders are made for their owner only, and so are files that hold anything hidden, whatever the
//! umask.
//! Every file has a head with its `format`; older formats are read through migrations, newer ones
//! are refused.
//!
//! # What holds everywhere
//!
//! **Hidden is hidden.** A view is built up from nothing for one viewer, never cut down from the
//! state.
//! Whatever the engine does on a player's behalf (conditions, decisions, fallbacks, advice,
//! receipts) sees that view and that seat's lines only: those methods have no state parameter.
//! An event's audience is fixed when it is reported.
//! Inside a batch everybody who might answer is asked, so that nobody can see who could.
//! While a question is asked by mail in the midst of one, all others see the position as it was
//! published last, and what they file counts when it is over ([`desk::club::campaign`]).
//! Tests swap hidden things and compare pages, and all that an entry sends.
//!
//! Before an entry is committed, [`desk::entry::guard`] assumes that one of these walls has a hole:
//! it searches what would go out, and the files that would be kept, for reply tokens, keys,
//! passwords, lines and order sheets of other seats, and what the rules call hidden
//! ([`engine::keeping`]); and it holds each reader's page against that of a position that they may
//! not distinguish from this one.
//! The referee is shown where it was and what kind of secret it is, and nobody is shown the secret.
//! Nobody can halt a campaign by what they write: a find in an entry that takes mails sets the mail
//! aside that it results from, and the others are taken ([`desk::inbox::aside`]); any other find
//! halts the campaign with nothing committed.
//! Before that, what could be a token or a password, if it were cut anywhere, is starred out of
//! mails as they are read ([`desk::intake::mask`]).
//! What is starred out, searched and printed leaves out the same characters ([`lang::plain`]), and
//! no word is ever broken.
//!
//! Mails in the log have no token: it is put in as they are handed over
//! ([`desk::outbox::reply_addresses`]). The links of buttons get one of a weaker kind, in their
//! `href` alone: from the registered address it files orders and asks, and nothing else
//! ([`desk::intake::authentication`]). Nor does the log keep what pictures look like: a mail there
//! has the plain shapes, which are painted in their place as it is handed over ([`mail::fit`],
//! [`desk::outbox::painting`]). Their Message-IDs are keyed hashes, so that nobody learns from
//! their own how many others got.
//!
//! **Dice can be checked.** Two bowls: open dice come from a hash chain whose end is in the
//! first report, each resolution shows one link; hidden draws (decks, hands) from the sealed
//! seed, shown at the end. Who plays on after that has new dice, of a seed that the key of the
//! tokens gives ([`desk::entry::new_dice`]).
//! Each draw is keyed by bowl, link, timeline and its number; nobody chooses these, for a link
//! rises by one with each resolution and a timeline with each rollback ([`store::chain`]), and so
//! every draw can be made again without any rules ([`desk::proof::verify`]).
//! Sampling and shuffling are ours and pinned by golden values ([`engine::dice`]).
//! What is not proved: seeds can be tried before the first mail, and the referee's machine knows
//! the seed.
//! Who knows how a turn would come out can still choose when it is closed: while orders may come
//! nobody is shown it, and a later look of the referee's is an entry that the next report mentions
//! ([`desk::commands::rehearsal`]).
//!
//! **What was done stays in the record**, and is undone by a later entry that says so. The
//! referee's last act alone can be taken out of it, as long as it drew no dice and nobody outside
//! knows of it ([`desk::commands::undo`]).
//!
//! **Versions.** `FORMAT` is the shape of stored files, `REVISION` the behaviour of the rules;
//! entries say which revision played them, and a strict replay derives only entries of this one:
//! of others it says that they are not proved. Recorded steps lead to the same state at every one.
//!
//! **Errors.** What a player writes wrong is a fault with a place and a hint, in a receipt; the
//! rest of the mail counts.
//! A broken file, a broken invariant or a panic in rules halts that campaign, notifies the referee
//! once, and touches no other.
//! A full disk or wrong configuration ends the command with a message and an exit code, nothing
//! half-done.
//! A mail server that lies or hangs costs a known time and memory ([`mail::line`]); the club's lock
//! is not held while servers are talked to, that of the post is ([`store::lock`]).
//!
//! **Tests.** What is about one game is with it (`games/<game>/tests`) and is built without the
//! others; what is about the whole is one crate, `tests/it.rs`.
//! Rules are tested by cases that anyone can read (`games/<game>/tests/cases/*.toml`): a rule
//! listed in `games/<game>/rules.toml` without a case fails, and so does a numbered one that is
//! cited in no doc comment (`tests/docs/cited.rs`).
//! What every game owes is in `crates/testkit/src/contract.rs` and `owed.rs`; `owes!(GAME)` makes
//! tests of it.
//! Playthroughs keep every report of a game as a golden text; anyone who blesses one reads it.
//! What six jobs cost is counted in instructions and has a budget (`tests/cost/run`): a change that
//! makes one a twentieth dearer says why.
//! `packetboat-tools simulate` plays whole games by chance, and with `--club` lets a club
//! live on a disk in memory, with mails, a referee, power cuts and failing mail servers, and checks
//! what must hold after every tick (`crates/tools/src/club.rs`).
//! `tests/tick/cuts.rs` cuts the power at every call of a tick, and `tests/kills.rs` kills the real
//! program on a real disk.
//! `tests/rig/` plays over real mail servers (so does [`desk::commands::doctor`], wherever it is
//! installed), `benches/mutated_mails.rs` reads mails broken at random, and
//! `benches/hostile_mails.rs` sends those through whole ticks that were made to stop a club.
//! `fuzz/run` fuzzes the reading of mails and of orders.
//!
//! # Words
//!
//! **club** a referee's folder of campaigns · **game** a set of rules · **campaign** one running
//! match · **seat** a place at the table · **viewer** a seat, the public, or the referee ·
//! **gate** a point where play stops and sheets are collected · **batch** what is played between
//! two stops · **interrupt** a question that stops a batch · **sheet** what a seat sends for one
//! turn or part of it, `6b`, or what the game calls it, `S1901M` · **kind** of a sheet, for which
//! a referee may set a deadline · **order sheet** the block we print for it · **line** one order as
//! written; **branch** one of the orders an `ELSE` parts · **instruction** a line understood ·
//! **condition** the `IF` part · **standing line** one that outlives its sheet · **book**
//! instructions in force · **question**, **choice** what a seat is asked, and its answer spelled
//! out · **silence** lines by which a game says what happens where a seat has written nothing ·
//! **fallback** or **autopilot** the choice when neither decides anything · **submission**
//! an accepted block · **receipt** what became of a mail · **event** something that happened,
//! with an **audience** · **step** one move of the rules · **journal** the steps of an entry ·
//! **entry** one committed move forward · **robot** a seat played by the program, through the
//! order language · **page** all a template may see.
//!
//! # Adding a game
//!
//! `docs/adding-a-game.md` says how, step by step; [`games`] is the registry.

pub use packetboat_core::{caught, clock, engine, fault, gather, lang, progress, textfile};
pub use packetboat_mail as mail;
pub use packetboat_report as report;
pub use packetboat_store::{self as store, config};

pub mod cli;
pub mod desk;
pub mod games;
