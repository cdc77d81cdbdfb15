//! Large types are written and read by way of plain data: so the compiler makes the code for their
//! many variants and fields once, and not anew for every format they go through, which would take
//! it minutes. Nothing of what is written changes by this.

/// Makes a type that derives both with `#[serde(remote = "Self")]` go through plain data.
macro_rules! plain {
    ($name:ty) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let plain = <$name>::serialize(self, serde_json::value::Serializer);
                let plain = plain.map_err(serde::ser::Error::custom)?;
                serde::Serialize::serialize(&plain, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let plain: serde_json::Value = serde::Deserialize::deserialize(deserializer)?;
                <$name>::deserialize(plain).map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use plain;
