//! Paints the pictures of all reports of a game's playthroughs into a folder, to be looked at, and
//! says how large each is and how long it took: `cargo run --example pictures -- GAME FOLDER`.
//!
//! With a third argument only those whose name holds it.

use packetboat::report::{Painter, Templates};
use packetboat_testkit::playthrough::Playthrough;
use packetboat_testkit::playthrough::run::play;
use packetboat_tools::games;
use std::error::Error;
use std::path::Path;
use std::time::Instant;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [game, folder, only @ ..] = &words[..] else {
        return Err("usage: pictures GAME FOLDER [NAME]".into());
    };
    let rules = games::game(game).ok_or("no such game")?;
    let (pack, templates) = (games::pack(game), Templates::of(games::templates()));
    let loaded = rules.load(&pack)?;
    let painter = Painter::new();
    fs::create_dir_all(folder)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    for file in fs::read_dir(root.join(game).join("tests/playthroughs"))? {
        let file = file?.path();
        if file.extension().is_none_or(|it| it != "toml") {
            continue;
        }
        let text = fs::read_to_string(&file)?;
        let playthrough = Playthrough::read(&file.display().to_string(), &text)?;
        let played = play(rules, &pack, &templates, &playthrough)?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        for (name, picture) in &played.pictures {
            let name = format!("{stem}-{name}");
            if only.iter().any(|it| !name.contains(it)) {
                continue;
            }
            let ground = picture.ground.as_ref().and_then(|it| loaded.ground(&it.0));
            let begun = Instant::now();
            let png = painter.png(picture, ground.as_ref());
            let took = begun.elapsed().as_millis();
            let scene = picture.written().len();
            println!(
                "{name}: {} bytes, {took} ms, scene {scene} bytes",
                png.len()
            );
            fs::write(Path::new(folder).join(format!("{name}.png")), &*png)?;
        }
    }
    Ok(())
}
