//! The program with toy games beside those that it ships with. Arguments in, exit code out.

use packetboat_tools::games;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(packetboat::cli::run(std::env::args_os(), games::ALL))
}
