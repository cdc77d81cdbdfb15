//! `case`: rule cases and playthroughs.

use crate::games;
use packetboat::cli::common::Done;
use packetboat::desk::commands::create::known_game;
use packetboat_core::fault::{FOUND, Fault};
use packetboat_report::Templates;
use packetboat_testkit::case::{CaseFile, rules};
use packetboat_testkit::playthrough::{self, Pages, Playthrough};
use packetboat_testkit::run_case;
use std::path::{Path, PathBuf};

/// `packetboat-tools case FILE…`
#[derive(Debug, clap::Args)]
pub struct Case {
    /// Files of cases, or a playthrough with its reports in the folder of the same name
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Case {
    /// Runs rule cases and playthroughs; exit code 1 if one differs.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn run(&self) -> anyhow::Result<Done> {
        let mut text = String::new();
        let (mut passed, mut failed) = (0, 0);
        for file in &self.files {
            let name = file.display().to_string();
            let content = std::fs::read_to_string(file)
                .map_err(|it| Fault::usage(format!("{name} cannot be read: {it}")))?;
            let results = if Playthrough::is_one(&content) {
                vec![playthrough(file, &content)?]
            } else {
                cases(&name, &content)?
            };
            for (what, differs) in results {
                if differs.is_empty() {
                    passed += 1;
                } else {
                    failed += 1;
                    let differs = differs.join("\n  ");
                    text.push_str(&format!("{name}: {what}\n  {differs}\n"));
                }
            }
        }
        text.push_str(&format!("{passed} passed, {failed} failed\n"));
        Ok(Done {
            text,
            code: if failed == 0 { 0 } else { FOUND },
        })
    }
}

/// What a case or playthrough shows, and all that differs.
type Ran = (String, Vec<String>);

fn cases(name: &str, content: &str) -> anyhow::Result<Vec<Ran>> {
    let file = CaseFile::read(name, content).map_err(|it| Fault::usage(it.to_string()))?;
    let game = known_game(games::ALL, &file.game)?;
    let pack = game.pack();
    let known = rules(&pack).map_err(|it| Fault::usage(it.to_string()))?;
    let ran = file.cases.iter().map(|case| {
        let differs = run_case::run(game, &pack, &known, case).err();
        (case.name.clone(), differs.unwrap_or_default())
    });
    Ok(ran.collect())
}

fn playthrough(file: &Path, content: &str) -> anyhow::Result<Ran> {
    let read = Playthrough::read(&file.display().to_string(), content);
    let read = read.map_err(|it| Fault::usage(it.to_string()))?;
    let game = known_game(games::ALL, &read.game)?;
    let pack = game.pack();
    let templates = Templates::of(games::templates());
    let differs = match playthrough::run::play(game, &pack, &templates, &read) {
        Ok(played) => {
            let mut differs = played.differs;
            let golden = golden(&file.with_extension(""))?;
            differs.extend(playthrough::differences(&played.pages, &golden));
            differs
        }
        Err(why) => vec![why],
    };
    Ok((read.name, differs))
}

/// The golden reports in this folder; none if there is no such folder.
fn golden(folder: &Path) -> anyhow::Result<Pages> {
    let mut pages = Pages::new();
    if !folder.is_dir() {
        return Ok(pages);
    }
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(entry.path());
        let text = text.map_err(|it| Fault::usage(format!("{name} cannot be read: {it}")))?;
        pages.insert(name, text);
    }
    Ok(pages)
}
