//! Files that are kept packed, as `gzip` packs them, so that anybody can read them with `zcat`.

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{self, Read, Write};

/// Bytes of what is unpacked, at most: more than any mail of ours has.
const BYTES_MAX: u64 = 32 * 1024 * 1024;

/// What begins every packed file.
const MARK: &[u8] = &[0x1f, 0x8b];

/// Whether these bytes are packed.
pub fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK)
}

/// Packs bytes; without name and time, so that the same bytes are packed alike.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes).expect("memory");
    packer.finish().expect("memory")
}

/// Unpacks bytes.
///
/// # Errors
/// They were not packed so, or come to more than a mail can have.
pub fn unpack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    let mut reader = GzDecoder::new(bytes).take(BYTES_MAX + 1);
    reader.read_to_end(&mut unpacked)?;
    match unpacked.len() as u64 > BYTES_MAX {
        true => Err(io::Error::other("it is larger than any mail")),
        false => Ok(unpacked),
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
        assert_eq!(unpack(&packed).unwrap(), text.as_bytes());
        assert!(unpack(&packed[..50]).is_err());
        assert!(unpack(b"no gzip").is_err());
    }
}
