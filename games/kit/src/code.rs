//! Short codes, as games name things in their files: areas, cards, leaders.

/// Makes a type for short codes of ASCII letters, digits and `_`: copied freely, stored as text.
#[doc(hidden)]
#[macro_export]
macro_rules! code {
    ($(#[$doc:meta])* $name:ident, $length:literal) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord,
            serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[serde(into = "String", try_from = "String")]
        #[schemars(extend("pattern" = "^[0-9A-Za-z_]+$", "maxLength" = $length))]
        pub struct $name([u8; $length]);

        impl $name {
            /// The code.
            pub fn as_str(&self) -> &str {
                let length = self.0.iter().position(|it| *it == 0).unwrap_or($length);
                std::str::from_utf8(&self.0[..length]).expect("a code is made of ASCII")
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let fits = (1..=$length).contains(&text.len())
                    && text.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
                if !fits {
                    return Err(format!(
                        "`{text}` is not a code: at most {} letters and digits", $length
                    ));
                }
                let mut bytes = [0; $length];
                bytes[..text.len()].copy_from_slice(text.as_bytes());
                Ok($name(bytes))
            }
        }

        packetboat_core::text_value!($name);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

pub use code;
