//! `completions` and `man`: the program described for shells and readers of manuals.

use super::common::Done;
use anyhow::Context;
use clap::Command;
use std::path::{Path, PathBuf};

/// `packetboat completions SHELL`
#[derive(Debug, clap::Args)]
#[command(after_help = "bash: packetboat completions bash > \
    ~/.local/share/bash-completion/completions/packetboat\n\
    fish: packetboat completions fish > ~/.config/fish/completions/packetboat.fish\n\
    zsh: into a file `_packetboat` in a folder of $fpath\n\n\
    Campaigns, seats and games of the club you are in are completed too.")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// A shell that can be told what completes a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Shell {
    /// GNU Bash
    Bash,
    /// fish
    Fish,
    /// Z shell
    Zsh,
}

/// Where `:` and `=` part words for bash, they are joined again; without offers it completes files.
const BASH: &str = r#"_packetboat() {
    local cur words cword
    if declare -F _get_comp_words_by_ref > /dev/null; then
        _get_comp_words_by_ref -n =: cur words cword
    else
        cur="${COMP_WORDS[COMP_CWORD]}" words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
    fi
    local IFS=$'\n'
    COMPREPLY=($("${words[0]}" complete -- "${words[@]:1:cword}" 2> /dev/null))
    if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2> /dev/null; fi
    if declare -F __ltrim_colon_completions > /dev/null; then
        __ltrim_colon_completions "$cur"
    fi
}
complete -o default -F _packetboat packetboat
"#;

const FISH: &str = r#"function __packetboat_offers
    set -l words (commandline -opc) (commandline -ct)
    $words[1] complete -- $words[2..-1] 2> /dev/null
end
complete -c packetboat -a '(__packetboat_offers)'
"#;

const ZSH: &str = r#"#compdef packetboat
_packetboat() {
    local -a offers
    offers=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2> /dev/null)}")
    offers=("${(@)offers:#}")
    if (( $#offers )); then
        compadd -- "${offers[@]}"
    else
        _files
    fi
}
if [ "$funcstack[1]" = "_packetboat" ]; then
    _packetboat "$@"
else
    compdef _packetboat packetboat
fi
"#;

impl Completions {
    /// Prints what a shell needs to ask the program itself.
    ///
    /// # Errors
    /// None.
    pub fn run(&self) -> anyhow::Result<Done> {
        Ok(Done::well(match self.shell {
            Shell::Bash => BASH,
            Shell::Fish => FISH,
            Shell::Zsh => ZSH,
        }))
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
        for command in commands.filter(|it| it.get_name() != "help" && !it.is_hide_set()) {
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
