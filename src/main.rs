//! Arguments in, exit code out.

use packetboat::games::SHIPPED;
use std::process::ExitCode;

/// A turn makes and drops hundreds of thousands of small texts; the C library's own takes a tenth
/// of its time for that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(packetboat::cli::run(std::env::args_os(), SHIPPED))
}
