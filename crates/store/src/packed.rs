//! Files that are kept packed, as `gzip` packs them, so that anybody can read them with `zcat`.

use flate2::read::GzDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use std::cell::RefCell;
use std::io::{self, Read};

/// Bytes of what is unpacked, at most: more than any mail of ours has.
const BYTES_MAX: u64 = 32 * 1024 * 1024;

/// What begins every packed file.
const MARK: &[u8] = &[0x1f, 0x8b];

/// Whether these bytes are packed.
pub fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK)
}

/// The byte of a packed file that names the system it was packed on, and the word for none.
const SYSTEM: (usize, u8) = (9, 255);

thread_local! {
    /// To set one up takes as long as to pack a small mail.
    static PACKER: RefCell<Compress> =
        RefCell::new(Compress::new_gzip(Compression::default(), 15));
}

/// Packs bytes; without name, time and system, so that the same bytes are packed alike.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    PACKER.with_borrow_mut(|packer| {
        packer.reset();
        let mut packed = Vec::with_capacity(bytes.len() / 2 + 256);
        loop {
            let rest = &bytes[usize::try_from(packer.total_in()).expect("memory")..];
            let done = packer.compress_vec(rest, &mut packed, FlushCompress::Finish);
            match done.expect("there is nothing that cannot be packed") {
                Status::StreamEnd => break,
                Status::Ok | Status::BufError => packed.reserve(bytes.len() / 2 + 256),
            }
        }
        packed[SYSTEM.0] = SYSTEM.1;
        packed
    })
}

/// Unpacks bytes.
///
/// # Errors
/// They were not packed so, or come to more than a mail can have.
pub fn unpack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    let mut reader = GzDecoder::new(bytes).take(BYTES_MAX + 1);
    reader.read_to_end(&mut unpacked)?;
    if unpacked.len() as u64 > BYTES_MAX {
        Err(io::Error::other("it is larger than any mail"))
    } else {
        Ok(unpacked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_comes_back() {
        let text = "Reply to this mail.\r\n".repeat(500);
        let packed = pack(text.as_bytes());
        assert!(is_packed(&packed) && !is_packed(text.as_bytes()));
        assert!(packed.len() < 200, "{} bytes", packed.len());
        assert_eq!(pack(text.as_bytes()), packed);
        assert_eq!(packed[..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
        // What cannot be packed takes more room than was thought.
        let noise = (0..40_000_u32).flat_map(|it| it.wrapping_mul(0x9e37_79b1).to_le_bytes());
        let noise: Vec<u8> = noise.collect();
        assert_eq!(unpack(&pack(&noise)).unwrap(), noise);
        assert_eq!(unpack(&pack(b"")).unwrap(), b"");
        assert_eq!(unpack(&packed).unwrap(), text.as_bytes());
        assert!(unpack(&packed[..50]).is_err());
        assert!(unpack(b"no gzip").is_err());
    }
}
