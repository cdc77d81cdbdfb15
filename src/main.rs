//! Arguments in, exit code out.

use packetboat::games::SHIPPED;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(packetboat::cli::run(std::env::args_os(), SHIPPED))
}
