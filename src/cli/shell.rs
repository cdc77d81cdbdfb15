//! `completions` and `man`: the program described for shells and readers of manuals.

use super::common::Done;
use anyhow::Context;
use clap::Command;
use clap_complete::Shell;
use std::path::{Path, PathBuf};

/// `packetboat completions SHELL`
#[derive(Debug, clap::Args)]
#[command(after_help = "bash: packetboat completions bash > \
    ~/.local/share/bash-completion/completions/packetboat\n\
    fish: packetboat completions fish > ~/.config/fish/completions/packetboat.fish\n\
    zsh: into a file `_packetboat` in a folder of $fpath")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the completions of a shell for the program.
    ///
    /// # Errors
    /// None.
    pub fn run(&self, mut program: Command) -> anyhow::Result<Done> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "packetboat", &mut script);
        Ok(Done::well(String::from_utf8_lossy(&script)))
    }
}

/// `packetboat man DIR`
#[derive(Debug, clap::Args)]
pub struct Man {
    /// The folder to write into, such as ~/.local/share/man/man1
    dir: PathBuf,
}

impl Man {
    /// Writes the manual: one page for the program and one for each command.
    ///
    /// # Errors
    /// A folder that cannot be written to.
    pub fn run(&self, mut program: Command) -> anyhow::Result<Done> {
        std::fs::create_dir_all(&self.dir)
            .with_context(|| format!("making {}", self.dir.display()))?;
        program.build();
        page(&self.dir, program.clone())?;
        let mut pages = 1;
        let commands = program.get_subcommands();
        for command in commands.filter(|it| it.get_name() != "help") {
            page(&self.dir, command.clone())?;
            pages += 1;
        }
        let dir = self.dir.display();
        Ok(Done::well(format!("{pages} pages are in {dir}.\n")))
    }
}

fn page(dir: &Path, command: Command) -> anyhow::Result<()> {
    let page = clap_mangen::Man::new(command);
    let path = dir.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text)?;
    std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
}
